/// Checks of states that cannot be reached, and of states that cannot be exited.
extension Checks {
  /// Reports and returns the states that cannot be reached. A state to which an unreachable state leads is not
  /// reported: with an arrow to the reported states, all can be reached.
  mutating func checkReachability() -> Set<StateID> {
    let isReached = behaviour.reachableStates(besides: (usage.brokenRows + usage.idleRows).compactMap(\.target))
    for state in behaviour.rootsOfUnreachable(besides: isReached) where !machine.states[state].isPseudostate {
      diagnostics.append(.unreachableState(machine.states[state].name.range, name(of: state)))
    }
    return Set(machine.states.indices.filter { !isReached[$0] })
  }

  /// Reports and returns the states in which nothing can happen any more: neither they nor their ancestors have a row.
  /// A submachine counts as a row of its state. States that cannot be reached are reported already.
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
