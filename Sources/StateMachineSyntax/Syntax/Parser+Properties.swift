/// Reads stored properties and named guards, whose Swift continues to the end of the line.
extension Parser {
  /// Reads a property after `var` or `let`: its name, former names, type and initial value. Adds the property to
  /// `items`. Returns nil after a mistake, which has been reported.
  mutating func parseStored(
    isVariable: Bool, _ visibility: PropertyVisibility, _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    guard token.kind == .identifier else {
      report(.unexpected(describe(token), token.range, expected: "the property's name"))
      return nil
    }
    let name = nameOfToken()
    guard !lexer.isAtEndOfStatement else {
      report(.propertyWithoutType(name.range, scanner.names.text(name.id)))
      return nil
    }
    let formerNames = parseFormerNamesAfterToken()
    lexer.begin(.type, at: token.end)
    let result = scanner.scan(.line, from: token.end, opener: token.start)
    resume(after: result, marks: [result.items.first?.colon, result.items.first?.equals])
    guard !result.isUnclosed else { return nil }
    if let equals = result.items.first?.equals, isBeforeStatement(after: equals + 1) {
      report(.missingSwift("the initial value", SourceRange(equals, equals + 1)))
      lexer.resume(at: equals + 1, after: SourceRange(equals, equals + 1), isBracketed: false)
      hasEndedEarly = true
      return nil
    }
    guard result.items.count <= 1 else {
      report(
        .unexpected(
          "','", firstComma(after: name.range),
          expected: "the end of the line: one property a line"))
      return nil
    }
    guard let item = result.items.first, let colon = item.colon, colon == item.text.range.lowerBound else {
      report(.propertyWithoutType(name.range, scanner.names.text(name.id)))
      return nil
    }
    let type = piece(of: item.text, from: colon + 1, to: item.equals ?? item.text.range.upperBound)
    let value = item.equals.map { piece(of: item.text, from: $0 + 1, to: item.text.range.upperBound) }
    if type.isEmpty {
      report(.propertyWithoutType(name.range, scanner.names.text(name.id)))
      return nil
    }
    if let brace = accessorBrace(type, value) {
      report(.computedProperty("a computed or observed property", SourceRange(brace, brace + 1)))
      return nil
    }
    if let value, value.isEmpty {
      report(
        .missingSwift("the initial value", item.equals.map { SourceRange($0, $0 + 1) } ?? name.range))
      return nil
    }
    guard isType(type), value.map({ beginsBranch($0) }) != true,
      isExpression(misplaced: item.misplaced)
    else { return nil }
    items.append(
      .stored(
        StoredSyntax(
          documentation: documentation, isVariable: isVariable, visibility: visibility, name: name,
          formerNames: formerNames, type: type, initialValue: value)))
    return endStatement()
  }

  /// Returns the range of the first comma after a property's name.
  private func firstComma(after name: SourceRange) -> SourceRange {
    let comma = bytes[name.upperBound...].firstIndex(of: Ascii.comma) ?? name.lowerBound
    return SourceRange(comma, comma + 1)
  }

  /// Returns whether Swift is missing after the current token, such as `=`, because the next line begins a statement.
  /// If so, reports the missing Swift, and ends the current statement.
  ///
  /// - Parameter what: the missing Swift, for the message.
  mutating func lacksSwift(_ what: String) -> Bool {
    guard isBeforeStatement else { return false }
    report(.missingSwift(what, token.range))
    lexer.advance()
    hasEndedEarly = true
    return true
  }

  /// Returns the offset of a `{` that begins accessors or observers: `var n: Int { 3 }`,
  /// `var n: Int = 0 { didSet { … } }`. The properties of a machine cannot have them. Nil if the property has no such
  /// brace.
  private func accessorBrace(_ type: SwiftText, _ value: SwiftText?) -> Int? {
    var swift = SwiftLexer(bytes: bytes, from: type.range.lowerBound, to: type.range.upperBound)
    var next = swift.next()
    while next.kind != .end {
      if next.isPunctuation(Ascii.leftBrace) { return next.start }
      next = swift.next()
    }
    guard let value else { return nil }
    swift = SwiftLexer(bytes: bytes, from: value.range.lowerBound, to: value.range.upperBound)
    var brace: Int?
    var previous = next
    next = swift.next()
    while next.kind != .end {
      if let brace, next.kind == .identifier,
        SwiftKeyword.matches("didSet", bytes, next.start) || SwiftKeyword.matches("willSet", bytes, next.start)
      {
        return brace
      }
      // A function's name is no number and no text.
      let isOfValue = previous.kind == .number || previous.kind == .literal
      brace = next.isPunctuation(Ascii.leftBrace) ? next.start : nil
      if isOfValue, let brace { return brace }
      previous = next
      next = swift.next()
    }
    return nil
  }

  /// Reads `isOpen = angle > 0` after the keyword `guard`, and adds the named guard to `items`. Returns nil after a
  /// mistake, which has been reported.
  mutating func parseNamedGuard(
    _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    guard let name = parseName("the guard's name") else { return nil }
    guard token.kind == .equals else {
      reportUnexpected(expected: "'=' and the guard's condition", at: .guard, after: text(of: name.range))
      return nil
    }
    let equals = token
    guard !lacksSwift("the guard's condition") else { return nil }
    lexer.begin(.guardCondition, at: token.end)
    let result = scanner.scan(.line, from: token.end, opener: name.range.lowerBound)
    resume(after: result)
    guard !result.isUnclosed else { return nil }
    guard !result.text.isEmpty else {
      report(.missingSwift("the guard's condition", equals.range))
      return nil
    }
    guard !beginsBranch(result.text), isExpression(result) else { return nil }
    guard ![Ascii.leftBracket, Ascii.leftBrace].contains(where: { isBracketed(result.text.range, by: $0) }) else {
      return nil
    }
    if result.items.count > 1, result.items.last?.text.isEmpty == true {
      let end = result.text.range.upperBound
      report(.incompleteSwift(SourceRange(end - 1, end), bytes))
      return nil
    }
    let start = result.text.range.lowerBound
    let words: [StaticString] = ["let ", "var ", "case "]
    if let word = words.first(where: { SwiftKeyword.matches($0, bytes, start) }) {
      let range = SourceRange(start, start + word.utf8CodeUnitCount - 1)
      report(.bindingInNamedGuard(range, condition: text(of: result.text.range)))
      return nil
    }
    items.append(
      .namedGuard(NamedGuardSyntax(documentation: documentation, name: name, expression: result.text)))
    return endStatement()
  }

  /// Returns whether the whole condition is in brackets of the kind `opener`, which would be a closure `{ n > 3 }` or
  /// an array `[n > 3]` in Swift. If so, reports the brackets.
  mutating func isBracketed(_ range: SourceRange, by opener: UInt8) -> Bool {
    guard bytes[range.lowerBound] == opener else { return false }
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var depth = 0
    repeat {
      let next = swift.next()
      guard next.kind != .end else { return false }
      switch next.byte {
      case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: depth += 1
      case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: depth -= 1
      default: break
      }
      if depth == 0, next.end != range.upperBound { return false }
    } while depth > 0
    report(.bracketedCondition(range, opener))
    return true
  }

  /// Returns whether a condition or a default value wrongly begins with `if`, `switch` or `else`. If so, reports the
  /// word.
  mutating func beginsBranch(_ value: SwiftText) -> Bool {
    // Each argument is checked, and few begin with such a letter.
    let letter = value.isEmpty ? 0 : bytes[value.range.lowerBound]
    guard letter == UInt8(ascii: "i") || letter == UInt8(ascii: "s") || letter == UInt8(ascii: "e") else {
      return false
    }
    var swift = SwiftLexer(bytes: bytes, from: value.range.lowerBound, to: value.range.upperBound)
    let token = swift.next()
    let range = SourceRange(token.start, token.end)
    let isElse = token.kind == .identifier && text(of: range) == "else"
    guard isElse || SwiftFragment.beginsBranch(bytes, token) else { return false }
    report(isElse ? .misplacedInExpression(range, bytes) : .statementAsExpression(range, bytes))
    return true
  }
}
