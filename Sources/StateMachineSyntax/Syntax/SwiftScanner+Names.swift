/// Which names embedded Swift uses of its surroundings: not members, not labels of arguments, and not what it declares
/// itself with `let`, `for` or as the parameter of a closure.
extension SwiftScanner {
  /// Where a `let` or `var` within the Swift stands.
  enum Declaration {
    case none
    /// `let` has been read.
    case expected(isPattern: Bool)
    /// The name behind it, noted as a use until the next token tells `let x = …` from `if let x {`.
    case offered(NameID)
    /// Declared, and not yet in scope in its own initial value.
    case named(NameID)
    /// `let (` has been read, and names behind it, which are kept in `tupleNames`; closed behind its `)`.
    case tuple(isClosed: Bool)
  }

  /// Brings the declared names into scope from here on.
  mutating func endDeclaration() {
    switch declaration {
    case .named(let name): locals.append(name)
    case .tuple: for name in tupleNames { locals.append(name) }
    case .none, .expected, .offered: break
    }
    declaration = .none
  }

  mutating func noteIdentifier(_ token: SwiftToken) {
    guard token.start >= endOfStateQuery else { return }
    let isQuoted = token.byte == Ascii.backtick
    if !isQuoted, readKeyword(token) { return }
    let start = isQuoted ? token.start + 1 : token.start
    let name = names.intern(start, isQuoted ? token.end - 1 : token.end)
    if previous.isPunctuation(Ascii.dot) {
      guard beforePrevious.kind == .identifier, beforePrevious.end - beforePrevious.start == 4,
        SwiftKeyword.matches("self", bytes, beforePrevious.start)
      else { return }
      nameUses.append(NameUse(name: name, start: UInt32(start), isMemberOfSelf: true))
      return
    }
    if previous.isPunctuation(Ascii.at) { return }
    if case .tuple(isClosed: false) = declaration {
      tupleNames.append(name)
      return
    }
    if case .expected(let isPattern) = declaration {
      if isPattern {
        locals.append(name)
        declaration = .none
        return
      }
      declaration = .offered(name)
    } else if !locals.isEmpty, locals.contains(name) {
      return
    }
    nameUses.append(NameUse(name: name, start: UInt32(start), isMemberOfSelf: false))
  }

  /// Follows `let`, `var`, `for` and `in`, which declare names; true where the token is one of them.
  private mutating func readKeyword(_ token: SwiftToken) -> Bool {
    switch token.end - token.start {
    case 3:
      let isFor = SwiftKeyword.matches("for", bytes, token.start)
      guard isFor || SwiftKeyword.matches("let", bytes, token.start) || SwiftKeyword.matches("var", bytes, token.start)
      else { return false }
      let isInParens = brackets.isEmpty ? terminator == .paren : brackets.last.byte == Ascii.leftParen
      // An argument's label may be called `for`, and so may a member.
      if previous.isPunctuation(Ascii.dot) || isFor && isInParens { return false }
      declaration = .expected(isPattern: isFor || isInParens)
      brackets.endSignature()
      return true
    case 2 where SwiftKeyword.matches("in", bytes, token.start) && !previous.isPunctuation(Ascii.dot):
      if let end = endOfStateQuery(token) {
        let name = names.intern(token.start, token.end)
        nameUses.append(
          NameUse(name: name, start: UInt32(token.start), isMemberOfSelf: false, isStateQuery: true))
        endOfStateQuery = end
      } else {
        closeSignature()
      }
      return true
    default:
      return false
    }
  }

  /// Where a question for a state ends, if a token begins one: an expression begins there, where Swift has no `in`. Behind
  /// the parameters of a closure and the name of a loop, there stands a name, a bracket or the end of a type. One that is
  /// not `in(path)` ends with its `in`; the resolver says what is wrong.
  private func endOfStateQuery(_ token: SwiftToken) -> Int? {
    guard beginsExpression(token) else { return nil }
    var end = token.end
    while end < limit, Ascii.isBlank(bytes[end]) { end += 1 }
    guard end < limit else { return nil }
    if bytes[end] == Ascii.leftParen {
      end += 1
      while end < limit,
        Ascii.continuesIdentifier(bytes[end]) || [Ascii.dot, Ascii.backtick].contains(bytes[end])
          || Ascii.isBlank(bytes[end])
      {
        end += 1
      }
      return end < limit && bytes[end] == Ascii.rightParen ? end : token.end
    }
    guard end > token.end, Ascii.beginsIdentifier(bytes[end]) || bytes[end] == Ascii.backtick else { return nil }
    // `in name:` is the label of a parameter.
    while end < limit, Ascii.continuesIdentifier(bytes[end]) || bytes[end] == Ascii.backtick { end += 1 }
    while end < limit, Ascii.isBlank(bytes[end]) { end += 1 }
    return end < limit && bytes[end] == Ascii.colon ? nil : token.end
  }

  private static let expressionKeywords: [StaticString] = ["in", "if", "return", "while", "guard", "where", "switch"]

  /// Tells whether an expression follows a word: behind a closure's parameters, in a condition, behind `return`.
  private func isExpressionKeyword(_ token: SwiftToken) -> Bool {
    Self.expressionKeywords.contains {
      token.end - token.start == $0.utf8CodeUnitCount && SwiftKeyword.matches($0, bytes, token.start)
    }
  }

  private func beginsExpression(_ token: SwiftToken) -> Bool {
    switch previous.kind {
    case .end: true
    // Types end in `>`, ranges without an end in `...`.
    case .infixOrPrefix: bytes[previous.end - 1] != Ascii.rightAngle && bytes[previous.end - 1] != Ascii.dot
    case .punctuation:
      [Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace, Ascii.comma, Ascii.colon].contains(previous.byte)
    case .identifier: isExpressionKeyword(previous)
    case .number, .literal, .postfix: false
    }
  }

  /// `let x = …` and `let x: T` declare; `if let x {` uses.
  mutating func decide(_ name: NameID, next token: SwiftToken) {
    guard isEquals(token) || token.isPunctuation(Ascii.colon) else {
      declaration = .none
      return
    }
    if nameUses.last?.name == name { nameUses.removeLast() }
    declaration = .named(name)
  }

  /// At `in`: the names since the innermost brace are parameters of a closure.
  private mutating func closeSignature() {
    guard !brackets.isEmpty, brackets.last.byte == Ascii.leftBrace, brackets.last.maySign else { return }
    let firstUse = brackets.last.firstUse
    for use in nameUses[firstUse...] where !use.isMemberOfSelf { locals.append(use.name) }
    nameUses.removeSubrange(firstUse...)
    for name in signatureLabels { locals.append(name) }
    signatureLabels.removeAll()
    brackets.endSignature()
  }

  /// At a colon: the name before it was an argument's label where it is the first thing in its parentheses or item.
  mutating func takeBackLabel() {
    guard previous.kind == .identifier, let use = nameUses.last,
      Int(use.start) == previous.start || Int(use.start) == previous.start + 1
    else { return }
    let isInParens =
      brackets.isEmpty ? terminator == .paren || terminator == .angle : brackets.last.byte == Ascii.leftParen
    let beginsItem =
      beforePrevious.isPunctuation(Ascii.leftParen) || beforePrevious.isPunctuation(Ascii.comma)
      || brackets.isEmpty && beforePrevious.kind == .end
    guard isInParens, beginsItem else { return }
    nameUses.removeLast()
    if brackets.braceCount > 0 { signatureLabels.append(use.name) }
  }
}
