import StateMachineSyntax

/// The domains of transitions.
extension Resolver {
  /// Returns the domain of the current row's transition from a source; nil for the machine's body.
  func domain(from source: StateID) -> StateID? {
    if let target = row.target { return domain(from: source, to: target) }
    if let choice = row.choice { return domain(from: source, toChoice: choice) }
    return nil
  }

  /// Returns the innermost composite state that an external transition does not exit. A transition to a descendant of
  /// its source is local (UML 2.5.1, §14.2.3.4.1); any other exits its source, also if its target is an ancestor.
  private func domain(from source: StateID, to target: StateID) -> StateID? {
    if source != target, machine.isInside(target, source) { return source }
    var domain = machine.states[source].parent
    while let composite = domain, composite == target || !machine.isInside(target, composite) {
      domain = machine.states[composite].parent
    }
    return domain
  }

  /// Returns the innermost composite state that a transition to a choice does not exit; nil for the machine's body.
  func domain(from source: StateID, toChoice choice: ChoiceID) -> StateID? {
    guard let parent = machine.choices[choice].parent else { return nil }
    if machine.isInside(parent, source) { return source }
    var domain = machine.states[source].parent
    while let composite = domain, !machine.isInside(parent, composite) { domain = machine.states[composite].parent }
    return domain
  }

  /// Returns the innermost composite state that a row of a choice does not exit; nil for the machine's body.
  func domain(ofRow row: RowInProgress, from choice: ChoiceID) -> StateID? {
    var domain = machine.choices[choice].parent
    guard row.isExternal else { return domain }
    while let composite = domain, composite == row.target || !leads(row, into: composite) {
      domain = machine.states[composite].parent
    }
    return domain
  }

  /// Returns whether a row leads to states, or to a choice, within a composite state, and to none elsewhere.
  func leads(_ row: RowInProgress, into composite: StateID) -> Bool {
    if let target = row.target {
      return ([target] + row.otherTargets).allSatisfy { machine.isInside($0, composite) }
    }
    guard let choice = row.choice, let parent = machine.choices[choice].parent else { return false }
    return machine.isInside(parent, composite)
  }

  /// Returns the outer one of two composite states, one of which contains the other; nil is the machine's body.
  func outer(_ first: StateID?, _ second: StateID?) -> StateID? {
    guard let first, let second else { return nil }
    return machine.isInside(first, second) ? second : first
  }
}
