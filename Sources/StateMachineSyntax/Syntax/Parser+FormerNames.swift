/// What older versions of a machine have otherwise: the names of its parts, and states that are gone.
extension Parser {
  /// Reads `was checkout`, any number of times: the names that older versions have for what stands before.
  mutating func parseFormerNames() -> [NameSyntax] {
    var names: [NameSyntax] = []
    while isBeforeFormerName(lexer) {
      lexer.advance()
      names.append(nameOfToken())
      lexer.advance()
    }
    return names
  }

  /// Reports a payload behind former names, as in `state paying was checkout(total: Int)`.
  mutating func hasPayload(behind formerNames: [NameSyntax]) -> Bool {
    guard let last = formerNames.last, token.kind == .leftParen else { return false }
    let names = "was \(text(of: last.range))"
    report(.unexpected("'('", token.range, expected: "the end of '\(names)'", remedy: "a payload stands before 'was'"))
    return true
  }

  /// Reads `was sum` behind a name, which is the token. The last of the names is the token then, as Swift follows.
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

  /// Tells whether `was` stands at a place, with a name behind it.
  private func isBeforeFormerName(_ lexer: Lexer) -> Bool {
    guard lexer.token.kind == .identifier, Keyword(bytes, lexer.token.start, lexer.token.end) == .was else {
      return false
    }
    let next = lexer.peek().0
    return Ascii.beginsIdentifier(next) || next == Ascii.backtick
  }

  /// The former labels among the names before a parameter's `:`, which they are taken out of: `total was sum`.
  func takeFormerNames(from names: inout [NameSyntax]) -> [NameSyntax] {
    var former: [NameSyntax] = []
    while names.count > 2, text(of: names[names.count - 2].range) == Keyword.was.rawValue {
      former.insert(names.removeLast(), at: 0)
      names.removeLast()
    }
    return former
  }

  /// `was refunding(amount: Int) -> cancelled(reason: "gone")`
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
