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

/// A part of a statement that the parser has begun to read. Where the text ends in it, it is what the parser expected
/// there: the end of the last part is where an editor's completion stands.
package struct SyntaxPart: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A declaration or a row.
    case statement
    /// What may follow a keyword that begins a statement, until another part begins.
    case behind(Keyword)
    /// The sources of a row, or the states of a group.
    case source
    case target
    /// The events of a row, or those that an output sends.
    case trigger
    case guardCondition
    case effect
    case raisedEvent
    /// Swift in braces, or the value of an assignment.
    case swift
    /// The payload of a declaration, in its parentheses; or another type, with what stands behind it.
    case type
    /// The machine that a state holds.
    case submachine
    /// Nothing but a mark that begins another part, or the end of the statement.
    case end
  }

  package var kind: Kind
  package var start: Int
}

/// The pieces that the parser has consumed, in the order of the file: between them stand blanks, newlines and comments
/// only. The formatter reads a file so, without a second idea of where Swift ends.
///
/// A class, as copies of the lexer look ahead: each writes over what others have seen behind the place where it is.
package final class SyntaxRecorder {
  package private(set) var records: [SyntaxRecord] = []
  /// The `{` behind which answers stand, which commas separate as well as lines.
  package private(set) var bracesOfAnswers: Set<Int> = []

  /// The parts of the statement that the parser has read last, and how many records stood before each.
  private var parts: [(part: SyntaxPart, count: Int)] = []

  package init() {}

  func append(_ record: SyntaxRecord, at count: Int) {
    if records.count > count { records.removeSubrange(count...) }
    records.append(record)
  }

  /// - Parameter count: how much has been consumed; parts behind that have been looked at ahead, or are read once more.
  func begin(_ part: SyntaxPart, at count: Int) {
    if part.kind == .statement { parts = [] }
    parts.removeAll { $0.count > count }
    parts.append((part, count))
  }

  var partsOfLastStatement: [SyntaxPart] { parts.map(\.part) }

  func noteBraceOfAnswers(at offset: Int) { bracesOfAnswers.insert(offset) }
}
