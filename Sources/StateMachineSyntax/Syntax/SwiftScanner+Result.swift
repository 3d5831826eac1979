extension SwiftScanner {
  /// The places at which the scanner stops reading a piece of embedded Swift.
  enum Terminator {
    /// The `)`, `]` or `}` that closes the bracket before the piece.
    case paren, bracket, brace
    /// The `}` of a `swift` block. Between its declarations, directives such as `#if` are allowed.
    case members
    /// The `>` that closes generic parameters or arguments.
    case angle
    /// The end of the line, a `;`, or a closing bracket whose opening bracket is before the piece. A line's end and a
    /// `;` inside brackets do not end the piece.
    case line
    /// As for `line`, and also a comma.
    case expression
    /// The end of a method's result type, such as `Int` in `-> Int / beep`. It is the line's end, a `;`, a comma,
    /// `where`, `unhandled`, a `/` between blanks, or a closing bracket. Inside brackets of the piece, none of these
    /// ends it.
    case signature
    /// The `{` that opens the body of a machine. The piece is in the text before it, such as `: Hashable` in `machine
    /// Door: Hashable {`.
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
    /// The parts of the piece between commas that are not in brackets. Empty if the piece is empty. Also empty for a
    /// guard, because a guard is one expression.
    var items: [SwiftListItem] = []
    /// The offset from which the lexer continues. It is after the closing bracket or, for a piece without brackets, at
    /// the piece's end. If the closing bracket is missing, the scanner chooses a place after which statements probably
    /// begin.
    var end: Int
    /// Whether a closing bracket is missing, or the piece has another mistake, such as a missing operand in `n >`. The
    /// scanner has reported the mistake, and the caller then skips the statement.
    var isUnclosed: Bool
    /// The first token outside of braces that cannot follow the token before it in an expression, such as `b` in `a b`.
    /// Nil if there is no such token.
    var misplaced: SourceRange?
    /// The names that a guard binds, such as `x` in `[let x = y]`.
    var bound: [BoundName] = []
  }
}
