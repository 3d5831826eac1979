/// The meaning of a transition for its event. `accepted`: it does something. `ignored`: it does nothing, on purpose.
/// `impossible`: it traps, because the event cannot occur.
package indirect enum Acceptance: Hashable, Sendable {
  case accepted
  /// The event is ignored on purpose: the row has no `->` and no effects.
  case ignored
  /// The row ends in `trap`, which says that the event cannot occur.
  case impossible
  /// The branches of a choice differ: some accept the event, and others ignore it or trap. The first branch whose
  /// condition is true decides. The conditions are evaluated before the effects of the transition.
  case branches([Branch])

  package struct Branch: Hashable, Sendable {
    /// The branch's row, one of the rows of the choice. Each row except the last has a condition.
    package var row: RowID
    package var isConditional: Bool
    package var acceptance: Acceptance
  }

  /// The result of the generated function `accepts`, which tells whether an event does something. Nil if the result
  /// depends on the branches of a choice.
  package var result: Bool? {
    switch self {
    case .accepted: true
    case .ignored, .impossible: false
    case .branches: nil
    }
  }
}

extension Behaviour {
  package func acceptance(of transition: TransitionID) -> Acceptance {
    // Most transitions lead to no choice. They are read in place, because a copy would be slow.
    if machine.transitions[transition].choice == nil {
      let row = machine.transitions[transition].row
      if machine.rows[row].effects.isEmpty { return machine.transitions[transition].isInternal ? .ignored : .accepted }
      return machine.rows[row].traps ? .impossible : .accepted
    }
    return acceptance(of: machine.transitions[transition], PathToBranch())
  }

  /// Facts about the rows on the path from a transition's source to a branch of a choice.
  private struct PathToBranch {
    var hasEffects = false
    /// Whether a row on the path declares names in a block of Swift, such as `{ let next = … }`. The guards of later
    /// branches may use these names. The generated function `accepts` does not run the block, and so cannot evaluate
    /// such guards.
    var declaresNames = false
  }

  /// Returns the meaning that a transition, or a branch of a choice, has for its event: `ignored` for `a : e`,
  /// `accepted` for `a -> b : e`. The recursion ends, because the resolver allows no cycle of choices, and at most some
  /// hundred branches.
  ///
  /// - Parameter path: facts about the rows before this one, from the transition to the branch. Their effects count as
  ///   effects of this one.
  private func acceptance(of transition: Transition, _ path: PathToBranch) -> Acceptance {
    let row = machine.rows[transition.row]
    if row.traps { return .impossible }
    var path = path
    if !row.effects.isEmpty { path.hasEffects = true }
    if transition.isInternal { return path.hasEffects ? .accepted : .ignored }
    if transition.choice == nil { return .accepted }
    if machine.declareNames(row.effects) { path.declaresNames = true }
    let branches = transition.branches.map {
      Acceptance.Branch(row: $0.row, isConditional: $0.isConditional, acceptance: acceptance(of: $0, path))
    }
    let first = branches.first?.acceptance ?? .accepted
    if first.result != nil, branches.allSatisfy({ $0.acceptance == first }) { return first }
    // Guards of branches may use names that blocks declare. `accepts` runs no block, so it cannot evaluate such guards.
    // Because the blocks are effects that would run, the event counts as accepted.
    return path.declaresNames ? .accepted : .branches(branches)
  }

  /// Returns whether a transition ignores its event on purpose, because its row has no `->` and no effects.
  package func ignores(_ transition: TransitionID) -> Bool {
    machine.transitions[transition].isInternal
      && machine.rows[machine.transitions[transition].row].effects.isEmpty
  }
}
