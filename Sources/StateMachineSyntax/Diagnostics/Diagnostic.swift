/// A finding: an error, a warning or a note about a `.sm` file. `DiagnosticRenderer` converts it to text.
///
/// Most messages are written in static functions such as `undeclared`, in the files `Diagnostic+….swift`.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// An additional message about another place in the file, such as "the first is here".
  package struct Note: Hashable, Sendable {
    package let message: String
    package let range: SourceRange
  }

  package let code: DiagnosticCode
  /// The severity that belongs to the code; an error if `--strict` has made the warning one.
  package var severity: Severity
  /// The message, in lower case and without a full stop: the mistake, and what to write instead. Words from the file
  /// are in single quotes.
  package let message: String
  package let range: SourceRange
  /// Whether the finding is only about the generated Swift, which would not compile. The machine itself has no mistake.
  package internal(set) var isAboutSwift: Bool
  package private(set) var notes: [Note]
  /// The fixes from which a user can choose. A fix that silences the finding is the last.
  package internal(set) var fixes: [Fix] = []

  init(_ code: DiagnosticCode, _ range: SourceRange, _ message: String, notes: [Note] = []) {
    self.code = code
    self.severity = code.severity
    self.message = message
    self.range = range
    self.notes = notes
    isAboutSwift = [.generatedName, .wrapperNames, .wrapperKind].contains(code)
  }

  /// A copy of the finding in which `isAboutSwift` is true: only the generated Swift would not compile.
  var aboutSwift: Diagnostic {
    var copy = self
    copy.isAboutSwift = true
    return copy
  }

  package func note(_ message: String, _ range: SourceRange?) -> Diagnostic {
    guard let range else { return self }
    var copy = self
    copy.notes.append(Note(message: message, range: range))
    return copy
  }
}

extension Diagnostic {
  /// The largest number of bytes of the user's text that a message repeats.
  package static let longestQuotation = 40

  /// Returns a piece of the user's text for a message; `…` if it is long or has several lines.
  package static func quotation(_ text: String) -> String {
    text.utf8.count > longestQuotation || text.contains("\n") ? "…" : text
  }
}

/// The findings about a file. The parser and the later phases append them in any order; at the end, they are sorted by
/// place.
package struct DiagnosticList: Sendable {
  /// The largest number of findings that are stored. Without a limit, a file that is no `.sm` file would fill the
  /// terminal.
  package static let limit = 200

  package private(set) var diagnostics: [Diagnostic] = []
  package private(set) var hasErrors = false
  /// The number of further findings, which are not stored because the limit was reached.
  package private(set) var omittedCount = 0

  package init() {}

  /// The number of stored findings that are no errors. If the list is full, an error replaces one of these findings.
  private var warningCount = 0

  /// Whether the list would store another error. It would if it is not full, or if the error can replace a warning or a
  /// note. If it would not, callers need not compose messages that take long.
  package var isOpen: Bool { diagnostics.count < Self.limit || warningCount > 0 }

  /// Counts an error that is not stored, because the limit is reached.
  package mutating func appendOmittedError() {
    hasErrors = true
    omittedCount += 1
  }

  /// Appends the findings of another list, and adds its `omittedCount` to the own one.
  package mutating func append(contentsOf other: DiagnosticList) {
    for diagnostic in other.diagnostics { append(diagnostic) }
    omittedCount += other.omittedCount
    hasErrors = hasErrors || other.hasErrors
  }

  package mutating func append(_ diagnostic: Diagnostic) {
    let isError = diagnostic.severity == .error
    if isError { hasErrors = true }
    if diagnostics.count < Self.limit {
      diagnostics.append(diagnostic)
      if !isError { warningCount += 1 }
      return
    }
    omittedCount += 1
    // An error replaces a warning, because the user must see why there is no Swift.
    guard isError, warningCount > 0, let warning = diagnostics.lastIndex(where: { $0.severity != .error }) else {
      return
    }
    diagnostics[warning] = diagnostic
    warningCount -= 1
  }

  /// Returns a copy of the list with only the findings for which `isIncluded` returns true. `omittedCount`, the number
  /// of findings beyond the limit, and `hasErrors` stay the same.
  package func filtered(_ isIncluded: (Diagnostic) -> Bool) -> DiagnosticList {
    var copy = self
    copy.diagnostics = diagnostics.filter(isIncluded)
    copy.warningCount = copy.diagnostics.count { $0.severity != .error }
    return copy
  }

  /// Replaces each finding by the result of `transform`.
  mutating func mapDiagnostics(_ transform: (Diagnostic) -> Diagnostic) { diagnostics = diagnostics.map(transform) }

  /// Makes every warning an error, as `--strict` asks.
  package mutating func makeWarningsErrors() {
    for index in diagnostics.indices where diagnostics[index].severity == .warning {
      diagnostics[index].severity = .error
      hasErrors = true
    }
    warningCount = 0
  }

  /// Sorts the findings by their places in the file. Findings at one place stay in the order in which they were
  /// appended.
  package mutating func sort() {
    let order = diagnostics.indices.sorted {
      (diagnostics[$0].range.start, $0) < (diagnostics[$1].range.start, $1)
    }
    diagnostics = order.map { diagnostics[$0] }
  }
}
