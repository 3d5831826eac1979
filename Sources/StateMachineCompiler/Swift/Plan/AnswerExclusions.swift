/// For `accepts`, where several regions answer: a transition that says that its event cannot happen counts only if no other
/// is taken that leaves the same states.
struct AnswerExclusions {
  private(set) var flags: [String] = []
  /// The composite and those around it, inner first, that are asked behind the regions.
  let outer: [StateID]
  private let analysis: TriggerAnalysis
  private var exclusions: [TransitionID: Attempt.Exclusion] = [:]

  /// - Parameter inner: the states within the regions that have something for the trigger.
  init(_ analysis: TriggerAnalysis, _ inner: [StateID]) {
    self.analysis = analysis
    outer = analysis.enclosing
    let model = analysis.model
    let all = (inner + outer).flatMap { analysis.transitions(of: $0) }
    func canTrap(_ id: TransitionID) -> Bool {
      guard !model.machine.transitions[id].isInternal else { return false }
      switch model.behaviour.acceptance(of: id) {
      case .impossible, .branches: return true
      case .accepted, .ignored: return false
      }
    }
    guard all.contains(where: canTrap) else { return }
    let conflicts = ConflictFlags(model, analysis.parallel, inner, outer, analysis.trigger)
    let order = SelectionOrder(model.machine, analysis, conflicts, inner, analysis.parallel)
    let isAccepted = { (id: TransitionID) in model.behaviour.acceptance(of: id) != .impossible }
    var read: Set<String> = []
    for state in inner + outer {
      let known = order.known(before: outer.contains(state) ? nil : state, where: isAccepted)
      for id in analysis.transitions(of: state) {
        var exclusion = Attempt.Exclusion(notes: isAccepted(id) ? conflicts.notes(id) : [])
        if canTrap(id) {
          exclusion.conflicts = conflicts.conflicts(id).filter(known.possible.contains)
          exclusion.isCertain = !known.certain.isDisjoint(with: exclusion.conflicts)
          if !exclusion.isCertain { read.formUnion(exclusion.conflicts) }
        }
        exclusions[id] = exclusion
      }
    }
    for id in exclusions.keys { exclusions[id]?.notes.removeAll { !read.contains($0) } }
    let set = Set(exclusions.filter { model.behaviour.acceptance(of: $0.key) != .impossible }.flatMap(\.value.notes))
    for id in exclusions.keys { exclusions[id]?.conflicts.removeAll { !set.contains($0) } }
    flags = conflicts.variables.filter { read.contains($0) && set.contains($0) }
  }

  /// Whether a region answers for all whatever is active in it: its first transition says that the event cannot happen,
  /// and nothing can exclude this transition.
  func isImpossible(_ region: StateID) -> Bool {
    analysis.isImpossible(region) { self[$0].conflicts.isEmpty && !self[$0].isCertain }
  }

  subscript(id: TransitionID) -> Attempt.Exclusion { exclusions[id] ?? Attempt.Exclusion() }
}
