/// Findings in files that machines are imported from, at their places in these files.
extension Diagnostic {
  /// A line or a statement that the reader of a notation does not know. The rest is read.
  package static func notUnderstood(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.notUnderstood, range, message)
  }

  /// A file without anything that a machine can be made of.
  package static func nothingToImport(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.nothingToImport, range, message)
  }

  /// Something that the imported machine does in another way.
  package static func changedMeaning(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.changedMeaning, range, message)
  }

  /// Something that is a `TODO` in the imported machine.
  package static func leftByHand(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.leftByHand, range, message)
  }

  /// Something that the imported file does not say.
  package static func guessed(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.guessed, range, message)
  }

  /// Something that machines do not have, such as colors: one finding for all of a kind.
  package static func leftOut(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.leftOut, range, message)
  }

  /// The finding at the place that it comes from, in the file that the `.sm` file is made of. Its fixes are left out, as
  /// they change the `.sm` file.
  package func atOrigin(_ origin: SourceOrigin) -> Diagnostic {
    var copy = Diagnostic(
      code, origin.place(of: range), message,
      notes: notes.map { Note(message: $0.message, range: origin.place(of: $0.range)) })
    copy.severity = severity
    copy.isAboutSwift = isAboutSwift
    return copy
  }
}

extension SourceFile {
  /// The file that findings are shown in, and the findings at their places there: in the file that this one is made of,
  /// where there is one.
  package func atOrigin(_ diagnostics: [Diagnostic]) -> (source: SourceFile, diagnostics: [Diagnostic]) {
    guard let origin else { return (self, diagnostics) }
    return (origin.source, diagnostics.map { $0.atOrigin(origin) })
  }
}
