/// Findings in files that machines are imported from, at their places in these files.
extension Diagnostic {
  /// Reports a line or a statement that the reader of a notation does not understand. The other lines are imported.
  package static func notUnderstood(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.notUnderstood, range, message)
  }

  /// Reports a file without anything that can become a machine.
  package static func nothingToImport(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.nothingToImport, range, message)
  }

  /// Reports something that the imported machine does differently.
  package static func changedMeaning(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.changedMeaning, range, message)
  }

  /// Reports something that the importer leaves to the user, as a `TODO` in the imported machine.
  package static func leftByHand(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.leftByHand, range, message)
  }

  /// Reports a guess of the importer, as the imported file leaves the decision open.
  package static func guessed(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.guessed, range, message)
  }

  /// Reports something that machines do not have, such as colors: one finding for all of a kind.
  package static func leftOut(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.leftOut, range, message)
  }

  /// Returns the finding with its place in the file that the `.sm` file was made from, and without fixes.
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
  /// Returns the file that this file was made from (or else this file), and the findings with their places in it.
  package func atOrigin(_ diagnostics: [Diagnostic]) -> (source: SourceFile, diagnostics: [Diagnostic]) {
    guard let origin else { return (self, diagnostics) }
    return (origin.source, diagnostics.map { $0.atOrigin(origin) })
  }
}
