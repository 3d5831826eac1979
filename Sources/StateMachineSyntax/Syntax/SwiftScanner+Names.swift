/// Finds the names that embedded Swift uses. Names that the Swift itself declares, by `let`, by `for` or as parameters
/// of closures, do not count. Members after a dot and argument labels do not count either, except members of `self`.
extension SwiftScanner {
  /// The part of a `let` or `var` declaration that the scanner has read so far.
  enum Declaration {
    case none
    /// `let` has been read, and the name comes next. If `isPattern` is true, `let` certainly declares the name. If it
    /// is false, the token after the name decides: in `if let x {`, the name `x` counts as used.
    case expected(isPattern: Bool)
    /// `let x` has been read. The next token decides: `let x = …` declares `x`, and `if let x {` uses `x`. Until then,
    /// `x` counts as used.
    case offered(NameID)
    /// `let x =` has been read. `x` is declared, but cannot be used in its own initial value.
    case named(NameID)
    /// `let (` has been read, as in `let (x, y) = …`. The names after it are stored in `tupleNames`. `isClosed` is true
    /// after the `)`.
    case tuple(isClosed: Bool)
  }

  /// Ends the current `let` or `var` declaration. From here on, its names are local names, and are not counted as used.
  mutating func endDeclaration() {
    switch declaration {
    case .named(let name): locals.append(name)
    case .tuple: for name in tupleNames { locals.append(name) }
    case .none, .expected, .offered: break
    }
    declaration = .none
  }

  /// Reads a name or a keyword. A name that is used is added to `nameUses`. Members of other values than `self`, names
  /// that the Swift declares here, and its local names are no such uses.
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

  /// Adds a name that a pattern declares to the local names. A name of a `for` loop is added later, at the beginning of
  /// the loop's body, because it is unknown before.
  private mutating func bind(_ name: NameID) {
    if heads.last?.isBeforeIn == true {
      heads[heads.count - 1].loopNames.append(name)
    } else {
      locals.append(name)
    }
  }

  /// A statement that has a condition or a pattern before its braces: `if`, `while`, `catch` or `for`. In
  /// `if let x = y {`, the name `x` is known only in the braces.
  struct StatementHead {
    /// The number of brackets that were open when the statement began.
    var depth: Int
    var localsBefore: Int
    /// Whether the statement is a `for` loop whose `in` has not been read yet. The loop declares the names before the
    /// `in`.
    var isBeforeIn = false
    /// The names that the loop declares. They are unknown in the sequence after `in`, and become local names at the
    /// `{`.
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

  /// Begins the pattern after the word `case`. In a `switch`, it also forgets the names that the previous `case`
  /// declared. After `if`, `guard`, `while` or `for`, there is no previous `case`.
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

  /// Handles a keyword on which local names depend: it declares names, as `let` does, or begins or ends the code that
  /// knows them, as `case` and `in` do. Returns whether the token is such a keyword, and therefore no use of a name.
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

  /// Returns the offset at which a state query ends. A state query, such as `in(active.muted)`, asks whether a state is
  /// active; the token is its `in`. Nil if the token begins no state query.
  ///
  /// At the beginning of an expression, `in` begins a state query, because the `in` of closures and loops follows a
  /// name, a bracket or a type. Only the label in `in name: Int` begins none. For a wrong form such as `in active`, the
  /// result is the end of `in`, and the resolver reports the mistake.
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

  /// Returns whether the token is a word after which an expression begins: `if`, `return`, the `in` of a closure, and
  /// others. An `in` after such a word begins a state query, such as `in(open)`.
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

  /// Decides whether `let x` declares `x`. If `=` or `:` follows, `let` declares `x`. Otherwise, as in `if let x {`, it
  /// uses an `x` that is declared elsewhere.
  mutating func decide(_ name: NameID, next token: SwiftToken) {
    guard isEquals(token) || token.isPunctuation(Ascii.colon) else {
      if bound.last?.name.id == name { bound[bound.count - 1].isShorthand = true }
      declaration = .none
      return
    }
    if nameUses.last?.name == name { nameUses.removeLast() }
    declaration = .named(name)
  }

  /// Handles the `in` after the parameters of a closure. The names between the closure's `{` and `in` are parameters:
  /// they are removed from `nameUses` and become local names. The names in a capture list, such as `[n]`, remain uses,
  /// because they are declared outside of the closure.
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

  /// Returns the offsets of names in a closure's capture list, such as `[n, weak door, m = n + 1]`, as two sets. `uses`
  /// has the names that are declared outside: the first `n`, `door`, and the second `n`. Of these, `names` has those
  /// that are also names within the closure: the first `n` and `door`. Both are empty without a capture list between
  /// `start` and `end`.
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

  /// Handles a colon after a name that may be a label. For the label of an argument, such as `count` in `f(count: n)`,
  /// it removes the name from `nameUses`. For a label in a pattern after `case let`, it removes the name from the local
  /// names.
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
