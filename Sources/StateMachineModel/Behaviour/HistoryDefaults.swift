extension Behaviour {
  /// Returns the targets of a composite state's history if it was never active: one state, or one of each region.
  package func historyDefaults(of composite: StateID) -> [StateID] {
    let state = machine.states[composite]
    if let first = state.historyDefault ?? state.initialChild { return [first] }
    return state.children.compactMap { machine.states[$0].initialChild }
  }
}
