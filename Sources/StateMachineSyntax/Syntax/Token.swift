/// A token of the `.sm` language, outside embedded Swift.
package struct Token {
  package enum Kind: UInt8 {
    case identifier, number
    case arrow, colon, comma, dot, slash, asterisk, at, lessThan
    case equals
    /// `+=` or another compound assignment operator of Swift.
    case compoundAssignment
    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
    /// The end of a line at which a statement ends, or `;`.
    case separator
    case endOfFile
    /// Text that begins no other token of the language.
    case unknown

    /// Whether a statement continues on the next line if the current line ends with this token.
    package var joinsLines: Bool {
      switch self {
      case .arrow, .colon, .comma, .slash, .equals, .compoundAssignment, .leftBrace: true
      default: false
      }
    }

    /// The name for the kind of token in messages.
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
