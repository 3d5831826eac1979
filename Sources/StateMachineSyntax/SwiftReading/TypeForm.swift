/// Checks whether a text can be a Swift type, as far as its tokens show: names and brackets with `.`, `&` or `->`
/// between them.
///
/// The `SwiftScanner` has already checked that brackets are closed. The contents of the brackets are not checked here,
/// but by the Swift compiler.
struct TypeForm {
  private let bytes: [UInt8]
  private var lexer: SwiftLexer
  private var token: SwiftToken
  private var expectsOperand = true
  /// Whether a word such as `any` or `isolated` has been read, after which usually a type follows. If none follows, the
  /// word itself may be the name of a type.
  private var hasPrefix = false

  /// Returns the range of the first token that cannot be in a type at its place. If the type only lacks its end, as
  /// `[Int].` does, returns the range of the last byte. Nil if the text may be a type.
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

  /// Reads the current token or, at an opening bracket, all up to the closing one. Returns whether it can follow the
  /// tokens before it in a type.
  private mutating func read() -> Bool {
    switch token.kind {
    case .identifier: readWord()
    case .infixOrPrefix, .postfix: readOperator()
    case .punctuation: readPunctuation()
    case .number, .literal, .end: false
    }
  }

  /// Reads a word: the name of a type, a word such as `any` before a type, or `async` and the like after parameters.
  /// Parentheses directly after the word, as in `throws(Failure)`, are skipped. Returns false for any other word.
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

  /// Returns whether parentheses may directly follow a word, because the word is `throws`: `throws(Failure)`.
  private func isCall(_ word: SwiftToken) -> Bool {
    word.end - word.start == 6 && SwiftKeyword.matches("throws", bytes, word.start)
  }

  private func isAny(of words: [StaticString]) -> Bool {
    words.contains { token.end - token.start == $0.utf8CodeUnitCount && SwiftKeyword.matches($0, bytes, token.start) }
  }

  /// Reads an attribute such as `@escaping`, a type in brackets, or a `.` and the name after it. Returns false if the
  /// token cannot be here: brackets can only be where a type must begin, and a dot only after a type.
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

  /// Reads an operator: `~` before a type, or `?`, `!`, `<…>`, `&`, `->` or `...` after one. Several may be one token,
  /// as in `?->`. Returns false for any other operator.
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

  /// Skips from an opening bracket to after the closing one.
  private mutating func skipBrackets() {
    var depth = 0
    while token.kind != .end {
      if token.isPunctuation(Ascii.leftParen) || token.isPunctuation(Ascii.leftBracket) { depth += 1 }
      if token.isPunctuation(Ascii.rightParen) || token.isPunctuation(Ascii.rightBracket) { depth -= 1 }
      advance()
      if depth <= 0 { return }
    }
  }

  /// Skips generic arguments, from the `<` to after the matching `>`. A `?` or `!` directly after the `>`, as in
  /// `<Int>?`, is skipped, too. Returns false if no `>` matches.
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
