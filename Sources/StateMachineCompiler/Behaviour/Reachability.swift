/// Which states can be active at all, whatever guards say.
extension Behaviour {
  /// The states that some sequence of transitions leads to from the start.
  ///
  /// - Parameter targets: states that count as reached.
  package func reachableStates(besides targets: [StateID]) -> IDSet<State> {
    var search = Search(machine: machine)
    for state in startingStates { search.reach(state) }
    for state in targets { search.reach(state) }
    while let state = search.pending.popLast() {
      for id in transitions(of: state) {
        // Most transitions lead to no choice: what is asked of them is read in place.
        if machine.transitions[id].choice == nil {
          if let leaf = machine.transitions[id].leaf { search.reach(leaf) }
          continue
        }
        machine.transitions[id].forEachArrival { arrival in
          if let leaf = arrival.leaf { search.reach(leaf) }
        }
      }
    }
    return search.isReached
  }

  /// Where the machine begins: its initial state, or its regions.
  private var startingStates: [StateID] {
    if machine.isParallel { return machine.topStates }
    // Where nothing is initial, which is an error of its own, the first state stands in for it.
    return (machine.initialState ?? machine.states.indices.first).map { [$0] } ?? []
  }

  /// The states that are reached so far.
  private struct Search {
    let machine: StateMachine
    var isReached: IDSet<State>
    /// States whose transitions are not followed yet.
    var pending: [StateID] = []

    init(machine: StateMachine) {
      self.machine = machine
      isReached = IDSet(count: machine.states.count)
    }

    /// With a state, the composites around it are active, its initial children, and all of their regions.
    mutating func reach(_ target: StateID) {
      // With a state, everything around it is reached.
      if isReached[machine.leaf(of: target)] { return }
      for state in machine.path(of: machine.leaf(of: target)) where !isReached[state] {
        isReached[state] = true
        pending.append(state)
        if machine.isParallel(state) { for region in machine.states[state].children { reach(region) } }
      }
    }
  }
}
