/// A token of the `.sm` language, outside embedded Swift.
package struct Token {
  package enum Kind: UInt8 {
    case identifier, number
    case arrow, colon, comma, dot, slash, asterisk, at, lessThan
    case equals
    /// `+=` and Swift's other compound assignment operators.
    case compoundAssignment
    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
    /// The end of a line that ends a statement, or `;`.
    case separator
    case endOfFile
    /// Text that the language does not have, which the lexer has reported.
    case unknown

    /// Whether the end of a line after the token does not end the statement.
    package var joinsLines: Bool {
      switch self {
      case .arrow, .colon, .comma, .slash, .equals, .compoundAssignment, .leftBrace: true
      default: false
      }
    }

    /// The name of the kind in diagnostics.
    var spelling: String {
      switch self {
      case .identifier: "a name"
      case .number: "a number"
      case .arrow: "'->'"
      case .colon: "':'"
      case .comma: "','"
      case .dot: "'.'"
      case .slash: "'/'"
      case .asterisk: "'*'"
      case .at: "'@'"
      case .lessThan: "'<'"
      case .equals: "'='"
      case .compoundAssignment: "an operator that assigns"
      case .leftParen: "'('"
      case .rightParen: "')'"
      case .leftBracket: "'['"
      case .rightBracket: "']'"
      case .leftBrace: "'{'"
      case .rightBrace: "'}'"
      case .separator: "the end of the line"
      case .endOfFile: "the end of the file"
      case .unknown: "this"
      }
    }
  }

  var kind: Kind
  var start: Int
  var end: Int

  var range: SourceRange { SourceRange(start, end) }
}
