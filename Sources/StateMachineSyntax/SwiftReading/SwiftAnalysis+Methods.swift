/// Checks of the Swift in rows of machines whose events are methods.
extension SwiftAnalysis {
  /// The first `try` whose error leaves an expression: not in a closure.
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

  /// Where a piece of Swift first names the machine's state, or hands on the machine: `state`, `self`, `self.next()`.
  ///
  /// - Parameter methods: functions of the machine's own Swift, which are called without `self`.
  package static func nameOfState(
    in range: SourceRange, _ bytes: [UInt8], methods: Set<String> = []
  ) -> SourceRange? {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var isMember = false
    /// Is true where `self.` has been read, and no name behind it yet.
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
