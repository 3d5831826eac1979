import StateMachineSyntax

/// Lays out the whitespace of `.sm` files. Tokens, comments and their order stay, and embedded Swift is copied.
///
///     bytes → Syntax → FormatTree → StatementLayout, RowGroup → FormatWriter → bytes
///
/// The layout depends on tokens and comments, and on newlines that end a statement, make a blank line, or decide which
/// line a comment is on: two files that differ in other whitespace get the same layout.
package enum Formatter {
  /// The result of formatting one file: its new bytes, or its errors.
  package struct Result: Sendable {
    /// The formatted file; nil if its syntax has errors.
    package var bytes: [UInt8]?
    /// Whether the file was left unchanged, as the parser would read the formatted file differently: due to a mistake
    /// of the formatter, or of the parser.
    package var isGivenUp = false
    /// The errors, with the other diagnostics of the file, sorted by place; empty if there are no errors.
    package var diagnostics: [Diagnostic] = []
    /// The number of further errors, which are not stored, in a file with very many of them.
    package var omittedCount = 0
  }

  /// Formats a file. Names are not resolved, so that undeclared names do not matter.
  package static func format(_ source: SourceFile) -> Result {
    var list = DiagnosticList()
    guard SourceCheck.run(source, &list), !list.hasErrors else { return failure(list) }
    let recorder = SyntaxRecorder()
    let (tree, diagnostics) = Parser.parse(source, recorder: recorder)
    guard Self.isReadable(diagnostics) else { return failure(diagnostics) }
    let bytes = layout(source, tree, recorder)
    return Result(bytes: bytes ?? source.bytes, isGivenUp: bytes == nil)
  }

  /// Returns whether diagnostics contain no syntax error. The lack of a machine is none, as a file may just have begun.
  static func isReadable(_ diagnostics: DiagnosticList) -> Bool {
    !diagnostics.diagnostics.contains { $0.severity == .error && $0.code != .noMachine }
  }

  private static func failure(_ diagnostics: DiagnosticList) -> Result {
    var list = diagnostics
    list.sort()
    return Result(bytes: nil, diagnostics: list.diagnostics, omittedCount: list.omittedCount)
  }

  /// Returns the formatted file; nil if the parser would read it differently.
  private static func layout(_ source: SourceFile, _ tree: SyntaxTree, _ recorder: SyntaxRecorder) -> [UInt8]? {
    guard let sequence = FormatSequence(source, recorder) else { return nil }
    let file = FormatTreeBuilder(sequence, tree).build()
    var writer = FormatWriter(sequence)
    writer.write(file)
    // Whitespace has a meaning in a few rare places, such as behind an unclosed bracket, so the result is verified.
    let formatted = SourceFile(path: source.path, bytes: writer.bytes)
    let second = SyntaxRecorder()
    guard Self.isReadable(Parser.parse(formatted, recorder: second).diagnostics),
      let after = FormatSequence(formatted, second), sequence.isSame(as: after)
    else { return nil }
    return writer.bytes
  }
}
