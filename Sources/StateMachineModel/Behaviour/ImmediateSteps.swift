/// The transitions that are taken without an event: at once, or by a timer.
extension Behaviour {
  /// Returns the transition without a trigger that is taken as soon as a leaf state is active. Nil if there is none, if
  /// a guard decides, or if it leads to a choice or a history.
  func certainStep(from leaf: StateID) -> TransitionID? {
    guard let first = firstAlways(from: leaf), !machine.transitions[first].isConditional,
      machine.transitions[first].choice == nil, machine.transitions[first].history == nil
    else { return nil }
    return first
  }

  /// Returns the transition without a trigger that is tried first: the state's or, if it has none, an ancestor's.
  private func firstAlways(from leaf: StateID) -> TransitionID? {
    for state in machine.path(of: leaf).reversed() {
      if let group = group(of: state, on: .always) { return tried(group).first }
    }
    return nil
  }

  /// Returns the transitions without a trigger that are tried while a leaf state is active, in order: its own, then its
  /// ancestors', up to one that always applies.
  package func immediateTransitions(from leaf: StateID) -> [TransitionID] {
    var transitions: [TransitionID] = []
    for state in machine.path(of: leaf).reversed() {
      guard let group = group(of: state, on: .always) else { continue }
      transitions += tried(group)
      if isCertain(group) { break }
    }
    return transitions
  }

  /// Returns the transitions on the timers that run while a leaf state is active, in the order in which they are tried:
  /// its own, then its ancestors'.
  package func timedTransitions(from leaf: StateID) -> [TransitionID] {
    machine.path(of: leaf).reversed().flatMap { state in
      groups(of: state).filter { $0.trigger.timer != nil }.flatMap { tried($0) }
    }
  }
}
