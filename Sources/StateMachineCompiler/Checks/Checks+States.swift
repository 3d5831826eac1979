/// States that cannot be reached, and states that cannot be left.
extension Checks {
  /// Returns the states that no transition leads to.
  mutating func checkReachability() -> Set<StateID> {
    let isReached = behaviour.reachableStates(besides: usage.brokenRows.compactMap(\.target))
    let unreachable = machine.states.indices.filter { !isReached[$0] }
    for state in unreachable {
      diagnostics.append(.unreachableState(machine.states[state].name.range, name(of: state)))
    }
    return Set(unreachable)
  }

  /// Returns the states that have no row, their own or around them.
  mutating func checkDeadEnds() -> Set<StateID> {
    var hasRow = IDSet<State>(count: machine.states.count)
    for row in usage.brokenRows { for state in row.sources { hasRow[state] = true } }
    for state in machine.states.indices where !behaviour.transitions(of: state).isEmpty { hasRow[state] = true }
    let deadEnds = activeStates.filter { state in !machine.path(of: state).contains { hasRow[$0] } }
    for state in deadEnds {
      diagnostics.append(.deadEndState(machine.states[state].name.range, name(of: state)))
    }
    return Set(deadEnds)
  }
}
