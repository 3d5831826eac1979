import StateMachineSyntax

/// Finds the arguments for transitions to histories, which restore the payloads of states.
extension Resolver {
  /// Returns the leaf state that the history of a composite state enters if the composite state was never active.
  func historyLeaf(of state: StateID) -> StateID {
    machine.leaf(of: histories.defaults[state]?.target ?? state)
  }

  /// Returns the arguments for entering a composite state by its history: an element for each state within that may
  /// begin anew. The state that was active last decides which one it is. If it is possible that none begins anew, the
  /// last element is for this case. Nil if an argument is missing, which has been reported.
  ///
  /// A deep history restores all active states, but a composite state within that had ended begins anew. A shallow
  /// history restores the child that was active last if it is a leaf state. A composite child begins anew, but with its
  /// old payload.
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
      where machine.states[body].children.contains(where: { machine.states[$0].isForgotten && !isStart($0) }) {
        let leaf = machine.leaf(of: body)
        let restored = machine.path(of: body).filter { $0 >= state }
        guard let arguments = supply(leaf, restored: restored),
          let regions = regionEntries(leaf, within: body, restored: restored)
        else { return nil }
        returns.append(.init(anew: body, arguments: arguments, regions: regions))
      }
    }
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
