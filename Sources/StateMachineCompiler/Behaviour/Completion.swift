/// What final states complete.
extension Behaviour {
  /// The final states that complete a composite, or contribute to it: its children, or those of its regions.
  package func finalStates(completing composite: StateID) -> [StateID] {
    machine.states[composite].children.flatMap { child in
      if machine.states[child].isRegion { return finalStates(completing: child) }
      return machine.states[child].isFinal ? [child] : []
    }
  }

  /// Whether the machine ends with a state, or with it and final states of the machine's other regions.
  package func canEndMachine(_ state: StateID) -> Bool {
    guard machine.states[state].isFinal else { return false }
    guard let parent = machine.states[state].parent else { return true }
    return machine.states[parent].isRegion && machine.states[parent].parent == nil
  }
}
