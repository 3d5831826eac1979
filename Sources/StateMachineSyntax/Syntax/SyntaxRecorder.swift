/// A token or a piece of embedded Swift that the parser has consumed.
package struct SyntaxRecord {
  package enum Kind: Equatable {
    case token(Token.Kind)
    /// A bracket, its contents and its closer.
    case bracketedSwift
    /// Swift without brackets around it, from its first token to its last.
    case swift
  }

  package var kind: Kind
  package var range: SourceRange
}

/// A part of a statement that the parser has begun to read. If the text ends in the part, an editor completes it: the
/// last part is what the parser expected.
package struct SyntaxPart: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A declaration or a row.
    case statement
    /// The text after a keyword that begins a statement, up to the next part.
    case behind(Keyword)
    /// The sources of a row, or the states of a group.
    case source
    case target
    /// The events of a row, or the events that an output sends.
    case trigger
    case guardCondition
    case effect
    case raisedEvent
    /// Swift in braces, or the value of an assignment.
    case swift
    /// The payload of a declaration, in parentheses; or a type, and the text after the type.
    case type
    /// A state's submachine.
    case submachine
    /// A mark that begins another part, or the end of the statement.
    case end
  }

  package var kind: Kind
  package var start: Int
}

/// A record of the tokens and pieces of Swift that the parser has consumed, in the order of the file. Between them are
/// only blanks, newlines and comments. The formatter uses it, and need not find out where Swift ends.
///
/// A class, as copies of the lexer look ahead. Each copy overwrites what others have recorded after its own position.
package final class SyntaxRecorder {
  package private(set) var records: [SyntaxRecord] = []
  /// The offsets of each `{` before the results of an `action`, which both commas and line ends separate.
  package private(set) var bracesOfAnswers: Set<Int> = []

  /// The parts of the last statement, each with the number of records before the part.
  private var parts: [(part: SyntaxPart, count: Int)] = []

  package init() {}

  func append(_ record: SyntaxRecord, at count: Int) {
    if records.count > count { records.removeSubrange(count...) }
    records.append(record)
  }

  /// - Parameter count: the number of records consumed. Parts after that are removed, as they were read looking ahead.
  func begin(_ part: SyntaxPart, at count: Int) {
    if part.kind == .statement { parts = [] }
    parts.removeAll { $0.count > count }
    parts.append((part, count))
  }

  var partsOfLastStatement: [SyntaxPart] { parts.map(\.part) }

  func noteBraceOfAnswers(at offset: Int) { bracesOfAnswers.insert(offset) }
}
