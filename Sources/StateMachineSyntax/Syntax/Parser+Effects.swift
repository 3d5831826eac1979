/// Reads the effects of rows and actions, which follow a `/`.
extension Parser {
  mutating func parseEffects() -> [EffectSyntax]? {
    lexer.begin(.effect)
    guard let first = parseEffect() else { return nil }
    var effects = [first]
    while token.kind == .comma {
      guard continues(with: "an effect", in: .effect) else { break }
      guard let next = parseEffect() else { return nil }
      effects.append(next)
    }
    return effects
  }

  /// Reads one effect: a block in braces, an effect that begins with a keyword such as `raise`, an assignment, or a
  /// name with arguments. Returns nil after a mistake, which has been reported.
  private mutating func parseEffect() -> EffectSyntax? {
    if token.kind == .leftBrace {
      let start = token.start
      lexer.begin(.swift, at: token.end)
      guard let result = scanSwift(.brace) else { return nil }
      lexer.begin(.end)
      return .block(result.text, range: SourceRange(start, result.end))
    }
    switch keyword() {
    case .raise:
      let word = token.range
      lexer.advance()
      lexer.begin(.raisedEvent)
      guard token.kind == .identifier else {
        let remedy =
          switch token.kind {
          case .leftParen, .dot: "write 'raise event', with the name alone"
          default: nil as String?
          }
        report(
          .unexpected(describe(token), token.range, expected: "the event to raise", remedy: remedy), ofMisread: .raise)
        return nil
      }
      guard let name = parseName("the event to raise") else { return nil }
      if token.kind == .leftParen {
        guard let arguments = parseArguments() else { return nil }
        return .raise(name, arguments, keyword: word)
      }
      return .raise(name, nil, keyword: word)
    case .trap:
      let word = token.range
      lexer.advance()
      if token.kind == .unknown, beginsStringLiteral || bytes[token.start] == UInt8(ascii: "'") {
        guard let message = parseMessage(after: word) else { return nil }
        return .trap(word, message: message)
      }
      guard token.kind == .leftParen else { return .trap(word, message: nil) }
      guard let result = scanSwift(.paren), isExpression(result) else { return nil }
      return .trap(word, message: result.text.isEmpty ? nil : result.text)
    case .throw:
      let word = token.range
      let isBare = lexer.isAtEndOfStatement
      lexer.advance()
      guard !isBare else {
        report(.missingSwift("the error to throw", word), ofMisread: .throw)
        return nil
      }
      guard let error = parseThrown(after: word) else { return nil }
      return .throw(word, error: error)
    case .return:
      let word = token.range
      let isBare = lexer.isAtEndOfStatement
      lexer.advance()
      guard !isBare else {
        report(.missingSwift("the result, which rows of methods return,", word), ofMisread: .return)
        return nil
      }
      guard let value = parseExpression(after: word, "the result") else { return nil }
      return .result(word, value: value)
    default:
      break
    }
    let expected = "an output, an assignment or '{' after '/'"
    guard token.kind == .identifier else {
      reportUnexpected(expected: expected, at: .effect)
      return nil
    }
    if assignsPart(token) { return parseAssignmentToPart() }
    let first = token
    guard let name = parseName(expected) else { return nil }
    if let remedy = remedy(afterWordOfEffect: first) {
      report(.unexpected(describe(first), first.range, expected: "an effect", remedy: remedy))
      return nil
    }
    switch token.kind {
    case .equals, .compoundAssignment:
      let symbol = token.range
      guard !lacksSwift("the value to assign") else { return nil }
      lexer.begin(.swift, at: token.end)
      let result = scanner.scan(.expression, from: token.end, opener: name.range.lowerBound)
      resume(after: result)
      guard !result.isUnclosed, isExpression(result) else { return nil }
      guard !result.text.isEmpty else {
        report(.missingSwift("the value to assign", symbol))
        return nil
      }
      return .assignment(name, operator: symbol, value: result.text)
    case .leftParen:
      guard let arguments = parseArguments() else { return nil }
      return .output(name, arguments)
    default:
      return .output(name, nil)
    }
  }

  /// Returns whether `name` begins an assignment to a part of a value, such as `it.count += 1` or `names[0] = name`.
  private func assignsPart(_ name: Token) -> Bool {
    let marks = [Ascii.dot, Ascii.leftBracket, Ascii.question, Ascii.exclamation]
    // `self` is reserved, too.
    let next = bytes[name.end...].first { !Ascii.isBlank($0) }
    guard next.map(marks.contains) ?? false, !SwiftKeyword.reserved.contains(text(of: name.range)) else { return false }
    // The search for `=` is limited to 1,024 bytes: nobody writes longer brackets before it. `uses(of:in:)` reads the
    // text within the range's ends, which are usually braces; therefore the range is one byte longer at each end.
    let reach = SourceRange(name.start - 1, min(bytes.count, name.start + 1024) + 1)
    return SwiftAnalysis.uses(of: [name.start], in: reach, bytes).first?.change == .memberAssigned
  }

  /// Reads an assignment to a part of a value, such as `names[0] = name`, as a block of Swift, as if it were in braces.
  private mutating func parseAssignmentToPart() -> EffectSyntax? {
    let start = token.start
    lexer.begin(.swift, at: start)
    let result = scanner.scan(.expression, from: start, opener: start)
    resume(after: result)
    return !result.isUnclosed && isExpression(result) ? .block(result.text, range: result.text.range) : nil
  }

  /// Whether a string literal begins at the token: `"`, `"""` or `#"`.
  var beginsStringLiteral: Bool {
    var index = token.start
    while index < bytes.count, bytes[index] == Ascii.hash { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: "\"")
  }

  /// Reads the string literal after `trap` or `assert`. Reports text after the literal, and then returns nil.
  mutating func parseMessage(after word: SourceRange) -> SwiftText? {
    let result = scanner.scan(.expression, from: token.start, opener: word.lowerBound)
    resume(after: result)
    guard !result.isUnclosed else { return nil }
    var swift = SwiftLexer(bytes: bytes, from: result.text.range.lowerBound, to: result.text.range.upperBound)
    repeat { _ = swift.next() } while swift.isInInterpolation
    let next = swift.next()
    guard next.kind == .end else {
      let found = String(decoding: bytes[next.start..<min(next.end, next.start + 60)], as: UTF8.self)
      report(
        .unexpected(
          "'\(found)'", SourceRange(next.start, next.end), expected: "the end of the message",
          remedy: "it is one string literal"))
      return nil
    }
    return isExpression(result) ? result.text : nil
  }

  /// Reads the expression after `throw`; nil after a mistake.
  mutating func parseThrown(after keyword: SourceRange) -> SwiftText? {
    parseExpression(after: keyword, "the error to throw")
  }

  private mutating func parseExpression(after keyword: SourceRange, _ what: String) -> SwiftText? {
    let result = scanner.scan(.expression, from: Int(keyword.upperBound), opener: Int(keyword.lowerBound))
    resume(after: result)
    guard !result.isUnclosed, isExpression(result) else { return nil }
    guard result.text.isEmpty else { return result.text }
    report(.missingSwift(what, keyword))
    return nil
  }
}
