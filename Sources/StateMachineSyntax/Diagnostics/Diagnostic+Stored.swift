/// The findings about `was`, which declares names and states of older versions, as in `state order was cart`. Further
/// findings are about data that older versions have stored.
extension Diagnostic {
  /// Returns the finding on a former name that another declaration now has: `state order was cart` beside `state cart`.
  /// Data stored under `cart` belong to the state `cart`.
  ///
  /// - Parameters:
  ///   - what: the kind of declaration, such as `state`.
  ///   - first: the range of the other declaration's name, for a note.
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

  /// Returns the finding on `was cart -> order`, if the state `order` has a field that `cart` does not have. The target
  /// then needs an argument: `was cart -> order(total: 0)`.
  ///
  /// - Parameters:
  ///   - label: the label of the field; nil for a value without a label.
  ///   - target: the state that replaces the former one, `order`.
  ///   - former: the former state, `cart`.
  package static func formerStateLacksField(
    _ range: SourceRange, label: String?, type: String, target: String, former: String
  ) -> Diagnostic {
    let field = label.map { "'\($0): \(type)'" } ?? "a value of type '\(type)'"
    let argument = label.map { "\($0): …" } ?? "…"
    return Diagnostic(
      .unsuppliedPayload, range,
      "'\(target)' needs \(field), which '\(former)' does not have: write '\(target)(\(argument))'")
  }

  /// Returns the finding on a former name, such as `was cart`, if the machine never reads data stored under this name.
  ///
  /// - Parameter reason: why no data is read under the name, and what to do, for the message.
  package static func formerNameWithoutEffect(_ range: SourceRange, _ name: String, _ reason: String) -> Diagnostic {
    Diagnostic(.formerNameWithoutEffect, range, "nothing is read under the name '\(name)': \(reason)")
  }

  // MARK: Compared with an older version

  /// Returns the finding on data that this version cannot read, although an older version has stored the data.
  ///
  /// - Parameter what: the data, and what to do, for the message.
  package static func unreadable(_ range: SourceRange, _ what: String) -> Diagnostic {
    Diagnostic(.unreadable, range, "this version cannot read \(what)")
  }

  package static func readOtherwise(_ range: SourceRange, _ what: String) -> Diagnostic {
    Diagnostic(.readOtherwise, range, what)
  }

  /// Returns the finding with one more fix, which makes the edit `edit`. The fix is not safe: it is made only if the
  /// user chooses it.
  package func offering(_ title: String, _ edit: TextEdit) -> Diagnostic { fix(title, edit, isSafe: false) }
}
