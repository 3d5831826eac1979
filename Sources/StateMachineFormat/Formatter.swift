import StateMachineSyntax

/// Lays out the whitespace of `.sm` files. Tokens, comments and their order stay, and embedded Swift is copied.
///
///     bytes → Syntax → FormatTree → StatementLayout, RowGroup → FormatWriter → bytes
///
/// The layout depends on tokens and comments, and on newlines where they end a statement, set a blank line or say which
/// line a comment stands in: two files that differ in other whitespace come out the same.
package enum Formatter {
  /// The layout of one file, or its errors.
  package struct Result: Sendable {
    /// The whole file; nil where its syntax has errors: such a file is left alone.
    package var bytes: [UInt8]?
    /// Is true where the file stays as it is, as the parser would not read the same from its layout: a mistake of the
    /// formatter, or of the parser.
    package var isGivenUp = false
    /// The errors, sorted by place, and what else was found beside them; empty where there are none.
    package var diagnostics: [Diagnostic] = []
    /// How many more there were, in a file that is one long mistake.
    package var omittedCount = 0
  }

  /// Lays a file out. Names are not resolved: a file with a state too few is formatted all the same.
  package static func format(_ source: SourceFile) -> Result {
    var list = DiagnosticList()
    guard SourceCheck.run(source, &list), !list.hasErrors else { return failure(list) }
    let recorder = SyntaxRecorder()
    let (tree, diagnostics) = Parser.parse(source, recorder: recorder)
    guard Self.isReadable(diagnostics) else { return failure(diagnostics) }
    let bytes = layout(source, tree, recorder)
    return Result(bytes: bytes ?? source.bytes, isGivenUp: bytes == nil)
  }

  /// Tells whether a file has no errors of syntax. One without a machine has none: it is a file that somebody begins.
  static func isReadable(_ diagnostics: DiagnosticList) -> Bool {
    !diagnostics.diagnostics.contains { $0.severity == .error && $0.code != .noMachine }
  }

  private static func failure(_ diagnostics: DiagnosticList) -> Result {
    var list = diagnostics
    list.sort()
    return Result(bytes: nil, diagnostics: list.diagnostics, omittedCount: list.omittedCount)
  }

  /// The file laid out; nil where the parser would not read the same from it.
  private static func layout(_ source: SourceFile, _ tree: SyntaxTree, _ recorder: SyntaxRecorder) -> [UInt8]? {
    guard let sequence = FormatSequence(source, recorder) else { return nil }
    let file = FormatTreeBuilder(sequence, tree).build()
    var writer = FormatWriter(sequence)
    writer.write(file)
    // Whitespace has a meaning in a few odd places, as where a bracket is never closed: no file is worth a guess.
    let formatted = SourceFile(path: source.path, bytes: writer.bytes)
    let second = SyntaxRecorder()
    guard Self.isReadable(Parser.parse(formatted, recorder: second).diagnostics),
      let after = FormatSequence(formatted, second), sequence.isSame(as: after)
    else { return nil }
    return writer.bytes
  }
}
