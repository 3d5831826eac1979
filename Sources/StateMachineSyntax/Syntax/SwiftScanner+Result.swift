extension SwiftScanner {
  /// The kind of end of a piece of embedded Swift.
  enum Terminator {
    /// The closer of the bracket that has just been consumed.
    case paren, bracket, brace
    /// The `}` behind declarations, which are lines of a file: directives may stand among them.
    case members
    /// The `>` that closes a generic parameter list.
    case angle
    /// An unnested newline, `;` or closer.
    case line
    /// Like `line`, or an unnested comma.
    case expression
    /// Like `expression`, or an unnested ` / `, `where` or `unhandled`: what stands behind an event's payload.
    case signature
    /// An unnested `{`: the head of a machine.
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

    /// Is true where the piece begins with a bracket that the terminator closes.
    var isBracketed: Bool { closer != nil || self == .angle }

    var isBrace: Bool { self == .brace || self == .members }
  }

  /// The result of reading a piece of embedded Swift.
  struct Result {
    /// The whole of it.
    var text: SwiftText
    /// Split at unnested commas; empty for an empty piece.
    var items: [SwiftListItem] = []
    /// The offset behind the closer, or where the search for it was given up.
    var end: Int
    /// Is true where the closer or an operand is missing: a diagnostic has said so, and the rest of the statement is
    /// worth nothing.
    var isUnclosed: Bool
    /// The first token outside of braces that cannot stand behind the one before it in an expression.
    var misplaced: SourceRange?
    /// Of a guard: the names that it binds.
    var bound: [BoundName] = []
  }
}
