/// The outcome of a transition whose guard holds, as `accepts` tells it of its event.
package indirect enum Acceptance: Hashable, Sendable {
  case accepted
  /// The event is ignored on purpose: nothing is left, and there are no effects.
  case ignored
  /// The row says that the event cannot happen.
  case impossible
  /// The branches of a choice differ: the first whose condition holds decides. Conditions count as they stand before
  /// the transition's effects.
  case branches([Branch])

  package struct Branch: Hashable, Sendable {
    /// The row with the condition; the last branch has none.
    package var row: RowID
    package var isConditional: Bool
    package var acceptance: Acceptance
  }

  /// The answer of `accepts`; nil where it depends on the branches of a choice.
  package var answer: Bool? {
    switch self {
    case .accepted: true
    case .ignored, .impossible: false
    case .branches: nil
    }
  }
}

extension Behaviour {
  package func acceptance(of transition: TransitionID) -> Acceptance {
    // Most transitions lead to no choice: what is asked of them is read in place.
    if machine.transitions[transition].choice == nil {
      let row = machine.transitions[transition].row
      if machine.rows[row].effects.isEmpty { return machine.transitions[transition].isInternal ? .ignored : .accepted }
      return machine.rows[row].traps ? .impossible : .accepted
    }
    return acceptance(of: machine.transitions[transition], PathToBranch())
  }

  /// The effects before a branch of a choice, on the way to it.
  private struct PathToBranch {
    var hasEffects = false
    /// Is true where blocks declare names, which guards of branches may use, and nobody else knows.
    var declaresNames = false
  }

  /// The resolver allows no more than some hundred branches, and no circle of choices.
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
    if first.answer != nil, branches.allSatisfy({ $0.acceptance == first }) { return first }
    // The names that the guards need are not there: the blocks that declare them, and would run, do something.
    return path.declaresNames ? .accepted : .branches(branches)
  }

  /// Tells whether a transition ignores its event on purpose: it is internal, and has no effects.
  package func ignores(_ transition: TransitionID) -> Bool {
    machine.transitions[transition].isInternal
      && machine.rows[machine.transitions[transition].row].effects.isEmpty
  }
}
