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
  private var exclusions: [TransitionID: Attempt.Exclusion] = [:]

  /// - Parameter inner: the states within the regions that have something for the trigger.
  init(_ analysis: TriggerAnalysis, _ inner: [StateID]) {
    outer = analysis.enclosing
    let model = analysis.model
    let conflicts = ConflictFlags(model, analysis.parallel, inner, outer, analysis.trigger)
    order = SelectionOrder(model.machine, analysis, conflicts, inner, analysis.parallel) { id in
      switch model.behaviour.acceptance(of: id) {
      case .impossible: .ends
      case .accepted: .notes
      case .ignored, .branches: .mayNote
      }
    }
    isImpossible = order.ends(nil, outer: outer)
    let all = (inner + outer).flatMap { analysis.transitions(of: $0) }
    func canTrap(_ id: TransitionID) -> Bool {
      guard !model.machine.transitions[id].isInternal else { return false }
      switch model.behaviour.acceptance(of: id) {
      case .impossible, .branches: return true
      case .accepted, .ignored: return false
      }
    }
    guard all.contains(where: canTrap) else { return }
    for state in inner + outer {
      let known = order.known(before: outer.contains(state) ? nil : state)
      for id in analysis.transitions(of: state) {
        let isAccepted = model.behaviour.acceptance(of: id) != .impossible
        var exclusion = Attempt.Exclusion(notes: isAccepted ? conflicts.notes(id) : [])
        if canTrap(id) {
          exclusion.conflicts = conflicts.conflicts(id).filter(known.possible.contains)
          exclusion.isCertain = !known.certain.isDisjoint(with: exclusion.conflicts)
        }
        exclusions[id] = exclusion
      }
    }
    variables = conflicts.variables
    prune { _ in true }
  }

  /// Keeps the variables that a transition which is tried sets and another reads.
  mutating func prune(_ isTried: (TransitionID) -> Bool) {
    let tried = exclusions.filter { isTried($0.key) }.values
    let set = Set(tried.flatMap(\.notes))
    let read = Set(tried.filter { !$0.isCertain }.flatMap(\.conflicts))
    for id in exclusions.keys {
      exclusions[id]?.notes.removeAll { !read.contains($0) }
      exclusions[id]?.conflicts.removeAll { !set.contains($0) }
    }
    flags = variables.filter { read.contains($0) && set.contains($0) }
  }

  /// Whether a region answers for all whatever is active in it.
  func isImpossible(_ region: StateID) -> Bool { order.ends(region, outer: []) }

  subscript(id: TransitionID) -> Attempt.Exclusion { exclusions[id] ?? Attempt.Exclusion() }
}
