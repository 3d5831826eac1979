/// The acceptance of an event by a transition whose guard holds.
package indirect enum Acceptance: Hashable, Sendable {
  case accepted
  /// The event is ignored on purpose: no state is exited, and there are no effects.
  case ignored
  /// The event cannot occur, as the row says by a trap.
  case impossible
  /// The branches of a choice differ: the first whose condition holds decides. Conditions are evaluated before the
  /// transition's effects.
  case branches([Branch])

  package struct Branch: Hashable, Sendable {
    /// The row with the condition; the last branch has none.
    package var row: RowID
    package var isConditional: Bool
    package var acceptance: Acceptance
  }

  /// The value that `accepts` returns; nil if it depends on the branches of a choice.
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
    // Most transitions lead to no choice, and are read in place to avoid a copy.
    if machine.transitions[transition].choice == nil {
      let row = machine.transitions[transition].row
      if machine.rows[row].effects.isEmpty { return machine.transitions[transition].isInternal ? .ignored : .accepted }
      return machine.rows[row].traps ? .impossible : .accepted
    }
    return acceptance(of: machine.transitions[transition], PathToBranch())
  }

  /// The effects on the path to a branch of a choice.
  private struct PathToBranch {
    var hasEffects = false
    /// Whether blocks on the path declare names, which guards of branches may use and `accepts` does not know.
    var declaresNames = false
  }

  /// Returns the acceptance by a transition after a path. The resolver allows some hundred branches, and no cycle.
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
    // The guards may need names that blocks declare. These blocks would run, so the event is accepted.
    return path.declaresNames ? .accepted : .branches(branches)
  }

  /// Returns whether a transition ignores its event on purpose: it is internal and has no effects.
  package func ignores(_ transition: TransitionID) -> Bool {
    machine.transitions[transition].isInternal
      && machine.rows[machine.transitions[transition].row].effects.isEmpty
  }
}
