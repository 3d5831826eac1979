import StateMachineSyntax

/// What comes back with a history.
extension Resolver {
  /// Where history leads when there is none.
  func historyLeaf(of state: StateID) -> StateID {
    machine.leaf(of: histories.defaults[state]?.target ?? state)
  }

  /// What the fields are given when a composite is entered where it was left: what the row writes, else what they were.
  ///
  /// Deep history brings back all that was active, but for bodies that have ended: they begin anew. Shallow history
  /// does so where the last child was a simple state; a composite begins anew, with its own payload.
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

  /// Whether what a state stands in has only just begun: then it begins anew where the state comes back.
  private func isStart(_ state: StateID) -> Bool { machine.states[state].pseudostate == .initial }
}
