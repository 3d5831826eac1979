/// Checks the Swift in rows of machines whose events are methods.
extension SwiftAnalysis {
  /// Returns the range of the first `try` of Swift that is outside of braces and neither `try?` nor `try!`. Nil if the
  /// Swift in `range` has no such `try`.
  package static func attempt(in range: SourceRange, _ bytes: [UInt8]) -> SourceRange? {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var braces = 0
    var found: SourceRange?
    var token = swift.next()
    while token.kind != .end {
      if token.isPunctuation(Ascii.leftBrace) { braces += 1 }
      if token.isPunctuation(Ascii.rightBrace) { braces -= 1 }
      let before = token
      token = swift.next()
      guard before.kind == .identifier else { continue }
      let length = before.end - before.start
      guard length == 3, SwiftKeyword.matches("try", bytes, before.start), braces == 0, found == nil else { continue }
      let isForced = token.start == before.end && (token.byte == Ascii.question || token.byte == Ascii.exclamation)
      if !isForced { found = SourceRange(before.start, before.end) }
    }
    return found
  }

  /// Returns whether the last statement in `range` is a call of `fatalError` or `preconditionFailure`. The generated
  /// code after it would never be executed.
  package static func endsInTrap(_ range: SourceRange, _ bytes: [UInt8]) -> Bool {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var depth = 0
    func isWord(_ word: StaticString, _ token: SwiftToken) -> Bool {
      token.end - token.start == word.utf8CodeUnitCount && SwiftKeyword.matches(word, bytes, token.start)
    }
    /// Whether the tokens of the current statement so far are a call of `fatalError` or `preconditionFailure`.
    var traps = false
    var isStatement = true
    /// Whether the statement continues on the next line, because the previous token needs an operand after it.
    var goesOn = false
    while true {
      let isInterpolated = swift.isInInterpolation
      let token = swift.next()
      if token.kind == .end { return traps }
      if isInterpolated { continue }
      // Outside of brackets, a `;` or a new line begins a statement. A new line does not after an operator or a comma.
      if depth == 0, token.followsNewline && !goesOn || token.isPunctuation(Ascii.semicolon) { isStatement = true }
      goesOn = token.kind == .infixOrPrefix || token.isPunctuation(Ascii.comma)
      if depth == 0, isStatement, !token.isPunctuation(Ascii.semicolon) {
        traps = token.kind == .identifier && (isWord("fatalError", token) || isWord("preconditionFailure", token))
        isStatement = false
      } else if depth == 0, traps, !token.isPunctuation(Ascii.leftParen) {
        traps = false
      }
      if token.kind == .punctuation {
        switch token.byte {
        case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: depth += 1
        case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: depth -= 1
        default: break
        }
      }
    }
  }

  /// Returns the range of the first name that uses the machine's state or the whole machine; nil if there is none.
  /// Examples are `state`, `self` alone, and the method `next` in `self.next()`. The property `count` in `self.count`
  /// is no example, because it uses only a part of the machine.
  ///
  /// - Parameter methods: the names of functions that the machine's Swift declares. They use the machine, and may be
  ///   called without `self`.
  package static func nameOfState(
    in range: SourceRange, _ bytes: [UInt8], methods: Set<String> = []
  ) -> SourceRange? {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var isMember = false
    /// Whether `self.` has been read, and the name of a member is next.
    var ofSelf = false
    var member: SourceRange?
    var token = swift.next()
    while token.kind != .end {
      if let member, token.isPunctuation(Ascii.leftParen) { return member }
      member = nil
      if token.kind == .identifier {
        let length = token.end - token.start
        let isState = length == 5 && SwiftKeyword.matches("state", bytes, token.start)
        if isState, !isMember || ofSelf { return SourceRange(token.start, token.end) }
        let name = SourceRange(token.start, token.end)
        let isMethod =
          !methods.isEmpty && !isMember
          && methods.contains(String(decoding: bytes[token.start..<token.end], as: UTF8.self))
        member = ofSelf || isMethod ? name : nil
        ofSelf = false
        if !isMember, length == 4, SwiftKeyword.matches("self", bytes, token.start) {
          let name = SourceRange(token.start, token.end)
          token = swift.next()
          guard token.isPunctuation(Ascii.dot) else { return name }
          isMember = true
          ofSelf = true
          token = swift.next()
          continue
        }
      }
      isMember = token.isPunctuation(Ascii.dot)
      token = swift.next()
    }
    return nil
  }
}
