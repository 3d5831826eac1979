/// An error, a warning or a note about a `.sm` file, as data that the renderer converts to text.
///
/// All messages are written by the static members in the files `Diagnostic+….swift`.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// A message about another place that helps to understand the finding.
  package struct Note: Hashable, Sendable {
    package let message: String
    package let range: SourceRange
  }

  package let code: DiagnosticCode
  /// The severity of the code, or an error if `--strict` changed a warning.
  package var severity: Severity
  /// The message: in lower case, without a full stop, with source words in 'quotes', and with what to write instead.
  package let message: String
  package let range: SourceRange
  /// Whether the machine is correct, and only the generated Swift would not compile.
  package internal(set) var isAboutSwift: Bool
  package private(set) var notes: [Note]
  /// Fixes to choose from. A fix that silences the finding is the last.
  package internal(set) var fixes: [Fix] = []

  init(_ code: DiagnosticCode, _ range: SourceRange, _ message: String, notes: [Note] = []) {
    self.code = code
    self.severity = code.severity
    self.message = message
    self.range = range
    self.notes = notes
    isAboutSwift = [.generatedName, .wrapperNames, .wrapperKind].contains(code)
  }

  /// A copy of the finding that says that the machine is correct, and only the generated Swift would not compile.
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
  /// The largest number of bytes of user's text that a message repeats.
  package static let longestQuotation = 40

  /// Returns a piece of Swift for a message, or `…` if it is long or has several lines.
  package static func quotation(_ text: String) -> String {
    text.utf8.count > longestQuotation || text.contains("\n") ? "…" : text
  }
}

/// A list of the findings of all phases, which are appended in any order and sorted by place.
package struct DiagnosticList: Sendable {
  /// The largest number of findings stored, as a file that is no `.sm` file would fill the terminal.
  package static let limit = 200

  package private(set) var diagnostics: [Diagnostic] = []
  package private(set) var hasErrors = false
  /// The number of findings that are not stored, as the limit is reached.
  package private(set) var omittedCount = 0

  package init() {}

  /// The number of stored findings that are no errors.
  private var warningCount = 0

  /// Whether another error would be stored. Messages that are expensive to write are written only then.
  package var isOpen: Bool { diagnostics.count < Self.limit || warningCount > 0 }

  /// Counts an error without storing it, as the limit is reached.
  package mutating func appendOmittedError() {
    hasErrors = true
    omittedCount += 1
  }

  /// Appends the findings of another phase.
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
    // An error replaces a warning, as the user must see why there is no Swift.
    guard isError, warningCount > 0, let warning = diagnostics.lastIndex(where: { $0.severity != .error }) else {
      return
    }
    diagnostics[warning] = diagnostic
    warningCount -= 1
  }

  /// Returns the list with the findings that satisfy a condition. The number of omitted findings is unchanged.
  package func filtered(_ isIncluded: (Diagnostic) -> Bool) -> DiagnosticList {
    var copy = self
    copy.diagnostics = diagnostics.filter(isIncluded)
    copy.warningCount = copy.diagnostics.count { $0.severity != .error }
    return copy
  }

  /// Replaces each finding by the result of a function.
  mutating func mapDiagnostics(_ transform: (Diagnostic) -> Diagnostic) { diagnostics = diagnostics.map(transform) }

  /// Changes warnings to errors, for `--strict`.
  package mutating func makeWarningsErrors() {
    for index in diagnostics.indices where diagnostics[index].severity == .warning {
      diagnostics[index].severity = .error
      hasErrors = true
    }
    warningCount = 0
  }

  /// Sorts the findings by their places. Findings at one place stay in the order in which they were found.
  package mutating func sort() {
    let order = diagnostics.indices.sorted {
      (diagnostics[$0].range.start, $0) < (diagnostics[$1].range.start, $1)
    }
    diagnostics = order.map { diagnostics[$0] }
  }
}
