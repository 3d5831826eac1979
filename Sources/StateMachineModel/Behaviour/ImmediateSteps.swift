/// The transitions that are taken without an event: at once, or by a timer.
extension Behaviour {
  /// The transition without a trigger that is taken as soon as a state without states within it is active; nil where
  /// there is none, where a guard decides, and where it leads to a choice or a history.
  func certainStep(from leaf: StateID) -> TransitionID? {
    guard let first = firstAlways(from: leaf), !machine.transitions[first].isConditional,
      machine.transitions[first].choice == nil, machine.transitions[first].history == nil
    else { return nil }
    return first
  }

  /// Of the transitions without a trigger, the one that is tried first: of the state or, where it has none, of the
  /// composites around it.
  private func firstAlways(from leaf: StateID) -> TransitionID? {
    for state in machine.path(of: leaf).reversed() {
      if let group = group(of: state, on: .always) { return tried(group).first }
    }
    return nil
  }

  /// The transitions without a trigger that are tried while a leaf is active, in order: its own, then those of the
  /// composites around it, up to one that always applies.
  package func immediateTransitions(from leaf: StateID) -> [TransitionID] {
    var transitions: [TransitionID] = []
    for state in machine.path(of: leaf).reversed() {
      guard let group = group(of: state, on: .always) else { continue }
      transitions += tried(group)
      if isCertain(group) { break }
    }
    return transitions
  }

  /// The transitions for the timers that run while a leaf is active, in the order in which each is tried: its own, then
  /// those of the composites around it.
  package func timedTransitions(from leaf: StateID) -> [TransitionID] {
    machine.path(of: leaf).reversed().flatMap { state in
      groups(of: state).filter { $0.trigger.timer != nil }.flatMap { tried($0) }
    }
  }
}
