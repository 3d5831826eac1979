/// Diagnostics about statements on older versions of a machine.
extension Diagnostic {
  /// - Parameter what: the kind of the named thing: a state, an event, a label.
  package static func formerNameTaken(
    _ range: SourceRange, _ name: String, _ what: String, first: SourceRange
  ) -> Diagnostic {
    Diagnostic(.formerName, range, "stored data with the name '\(name)' mean another \(what): leave this out")
      .note("'\(name)' is declared here", first)
  }

  package static func formerStateLeadsElsewhere(_ range: SourceRange, _ name: String, from former: String) -> Diagnostic
  {
    Diagnostic(
      .formerName, range,
      "'\(former)' can become a state of the body that it stood in, and '\(name)' is none: name one of these states")
  }

  package static func formerStateCannotBegin(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .formerName, range,
      "'\(name)' does not begin by itself: its initial state needs a payload, or is left at once: name another state")
  }

  /// - Parameters:
  ///   - label: the label; nil for a value without a label.
  ///   - former: the removed state.
  package static func formerStateLacksField(
    _ range: SourceRange, label: String?, type: String, target: String, former: String
  ) -> Diagnostic {
    let field = label.map { "'\($0): \(type)'" } ?? "a value of type '\(type)'"
    let argument = label.map { "\($0): …" } ?? "…"
    return Diagnostic(
      .unsuppliedPayload, range,
      "'\(target)' needs \(field), which '\(former)' does not have: write '\(target)(\(argument))'")
  }

  /// - Parameter reason: the reason why no stored data has the former name, and what to do.
  package static func formerNameWithoutEffect(_ range: SourceRange, _ name: String, _ reason: String) -> Diagnostic {
    Diagnostic(.formerNameWithoutEffect, range, "nothing is read under the name '\(name)': \(reason)")
  }

  // MARK: Compared with an older version

  /// - Parameter what: the stored data that this version cannot read, and what to do.
  package static func unreadable(_ range: SourceRange, _ what: String) -> Diagnostic {
    Diagnostic(.unreadable, range, "this version cannot read \(what)")
  }

  package static func readOtherwise(_ range: SourceRange, _ what: String) -> Diagnostic {
    Diagnostic(.readOtherwise, range, what)
  }

  /// Returns the finding with one more fix, which is not safe: the user decides whether to make the edit.
  package func offering(_ title: String, _ edit: TextEdit) -> Diagnostic { fix(title, edit, isSafe: false) }
}
