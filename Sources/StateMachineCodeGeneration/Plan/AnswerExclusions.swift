import StateMachineModel

/// For `accepts`, where several regions answer: a transition that says that its event cannot happen counts only if no other
/// is taken that leaves the same states.
struct AnswerExclusions {
  private(set) var flags: [String] = []
  /// All variables that there may be, in the order of the source.
  private var variables: [String] = []
  /// The composite and those around it, inner first, that are asked behind the regions.
  let outer: [StateID]
  /// Whether the answer is no whatever is active: a transition is certain to be tried that says that the event cannot
  /// happen, and nothing can exclude it.
  let isImpossible: Bool
  private let order: SelectionOrder
  /// The external transitions that may say that their event cannot happen.
  private var trapping: Set<TransitionID> = []
  private var exclusions: [TransitionID: Attempt.Exclusion] = [:]

  /// - Parameter inner: the states within the regions that have something for the trigger.
  init(_ analysis: TriggerAnalysis, _ inner: [StateID]) {
    outer = analysis.enclosing
    let model = analysis.model
    let conflicts = ConflictFlags(model, analysis.parallel, inner, outer, analysis.trigger)
    order = SelectionOrder(analysis, conflicts, inner) { id in
      Self.outcome(of: model.behaviour.acceptance(of: id))
    }
    isImpossible = order.ends(nil, outer: outer)
    variables = conflicts.variables
    for state in inner + outer {
      let known = order.known(before: outer.contains(state) ? nil : state)
      for id in analysis.transitions(of: state) where !model.machine.transitions[id].isInternal {
        let acceptance = model.behaviour.acceptance(of: id)
        if acceptance != .accepted { trapping.insert(id) }
        var exclusion = Attempt.Exclusion(conflicts: conflicts.conflicts(id).filter(known.possible.contains))
        exclusion.isCertain = !known.certain.isDisjoint(with: exclusion.conflicts)
        if acceptance != .impossible, !exclusion.isCertain { exclusion.notes = conflicts.notes(id) }
        exclusions[id] = exclusion
      }
    }
    prune { _ in true }
  }

  /// Keeps the variables that a transition which is tried sets and another reads: to know whether it can trap, or whether
  /// it sets any itself.
  mutating func prune(_ isTried: (TransitionID) -> Bool) {
    for id in exclusions.keys.filter({ !isTried($0) }) { exclusions[id] = nil }
    var (set, read) = (Set(variables), Set(variables))
    repeat {
      for id in exclusions.keys {
        exclusions[id]?.notes.removeAll { !read.contains($0) }
        exclusions[id]?.conflicts.removeAll { !set.contains($0) }
        if !trapping.contains(id), exclusions[id]?.notes.isEmpty == true { exclusions[id]?.conflicts = [] }
      }
      flags = variables.filter { set.contains($0) && read.contains($0) }
      set = Set(exclusions.values.flatMap(\.notes))
      read = Set(exclusions.values.filter { !$0.isCertain }.flatMap(\.conflicts))
    } while Set(flags) != set.intersection(read)
  }

  private static func outcome(of acceptance: Acceptance) -> SelectionOrder.Outcome {
    switch acceptance {
    case .impossible: return .ends
    case .accepted: return .notes
    case .ignored: return .mayNote
    case .branches(let branches):
      let outcomes = branches.map { outcome(of: $0.acceptance) }
      return outcomes.contains(.mayNote) ? .mayNote : .notes
    }
  }

  /// Whether a region answers for all whatever is active in it.
  func isImpossible(_ region: StateID) -> Bool { order.ends(region, outer: []) }

  /// Whether what is around some regions is asked wherever the answer is not no by then.
  func isAsked(behind parallel: StateID?) -> Bool { order.isAsked(behind: parallel) }

  subscript(id: TransitionID) -> Attempt.Exclusion { exclusions[id] ?? Attempt.Exclusion() }
}
