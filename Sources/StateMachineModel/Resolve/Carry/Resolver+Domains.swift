import StateMachineSyntax

/// Finds the domains of transitions.
extension Resolver {
  /// Returns the domain of the current row's transition from `source`: the innermost composite state that the
  /// transition does not exit. For a row `a -> b : e` between two states directly in `outer`, this is `outer`. Nil if
  /// this is the machine, and for a row without a target.
  func domain(from source: StateID) -> StateID? {
    if let target = row.target { return domain(from: source, to: target) }
    if let choice = row.choice { return domain(from: source, toChoice: choice) }
    return nil
  }

  /// Returns the innermost composite state that an external transition from `source` to `target` does not exit; nil for
  /// the machine. A transition to a state within its source does not exit the source (UML 2.5.1, §14.2.3.4.1). Any
  /// other transition exits its source, also if the target is an ancestor of the source.
  private func domain(from source: StateID, to target: StateID) -> StateID? {
    if source != target, machine.isInside(target, source) { return source }
    var domain = machine.states[source].parent
    // If the target is an ancestor of the source, the transition exits it, too, and enters it again.
    while let composite = domain, composite == target || !machine.isInside(target, composite) {
      domain = machine.states[composite].parent
    }
    return domain
  }

  /// Returns the innermost composite state that a transition from `source` to a choice does not exit; nil for the
  /// machine.
  func domain(from source: StateID, toChoice choice: ChoiceID) -> StateID? {
    guard let parent = machine.choices[choice].parent else { return nil }
    if machine.isInside(parent, source) { return source }
    var domain = machine.states[source].parent
    while let composite = domain, !machine.isInside(parent, composite) { domain = machine.states[composite].parent }
    return domain
  }

  /// Returns the innermost composite state around a choice that stays active if a row of the choice is taken. Nil if
  /// only the machine stays active.
  func domain(ofRow row: RowInProgress, from choice: ChoiceID) -> StateID? {
    var domain = machine.choices[choice].parent
    guard row.isExternal else { return domain }
    while let composite = domain, composite == row.target || !leads(row, into: composite) {
      domain = machine.states[composite].parent
    }
    return domain
  }

  /// Returns whether a row leads into a composite state. A row does if all of its targets are in that state. A row that
  /// leads to a choice does if the choice is in that state.
  func leads(_ row: RowInProgress, into composite: StateID) -> Bool {
    if let target = row.target {
      return ([target] + row.otherTargets).allSatisfy { machine.isInside($0, composite) }
    }
    guard let choice = row.choice, let parent = machine.choices[choice].parent else { return false }
    return machine.isInside(parent, composite)
  }

  /// Returns the outer one of two composite states. One of them must contain the other; nil stands for the machine,
  /// which contains both.
  func outer(_ first: StateID?, _ second: StateID?) -> StateID? {
    guard let first, let second else { return nil }
    return machine.isInside(first, second) ? second : first
  }
}
