/// Checks on tokens that show that a piece of embedded Swift is incomplete, or cannot be in generated code. `swiftc`
/// would report it as well, but in the generated file, after the piece.
enum SwiftFragment {
  /// Returns whether a token is `#if` or another directive about the lines of a file.
  static func isDirective(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    switch String(decoding: bytes[token.start..<token.end], as: UTF8.self) {
    case "#if", "#elseif", "#else", "#endif", "#sourceLocation", "#line", "#error", "#warning": true
    default: false
    }
  }

  /// Returns whether Swift can read a number: not `0x`, `1e` or `5s`. Swift ignores an initial value with such a
  /// number, and then reports every initializer.
  static func isNumber(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    var digits = String(decoding: bytes[token.start..<token.end], as: UTF8.self).filter { $0 != "_" }
    if digits.hasPrefix("0b") { return Int(digits.dropFirst(2).suffix(60), radix: 2) != nil }
    if digits.hasPrefix("0o") { return Int(digits.dropFirst(2).suffix(20), radix: 8) != nil }
    // The sign and the digits of an exponent are no part of the token.
    if token.end < bytes.count, bytes[token.end] == Ascii.plus || bytes[token.end] == Ascii.minus { digits += "0" }
    return Double(digits) != nil
  }

  /// Returns whether something must follow the last token of a piece.
  ///
  /// - Parameter isOnly: whether the token is the only one. An operator alone is a function.
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
    // `3...` is a range, `3..<` is not.
    case .postfix: return last.end == last.start + 3 && bytes[last.end - 1] == Ascii.leftAngle
    case .number, .literal, .end: return false
    }
  }

  /// Returns whether a `\` or an `@` is not directly followed by a key path or an attribute.
  static func isStray(_ first: SwiftToken, before next: SwiftToken) -> Bool {
    guard first.isPunctuation(Ascii.backslash) || first.isPunctuation(Ascii.at), next.kind != .end else { return false }
    guard first.end == next.start else { return true }
    if next.kind == .identifier { return false }
    return first.byte == Ascii.at || ![Ascii.dot, Ascii.leftParen, Ascii.leftBracket].contains(next.byte)
  }

  /// Returns the first typographic quote in a word, where Swift allows none; nil if there is none.
  static func typographicQuote(_ bytes: [UInt8], _ token: SwiftToken) -> SourceRange? {
    guard token.kind == .identifier else { return nil }
    for start in token.start..<max(token.start, token.end - 2)
    where bytes[start] == 0xE2 && bytes[start + 1] == 0x80 && (0x98...0x9F).contains(bytes[start + 2]) {
      return SourceRange(start, start + 3)
    }
    return nil
  }

  /// Returns whether a word begins a statement that is no expression.
  static func beginsStatement(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    token.kind == .identifier
      && isWord(
        bytes, token,
        of: ["break", "continue", "defer", "fallthrough", "for", "guard", "repeat", "return", "throw", "while"])
  }

  /// Returns whether a word begins an `if` or a `switch`, which can be a value that is assigned or returned, but
  /// neither a condition nor a default value.
  static func beginsBranch(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    token.kind == .identifier && isWord(bytes, token, of: ["if", "switch"])
  }

  /// Words that an operand may follow without an operator.
  private static let wordsBeforeOperands: [StaticString] = [
    "try", "await", "as", "is", "any", "some", "let", "var", "case", "in", "where", "each", "repeat", "consume", "copy",
    "borrow", "borrowing", "consuming", "sending", "isolated", "nonisolated", "inout", "if", "switch", "else", "return",
    "throw", "for", "while", "guard", "unsafe", "unowned", "weak", "async", "throws", "rethrows", "do", "discard",
  ]

  /// Returns whether a word may precede an operand without an operator between them.
  static func mayPrecedeOperand(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    isWord(bytes, token, of: wordsBeforeOperands)
  }

  /// Words that may follow an operand.
  private static let wordsBehindOperands: [StaticString] = [
    "as", "is", "where", "async", "throws", "rethrows", "else",
  ]

  /// Returns whether an operand directly follows another one, which no Swift expression allows.
  static func isSecondOperand(
    _ bytes: [UInt8], _ token: SwiftToken, behind previous: SwiftToken, _ beforePrevious: SwiftToken
  ) -> Bool {
    guard !token.followsNewline, isOperand(token), !isWord(bytes, token, of: wordsBehindOperands) else { return false }
    switch previous.kind {
    case .identifier:
      // Attributes, and versions in `#available`, are allowed.
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

  /// Returns whether a word may be a platform before a version, as `iOS` or `macCatalyst`.
  private static func isPlatform(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    bytes[token.start..<token.end].contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func isOperand(_ token: SwiftToken) -> Bool {
    token.kind == .identifier || token.kind == .number || token.kind == .literal
  }

  /// Returns the Swift operator for a word that is an operator in other languages; nil for other words.
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
    // All words have at least two letters.
    token.end - token.start > 1
      && words.contains {
        $0.utf8CodeUnitCount == token.end - token.start && SwiftKeyword.matches($0, bytes, token.start)
      }
  }
}
