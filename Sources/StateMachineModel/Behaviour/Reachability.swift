/// The states that can be active, whatever guards return.
extension Behaviour {
  /// Returns the states to which some sequence of transitions leads from the start.
  ///
  /// - Parameter targets: states that count as reached.
  func reachableStates(besides targets: [StateID]) -> IDSet<State> {
    var search = Search(machine: machine)
    for state in startingStates { search.reach(state) }
    for state in targets { search.reach(state) }
    follow(&search)
    return search.isReached
  }

  /// Returns the unreachable states to which no other unreachable state leads; of a cycle, the first in source order.
  /// With an arrow to each of these, all states can be reached.
  ///
  /// - Parameter isReached: the states that can be reached.
  func rootsOfUnreachable(besides isReached: IDSet<State>) -> [StateID] {
    var roots = firstOnes(of: machine.states.indices.filter { !isReached[$0] }, besides: isReached)
    // None of the roots leads to a later one. Beginning at the last, each that is still not reached is a root.
    roots = firstOnes(of: roots.reversed(), besides: isReached)
    return roots.reversed()
  }

  /// Returns the states of a list to which no state before them in the list leads.
  private func firstOnes(of states: some Sequence<StateID>, besides isReached: IDSet<State>) -> [StateID] {
    var search = Search(machine: machine, isReached: isReached)
    return states.filter { state in
      guard !search.isReached[state] else { return false }
      search.reach(state, within: machine.states[state].parent)
      follow(&search)
      return true
    }
  }

  /// Follows the transitions of the states that a search has reached.
  private func follow(_ search: inout Search) {
    while let state = search.pending.popLast() {
      for id in transitions(of: state) {
        // Most transitions lead to no choice, and are read in place to avoid a copy.
        if machine.transitions[id].choice == nil, machine.transitions[id].otherTargets.isEmpty {
          if let leaf = machine.transitions[id].leaf { search.reach(leaf, within: machine.transitions[id].domain) }
          continue
        }
        machine.transitions[id].forEachArrival { arrival in
          if let leaf = arrival.leaf { search.reach(leaf, within: arrival.domain) }
          for target in arrival.otherTargets { search.reach(target, within: arrival.domain) }
        }
      }
    }
  }

  /// The states in which the machine begins: its initial states, or its regions.
  private var startingStates: [StateID] {
    if machine.isParallel { return machine.topStates }
    // If no state is initial, which is an error of its own, the first state replaces it.
    return machine.initialState == nil ? Array(machine.states.indices.prefix(1)) : machine.initialStates
  }

  /// A search along transitions, with the states that are reached so far.
  private struct Search {
    let machine: StateMachine
    var isReached: IDSet<State>
    /// The states whose transitions have not been followed.
    var pending: [StateID] = []

    init(machine: StateMachine, isReached: IDSet<State>? = nil) {
      self.machine = machine
      self.isReached = isReached ?? IDSet(count: machine.states.count)
    }

    /// Marks a state as reached, with its ancestors, its initial children, and all regions of these.
    ///
    /// - Parameter domain: the innermost composite state that is not entered; nil for the machine's body.
    mutating func reach(_ target: StateID, within domain: StateID? = nil) {
      let path = machine.path(of: machine.leaf(of: target))
      for state in path where !isReached[state] && !machine.stays(state, domain: domain) { add(state) }
    }

    private mutating func add(_ state: StateID) {
      isReached[state] = true
      pending.append(state)
      if machine.isParallel(state) { for region in machine.states[state].children { reach(region) } }
    }
  }
}
