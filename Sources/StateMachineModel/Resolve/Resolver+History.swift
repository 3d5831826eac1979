import StateMachineSyntax

/// Where a composite's history leads when the composite was never active.
struct HistoryDefault {
  var target: StateID
  var arguments: [WrittenArguments]
}

/// History, `defer` and `done`: what a composite remembers, what a state keeps for later, and what says that a
/// composite has finished.
extension Resolver {
  // MARK: History

  /// Finds the defaults for history, before any row leads to one.
  mutating func resolveHistories(_ items: [ItemSyntax]) {
    forEachItem(items) { resolver, item, body in
      guard case .historyDefault(let row) = item, let keyword = row.triggers?.first.range else { return }
      resolver.resolveHistoryDefault(row, keyword, in: body)
    }
  }

  private mutating func resolveHistoryDefault(_ syntax: TransitionSyntax, _ keyword: SourceRange, in body: StateID?) {
    guard let body, machine.states[body].isComposite, !machine.isParallel(body) else {
      diagnostics.append(.misplacedHistoryDefault(keyword))
      return
    }
    if let pseudostate = machine.states[body].historyDefault, machine.states[pseudostate].isPseudostate {
      guard machine.states[pseudostate].name.range == keyword else {
        diagnostics.append(.statedTwice("history ->", keyword, first: nil))
        return
      }
      histories.defaults[body] = HistoryDefault(target: pseudostate, arguments: [])
      histories.unusedDefaults[body] = keyword
      return
    }
    row.clear()
    row.body = body
    resolveTarget(syntax.target)
    guard !row.isBroken else { return }
    guard let target = row.target, row.history == nil, target != body, machine.isInside(target, body) else {
      diagnostics.append(.historyDefaultOutside(row.targetRange, text(machine.states[body].name.id)))
      return
    }
    guard histories.defaults[body] == nil else {
      diagnostics.append(.statedTwice("history ->", keyword, first: nil))
      return
    }
    histories.defaults[body] = HistoryDefault(target: target, arguments: row.arguments)
    histories.unusedDefaults[body] = keyword
    machine.states[body].historyDefault = target
  }

  /// `player.history`: a target that stands for what was active last.
  mutating func resolveHistory(_ step: StepSyntax, _ kind: HistoryKind, of state: StateID) {
    defer { if row.isBroken { histories.isBroken = true } }
    if let arguments = step.arguments {
      diagnostics.append(
        .historyHasNoPayload(arguments.range, text(step.name.id), state: text(machine.states[state].name.id)))
      row.isBroken = true
    }
    guard machine.states[state].isComposite else {
      diagnostics.append(.historyOfSimpleState(step.name.range, text(machine.states[state].name.id)))
      row.target = state
      row.isBroken = true
      return
    }
    if kind == .shallow, machine.isParallel(state) {
      let region = machine.states[state].children.first.map { text(machine.states[$0].name.id) } ?? ""
      diagnostics.append(.historyOfRegions(step.name.range, text(machine.states[state].name.id), region))
      row.target = state
      row.isBroken = true
      return
    }
    machine.states[state].histories.insert(kind)
    histories.unusedDefaults[state] = nil
    row.target = state
    row.history = kind
    if let arguments = histories.defaults[state]?.arguments { row.arguments += arguments }
  }

  /// Where history leads when there is none.
  func historyLeaf(of state: StateID) -> StateID {
    machine.leaf(of: histories.defaults[state]?.target ?? state)
  }

  /// What the fields are given when a composite is entered where it was left: what the row writes, else what they were.
  ///
  /// Deep history brings back all that was active, but for bodies that have ended: they begin anew. Shallow history does
  /// so where the last child was a simple state; a composite begins anew, with its own payload.
  mutating func returns(
    to state: StateID, _ kind: HistoryKind, _ source: StateID, _ trigger: Trigger
  ) -> [Transition.Return]? {
    let children = machine.states[state].children
    var returns: [Transition.Return] = []
    switch kind {
    case .shallow:
      for child in children where machine.states[child].isComposite {
        let leaf = machine.leaf(of: child)
        guard let arguments = supply(leaf, source, trigger, restored: [state, child]),
          let regions = regionEntries(leaf, source, trigger, restored: [state, child])
        else { return nil }
        returns.append(.init(anew: child, arguments: arguments, regions: regions))
      }
    case .deep:
      for body in machine.descendants(of: state)
      where machine.states[body].children.contains(where: { machine.states[$0].isForgotten && !isStart($0) }) {
        let leaf = machine.leaf(of: body)
        let restored = machine.path(of: body).filter { $0 >= state }
        guard let arguments = supply(leaf, source, trigger, restored: restored),
          let regions = regionEntries(leaf, source, trigger, within: body, restored: restored)
        else { return nil }
        returns.append(.init(anew: body, arguments: arguments, regions: regions))
      }
    }
    if kind == .deep || returns.count < children.count {
      guard let arguments = supply(state, source, trigger, restored: [state]) else { return nil }
      returns.append(.init(anew: nil, arguments: arguments))
    }
    return returns
  }

  /// Whether what a state stands in has only just begun: then it begins anew where the state comes back.
  private func isStart(_ state: StateID) -> Bool { machine.states[state].pseudostate == .initial }

  // MARK: Defer

  package mutating func resolve(defer events: NonEmpty<NameSyntax>, _ keyword: SourceRange, in state: StateID) {
    if machine.states[state].isFinal {
      diagnostics.append(.deferInFinalState(keyword, text(machine.states[state].name.id)))
      return
    }
    for index in 0..<events.count {
      let name = events[index]
      row.clear()
      guard let event = names[name.id].event else {
        undeclared("event", name, among: machine.events.lazy.map(\.name))
        continue
      }
      note(name.range, machine.events[event].name, .event)
      if machine.states[state].deferred.contains(event) {
        diagnostics.append(.deferredTwice(name.range, text(name.id), in: source))
        continue
      }
      machine.states[state].deferred.append(event)
      deferRanges.append((state, event, name.range))
    }
  }

  // MARK: Done

  /// What `done(pattern)` says of the final child.
  mutating func plan(ofDone list: ArgumentListSyntax?) -> [FieldPattern]? {
    guard let list, let first = list.items.first else { return [] }
    if list.items.count > 1 || first.label != nil {
      diagnostics.append(
        .donePattern(list.items.count > 1 ? list.items[1].value.range : first.label?.range ?? list.range))
      return nil
    }
    return [pattern(first.value, of: .unknown)]
  }

  /// A row for `done` belongs to a state within which something can be final.
  mutating func checkDone(_ state: StateID, _ range: SourceRange) {
    guard let plan = row.triggers.first(where: { $0.trigger.plain == .done })?.plan else { return }
    let name = text(machine.states[state].name.id)
    guard machine.canBeDone(state) else {
      row.isBroken = true
      // What is final may be in what could not be read.
      guard tree.possiblyDeclaredNames.isEmpty else { return }
      diagnostics.append(
        .neverDone(
          range, name, isComposite: machine.states[state].isComposite,
          submachine: machine.states[state].submachine?.interface.name))
      return
    }
    if machine.isParallel(state), let pattern = plan.first {
      if case .ignored = pattern { return }
      diagnostics.append(.doneOfRegions(range, name))
      row.isBroken = true
      return
    }
    let submachine = machine.states[state].submachine
    if case .bound(let child)? = plan.first, !isUsed(child.range),
      finalStates(of: state).contains(where: { $0.name == text(child.id) })
    {
      reportOnce(
        .missingDot(
          child.range, text(child.id), "final state", of: submachine?.interface.name ?? name, isPattern: true))
    }
    guard case .deep(let pattern, _)? = plan.first else { return }
    // `.accepted`, with or without a pattern for its payload.
    var swift = SwiftLexer(bytes: source.bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    var dot = swift.next()
    if isBinding(dot) { dot = swift.next() }
    guard dot.isPunctuation(Ascii.dot) else { return }
    let token = swift.next()
    guard token.kind == .identifier, token.byte != Ascii.backtick else { return }
    let child = source.text(SourceRange(token.start, token.end))
    let finals = finalStates(of: state)
    let range = SourceRange(token.start, token.end)
    read(finalStateIn: pattern.range, of: state)
    if let named = machine.states[state].children.first(where: { text(machine.states[$0].name.id) == child }) {
      note(range, state: named)
    }
    guard let final = finals.first(where: { $0.name == child }) else {
      row.isBroken = true
      if let name = tree.names.find(token.start, token.end), isExcused(name) { return }
      reportOnce(
        .noFinalChild(range, child, of: name, nearest: Spelling.nearest(to: child, among: finals.map(\.name))))
      return
    }
    guard let count = patternCount(&swift), count != final.values else { return }
    reportOnce(.patternsForValues(range, child, values: final.values))
    row.isBroken = true
  }

  /// The final states that end a state with a submachine or with states within it, each with the number of its fields.
  private func finalStates(of state: StateID) -> [(name: String, values: Int)] {
    machine.states[state].submachine?.interface.finalStates
      ?? machine.states[state].children.filter { machine.states[$0].isFinal }.map {
        (text(machine.states[$0].name.id), machine.states[$0].fields.count)
      }
  }

  /// How many patterns stand in the brackets that follow; nil where there are none, or one that takes everything.
  private func patternCount(_ swift: inout SwiftLexer) -> Int? {
    guard swift.next().isPunctuation(Ascii.leftParen) else { return nil }
    var depth = 1
    var commas = 0
    var tokens = 0
    var isWildcard = false
    var token = swift.next()
    while token.kind != .end {
      switch token.byte {
      case Ascii.leftParen, Ascii.leftBracket: depth += 1
      case Ascii.rightParen, Ascii.rightBracket: depth -= 1
      case Ascii.comma where depth == 1: commas += 1
      default: break
      }
      if depth == 0 { break }
      tokens += 1
      isWildcard = tokens == 1 && token.byte == Ascii.underscore && token.end == token.start + 1
      token = swift.next()
    }
    return isWildcard || tokens == 0 ? nil : commas + 1
  }
}
