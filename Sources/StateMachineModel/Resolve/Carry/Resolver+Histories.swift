import StateMachineSyntax

/// Finds the arguments for transitions to histories, which restore the payloads of states.
extension Resolver {
  /// Returns the leaf state that the history of a composite state enters if the composite state was never active.
  func historyLeaf(of state: StateID) -> StateID {
    machine.leaf(of: histories.defaults[state]?.target ?? state)
  }

  /// Returns the arguments for entering a composite state by its history: an element for each state within it that may
  /// begin anew. The state that was active last decides which element is used. If it is possible that no state begins
  /// anew, the last element is for this case. Nil if an argument is missing, which has been reported.
  ///
  /// A deep history restores all active states; only a composite state that has ended begins anew. A shallow history
  /// restores a leaf state; a composite child begins anew, but with its old payload.
  mutating func returns(to state: StateID, _ kind: HistoryKind) -> [Transition.Return]? {
    let children = machine.states[state].children
    var returns: [Transition.Return] = []
    switch kind {
    case .shallow:
      for child in children where machine.states[child].isComposite {
        let leaf = machine.leaf(of: child)
        guard let arguments = supply(leaf, restored: [state, child]),
          let regions = regionEntries(leaf, restored: [state, child])
        else { return nil }
        returns.append(.init(anew: child, arguments: arguments, regions: regions))
      }
    case .deep:
      for body in machine.descendants(of: state)
      // Bodies that may have ended: they have a final state or the pseudostate of a history default.
      where machine.states[body].children.contains(where: { machine.states[$0].isForgotten && !isStart($0) }) {
        let leaf = machine.leaf(of: body)
        let restored = machine.path(of: body).filter { $0 >= state }
        guard let arguments = supply(leaf, restored: restored),
          let regions = regionEntries(leaf, within: body, restored: restored)
        else { return nil }
        returns.append(.init(anew: body, arguments: arguments, regions: regions))
      }
    }
    // No state begins anew: always possible for a deep history; for a shallow one, if some child is a leaf state.
    if kind == .deep || returns.count < children.count {
      guard let arguments = supply(state, restored: [state]) else { return nil }
      returns.append(.init(anew: nil, arguments: arguments))
    }
    return returns
  }

  /// Returns whether a state is an initial pseudostate. Unlike a final state, it does not mean that the composite state
  /// around it has ended: that state has only just begun.
  private func isStart(_ state: StateID) -> Bool { machine.states[state].pseudostate == .initial }
}
