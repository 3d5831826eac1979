extension Behaviour {
  /// The transitions of a state in the order in which the file has them, those for `*` last: the order in which they
  /// are tried, without regard to their triggers.
  package func transitionsInSourceOrder(of state: StateID) -> [TransitionID] {
    func isWildcard(_ transition: TransitionID) -> Bool { machine.rows[machine.transitions[transition].row].isWildcard }
    let transitions = transitions(of: state)
    return transitions.filter { !isWildcard($0) }.sorted() + transitions.filter(isWildcard).sorted()
  }
}
