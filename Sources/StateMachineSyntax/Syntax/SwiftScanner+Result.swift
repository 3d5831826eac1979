extension SwiftScanner {
  /// The places at which the scanner stops reading a piece of embedded Swift.
  enum Terminator {
    /// The `)`, `]` or `}` that closes the bracket before the piece.
    case paren, bracket, brace
    /// The `}` of a `swift` block. Between its declarations, directives such as `#if` are allowed.
    case members
    /// The `>` that closes generic parameters or arguments.
    case angle
    /// The end of the line, a `;`, or a closing bracket whose opening bracket is not in the piece. A line's end and a
    /// `;` within brackets of the piece do not end the piece.
    case line
    /// As for `line`, and also a comma.
    case expression
    /// Outside of brackets: the end of the line, a `;`, a comma, `where`, `unhandled`, a `/` between blanks, or a
    /// closing bracket. A method's result type ends there, as `Int` does in `-> Int / beep`.
    case signature
    /// The `{` that opens the body of a machine. The piece is in the machine's head, the text before that `{`.
    case head

    var closer: UInt8? {
      switch self {
      case .paren: Ascii.rightParen
      case .bracket: Ascii.rightBracket
      case .brace, .members: Ascii.rightBrace
      case .angle: Ascii.rightAngle
      case .line, .expression, .signature, .head: nil
      }
    }

    /// Whether the piece is in brackets. The closing bracket then ends the piece.
    var isBracketed: Bool { closer != nil || self == .angle }

    var isBrace: Bool { self == .brace || self == .members }
  }

  /// The result of reading a piece of embedded Swift.
  struct Result {
    /// The whole piece, with the uses of names in it.
    var text: SwiftText
    /// The parts of the piece between commas that are not in brackets. Empty if the piece is empty, or if it is a
    /// guard.
    var items: [SwiftListItem] = []
    /// The offset from which the lexer continues. It is after the closing bracket or, if that is missing, where the
    /// search for it ended.
    var end: Int
    /// Whether a closing bracket or an operand is missing, or whether the piece has another mistake that has been
    /// reported. The caller then skips the statement.
    var isUnclosed: Bool
    /// The first token outside of braces that cannot follow the token before it in an expression, such as `b` in `a b`.
    /// Nil if there is no such token.
    var misplaced: SourceRange?
    /// The names that a guard binds, such as `x` in `[let x = y]`.
    var bound: [BoundName] = []
  }
}
