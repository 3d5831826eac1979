/// The names that embedded Swift uses and does not declare itself with `let`, `for` or as parameters of closures.
/// Members and argument labels are no uses.
extension SwiftScanner {
  /// The state of reading a `let` or `var` within the Swift.
  enum Declaration {
    case none
    /// `let` has been read.
    case expected(isPattern: Bool)
    /// The name has been read. It counts as a use until the next token decides between `let x = …` and `if let x {`.
    case offered(NameID)
    /// The name is declared, but not yet in scope in its own initial value.
    case named(NameID)
    /// `let (` and names have been read, which are stored in `tupleNames`; closed after its `)`.
    case tuple(isClosed: Bool)
  }

  /// Ends a declaration, and brings its names into scope.
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
    let syntax = NameSyntax(id: name, range: SourceRange(token.start, token.end))
    if case .tuple(isClosed: false) = declaration {
      tupleNames.append(name)
      noteBound(syntax)
      return
    }
    if bindsAll || !heads.isEmpty && heads[heads.count - 1].isBeforeIn {
      bind(name)
      noteBound(syntax)
      declaration = .none
      return
    }
    if case .expected(let isPattern) = declaration {
      noteBound(syntax)
      if isPattern {
        bind(name)
        declaration = .none
        return
      }
      declaration = .offered(name)
    } else if !locals.isEmpty, locals.contains(name) {
      return
    }
    nameUses.append(NameUse(name: name, start: UInt32(start), isMemberOfSelf: false))
  }

  private mutating func noteBound(_ name: NameSyntax) {
    if terminator == .bracket, brackets.braceCount == 0 { bound.append(BoundName(name: name)) }
  }

  /// Brings a name that a pattern binds into scope: a loop's name in the loop's body only, another name at once.
  private mutating func bind(_ name: NameID) {
    if heads.last?.isBeforeIn == true {
      heads[heads.count - 1].loopNames.append(name)
    } else {
      locals.append(name)
    }
  }

  /// A statement with a condition or a pattern before its braces. Names declared there are in scope only in the braces.
  struct StatementHead {
    /// The number of open brackets around the statement.
    var depth: Int
    var localsBefore: Int
    /// Whether the `in` of a loop has not been read yet, so that names bind.
    var isBeforeIn = false
    /// The names of a loop, which are not in scope in the sequence after `in`.
    var loopNames: [NameID] = []
  }

  private mutating func beginHead(isLoop: Bool = false) {
    guard brackets.braceCount > 0 || terminator.isBrace else { return }
    heads.append(StatementHead(depth: brackets.count, localsBefore: locals.count, isBeforeIn: isLoop))
  }

  mutating func endCasePattern() { (isCasePattern, bindsAll) = (false, false) }

  func matches(_ word: StaticString, _ token: SwiftToken) -> Bool {
    token.end - token.start == word.utf8CodeUnitCount && SwiftKeyword.matches(word, bytes, token.start)
  }

  /// Begins a `case` of a `switch` or of a condition, and removes the names of the previous case.
  private mutating func beginCase() {
    let isCondition =
      previous.isPunctuation(Ascii.comma)
      || previous.kind == .identifier
        && ["if", "guard", "while", "for"].contains { matches($0, previous) }
    if !isCondition, !brackets.isEmpty, brackets.last.byte == Ascii.leftBrace {
      endDeclaration()
      locals.remove(from: brackets.last.localsBefore)
    }
    isCasePattern = true
    brackets.endSignature()
  }

  /// Reads words that declare names or delimit their scope. Returns whether the token is such a word.
  private mutating func readKeyword(_ token: SwiftToken) -> Bool {
    let length = token.end - token.start
    guard 2...7 ~= length, !previous.isPunctuation(Ascii.dot) else { return false }
    var isInBraces: Bool { brackets.isEmpty ? terminator.isBrace : brackets.last.byte == Ascii.leftBrace }
    switch length {
    case 3:
      let isFor = SwiftKeyword.matches("for", bytes, token.start)
      guard isFor || SwiftKeyword.matches("let", bytes, token.start) || SwiftKeyword.matches("var", bytes, token.start)
      else { return matches("try", token) && heads.last?.isBeforeIn == true }
      let isInParens = brackets.isEmpty ? terminator == .paren : brackets.last.byte == Ascii.leftParen
      // An argument's label may be `for`.
      if isFor && isInParens { return false }
      if isFor { beginHead(isLoop: true) }
      declaration = .expected(isPattern: isFor || isInParens || isCasePattern)
      brackets.endSignature()
      return true
    case 4 where isInBraces || brackets.isEmpty:
      if matches("case", token) {
        beginCase()
        return true
      }
      if matches("func", token) || matches("enum", token), terminator != .members {
        declaration = .expected(isPattern: true)
        return true
      }
      return false
    case 5 where isInBraces:
      if matches("while", token) || matches("catch", token) {
        beginHead()
      } else if matches("where", token), let head = heads.last, !head.loopNames.isEmpty {
        for name in head.loopNames { locals.append(name) }
        heads[heads.count - 1].loopNames = []
      } else {
        return matches("await", token) && heads.last?.isBeforeIn == true
      }
      return true
    case 6 where isInBraces && terminator != .members && matches("struct", token):
      declaration = .expected(isPattern: true)
      return true
    case 7 where isInBraces && matches("default", token):
      if previous.isPunctuation(Ascii.rightBrace) || token.followsNewline, !brackets.isEmpty {
        endDeclaration()
        locals.remove(from: brackets.last.localsBefore)
      }
      return true
    case 2 where isInBraces && matches("if", token):
      beginHead()
      brackets.endSignature()
      return true
    case 2 where SwiftKeyword.matches("in", bytes, token.start):
      if let head = heads.last, head.isBeforeIn, head.depth == brackets.count {
        heads[heads.count - 1].isBeforeIn = false
        declaration = .none
        endCasePattern()
        return true
      }
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

  /// Returns the end of the state query that a token begins; nil if it begins none. A query begins an expression, where
  /// Swift has no `in`: the `in` of closures and loops follows a name, a bracket or a type. If it is not `in(path)`,
  /// the query ends with its `in`, and the resolver reports the mistake.
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

  /// Returns whether an expression follows a word: after a closure's parameters, in a condition, after `return`.
  private func isExpressionKeyword(_ token: SwiftToken) -> Bool {
    Self.expressionKeywords.contains {
      token.end - token.start == $0.utf8CodeUnitCount && SwiftKeyword.matches($0, bytes, token.start)
    }
  }

  private func beginsExpression(_ token: SwiftToken) -> Bool {
    switch previous.kind {
    case .end: true
    // A type ends in `>`, a one-sided range in `...`.
    case .infixOrPrefix: bytes[previous.end - 1] != Ascii.rightAngle && bytes[previous.end - 1] != Ascii.dot
    case .punctuation:
      [Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace, Ascii.comma, Ascii.colon].contains(previous.byte)
    case .identifier: isExpressionKeyword(previous)
    case .number, .literal, .postfix: false
    }
  }

  /// Reads the token after `let x`: after `=` or `:`, the name is declared; otherwise, as in `if let x {`, it is used.
  mutating func decide(_ name: NameID, next token: SwiftToken) {
    guard isEquals(token) || token.isPunctuation(Ascii.colon) else {
      if bound.last?.name.id == name { bound[bound.count - 1].isShorthand = true }
      declaration = .none
      return
    }
    if nameUses.last?.name == name { nameUses.removeLast() }
    declaration = .named(name)
  }

  /// Reads the `in` of a closure: the names since the innermost brace are its parameters, and not used from outside.
  private mutating func closeSignature() {
    guard !brackets.isEmpty, brackets.last.byte == Ascii.leftBrace, brackets.last.maySign else { return }
    let firstUse = brackets.last.firstUse
    let captured = usesInCaptures(between: brackets.last.start + 1, and: previous.end)
    var kept: [NameUse] = []
    for use in nameUses[firstUse...] where !use.isMemberOfSelf {
      if captured.uses.contains(Int(use.start)) { kept.append(use) }
      if !captured.uses.contains(Int(use.start)) || captured.names.contains(Int(use.start)) { locals.append(use.name) }
    }
    nameUses.removeSubrange(firstUse...)
    nameUses += kept
    for name in signatureLabels { locals.append(name) }
    signatureLabels.removeAll()
    brackets.endSignature()
  }

  /// Returns the offsets at which the capture list of a closure, `[n, weak door, m = n + 1]`, uses names from outside,
  /// and the offsets of those uses that also declare the name in the closure: here `n` and `door`.
  private func usesInCaptures(between start: Int, and end: Int) -> (uses: Set<Int>, names: Set<Int>) {
    guard let first = bytes[start..<max(start, end)].first(where: { !Ascii.isBlank($0) && !Ascii.isNewline($0) }),
      first == Ascii.leftBracket
    else { return ([], []) }
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(start, end))
    guard let closer = tokens.closer(of: 0, in: tokens.indices) else { return ([], []) }
    var uses: Set<Int> = []
    var names: Set<Int> = []
    func place(_ token: SwiftToken) -> Int { token.start + (token.byte == Ascii.backtick ? 1 : 0) }
    for item in tokens.elements(of: 1..<closer) {
      if let equals = item.first(where: { isEquals(tokens[$0]) }) {
        for index in equals..<item.upperBound { uses.insert(place(tokens[index])) }
      } else if let name = item.last, tokens[name].kind == .identifier {
        uses.insert(place(tokens[name]))
        names.insert(place(tokens[name]))
      }
    }
    return (uses, names)
  }

  /// At a colon, removes the name before the colon from the uses if it is an argument's label: it begins a list item.
  mutating func takeBackLabel() {
    if isCasePattern, bindsAll, previous.kind == .identifier, !brackets.isEmpty, brackets.last.byte == Ascii.leftParen,
      !locals.isEmpty
    {
      locals.remove(from: locals.count - 1)
      _ = bound.popLast()
    }
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
