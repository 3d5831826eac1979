/// The states that may become active, whatever guards return.
extension Behaviour {
  /// Returns the states that can be reached: some sequence of transitions leads to them from the initial states.
  ///
  /// - Parameter targets: further states from which the search begins, as if they could be reached.
  func reachableStates(besides targets: [StateID]) -> IDSet<State> {
    var search = Search(machine: machine)
    for state in startingStates { search.reach(state) }
    for state in targets { search.reach(state) }
    follow(&search)
    return search.isReached
  }

  /// Returns the unreachable states that explain all others: if a transition led to each of them, all states could be
  /// reached. For example, if only `a` leads to `b` and nothing leads to `a`, the result contains `a`. Of a cycle of
  /// unreachable states, it contains the first in the file.
  ///
  /// - Parameter isReached: the states that can be reached.
  func rootsOfUnreachable(besides isReached: IDSet<State>) -> [StateID] {
    var roots = firstOnes(of: machine.states.indices.filter { !isReached[$0] }, besides: isReached)
    // No root leads to a later root, but a later one may lead to an earlier one, which is then no root. So the search
    // is repeated from the last to the first.
    roots = firstOnes(of: roots.reversed(), besides: isReached)
    return roots.reversed()
  }

  /// Returns the states of a list that are neither reached already nor reached from an earlier state of the list. For
  /// `[a, b]`, this is `[a]` if `a` leads to `b`.
  ///
  /// - Parameter isReached: the states that are reached already.
  private func firstOnes(of states: some Sequence<StateID>, besides isReached: IDSet<State>) -> [StateID] {
    var search = Search(machine: machine, isReached: isReached)
    return states.filter { state in
      guard !search.isReached[state] else { return false }
      search.reach(state, within: machine.states[state].parent)
      follow(&search)
      return true
    }
  }

  /// Adds to the reached states all states to which transitions lead from `search.pending`, directly or through other
  /// states. `search.pending` lists the reached states whose transitions have not been followed yet.
  private func follow(_ search: inout Search) {
    while let state = search.pending.popLast() {
      for id in transitions(of: state) {
        // Most transitions lead to no choice. They are read in place, because a copy would be slow.
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

  /// The states in which the machine may begin: its initial states or, if the machine has regions, all its regions.
  private var startingStates: [StateID] {
    if machine.isParallel { return machine.topStates }
    // If no state is initial, which is an error of its own, the first state replaces it.
    return machine.initialState == nil ? Array(machine.states.indices.prefix(1)) : machine.initialStates
  }

  /// A search along transitions, with the states that were reached so far.
  private struct Search {
    let machine: StateMachine
    var isReached: IDSet<State>
    /// The reached states whose transitions have not been followed yet.
    var pending: [StateID] = []

    init(machine: StateMachine, isReached: IDSet<State>? = nil) {
      self.machine = machine
      self.isReached = isReached ?? IDSet(count: machine.states.count)
    }

    /// Adds a state to the reached states, with all states that are entered together with it: its ancestors, the
    /// initial states within it, and the regions of all these states. A state that was reached before is not added
    /// again.
    ///
    /// - Parameter domain: the innermost composite state that is already active. It and its ancestors are not added.
    ///   Nil if only the machine itself is active.
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
