/// One thing that is wrong, or looks wrong, in a `.sm` file: data, which the renderer turns into text.
///
/// Its text is made in one place, by the static members in the files beside this one.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// Another place that belongs to the mistake.
  package struct Note: Hashable, Sendable {
    package let message: String
    package let range: SourceRange
  }

  package let code: DiagnosticCode
  /// The severity of the code, unless `--strict` made an error of a warning.
  package var severity: Severity
  /// Lower case, no full stop, source words in 'quotes', and what to write instead.
  package let message: String
  package let range: SourceRange
  /// Is true where the machine is as it is meant to be, and only the generated Swift would not compile.
  package internal(set) var isAboutSwift: Bool
  package private(set) var notes: [Note]
  /// Fixes to choose from; one that silences the finding comes last.
  package internal(set) var fixes: [Fix] = []

  init(_ code: DiagnosticCode, _ range: SourceRange, _ message: String, notes: [Note] = []) {
    self.code = code
    self.severity = code.severity
    self.message = message
    self.range = range
    self.notes = notes
    isAboutSwift = [.generatedName, .wrapperNames, .wrapperKind].contains(code)
  }

  /// The same, as one that is about the generated Swift alone.
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
  /// How many bytes of what a user wrote a message repeats.
  package static let longestQuotation = 40

  /// A piece of Swift in a message; a long one, or one of several lines, is left out.
  package static func quotation(_ text: String) -> String {
    text.utf8.count > longestQuotation || text.contains("\n") ? "…" : text
  }
}

/// Collects what the phases find, in any order, and gives it out sorted by place.
package struct DiagnosticList: Sendable {
  /// A file that is no `.sm` file at all would otherwise fill the terminal.
  package static let limit = 200

  package private(set) var diagnostics: [Diagnostic] = []
  package private(set) var hasErrors = false
  /// How many there were beyond the limit, which are not kept.
  package private(set) var omittedCount = 0

  package init() {}

  /// How many of those that are kept are warnings.
  private var warningCount = 0

  /// Is true where another error would be kept: one whose words take work is made only then.
  package var isOpen: Bool { diagnostics.count < Self.limit || warningCount > 0 }

  /// Counts an error that would not be kept.
  package mutating func appendOmittedError() {
    hasErrors = true
    omittedCount += 1
  }

  /// Takes over what another phase has found.
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
    // An error takes the place of a warning: nobody would be told why there is no Swift.
    guard isError, warningCount > 0, let warning = diagnostics.lastIndex(where: { $0.severity != .error }) else {
      return
    }
    diagnostics[warning] = diagnostic
    warningCount -= 1
  }

  /// Those that a condition holds for; what is beyond the limit stays counted.
  package func filtered(_ isIncluded: (Diagnostic) -> Bool) -> DiagnosticList {
    var copy = self
    copy.diagnostics = diagnostics.filter(isIncluded)
    copy.warningCount = copy.diagnostics.count { $0.severity != .error }
    return copy
  }

  /// Replaces each finding by what a function makes of it.
  mutating func mapDiagnostics(_ transform: (Diagnostic) -> Diagnostic) { diagnostics = diagnostics.map(transform) }

  /// Makes errors of warnings, for `--strict`.
  package mutating func makeWarningsErrors() {
    for index in diagnostics.indices where diagnostics[index].severity == .warning {
      diagnostics[index].severity = .error
      hasErrors = true
    }
    warningCount = 0
  }

  /// Sorts by place; what stands at one place keeps the order in which it was found.
  package mutating func sort() {
    let order = diagnostics.indices.sorted {
      (diagnostics[$0].range.start, $0) < (diagnostics[$1].range.start, $1)
    }
    diagnostics = order.map { diagnostics[$0] }
  }
}
