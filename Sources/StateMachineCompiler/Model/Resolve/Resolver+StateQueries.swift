/// What guards ask of the active states: `in(active.sound.muted)`, SCXML's `In` (§5.9.2).
extension Resolver {
  /// Finds the states that named guards ask for, before any row uses one.
  mutating func resolveQueriesOfGuards(_ items: [ItemSyntax]) {
    for case .namedGuard(let syntax) in items {
      guard let named = names[syntax.name.id].namedGuard,
        machine.namedGuards[named].expression.range == syntax.expression.range
      else { continue }
      row.clear()
      machine.namedGuards[named].expression.queries = queries(in: syntax.expression)
    }
  }

  /// The text of a row's guard, with the places where it names other guards and asks for states.
  mutating func condition(_ text: SwiftText) -> SwiftCode {
    var condition = code(text)
    condition.queries = queries(in: text)
    return condition
  }

  private mutating func queries(in text: SwiftText) -> [SwiftCode.Query] {
    text.uses.indices.compactMap { tree.nameUses[$0].isStateQuery ? query(tree.nameUses[$0]) : nil }
  }

  /// Reports a question for a state where none can be answered: in the middle of a step, some states are left already and
  /// others are not entered yet.
  mutating func checkPlace(ofQuery use: NameUse, _ usage: LocalUsage) {
    guard usage != .condition || row.isAction else { return }
    reportOnce(.misplacedStateQuery(file.range(of: use)))
    row.isBroken = true
  }

  /// What stands behind an `in`; nil, and reported, where it names no state.
  private mutating func query(_ use: NameUse) -> SwiftCode.Query? {
    guard let (path, end) = path(behind: Int(use.start) + 2) else {
      row.isBroken = true
      isIncomplete = true
      return nil
    }
    let wasBroken = row.isBroken
    row.isBroken = false
    let members = resolveStates(path)
    let isBroken = row.isBroken
    row.isBroken = isBroken || wasBroken
    guard !isBroken, !members.isEmpty else { return nil }
    let names = (0..<path.count).map { text(path[$0].id) }
    let query = StateQuery(text: names.joined(separator: "."), members: members, group: group(path))
    return SwiftCode.Query(range: SourceRange(Int(use.start), end), query: number(of: query))
  }

  private mutating func number(of query: StateQuery) -> ID<StateQuery> {
    let key = StateQueryKey(members: query.members, group: query.group)
    if let same = queryNumbers[key] { return same }
    let number = machine.queries.append(query)
    queryNumbers[key] = number
    return number
  }

  /// Reads the path between two parentheses; nil, and reported, where it is none, or where the file has no such name.
  private mutating func path(behind start: Int) -> (path: PathSyntax, end: Int)? {
    var swift = SwiftLexer(bytes: source.bytes, from: start, to: source.bytes.count)
    _ = swift.next()
    var path: PathSyntax?
    while true {
      let token = swift.next()
      guard token.kind == .identifier else {
        diagnostics.append(.expected("a state's name", behind: "in(", at: SourceRange(start - 2, start + 1)))
        return nil
      }
      let isQuoted = token.byte == Ascii.backtick
      let range = SourceRange(token.start, token.end)
      guard let name = tree.names.find(isQuoted ? token.start + 1 : token.start, isQuoted ? token.end - 1 : token.end)
      else {
        let states = machine.states.filter { !$0.isPseudostate }.map { text($0.name.id) }
        let nearest = Spelling.nearest(
          to: source.text(range), among: states + machine.groups.map { text($0.name.id) })
        diagnostics.append(.undeclared("state", source.text(range), range, nearest: nearest))
        return nil
      }
      let step = NameSyntax(id: name, range: range)
      if path?.append(step) == nil { path = PathSyntax(step) }
      let next = swift.next()
      if let path, next.isPunctuation(Ascii.rightParen) { return (path, next.end) }
      guard next.isPunctuation(Ascii.dot) else {
        diagnostics.append(.expected("')'", behind: source.text(range), at: range))
        return nil
      }
    }
  }
}

/// What tells questions for states apart.
struct StateQueryKey: Hashable {
  var members: [StateID]
  var group: GroupID?
}
