import StateMachineSyntax

/// A state and a trigger that the state always takes, because it has a row of its own for this trigger without a guard.
/// In this state, a row with the source `*` never gets the trigger.
struct CertainTrigger: Hashable {
  enum Name: Hashable {
    case plain(Trigger)
    /// A timer, known by its text without blanks: `after5s`.
    case timer(String)
  }

  var state: StateID
  var name: Name
}

/// Resolves rows with the source `*`, which stands for all states of a body: `* -> idle : reset`.
///
/// Such a row is tried last, wherever it stands in the file. If a state always takes the trigger by a row of its own,
/// the row with `*` gets no transition for this state, and has no errors because of this state.
extension Resolver {
  // MARK: States

  /// Adds, to the sources of the current row, the states for which `*` stands. These are the states that are declared
  /// directly in the row's body. Leaves out `exceptions` and final states. Only a statement for tests, such as `never`,
  /// includes final states. For a row on `done`, also leaves out states that can never be completed.
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
    // Regions and pseudostates have no rows of their own.
    where (row.carrier.mayNameFinalStates || !machine.states[state].isFinal) && !machine.states[state].isRegion
      && !machine.states[state].isPseudostate && !isExcepted.contains(state)
      && !(isForDone && !machine.canBeDone(state))
    {
      row.sources.append((state, []))
    }
  }

  /// Whether the current row leads to a target outside of the body that contains the row.
  private var leavesBody: Bool {
    if let choice = row.choice {
      guard let parent = machine.choices[choice].parent else { return true }
      return !machine.isInside(parent, row.body)
    }
    return row.target.map { !machine.isInside($0, row.body) } ?? false
  }

  /// Returns the reason why the source `*` of the current row stands for no state.
  func reasonOfEmptyWildcard() -> EmptyWildcard {
    if machine.isParallel(body: row.body) { return .hasRegions(leaves: leavesBody) }
    let children = machine.children(of: row.body)
    if children.isEmpty { return .hasNoStates }
    let isForDone = row.triggers.contains { $0.trigger.plain == .done }
    return isForDone && !children.contains(where: machine.canBeDone) ? .isNeverDone : .isExcepted
  }

  // MARK: Pairs

  /// Stores the pairs of a source and a trigger for which the current row gets a transition. If the row has the source
  /// `*`, a pair is left out if the state always takes the trigger by a row of its own.
  mutating func choosePairs(isWildcard: Bool) {
    for source in row.sources.indices {
      for trigger in row.triggers.indices where !isWildcard || !isCertain(trigger, of: row.sources[source].state) {
        row.pairs.append((source, trigger))
      }
    }
    row.expansionCount = row.pairs.count
  }

  /// Returns whether a state always takes a trigger by a row of its own. Such a row has no guard, and its source is not
  /// `*`.
  ///
  /// - Parameter trigger: the index of the trigger in the current row.
  private func isCertain(_ trigger: Int, of state: StateID) -> Bool {
    let name: CertainTrigger.Name =
      switch row.triggers[trigger].trigger {
      case .plain(let trigger): .plain(trigger)
      case .timer(let timer): .timer(timer.key)
      }
    return certainTriggers.contains(CertainTrigger(state: state, name: name))
  }

  // MARK: Rows of the states themselves

  /// Collects, in `certainTriggers`, the triggers that each state always takes by a row of its own. Rows with errors
  /// are included. Otherwise an error in such a row would bring about findings about rows with the source `*`.
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

  /// Returns whether a row has a guard other than `true`, so that it may not be taken.
  private func hasCondition(_ syntax: TransitionSyntax) -> Bool {
    guard case .expression(let text, _) = syntax.guardSyntax else { return false }
    return literal(of: text) != true
  }

  /// Returns the sources of a row whose patterns match every value. Empty for a row with the source `*`, because that
  /// is no row of a state's own.
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

  /// Returns whether all patterns of a list match every value, as names and `_` do; true if there is no list.
  private mutating func isCertain(_ list: ArgumentListSyntax?) -> Bool {
    for item in list?.items ?? [] {
      if case .deep(let deep, _) = pattern(item.value, of: .unknown), !deep.isIrrefutable { return false }
    }
    return true
  }
}

extension [ItemSyntax] {
  /// Whether a row with the source `*` is among these statements, or in bodies of states and regions within them. If
  /// none is, `certainTriggers` is not needed.
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
