/// Reads the statements about older versions of a machine: former names and former states.
extension Parser {
  /// Reads `was checkout was cart` after a declaration, and returns the names `checkout` and `cart`, which the
  /// declaration had in older versions. Empty if `was` does not follow.
  mutating func parseFormerNames() -> [NameSyntax] {
    var names: [NameSyntax] = []
    while isBeforeFormerName(lexer) {
      lexer.advance()
      names.append(nameOfToken())
      lexer.advance()
    }
    return names
  }

  /// Returns whether a payload follows former names, as in `state paying was checkout(total: Int)`. If so, reports the
  /// payload, because it has to be before `was`.
  mutating func hasPayload(after formerNames: [NameSyntax]) -> Bool {
    guard let last = formerNames.last, token.kind == .leftParen else { return false }
    let names = "was \(text(of: last.range))"
    report(.unexpected("'('", token.range, expected: "the end of '\(names)'", remedy: "a payload stands before 'was'"))
    return true
  }

  /// Reads `was sum` after the name of a property, and returns the former names. The current token is the property's
  /// name before the call, and the last former name after the call. The caller then lets the `SwiftScanner` read the
  /// type, which begins after the current token.
  mutating func parseFormerNamesAfterToken() -> [NameSyntax] {
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

  /// Returns whether the current token of `lexer` is `was`, and a name follows.
  private func isBeforeFormerName(_ lexer: Lexer) -> Bool {
    guard lexer.token.kind == .identifier, Keyword(bytes, lexer.token.start, lexer.token.end) == .was else {
      return false
    }
    let next = lexer.peek().0
    return Ascii.beginsIdentifier(next) || next == Ascii.backtick
  }

  /// Removes the former labels of a parameter from the names before its `:`, and returns them. For `total was sum`, it
  /// returns `sum`; `total` stays in `names`.
  func takeFormerNames(from names: inout [NameSyntax]) -> [NameSyntax] {
    var former: [NameSyntax] = []
    while names.count > 2, text(of: names[names.count - 2].range) == Keyword.was.rawValue {
      former.insert(names.removeLast(), at: 0)
      names.removeLast()
    }
    return former
  }

  /// Reads `refunding(amount: Int) -> cancelled(reason: "gone")` after the keyword `was`.
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
            + " 'was \(scanner.names.text(name.id))' after that, in the same line"))
      return nil
    }
    guard continues(with: "a target", in: .target), let target = parseTarget() else { return nil }
    let range = SourceRange(name.range.lowerBound, lexer.previousEnd)
    items.append(.formerState(FormerStateSyntax(name: name, payload: payload, target: target, range: range)))
    return endStatement(at: .pseudostate, after: "was")
  }
}
