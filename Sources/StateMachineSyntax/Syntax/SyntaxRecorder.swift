/// A token or a piece of embedded Swift that the parser has consumed.
package struct SyntaxRecord {
  package enum Kind: Equatable {
    case token(Token.Kind)
    /// Swift in brackets, including both brackets.
    case bracketedSwift
    /// Swift without brackets around it, from its first token to its last.
    case swift
  }

  package var kind: Kind
  package var range: SourceRange
}

/// A part of a statement that the parser has begun to read, such as its target. If the text ends at an editor's cursor,
/// the last part tells the editor what to propose.
package struct SyntaxPart: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The beginning of a statement: of a declaration or a row.
    case statement
    /// The text after a keyword that begins a statement, such as `state`.
    case after(Keyword)
    /// The sources of a row, or the states of a group.
    case source
    case target
    /// The events of a row, or the events after `->` of an output.
    case trigger
    case guardCondition
    case effect
    case raisedEvent
    /// Swift in braces, or the value of an assignment.
    case swift
    /// The payload of a declaration, in parentheses; or a type, and the text after the type.
    case type
    /// The type of a state's submachine, after `:`.
    case submachine
    /// The place after a complete part of a statement. A sign such as `:` or `/` begins the next part here, or the
    /// statement ends.
    case end
  }

  package var kind: Kind
  package var start: Int
}

/// A record of all tokens and pieces of Swift that the parser has consumed, in the order of the file. Only blanks, line
/// endings and comments are between them. With the record, the formatter need not find the ends of Swift itself.
///
/// It is a class, so that copies of the lexer share it. A copy of the lexer may look ahead and record tokens. The lexer
/// itself then overwrites these records when it reads the same tokens.
package final class SyntaxRecorder {
  package private(set) var records: [SyntaxRecord] = []
  /// The offset of each `{` that opens an `action` enum. Commas and line endings separate the cases in these braces.
  package private(set) var bracesOfResults: Set<Int> = []

  /// The parts of the last statement. `count` is the number of records when the part began.
  private var parts: [(part: SyntaxPart, count: Int)] = []

  package init() {}

  func append(_ record: SyntaxRecord, at count: Int) {
    if records.count > count { records.removeSubrange(count...) }
    records.append(record)
  }

  /// Adds a part of the current statement, such as its target. A part of the kind `statement` begins the next
  /// statement, and removes the parts of the previous statement.
  ///
  /// - Parameter count: the number of records before the part. Earlier parts with a larger `count` are removed: a copy
  ///   of the lexer that looked ahead has added them.
  func begin(_ part: SyntaxPart, at count: Int) {
    if part.kind == .statement { parts = [] }
    parts.removeAll { $0.count > count }
    parts.append((part, count))
  }

  var partsOfLastStatement: [SyntaxPart] { parts.map(\.part) }

  func noteBraceOfResults(at offset: Int) { bracesOfResults.insert(offset) }
}
