extension Behaviour {
  /// Returns the transitions of a state in the order of the file, those for `*` last: the order in which they are
  /// tried, whatever their triggers are.
  package func transitionsInSourceOrder(of state: StateID) -> [TransitionID] {
    func isWildcard(_ transition: TransitionID) -> Bool { machine.rows[machine.transitions[transition].row].isWildcard }
    let transitions = transitions(of: state)
    return transitions.filter { !isWildcard($0) }.sorted() + transitions.filter(isWildcard).sorted()
  }
}
