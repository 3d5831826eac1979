/// Reads the statements that only machines with `interface methods` have: the interface, `action` enums and the
/// signatures of methods. The events of such machines are methods.
extension Parser {
  /// Reads the words after the keyword `interface`: `methods`, or names such as `channelID, eventNames`.
  mutating func parseInterface(after keyword: Token) -> InterfaceSyntax? {
    var interface = InterfaceSyntax(keyword: keyword.range)
    guard !isAtEndOfStatement else {
      reportUnexpected(expected: "'methods' or 'reducer'", at: .name)
      return interface
    }
    repeat {
      if !interface.words.isEmpty, !continues(with: "a name", in: .after(.interface)) { return interface }
      guard let word = parseName("'methods' or 'reducer'") else { return interface }
      interface.words.append(word)
    } while token.kind == .comma
    return interface
  }

  // MARK: Actions

  /// Reads `OnPing: Equatable { sendGoAway(close: Bool), none }` after the keyword `action`.
  mutating func parseActionEnum(
    _ documentation: SourceRange?, _ attributes: [AttributeSyntax], _ access: AccessLevel?
  ) -> ActionEnumSyntax? {
    guard let name = parseDeclaredName("the action's name") else { return nil }
    var action = ActionEnumSyntax(documentation: documentation, attributes: attributes, access: access, name: name)
    if token.kind == .colon {
      let colon = token.range
      let result = scanner.scan(.head, from: token.end, opener: token.start)
      resume(after: result)
      guard !result.isUnclosed else { return nil }
      if result.text.isEmpty { report(.expected("a protocol", after: ":", at: colon)) }
      for item in result.items where !item.text.isEmpty {
        guard isType(item.text) else { return nil }
        action.conformances.append(item.text)
      }
    }
    guard token.kind == .leftBrace else {
      reportUnexpected(expected: "'{' and the results of the action", at: .results, after: text(of: name.range))
      return nil
    }
    let opener = lexer
    guard let cases = parseCases(opener: token.start) else {
      // The next statement begins after the braces.
      if !isNestingUncertain { skipBraces(from: opener) }
      return nil
    }
    action.cases = cases
    return action
  }

  /// Reads the cases of an `action` enum, from the `{` to after the `}`. Returns nil after a mistake, which has been
  /// reported.
  private mutating func parseCases(opener: Int) -> [SignatureSyntax]? {
    lexer.recorder?.noteBraceOfResults(at: opener)
    lexer.advance()
    var cases: [SignatureSyntax] = []
    while true {
      while token.kind == .separator || token.kind == .comma && !cases.isEmpty { lexer.advance() }
      switch token.kind {
      case .rightBrace:
        lexer.advance()
        return cases
      case .endOfFile:
        report(.unclosedBracket(bytes, at: opener))
        isNestingUncertain = true
        return nil
      default:
        if beginsStatement {
          report(.unclosedBracket(bytes, at: opener))
          isNestingUncertain = true
          return nil
        }
        guard let one = parseCase() else { return nil }
        cases.append(one)
      }
    }
  }

  /// Skips the braces of an `action` enum in which a mistake has been reported. Nothing else in the braces is reported.
  ///
  /// - Parameter opener: a copy of the lexer whose current token is the `{`.
  private mutating func skipBraces(from opener: Lexer) {
    let before = scanner.diagnostics
    let result = scanner.scan(.brace, from: opener.position, opener: opener.token.start)
    scanner.diagnostics = before
    resume(after: result)
  }

  /// Reads one case of an `action` enum, such as `sendGoAway(close: Bool)`. Returns nil after a mistake, which has been
  /// reported.
  private mutating func parseCase() -> SignatureSyntax? {
    let documentation = lexer.takeDocumentation()
    // The word `case` is allowed, as in Swift.
    if isWord("case"), case let next = lexer.peek().0, Ascii.beginsIdentifier(next) || next == Ascii.backtick {
      lexer.advance()
    }
    guard let name = parseDeclaredName("a result") else { return nil }
    noteMisread(name, as: Keyword.effects)
    var one = SignatureSyntax(documentation: documentation, name: name, payload: [])
    if token.kind == .leftParen {
      guard let payload = parsePayload() else { return nil }
      one.payload = payload
    }
    switch token.kind {
    case .comma, .separator, .rightBrace, .endOfFile: return one
    default:
      report(.unexpected(describe(token), token.range, expected: "',' or the next line after a result"))
      return nil
    }
  }

  // MARK: Events

  /// The attributes and the access level before an event or an action, as in `@discardableResult private event read`.
  struct DeclarationHead {
    var attributes: [AttributeSyntax] = []
    var access: (level: AccessLevel, range: SourceRange)?
    var range: SourceRange
  }

  /// Reads the attributes and the access level before an event or an action. Returns nil after a mistake in the
  /// attributes, and if neither an event nor an action follows; both are reported.
  mutating func parseDeclarationHead() -> DeclarationHead? {
    let start = token.start
    guard let attributes = parseAttributes() else { return nil }
    var head = DeclarationHead(attributes: attributes, range: SourceRange(start, lexer.previousEnd))
    if let word = keyword(), word.isAccess, let level = AccessLevel(rawValue: word.rawValue) {
      head.access = (level, token.range)
      head.range.end = UInt32(token.end)
      lexer.advance()
    }
    guard keyword() == .event || keyword() == .action else {
      let attribute = attributes.first.map { text(of: $0.range) } ?? "@"
      if keyword() == .var || keyword() == .let, let range = attributes.first?.range {
        report(.attributeOfProperty(range, attribute))
      } else if let what = swiftDeclaration() {
        reportSwiftDeclaration(what)
      } else {
        reportUnexpected(expected: "'event' or 'action' after the attribute", at: .attribute)
      }
      return nil
    }
    return head
  }

  /// At a `(`, reads the labels of an event's full name, such as `(for:)` in `try next(for:)`. Returns nil, and reads
  /// nothing, if the parentheses contain something else, such as a payload.
  mutating func parseFullName() -> ArgumentListSyntax? {
    var swift = SwiftLexer(bytes: bytes, from: token.end, to: bytes.count)
    var labels: [NameSyntax] = []
    while true {
      let label = swift.next()
      if label.isPunctuation(Ascii.rightParen), !labels.isEmpty {
        let range = SourceRange(token.start, label.end)
        lexer.resume(at: label.end, after: range, isBracketed: true)
        return ArgumentListSyntax(items: [], labels: labels, range: range)
      }
      guard label.kind == .identifier, swift.next().isPunctuation(Ascii.colon) else { return nil }
      let isQuoted = label.byte == Ascii.backtick
      let id = scanner.names.intern(label.start + (isQuoted ? 1 : 0), label.end - (isQuoted ? 1 : 0))
      labels.append(NameSyntax(id: id, range: SourceRange(label.start, label.end)))
    }
  }

  /// Reads the generic parameters after an event's name, and returns the range of `<T>`. Returns `.some(nil)` if the
  /// event has no generic parameters. Returns nil after a mistake, which has been reported.
  mutating func parseGenericsOfEvent() -> SourceRange?? {
    guard token.kind == .lessThan else { return .some(nil) }
    let start = token.start
    guard let result = scanSwift(.angle) else { return nil }
    return SourceRange(start, result.end)
  }

  /// Reads what follows the payload of an event that is a method: `throws(Closed) -> Bytes? where T: P = nil`. All
  /// parts are optional.
  mutating func parseMethod(into method: inout MethodSyntax) -> Void? {
    // After a name alone, the arrow may be that of a row without its source.
    if lexer.previousEnd > 0, bytes[lexer.previousEnd - 1] == Ascii.rightParen { goOn(before: [.arrow]) }
    if isWord("throws") {
      var throwing = ThrowsSyntax(keyword: token.range)
      lexer.advance()
      if token.kind == .leftParen {
        guard let result = scanSwift(.paren) else { return nil }
        guard !result.text.isEmpty else {
          report(.missingSwift("the type of the error", SourceRange(result.end - 1, result.end)))
          return nil
        }
        guard result.items.count == 1 else {
          report(
            .unexpected(
              "another type", result.items[1].text.range, expected: "')'",
              remedy: "a method throws errors of one type (SE-0413)"))
          return nil
        }
        throwing.type = result.text.range
      }
      method.throwing = throwing
      goOn(before: [.arrow])
    }
    var rest: (text: SwiftText, mark: Token)?
    if token.kind == .arrow {
      let arrow = token
      guard let (text, value) = parseSignaturePart(after: arrow, "the type of the result") else {
        return nil
      }
      guard isType(text), !endsInEffect(text) else { return nil }
      method.result = text
      method.defaultResult = value
      rest = (text, arrow)
    }
    if isWord("where") {
      let word = token
      guard let (text, value) = parseSignaturePart(after: word, "the requirements") else {
        return nil
      }
      method.requirements = text.range
      if let value { method.defaultResult = value }
    }
    if rest == nil, token.kind == .equals {
      report(.unexpected("'='", token.range, expected: "'-> Type' before the default of the result"))
      return nil
    }
    return ()
  }

  /// Returns whether a result type wrongly ends in `throws` or `async`, as in `-> Int throws`. If so, reports the word.
  private mutating func endsInEffect(_ type: SwiftText) -> Bool {
    guard let last = SwiftLexer.tokens(of: bytes, in: type.range).last, last.kind == .identifier else { return false }
    let range = SourceRange(last.start, last.end)
    let word = self.text(of: range)
    guard ["throws", "rethrows", "async"].contains(word) else { return false }
    let remedy = word == "throws" ? "write 'throws' before '->'" : "leave it out"
    report(.unexpected("'\(word)'", range, expected: "the end of the type", remedy: remedy))
    return true
  }

  /// Reads the Swift after `->` or `where` in a method's signature. A default after `=` is returned separately: for
  /// `-> Bytes? = nil`, `text` is `Bytes?` and `value` is `nil`.
  ///
  /// - Parameter what: the words for the Swift in a message that it is missing.
  private mutating func parseSignaturePart(
    after mark: Token, _ what: String
  ) -> (text: SwiftText, value: SwiftText?)? {
    guard continues(with: what, in: .type) else { return nil }
    let result = scanner.scan(.signature, from: token.start, opener: mark.start)
    resume(after: result, marks: [result.items.first?.equals])
    guard !result.isUnclosed else { return nil }
    guard let item = result.items.first else {
      report(.missingSwift(what, mark.range))
      return nil
    }
    let end = item.text.range.upperBound
    let text = piece(of: item.text, from: item.text.range.lowerBound, to: item.equals ?? end)
    guard !text.isEmpty else {
      report(.missingSwift(what, mark.range))
      return nil
    }
    guard let equals = item.equals else { return (text, nil) }
    let value = piece(of: item.text, from: equals + 1, to: end)
    let beginsLine = bytes[equals..<max(equals, value.range.lowerBound)].contains(where: Ascii.isNewline)
    let isStatement =
      beginsLine && StatementStart.isCertain(bytes, at: value.range.lowerBound, limit: bytes.count, inBraces: false)
    guard !value.isEmpty, !isStatement else {
      report(.missingSwift("the result of rows that return none", SourceRange(equals, equals + 1)))
      if isStatement {
        lexer.resume(at: equals + 1, after: SourceRange(equals, equals + 1), isBracketed: false)
        hasEndedEarly = true
      }
      return nil
    }
    guard isExpression(misplaced: item.misplaced) else { return nil }
    return (text, value)
  }
}
