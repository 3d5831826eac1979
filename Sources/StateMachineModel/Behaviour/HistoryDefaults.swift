extension Behaviour {
  /// Returns the states that a transition to a composite state's history enters if the composite state was never
  /// active: one state or, if it has regions, one in each of them.
  package func historyDefaults(of composite: StateID) -> [StateID] {
    let state = machine.states[composite]
    if let first = state.historyDefault ?? state.initialChild { return [first] }
    return state.children.compactMap { machine.states[$0].initialChild }
  }
}
