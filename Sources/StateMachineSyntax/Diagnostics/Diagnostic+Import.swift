/// The findings in files that are imported, such as statecharts in Mermaid, PlantUML or SCXML. Their places are in the
/// imported file.
extension Diagnostic {
  /// Returns the finding on a line or statement that the importer does not understand. Other lines are imported
  /// nevertheless.
  package static func notUnderstood(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.notUnderstood, range, message)
  }

  /// Returns the finding on a file without anything that can become a machine.
  package static func nothingToImport(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.nothingToImport, range, message)
  }

  /// Returns the finding on a part of the imported file whose meaning changes: the machine behaves differently there.
  package static func changedMeaning(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.changedMeaning, range, message)
  }

  /// Returns the finding on something that the user must add to the machine, such as the type of a property. The
  /// machine has a `TODO` at that place.
  package static func leftByHand(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.leftByHand, range, message)
  }

  /// Returns the finding on something that the imported file does not say, such as the initial state. The importer has
  /// guessed it.
  package static func guessed(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.guessed, range, message)
  }

  /// Returns the finding on parts of the imported file that a machine cannot have, such as colors. All parts of one
  /// kind get one finding.
  package static func leftOut(_ range: SourceRange, _ message: String) -> Diagnostic {
    Diagnostic(.leftOut, range, message)
  }

  /// Returns the finding with its place in the file from which the `.sm` file was made. The fixes of the finding are
  /// left out, because they are edits of the `.sm` file.
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
  /// Returns the file from which this file was made, and the findings with their places in that other file. If this
  /// file was not made from another file, returns this file and the findings unchanged.
  package func atOrigin(_ diagnostics: [Diagnostic]) -> (source: SourceFile, diagnostics: [Diagnostic]) {
    guard let origin else { return (self, diagnostics) }
    return (origin.source, diagnostics.map { $0.atOrigin(origin) })
  }
}
