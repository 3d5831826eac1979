/// Signs in the tokens of a piece of embedded Swift that it cannot be complete, or has no place in generated code.
/// `swiftc` would find them too, but in the generated file, behind the piece.
enum SwiftFragment {
  /// `#if` and the like: they are about lines of a file.
  static func isDirective(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    switch String(decoding: bytes[token.start..<token.end], as: UTF8.self) {
    case "#if", "#elseif", "#else", "#endif", "#sourceLocation", "#line", "#error", "#warning": true
    default: false
    }
  }

  /// Tells whether Swift can read a number: not `0x`, `1e` or `5s`. It forgets a property's initial value that it cannot
  /// read, and then reports every initializer.
  static func isNumber(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    var digits = String(decoding: bytes[token.start..<token.end], as: UTF8.self).filter { $0 != "_" }
    if digits.hasPrefix("0b") { return Int(digits.dropFirst(2).suffix(60), radix: 2) != nil }
    if digits.hasPrefix("0o") { return Int(digits.dropFirst(2).suffix(20), radix: 8) != nil }
    // The sign of an exponent, with its digits, is no part of the token.
    if token.end < bytes.count, bytes[token.end] == Ascii.plus || bytes[token.end] == Ascii.minus { digits += "0" }
    return Double(digits) != nil
  }

  /// Tells whether something must follow a token, which is the last of a piece.
  ///
  /// - Parameter isOnly: whether it is the first, too: an operator alone is a function.
  static func isIncomplete(_ bytes: [UInt8], _ last: SwiftToken, isOnly: Bool) -> Bool {
    switch last.kind {
    case .infixOrPrefix: return !isOnly
    case .punctuation:
      switch last.byte {
      case Ascii.dot, Ascii.at, Ascii.backslash, Ascii.colon: return true
      case Ascii.hash: return last.end == last.start + 1
      default: return false
      }
    case .identifier:
      return isWord(bytes, last, of: ["try", "await", "as", "is", "let", "var", "case", "where", "throw"])
    // `3...` is a range, `3..<` is none.
    case .postfix: return last.end == last.start + 3 && bytes[last.end - 1] == Ascii.leftAngle
    case .number, .literal, .end: return false
    }
  }

  /// Tells whether a `\` or an `@` begins nothing: a key path or an attribute stands directly behind it.
  static func isStray(_ first: SwiftToken, before next: SwiftToken) -> Bool {
    guard first.isPunctuation(Ascii.backslash) || first.isPunctuation(Ascii.at), next.kind != .end else { return false }
    guard first.end == next.start else { return true }
    if next.kind == .identifier { return false }
    return first.byte == Ascii.at || ![Ascii.dot, Ascii.leftParen, Ascii.leftBracket].contains(next.byte)
  }

  /// The first typographic quote in a word: Swift takes its bytes for no letters.
  static func typographicQuote(_ bytes: [UInt8], _ token: SwiftToken) -> SourceRange? {
    guard token.kind == .identifier else { return nil }
    for start in token.start..<max(token.start, token.end - 2)
    where bytes[start] == 0xE2 && bytes[start + 1] == 0x80 && (0x98...0x9F).contains(bytes[start + 2]) {
      return SourceRange(start, start + 3)
    }
    return nil
  }

  /// Tells whether a word begins a statement, and no expression.
  static func beginsStatement(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    token.kind == .identifier
      && isWord(
        bytes, token,
        of: ["break", "continue", "defer", "fallthrough", "for", "guard", "repeat", "return", "throw", "while"])
  }

  /// Tells whether a word begins an `if` or a `switch`: they are expressions only where a value is assigned or
  /// returned, and so neither conditions nor defaults of parameters.
  static func beginsBranch(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    token.kind == .identifier && isWord(bytes, token, of: ["if", "switch"])
  }

  /// Words that an operand may follow without an operator.
  private static let wordsBeforeOperands: [StaticString] = [
    "try", "await", "as", "is", "any", "some", "let", "var", "case", "in", "where", "each", "repeat", "consume", "copy",
    "borrow", "borrowing", "consuming", "sending", "isolated", "nonisolated", "inout", "if", "switch", "else", "return",
    "throw", "for", "while", "guard", "unsafe", "unowned", "weak", "async", "throws", "rethrows", "do", "discard",
  ]

  /// Tells whether a word may stand before an operand, without an operator between them.
  static func mayPrecedeOperand(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    isWord(bytes, token, of: wordsBeforeOperands)
  }

  /// Words that may follow an operand.
  private static let wordsBehindOperands: [StaticString] = [
    "as", "is", "where", "async", "throws", "rethrows", "else",
  ]

  /// Tells whether an operand stands directly behind another one, as no expression of Swift has it.
  static func isSecondOperand(
    _ bytes: [UInt8], _ token: SwiftToken, behind previous: SwiftToken, _ beforePrevious: SwiftToken
  ) -> Bool {
    guard !token.followsNewline, isOperand(token), !isWord(bytes, token, of: wordsBehindOperands) else { return false }
    switch previous.kind {
    case .identifier:
      // Attributes, and versions in `#available`.
      return !beforePrevious.isPunctuation(Ascii.at) && (token.kind != .number || !isPlatform(bytes, previous))
        && (beforePrevious.isPunctuation(Ascii.dot) || !isWord(bytes, previous, of: wordsBeforeOperands))
    case .number, .literal: return true
    case .punctuation:
      return [Ascii.rightParen, Ascii.rightBracket].contains(previous.byte)
        && (token.kind != .identifier || isForeignOperator(bytes, token))
    case .postfix: return isForeignOperator(bytes, token)
    case .infixOrPrefix, .end: return false
    }
  }

  /// Tells whether a word may be that of a platform, `iOS` or `macCatalyst`, behind which a version stands.
  private static func isPlatform(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    bytes[token.start..<token.end].contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func isOperand(_ token: SwiftToken) -> Bool {
    token.kind == .identifier || token.kind == .number || token.kind == .literal
  }

  /// The operator of Swift for one that other languages write as this word; nil for other words.
  static func `operator`(for word: String) -> String? {
    switch word {
    case "and": "&&"
    case "or": "||"
    case "not": "!"
    case "mod": "%"
    case "eq", "equals": "=="
    default: nil
    }
  }

  private static func isForeignOperator(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    token.kind == .identifier && isWord(bytes, token, of: ["and", "or", "not", "mod", "eq", "equals", "in", "if"])
  }

  private static func isWord(_ bytes: [UInt8], _ token: SwiftToken, of words: [StaticString]) -> Bool {
    // Words have two letters at least.
    token.end - token.start > 1
      && words.contains {
        $0.utf8CodeUnitCount == token.end - token.start && SwiftKeyword.matches($0, bytes, token.start)
      }
  }
}
