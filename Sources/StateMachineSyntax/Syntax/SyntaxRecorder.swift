/// Something that the parser has consumed: a token, or a piece of embedded Swift.
package struct SyntaxRecord {
  package enum Kind: Equatable {
    case token(Token.Kind)
    /// From a bracket to behind its closer.
    case bracketedSwift
    /// From the first token to the last.
    case swift
  }

  package var kind: Kind
  package var range: SourceRange
}

/// The pieces that the parser has consumed, in the order of the file: between them stand blanks, newlines and comments
/// only. The formatter reads a file so, without a second idea of where Swift ends.
///
/// A class, as copies of the lexer look ahead: each writes over what others have seen behind the place where it is.
package final class SyntaxRecorder {
  package private(set) var records: [SyntaxRecord] = []
  /// The `{` behind which answers stand, which commas separate as well as lines.
  package private(set) var bracesOfAnswers: Set<Int> = []

  package init() {}

  func append(_ record: SyntaxRecord, at count: Int) {
    if records.count > count { records.removeSubrange(count...) }
    records.append(record)
  }

  func noteBraceOfAnswers(at offset: Int) { bracesOfAnswers.insert(offset) }
}
