import StateMachineSyntax

/// The payloads that histories restore.
extension Resolver {
  /// Returns the leaf state that a history enters if the state was never active.
  func historyLeaf(of state: StateID) -> StateID {
    machine.leaf(of: histories.defaults[state]?.target ?? state)
  }

  /// Returns the arguments for a composite state that is entered by its history; nil if an argument is missing.
  ///
  /// Deep history restores all that was active, except for bodies that have ended, which begin anew. Shallow history
  /// restores a last child that was a leaf state; a composite state begins anew, with its own payload.
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

  /// Returns whether a state is an initial pseudostate, so that its body has only just begun.
  private func isStart(_ state: StateID) -> Bool { machine.states[state].pseudostate == .initial }
}
