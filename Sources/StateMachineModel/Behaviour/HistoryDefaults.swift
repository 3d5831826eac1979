extension Behaviour {
  /// Where the history of a composite leads when it was never active: to one state, or to one of each region.
  package func historyDefaults(of composite: StateID) -> [StateID] {
    let state = machine.states[composite]
    if let first = state.historyDefault ?? state.initialChild { return [first] }
    return state.children.compactMap { machine.states[$0].initialChild }
  }
}
