/// Functions for the transitions that need no event: those with `always`, and those on timers.
extension Behaviour {
  /// Returns the `always` transition that is taken for certain as soon as a leaf state is active. Nil if the first
  /// `always` transition has a guard or a pattern, or leads to a choice or a history. Nil if there is no `always`
  /// transition.
  func certainStep(from leaf: StateID) -> TransitionID? {
    guard let first = firstAlways(from: leaf), !machine.transitions[first].isConditional,
      machine.transitions[first].choice == nil, machine.transitions[first].history == nil
    else { return nil }
    return first
  }

  /// Returns the `always` transition that is tried first. It is a transition of the state itself or, if the state has
  /// none, of the nearest ancestor that has one. Nil if neither the state nor an ancestor has an `always` transition.
  private func firstAlways(from leaf: StateID) -> TransitionID? {
    for state in machine.path(of: leaf).reversed() {
      if let group = group(of: state, on: .always) { return tried(group).first }
    }
    return nil
  }

  /// Returns the `always` transitions that are tried while a leaf state is active, in order: first the state's own,
  /// then its ancestors'. Transitions after one that is taken for certain are left out.
  package func immediateTransitions(from leaf: StateID) -> [TransitionID] {
    var transitions: [TransitionID] = []
    for state in machine.path(of: leaf).reversed() {
      guard let group = group(of: state, on: .always) else { continue }
      transitions += tried(group)
      if isCertain(group) { break }
    }
    return transitions
  }

  /// Returns the transitions on timers that run while a leaf state is active. The transitions are in the order in which
  /// they are tried: first the state's own, then its ancestors'.
  package func timedTransitions(from leaf: StateID) -> [TransitionID] {
    machine.path(of: leaf).reversed().flatMap { state in
      groups(of: state).filter { $0.trigger.timer != nil }.flatMap { tried($0) }
    }
  }
}
