extension SwiftScanner {
  /// The kind of end of a piece of embedded Swift.
  enum Terminator {
    /// The closer of the bracket that has just been consumed.
    case paren, bracket, brace
    /// The `}` after declarations, among which directives are allowed, as in a file.
    case members
    /// The `>` that closes a generic parameter list.
    case angle
    /// An unnested newline, an unnested `;`, or a bracket that closes one outside the piece.
    case line
    /// An end as for `line`, or an unnested comma.
    case expression
    /// An end as for `expression`, or an unnested ` / `, `where` or `unhandled`, as after an event's payload.
    case signature
    /// An unnested `{`, as after the head of a machine.
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

    /// Whether the piece begins with a bracket that the terminator closes.
    var isBracketed: Bool { closer != nil || self == .angle }

    var isBrace: Bool { self == .brace || self == .members }
  }

  /// The result of reading a piece of embedded Swift.
  struct Result {
    /// The whole piece.
    var text: SwiftText
    /// The piece split at unnested commas; empty for an empty piece.
    var items: [SwiftListItem] = []
    /// The offset after the closer, or where the search for it ended.
    var end: Int
    /// Whether the closer or an operand is missing, which has been reported. The statement is then skipped.
    var isUnclosed: Bool
    /// The first token outside braces that cannot follow the token before it in an expression.
    var misplaced: SourceRange?
    /// The names that a guard binds.
    var bound: [BoundName] = []
  }
}
