/// Tests of tokens for mistakes that make a piece of embedded Swift incomplete or unusable. The Swift compiler would
/// find them, too, but would report code in the generated file after the piece.
enum SwiftFragment {
  /// Returns whether a token is `#if` or another directive about lines, such as `#warning`.
  static func isDirective(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    switch String(decoding: bytes[token.start..<token.end], as: UTF8.self) {
    case "#if", "#elseif", "#else", "#endif", "#sourceLocation", "#line", "#error", "#warning": true
    default: false
    }
  }

  /// Returns whether a number is complete: `0x`, `1e` and `5s` are not. The Swift compiler ignores an incomplete number
  /// that is the initial value of a property. It then reports that the initializers do not set the property.
  static func isNumber(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    var digits = String(decoding: bytes[token.start..<token.end], as: UTF8.self).filter { $0 != "_" }
    if digits.hasPrefix("0b") { return Int(digits.dropFirst(2).suffix(60), radix: 2) != nil }
    if digits.hasPrefix("0o") { return Int(digits.dropFirst(2).suffix(20), radix: 8) != nil }
    // The sign and the digits of an exponent are no part of the token.
    if token.end < bytes.count, bytes[token.end] == Ascii.plus || bytes[token.end] == Ascii.minus { digits += "0" }
    return Double(digits) != nil
  }

  /// Returns whether a piece of Swift cannot end with the token `last`, such as `+`, `.` or `try`.
  ///
  /// - Parameter isOnly: whether the token is the only one of the piece. An operator alone is allowed, because it is a
  ///   function: `+` in `reduce(0, +)`.
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

  /// Returns whether `first` cannot begin anything before `next`. It is a `\` without a key path, such as `\.count`, or
  /// an `@` without a name directly after it. False if the piece ends after `first`, because `isIncomplete` reports
  /// that.
  static func isStray(_ first: SwiftToken, before next: SwiftToken) -> Bool {
    guard first.isPunctuation(Ascii.backslash) || first.isPunctuation(Ascii.at), next.kind != .end else { return false }
    guard first.end == next.start else { return true }
    if next.kind == .identifier { return false }
    return first.byte == Ascii.at || ![Ascii.dot, Ascii.leftParen, Ascii.leftBracket].contains(next.byte)
  }

  /// Returns the range of the first typographic quote in a token, such as `“`; nil if the token has no such quote.
  /// Swift reads a typographic quote as a part of a name.
  static func typographicQuote(_ bytes: [UInt8], _ token: SwiftToken) -> SourceRange? {
    guard token.kind == .identifier else { return nil }
    for start in token.start..<max(token.start, token.end - 2)
    where bytes[start] == 0xE2 && bytes[start + 1] == 0x80 && (0x98...0x9F).contains(bytes[start + 2]) {
      return SourceRange(start, start + 3)
    }
    return nil
  }

  /// Returns whether a token is a word that begins a statement and no expression, such as `return`.
  static func beginsStatement(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    token.kind == .identifier
      && isWord(
        bytes, token,
        of: ["break", "continue", "defer", "fallthrough", "for", "guard", "repeat", "return", "throw", "while"])
  }

  /// Returns whether a token is `if` or `switch`. They can be a value that is assigned or returned, but no condition
  /// and no default value.
  static func beginsBranch(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    token.kind == .identifier && isWord(bytes, token, of: ["if", "switch"])
  }

  /// The words after which an operand may follow without an operator, such as `try`.
  private static let wordsBeforeOperands: [StaticString] = [
    "try", "await", "as", "is", "any", "some", "let", "var", "case", "in", "where", "each", "repeat", "consume", "copy",
    "borrow", "borrowing", "consuming", "sending", "isolated", "nonisolated", "inout", "if", "switch", "else", "return",
    "throw", "for", "while", "guard", "unsafe", "unowned", "weak", "async", "throws", "rethrows", "do", "discard",
  ]

  /// Returns whether the token is a word such as `try`, after which an operand needs no operator: `try x`.
  static func mayPrecedeOperand(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    isWord(bytes, token, of: wordsBeforeOperands)
  }

  /// The words that may directly follow an operand, such as `as`.
  private static let wordsAfterOperands: [StaticString] = [
    "as", "is", "where", "async", "throws", "rethrows", "else",
  ]

  /// Returns whether `token` is an operand directly after another one, as `b` in `a b`, which no Swift expression
  /// allows.
  static func isSecondOperand(
    _ bytes: [UInt8], _ token: SwiftToken, after previous: SwiftToken, _ beforePrevious: SwiftToken
  ) -> Bool {
    guard !token.followsNewline, isOperand(token), !isWord(bytes, token, of: wordsAfterOperands) else { return false }
    switch previous.kind {
    case .identifier:
      // Attributes, and versions in `#available`, are allowed.
      return !beforePrevious.isPunctuation(Ascii.at) && (token.kind != .number || !isPlatform(bytes, previous))
        && (beforePrevious.isPunctuation(Ascii.dot) || !isWord(bytes, previous, of: wordsBeforeOperands))
    case .number, .literal: return true
    case .punctuation:
      // After a bracket, numbers, literals and words such as `and` are reported, but no other words.
      return [Ascii.rightParen, Ascii.rightBracket].contains(previous.byte)
        && (token.kind != .identifier || isForeignOperator(bytes, token))
    case .postfix: return isForeignOperator(bytes, token)
    case .infixOrPrefix, .end: return false
    }
  }

  /// Returns whether a word may be a platform, as `iOS` in `#available(iOS 17, *)`, because it has a capital letter.
  /// Only after such a word may a number follow without an operator.
  private static func isPlatform(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    bytes[token.start..<token.end].contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func isOperand(_ token: SwiftToken) -> Bool {
    token.kind == .identifier || token.kind == .number || token.kind == .literal
  }

  /// Returns the operator of Swift for a word that is an operator in other languages: `&&` for `and`. Nil for any other
  /// word.
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
