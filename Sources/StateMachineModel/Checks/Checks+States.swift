/// Checks that report states that cannot be reached, and states that cannot be exited.
extension Checks {
  /// Reports states that cannot be reached, and returns all unreachable states. If only the unreachable state `a` leads
  /// to `b`, only `a` is reported. Pseudostates are not reported. The target of a row with an error, or of one that is
  /// never taken, counts as reached.
  mutating func checkReachability() -> Set<StateID> {
    let isReached = behaviour.reachableStates(besides: (usage.brokenRows + usage.idleRows).compactMap(\.target))
    for state in behaviour.rootsOfUnreachable(besides: isReached) where !machine.states[state].isPseudostate {
      diagnostics.append(.unreachableState(machine.states[state].name.range, name(of: state)))
    }
    return Set(machine.states.indices.filter { !isReached[$0] })
  }

  /// Reports dead ends, and returns them: leaf states without a row, whose ancestors have no row either. A final state
  /// is no dead end. A leaf state is no dead end if it, or an ancestor, has a submachine, because the submachine takes
  /// events. Unreachable states are left out, because another check has reported them.
  mutating func checkDeadEnds(unreachable: Set<StateID>) -> Set<StateID> {
    var hasRow = IDSet<State>(count: machine.states.count)
    // A row with an error, or one that is never taken, has its own finding; its source is no dead end as well.
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
