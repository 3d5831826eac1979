extension Behaviour {
  /// Returns the transitions from a state in the order of the file. The transitions of rows with the source `*`, which
  /// stands for all states, come last. The reducer tries the transitions of each trigger in this order.
  package func transitionsInSourceOrder(of state: StateID) -> [TransitionID] {
    func isWildcard(_ transition: TransitionID) -> Bool { machine.rows[machine.transitions[transition].row].isWildcard }
    let transitions = transitions(of: state)
    return transitions.filter { !isWildcard($0) }.sorted() + transitions.filter(isWildcard).sorted()
  }
}
