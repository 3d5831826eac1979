/// Reads the statements that only tests use: conditions such as `never` and `can be`, and `try` with events to try.
extension Parser {
  /// Reads a statement for tests such as `never open [count > 3]`, whose keyword has been read. `invariant` and
  /// `within` must have a guard, `never` need not. If the statement names no states, its guard is about all
  /// configurations.
  mutating func parseClaim(
    _ keyword: Keyword, _ word: Token, _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    var sources = TransitionSyntax.Sources.enclosingState
    if token.kind != .leftBracket {
      lexer.begin(.source)
      guard token.kind == .identifier || token.kind == .asterisk else {
        reportUnexpected(expected: "states after '\(keyword.rawValue)'", at: .name)
        return nil
      }
      guard let listed = parseSources() else { return nil }
      sources = listed
    }
    guard token.kind == .leftBracket || keyword == .never else {
      reportUnexpected(expected: "'[' and a condition after '\(keyword.rawValue)'")
      return nil
    }
    let kind: ClaimSyntax.Kind = keyword == .never ? .never : keyword == .invariant ? .invariant : .within
    return parseGuard(of: kind, word, sources, .always(word.range), documentation, into: &items)
  }

  /// Reads `can be open [count > 3]`.
  mutating func parsePossibility(
    _ documentation: SourceRange?, in kind: BodyKind, into items: inout [ItemSyntax]
  ) -> Void? {
    let can = token
    lexer.advance()
    let word = SourceRange(can.start, token.end)
    guard kind == .machine else {
      report(.misplaced("'can be'", "stands in the machine's body, not in a state's", word))
      return nil
    }
    lexer.advance()
    lexer.begin(.source)
    guard token.kind == .identifier || token.kind == .asterisk else {
      reportUnexpected(expected: "states after 'can be'", at: .name)
      return nil
    }
    guard let sources = parseSources() else { return nil }
    return parseGuard(of: .canBe, can, sources, .always(word), documentation, into: &items)
  }

  /// Whether the statement at the token begins with the two words `can be`.
  var isPossibility: Bool {
    guard isWord("can") else { return false }
    var next = lexer
    next.advance()
    return isWord(next.token, "be")
  }

  /// Reads the text after the sources in `open, ajar can reach closed`.
  mutating func parseReachability(
    _ documentation: SourceRange?, of sources: TransitionSyntax.Sources, from start: Int, in kind: BodyKind,
    into items: inout [ItemSyntax]
  ) -> Void? {
    let word = token
    lexer.advance()
    guard isWord("reach") else {
      reportUnexpected(expected: "'reach' after 'can'")
      return nil
    }
    let keyword = SourceRange(word.start, token.end)
    guard kind == .machine else {
      report(.misplaced("'can reach'", "stands in the machine's body, not in a state's", keyword))
      return nil
    }
    lexer.advance()
    lexer.begin(.source)
    guard let first = parsePath("a state after 'can reach'") else { return nil }
    var targets = NonEmpty(first)
    while token.kind == .comma {
      guard continues(with: "a state", in: .source) else { break }
      guard let next = parsePath("a state's name") else { return nil }
      targets.append(next)
    }
    let row = TransitionSyntax(
      sources, nil, [], .init(triggers: NonEmpty(.always(keyword))), SourceRange(start, lexer.previousEnd),
      documentation: documentation)
    items.append(.claim(ClaimSyntax(kind: .canReach(targets), row: row)))
    return endStatement(at: .reach)
  }

  /// Reads the text after `try`: an event with values for its payload, `entered(count: 3) [guard]`, or `init` with
  /// values for properties.
  mutating func parseTry(
    _ word: Token, _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    lexer.begin(.trigger)
    let isStart = isWord("init")
    guard let name = parseName("an event, or 'init', after 'try'") else { return nil }
    var values: ArgumentListSyntax?
    if token.kind == .leftParen {
      // `try next(for:)` names an event by its labels, and gives no values.
      guard let list = (isStart ? nil : parseFullName()) ?? parseArguments() else { return nil }
      values = list
    }
    guard isStart else {
      let trigger = TriggerSyntax.event(name, pattern: values)
      return parseGuard(of: .event(values), word, .enclosingState, trigger, documentation, into: &items)
    }
    guard let values else {
      reportUnexpected(expected: "'(' and values for properties after 'try init'")
      return nil
    }
    guard token.kind != .leftBracket else {
      let remedy = "write the values that it begins with, and no others"
      report(.unexpected("'['", token.range, expected: "the end of the line", remedy: remedy))
      return nil
    }
    return parseGuard(of: .start(values), word, .enclosingState, .always(word.range), documentation, into: &items)
  }

  /// Reads the guard at the end of a statement for tests, if it has one, and adds the statement to `items`.
  private mutating func parseGuard(
    of kind: ClaimSyntax.Kind, _ word: Token, _ sources: TransitionSyntax.Sources, _ trigger: TriggerSyntax,
    _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    var label = TransitionSyntax.Label(triggers: NonEmpty(trigger))
    if token.kind == .leftBracket {
      guard let condition = parseGuard() else { return nil }
      if case .otherwise(let range) = condition {
        report(.elseOfAction(range, text(of: word.range)))
        return nil
      }
      label.guardSyntax = condition
    }
    let row = TransitionSyntax(
      sources, nil, [], label, SourceRange(word.start, lexer.previousEnd), documentation: documentation)
    items.append(.claim(ClaimSyntax(kind: kind, row: row)))
    return endStatement(at: .claim, after: text(of: word.range))
  }
}
