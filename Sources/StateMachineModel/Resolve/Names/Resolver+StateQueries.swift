import StateMachineSyntax

/// Resolves questions of guards about the active states, `in(active.sound.muted)`, which SCXML calls `In` (§5.9.2).
extension Resolver {
  /// Resolves the named guards: the questions for states in them, and the uses of other named guards. This happens
  /// before rows are resolved, because rows may use named guards.
  mutating func resolveNamedGuards(_ items: [ItemSyntax]) {
    var texts: [NamedGuardID: SwiftText] = [:]
    for case .namedGuard(let syntax) in items {
      guard let named = names[syntax.name.id].namedGuard,
        machine.namedGuards[named].expression.range == syntax.expression.range
      else { continue }
      row.clear()
      machine.namedGuards[named].expression.queries = queries(in: syntax.expression)
      texts[named] = syntax.expression
    }
    for named in guards.order {
      if let text = texts[named] { machine.namedGuards[named].expression.expansions = code(text).expansions }
    }
  }

  mutating func queries(in text: SwiftText) -> [SwiftCode.Query] {
    text.uses.indices.compactMap { tree.nameUses[$0].isStateQuery ? query(tree.nameUses[$0]) : nil }
  }

  /// Returns the question for a state, such as `in(closed)`, that begins at a word `in`. Nil if the question names no
  /// state, which has been reported.
  private mutating func query(_ use: NameUse) -> SwiftCode.Query? {
    guard let (path, end) = path(after: file.range(of: use)) else {
      row.isBroken = true
      isIncomplete = true
      return nil
    }
    let wasBroken = row.isBroken
    row.isBroken = false
    row.isStateQuery = true
    let members = resolveStates(path)
    row.isStateQuery = false
    let isBroken = row.isBroken
    row.isBroken = isBroken || wasBroken
    guard !isBroken, !members.isEmpty else { return nil }
    let names = (0..<path.count).map { text(path[$0].id) }
    let query = StateQuery(
      text: names.joined(separator: "."), members: members, group: group(path), isForTests: row.carrier.isForTests)
    return SwiftCode.Query(range: SourceRange(Int(use.start), end), query: number(of: query))
  }

  private mutating func number(of query: StateQuery) -> ID<StateQuery> {
    let key = StateQueryKey(members: query.members, group: query.group)
    if let same = queryNumbers[key] { return same }
    let number = machine.queries.append(query)
    queryNumbers[key] = number
    return number
  }

  /// Returns the names in a question with several states: `a` and `b` in `in(a, b)`. A message shows them, because a
  /// question can name only one state.
  ///
  /// - Parameter start: the offset after the opening parenthesis.
  private func items(after start: Int) -> [String] {
    var swift = SwiftLexer(bytes: source.bytes, from: start, to: source.bytes.count)
    var items = [""]
    var token = swift.next()
    while token.kind == .identifier || token.isPunctuation(Ascii.dot) || token.isPunctuation(Ascii.comma) {
      if token.isPunctuation(Ascii.comma) {
        items.append("")
      } else {
        items[items.count - 1] += source.text(SourceRange(token.start, token.end))
      }
      token = swift.next()
    }
    return items.filter { !$0.isEmpty }
  }

  /// Reads the path in the parentheses after a word `in`: `active.muted` in `in(active.muted)`. Returns the path and
  /// the offset after the parentheses. Nil without parentheses, if they contain anything but one path, or if a name is
  /// unknown in the whole file. All of this is reported, except a name that a declaration may lack (`isMissing`).
  ///
  /// - Parameter keyword: the place of the word `in`.
  private mutating func path(after keyword: SourceRange) -> (path: PathSyntax, end: Int)? {
    let start = keyword.upperBound
    var swift = SwiftLexer(bytes: source.bytes, from: start, to: source.bytes.count)
    let parenthesis = swift.next()
    guard parenthesis.isPunctuation(Ascii.leftParen) else {
      var end = parenthesis.end
      while swift.next().isPunctuation(Ascii.dot), case let step = swift.next(), step.kind == .identifier {
        end = step.end
      }
      let path = source.text(SourceRange(parenthesis.start, end))
      diagnostics.append(.stateQueryWithoutParentheses(keyword, path, end: end))
      return nil
    }
    var path: PathSyntax?
    while true {
      let token = swift.next()
      if token.kind == .literal {
        let found = "'\(Diagnostic.quotation(source.text(SourceRange(token.start, token.end))))'"
        diagnostics.append(
          .unexpected(
            found, SourceRange(token.start, token.end), expected: "a state's name", remedy: "names stand without quotes"
          ))
        return nil
      }
      guard token.kind == .identifier else {
        diagnostics.append(.expected("a state's name", after: "in(", at: SourceRange(start - 2, start + 1)))
        return nil
      }
      let isQuoted = token.byte == Ascii.backtick
      let range = SourceRange(token.start, token.end)
      guard let name = tree.names.find(isQuoted ? token.start + 1 : token.start, isQuoted ? token.end - 1 : token.end)
      else {
        let states = machine.states.filter { !$0.isPseudostate }.map(\.name) + machine.groups.map(\.name)
        let known = states.map { text($0.id) }
        let nearest = Spelling.nearest(to: source.text(range), among: known)
        guard !isMissing(source.text(range), among: known) else { return nil }
        diagnostics.append(.undeclared("state", source.text(range), range, nearest: nearest))
        return nil
      }
      let step = NameSyntax(id: name, range: range)
      if path?.append(step) == nil { path = PathSyntax(step) }
      let next = swift.next()
      if let path, next.isPunctuation(Ascii.rightParen) { return (path, next.end) }
      if next.isPunctuation(Ascii.comma) {
        diagnostics.append(.severalStatesInQuery(keyword, items(after: parenthesis.end)))
        return nil
      }
      guard next.isPunctuation(Ascii.dot) else {
        diagnostics.append(.expected("')'", after: source.text(range), at: range))
        return nil
      }
    }
  }
}

/// The key by which a question for states, such as `in(closed)`, is found among earlier ones. Questions with equal keys
/// have one number, so the model contains them once.
struct StateQueryKey: Hashable {
  var members: [StateID]
  var group: GroupID?
}
