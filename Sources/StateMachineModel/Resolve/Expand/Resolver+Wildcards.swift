import StateMachineSyntax

/// A state, and a trigger that a row of its own always takes.
struct CertainTrigger: Hashable {
  enum Name: Hashable {
    case plain(Trigger)
    /// A timer, by its text without blanks.
    case timer(String)
  }

  var state: StateID
  var name: Name
}

/// Rows for `*`: the states to which they apply, and the states whose own rows take everything.
///
/// A row for `*` is tried last, wherever it stands. So it has no transition for a state with a row of its own that
/// always takes the trigger, and errors in such a transition are not reported.
extension Resolver {
  // MARK: States

  /// Adds the sources of `*`: the states of the row's body, apart from final states and exceptions.
  mutating func addStatesOfWildcard(except exceptions: [PathSyntax]) {
    var isExcepted: Set<StateID> = []
    for path in exceptions {
      let states = resolveStates(path)
      // A group may have final states for its other uses.
      if !row.carrier.mayNameFinalStates, group(path) == nil, states.contains(where: { machine.states[$0].isFinal }) {
        diagnostics.append(.finalException(text(path.first.id), path.first.range, in: source))
      }
      isExcepted.formUnion(states)
    }
    let isForDone = row.triggers.contains { $0.trigger.plain == .done }
    for state in machine.children(of: row.body)
    where (row.carrier.mayNameFinalStates || !machine.states[state].isFinal) && !machine.states[state].isRegion
      && !machine.states[state].isPseudostate && !isExcepted.contains(state)
      && !(isForDone && !machine.canBeDone(state))
    {
      row.sources.append((state, []))
    }
  }

  /// Whether the row leads to a target outside of the row's body.
  private var leavesBody: Bool {
    if let choice = row.choice {
      guard let parent = machine.choices[choice].parent else { return true }
      return !machine.isInside(parent, row.body)
    }
    return row.target.map { !machine.isInside($0, row.body) } ?? false
  }

  /// Returns the reason why `*` applies to no state, for a row without sources.
  func reasonOfEmptyWildcard() -> EmptyWildcard {
    if machine.isParallel(body: row.body) { return .hasRegions(leaves: leavesBody) }
    let children = machine.children(of: row.body)
    if children.isEmpty { return .hasNoStates }
    let isForDone = row.triggers.contains { $0.trigger.plain == .done }
    return isForDone && !children.contains(where: machine.canBeDone) ? .isNeverDone : .isExcepted
  }

  // MARK: Pairs

  /// Finds the pairs of source and trigger for which the row has a transition.
  mutating func choosePairs(isWildcard: Bool) {
    for source in row.sources.indices {
      for trigger in row.triggers.indices where !isWildcard || !isCertain(trigger, of: row.sources[source].state) {
        row.pairs.append((source, trigger))
      }
    }
    row.expansionCount = row.pairs.count
  }

  /// Returns whether a state always takes a trigger of the row by a row of its own.
  private func isCertain(_ trigger: Int, of state: StateID) -> Bool {
    let name: CertainTrigger.Name =
      switch row.triggers[trigger].trigger {
      case .plain(let trigger): .plain(trigger)
      case .timer(let timer): .timer(timer.key)
      }
    return certainTriggers.contains(CertainTrigger(state: state, name: name))
  }

  // MARK: Rows of the states themselves

  /// Finds the triggers that states always take by rows of their own, also if these rows have errors.
  mutating func findCertainTriggers(_ items: [ItemSyntax]) {
    guard items.hasWildcardRow else { return }
    forEachItem(items) { resolver, item, body in
      guard case .transition(let syntax) = item else { return }
      resolver.addCertainTriggers(syntax, in: resolver.state(ofBody: body))
    }
  }

  private mutating func addCertainTriggers(_ syntax: TransitionSyntax, in enclosing: StateID?) {
    guard !hasCondition(syntax), let triggers = syntax.triggers else { return }
    let states = statesOfOwnRow(syntax, enclosing)
    for index in 0..<triggers.count {
      guard let name = certainName(triggers[index]) else { continue }
      for state in states { certainTriggers.insert(CertainTrigger(state: state, name: name)) }
    }
  }

  /// Returns whether a guard may keep the row from being taken.
  private func hasCondition(_ syntax: TransitionSyntax) -> Bool {
    guard case .expression(let text, _) = syntax.guardSyntax else { return false }
    return literal(of: text) != true
  }

  private mutating func statesOfOwnRow(_ syntax: TransitionSyntax, _ enclosing: StateID?) -> [StateID] {
    switch syntax.sources {
    case .enclosingState: return enclosing.map { [$0] } ?? []
    case .listed(let sources):
      var states: [StateID] = []
      for index in 0..<sources.count {
        let path = sources[index].path
        guard isCertain(sources[index].pattern) else { continue }
        if let group = group(path) {
          states += machine.groups[group].members
        } else if let state = names[path[path.count - 1].id].state {
          states.append(state)
        }
      }
      return states
    // A row for `*` is tried last in the states after the comma, too.
    case .wildcard: return []
    }
  }

  private mutating func certainName(_ trigger: TriggerSyntax) -> CertainTrigger.Name? {
    switch trigger {
    case .event(let name, let pattern):
      guard let event = eventNamed(name, pattern), isCertain(pattern) else { return nil }
      return .plain(.event(event))
    case .timer(let timer): return .timer(timerKey(timer.range))
    case .always: return .plain(.always)
    case .done(let pattern, _): return isCertain(pattern) ? .plain(.done) : nil
    }
  }

  /// Returns whether every pattern of a list always matches.
  private mutating func isCertain(_ list: ArgumentListSyntax?) -> Bool {
    for item in list?.items ?? [] {
      if case .deep(let deep, _) = pattern(item.value, of: .unknown), !deep.isIrrefutable { return false }
    }
    return true
  }
}

extension [ItemSyntax] {
  /// Whether a row for `*` stands in the body, or in a body within it.
  fileprivate var hasWildcardRow: Bool {
    contains { item in
      switch item {
      case .transition(let row): row.isWildcard
      case .state(let state): state.body.hasWildcardRow
      case .region(let region): region.body.hasWildcardRow
      default: false
      }
    }
  }
}
