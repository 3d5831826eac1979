/// States that cannot be reached, and states that cannot be left.
extension Checks {
  /// Returns the states that cannot be reached. Reported are those to which no other of them leads: with an arrow to
  /// these, the others can be reached.
  mutating func checkReachability() -> Set<StateID> {
    let isReached = behaviour.reachableStates(besides: (usage.brokenRows + usage.idleRows).compactMap(\.target))
    for state in behaviour.rootsOfUnreachable(besides: isReached) where !machine.states[state].isPseudostate {
      diagnostics.append(.unreachableState(machine.states[state].name.range, name(of: state)))
    }
    return Set(machine.states.indices.filter { !isReached[$0] })
  }

  /// Returns the states in which nothing can happen any more: neither they nor what is around them have a row. The rows
  /// of a submachine are rows of its state. Of a state that is never active, it is enough to say that.
  mutating func checkDeadEnds(unreachable: Set<StateID>) -> Set<StateID> {
    var hasRow = IDSet<State>(count: machine.states.count)
    for row in usage.brokenRows + usage.idleRows { for state in row.sources { hasRow[state] = true } }
    for state in machine.states.indices where !behaviour.transitions(of: state).isEmpty { hasRow[state] = true }
    for state in machine.states.indices where machine.states[state].submachine != nil { hasRow[state] = true }
    let deadEnds = activeStates.filter { state in
      !unreachable.contains(state) && !machine.path(of: state).contains { hasRow[$0] }
    }
    for state in deadEnds {
      let body = machine.states[state].parent.map { name(of: $0) }
      let keyword = machine.states[state].isComposite ? nil : machine.keyword(of: state)
      diagnostics.append(
        .deadEndState(machine.states[state].name.range, name(of: state), in: body, keyword: keyword))
    }
    return Set(deadEnds)
  }
}
