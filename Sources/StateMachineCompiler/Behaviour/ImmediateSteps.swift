/// What happens in a state without waiting for anything.
extension Behaviour {
  /// The transition without a trigger that is taken as soon as a state without states within it is active; nil where
  /// there is none, where a guard decides, and where it leads to a choice or a history.
  package func certainStep(from leaf: StateID) -> TransitionID? {
    guard let first = firstAlways(from: leaf), !machine.transitions[first].isConditional,
      machine.transitions[first].choice == nil, machine.transitions[first].history == nil
    else { return nil }
    return first
  }

  /// Of the transitions without a trigger, the one that is tried first: of the state or, where it has none, of the
  /// composites around it.
  private func firstAlways(from leaf: StateID) -> TransitionID? {
    var next: StateID? = leaf
    while let state = next {
      if let group = group(of: state, on: .always) { return tried(group).first }
      next = machine.states[state].parent
    }
    return nil
  }
}
