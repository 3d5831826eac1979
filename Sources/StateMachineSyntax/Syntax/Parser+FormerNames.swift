/// Names and states of older versions of a machine.
extension Parser {
  /// Reads `was checkout`, any number of times: the names in older versions of the declaration before.
  mutating func parseFormerNames() -> [NameSyntax] {
    var names: [NameSyntax] = []
    while isBeforeFormerName(lexer) {
      lexer.advance()
      names.append(nameOfToken())
      lexer.advance()
    }
    return names
  }

  /// Returns whether a payload follows former names, `state paying was checkout(total: Int)`, and reports the payload.
  mutating func hasPayload(behind formerNames: [NameSyntax]) -> Bool {
    guard let last = formerNames.last, token.kind == .leftParen else { return false }
    let names = "was \(text(of: last.range))"
    report(.unexpected("'('", token.range, expected: "the end of '\(names)'", remedy: "a payload stands before 'was'"))
    return true
  }

  /// Reads `was sum` after a name, the current token. Then the last of the names is the current token: Swift follows.
  mutating func parseFormerNamesBehindToken() -> [NameSyntax] {
    var names: [NameSyntax] = []
    while true {
      var next = lexer
      next.advance()
      guard isBeforeFormerName(next) else { return names }
      lexer.advance()
      lexer.advance()
      names.append(nameOfToken())
    }
  }

  /// Returns whether the current token of a lexer is `was`, with a name after it.
  private func isBeforeFormerName(_ lexer: Lexer) -> Bool {
    guard lexer.token.kind == .identifier, Keyword(bytes, lexer.token.start, lexer.token.end) == .was else {
      return false
    }
    let next = lexer.peek().0
    return Ascii.beginsIdentifier(next) || next == Ascii.backtick
  }

  /// Removes and returns the former labels among the names before a parameter's `:`, as in `total was sum`.
  func takeFormerNames(from names: inout [NameSyntax]) -> [NameSyntax] {
    var former: [NameSyntax] = []
    while names.count > 2, text(of: names[names.count - 2].range) == Keyword.was.rawValue {
      former.insert(names.removeLast(), at: 0)
      names.removeLast()
    }
    return former
  }

  /// Reads `was refunding(amount: Int) -> cancelled(reason: "gone")`.
  mutating func parseFormerState(into items: inout [ItemSyntax]) -> Void? {
    guard let name = parseName("the name of a state that is gone") else { return nil }
    var payload: [ParameterSyntax] = []
    if token.kind == .leftParen {
      guard let parameters = parsePayload(ofState: true) else { return nil }
      payload = parameters
    }
    guard token.kind == .arrow else {
      report(
        .unexpected(
          describe(token), token.range, expected: "'->' and the state that is read in its place",
          remedy: "for a state, an event or a property that has another name now, write"
            + " 'was \(scanner.names.text(name.id))' behind that, in the same line"))
      return nil
    }
    guard continues(with: "a target", in: .target), let target = parseTarget() else { return nil }
    let range = SourceRange(name.range.lowerBound, lexer.previousEnd)
    items.append(.formerState(FormerStateSyntax(name: name, payload: payload, target: target, range: range)))
    return endStatement(at: .pseudostate, behind: "was")
  }
}
