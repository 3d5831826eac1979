import StateMachineSyntax

/// Formats `.sm` files: it changes whitespace, and nothing else. Tokens and comments stay as they are, in the same
/// order, and pieces of Swift are copied.
///
///     bytes → Syntax → FormatTree → StatementLayout, RowGroup → FormatWriter → bytes
///
/// Most whitespace of the unformatted file has no influence on the result. Newlines have an influence if they end a
/// statement, make a blank line, or decide to which line a comment belongs.
package enum Formatter {
  /// The result of formatting a file: the new bytes of the file, or its errors.
  package struct Result: Sendable {
    /// The formatted file; nil if the file has syntax errors.
    package var bytes: [UInt8]?
    /// Whether the formatter has given up, so that `bytes` are the unchanged file. It gives up if the parser would read
    /// the formatted file differently from the unformatted one. This happens only because of a mistake in the formatter
    /// or the parser.
    package var isGivenUp = false
    /// The findings of a file with syntax errors, sorted by their ranges. Empty for a file that was formatted.
    package var diagnostics: [Diagnostic] = []
    /// The number of findings that are not in `diagnostics`, because there are too many.
    package var omittedCount = 0
  }

  /// Formats a file. It only has to be free of syntax errors; names may be undeclared.
  package static func format(_ source: SourceFile) -> Result {
    var list = DiagnosticList()
    guard SourceCheck.run(source, &list), !list.hasErrors else { return failure(list) }
    let recorder = SyntaxRecorder()
    let (tree, diagnostics) = Parser.parse(source, recorder: recorder)
    guard Self.isReadable(diagnostics) else { return failure(diagnostics) }
    let bytes = layout(source, tree, recorder)
    return Result(bytes: bytes ?? source.bytes, isGivenUp: bytes == nil)
  }

  /// Returns whether a file with these findings can be formatted: none of the findings is a syntax error. A file
  /// without a machine can be formatted, too, because its author may just have begun.
  static func isReadable(_ diagnostics: DiagnosticList) -> Bool {
    !diagnostics.diagnostics.contains { $0.severity == .error && $0.code != .noMachine }
  }

  private static func failure(_ diagnostics: DiagnosticList) -> Result {
    var list = diagnostics
    list.sort()
    return Result(bytes: nil, diagnostics: list.diagnostics, omittedCount: list.omittedCount)
  }

  /// Returns the formatted file. Nil if the parser would read the formatted file differently from the unformatted one.
  private static func layout(_ source: SourceFile, _ tree: SyntaxTree, _ recorder: SyntaxRecorder) -> [UInt8]? {
    guard let sequence = FormatSequence(source, recorder) else { return nil }
    let file = FormatTreeBuilder(sequence, tree).build()
    var writer = FormatWriter(sequence)
    writer.write(file)
    // In a few cases whitespace has a meaning, for example after a bracket that is never closed. So the result is
    // parsed and compared.
    let formatted = SourceFile(path: source.path, bytes: writer.bytes)
    let second = SyntaxRecorder()
    guard Self.isReadable(Parser.parse(formatted, recorder: second).diagnostics),
      let after = FormatSequence(formatted, second), sequence.isSame(as: after)
    else { return nil }
    return writer.bytes
  }
}
