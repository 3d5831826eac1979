extension SwiftLexer {
  /// Returns all tokens of the Swift in `range`, without the token that marks the end.
  package static func tokens(of bytes: [UInt8], in range: SourceRange) -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var token = swift.next()
    while token.kind != .end {
      tokens.append(token)
      token = swift.next()
    }
    return tokens
  }
}

/// Finds closing brackets, and the elements of lists, in an array of tokens.
extension Array where Element == SwiftToken {
  /// Returns the index of the token that closes the bracket at the index `opener`; nil if it is not in `range`.
  package func closer(of opener: Int, in range: Range<Int>) -> Int? {
    var depth = 0
    for index in opener..<range.upperBound {
      depth += Self.nesting(self[index])
      if depth == 0 { return index }
    }
    return nil
  }

  /// For each token that is an opening bracket, the index of the closing bracket. For other tokens and for brackets
  /// that are not closed, the token's own index.
  package var closers: [Int] {
    var closers = [Int](indices)
    var open: [Int] = []
    for index in indices {
      switch Self.nesting(self[index]) {
      case 1: open.append(index)
      case -1: if let opener = open.popLast() { closers[opener] = index }
      default: break
      }
    }
    return closers
  }

  /// Returns the elements of a list: the ranges of tokens between the commas in `inside` that are not in inner
  /// brackets.
  package func elements(of inside: Range<Int>) -> [Range<Int>] {
    if inside.isEmpty { return [] }
    var elements: [Range<Int>] = []
    var start = inside.lowerBound
    var depth = 0
    for index in inside {
      depth += Self.nesting(self[index])
      guard depth == 0, self[index].isPunctuation(Ascii.comma) else { continue }
      elements.append(start..<index)
      start = index + 1
    }
    return elements + [start..<inside.upperBound]
  }

  private static func nesting(_ token: SwiftToken) -> Int {
    guard token.kind == .punctuation else { return 0 }
    switch token.byte {
    case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: return 1
    case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: return -1
    default: return 0
    }
  }
}
