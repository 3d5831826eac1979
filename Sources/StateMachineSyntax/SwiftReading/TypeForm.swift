/// A check that a text can be a Swift type, as far as tokens show: operands, with `.`, `&` and `->` between them.
///
/// The `SwiftScanner` has checked that brackets are closed. The Swift compiler checks their contents.
struct TypeForm {
  private let bytes: [UInt8]
  private var lexer: SwiftLexer
  private var token: SwiftToken
  private var expectsOperand = true
  /// Whether a word such as `any` was read. At the end it may name a type, as it is not a keyword everywhere.
  private var hasPrefix = false

  /// Returns the first token that cannot be where it is; nil if the text may be a type.
  static func misplacedToken(in range: SourceRange, _ bytes: [UInt8]) -> SourceRange? {
    var form = TypeForm(range, bytes)
    while form.token.kind != .end {
      let token = form.token
      guard form.read() else { return SourceRange(token.start, token.end) }
    }
    return form.expectsOperand && !form.hasPrefix ? SourceRange(range.upperBound - 1, range.upperBound) : nil
  }

  private init(_ range: SourceRange, _ bytes: [UInt8]) {
    self.bytes = bytes
    lexer = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    token = lexer.next()
  }

  private mutating func advance() { token = lexer.next() }

  /// Reads a token with the brackets that it opens; returns whether a type can have the token after those before.
  private mutating func read() -> Bool {
    switch token.kind {
    case .identifier: readWord()
    case .infixOrPrefix, .postfix: readOperator()
    case .punctuation: readPunctuation()
    case .number, .literal, .end: false
    }
  }

  private mutating func readWord() -> Bool {
    let word = token
    if expectsOperand {
      if isAny(of: ["any", "some", "each", "repeat", "sending", "borrowing", "consuming", "isolated", "inout"])
        || isAny(of: ["nonisolated", "unowned"])
      {
        hasPrefix = true
      } else {
        expectsOperand = false
      }
      advance()
    } else {
      // Words after the parameters of a function type.
      guard isAny(of: ["async", "throws", "rethrows"]) else { return false }
      advance()
    }
    if token.isPunctuation(Ascii.leftParen), token.start == word.end, expectsOperand || isCall(word) { skipBrackets() }
    return true
  }

  /// Returns whether a word is `throws`, after which parentheses may follow: `throws(Failure)`.
  private func isCall(_ word: SwiftToken) -> Bool {
    word.end - word.start == 6 && SwiftKeyword.matches("throws", bytes, word.start)
  }

  private func isAny(of words: [StaticString]) -> Bool {
    words.contains { token.end - token.start == $0.utf8CodeUnitCount && SwiftKeyword.matches($0, bytes, token.start) }
  }

  private mutating func readPunctuation() -> Bool {
    switch token.byte {
    case Ascii.at where expectsOperand:
      advance()
      let name = token
      guard name.kind == .identifier else { return false }
      advance()
      if token.isPunctuation(Ascii.leftParen), token.start == name.end { skipBrackets() }
    case Ascii.leftParen where expectsOperand, Ascii.leftBracket where expectsOperand:
      skipBrackets()
      expectsOperand = false
    case Ascii.dot where !expectsOperand:
      advance()
      guard token.kind == .identifier else { return false }
      advance()
    default:
      return false
    }
    return true
  }

  private mutating func readOperator() -> Bool {
    var index = token.start
    if expectsOperand {
      guard token.end == index + 1, token.byte == Ascii.tilde else { return false }
      advance()
      return true
    }
    while index < token.end, bytes[index] == Ascii.question || bytes[index] == Ascii.exclamation { index += 1 }
    if index < token.end {
      switch bytes[index] {
      case Ascii.leftAngle:
        return skipAngles()
      case Ascii.ampersand where token.end == index + 1:
        expectsOperand = true
      case Ascii.minus where token.end == index + 2 && bytes[index + 1] == Ascii.rightAngle:
        expectsOperand = true
      // A pack expansion or a variadic parameter, which other checks report.
      case Ascii.dot: break
      default: return false
      }
    }
    advance()
    return true
  }

  /// Skips from an opening bracket to after its closing bracket.
  private mutating func skipBrackets() {
    var depth = 0
    while token.kind != .end {
      if token.isPunctuation(Ascii.leftParen) || token.isPunctuation(Ascii.leftBracket) { depth += 1 }
      if token.isPunctuation(Ascii.rightParen) || token.isPunctuation(Ascii.rightBracket) { depth -= 1 }
      advance()
      if depth <= 0 { return }
    }
  }

  /// Skips from a `<` to after its `>`, with `?` and `!` in that token; returns whether there is a `>`.
  private mutating func skipAngles() -> Bool {
    var depth = 0
    while token.kind != .end {
      if token.kind == .infixOrPrefix || token.kind == .postfix {
        for index in token.start..<token.end {
          if bytes[index] == Ascii.leftAngle { depth += 1 }
          if bytes[index] == Ascii.rightAngle, index == token.start || bytes[index - 1] != Ascii.minus { depth -= 1 }
        }
      }
      advance()
      if depth <= 0 { return true }
    }
    return false
  }
}
