/// For `accepts`, where several regions answer: a transition that says that its event cannot happen counts only if no other
/// is taken that leaves the same states.
struct AnswerExclusions {
  private(set) var flags: [String] = []
  private var exclusions: [TransitionID: Attempt.Exclusion] = [:]

  init(_ model: SwiftModel, _ trigger: Trigger, _ parallel: StateID?, _ inner: [StateID], _ outer: [StateID]) {
    let analysis = TriggerAnalysis(model, trigger, parallel)
    let all = (inner + outer).flatMap { analysis.transitions(of: $0) }
    func canTrap(_ id: TransitionID) -> Bool {
      guard !model.machine.transitions[id].isInternal else { return false }
      switch model.behaviour.acceptance(of: id) {
      case .impossible, .branches: return true
      case .accepted, .ignored: return false
      }
    }
    guard all.contains(where: canTrap) else { return }
    let conflicts = ConflictFlags(model, parallel, inner, outer, trigger)
    let order = SelectionOrder(model.machine, analysis, conflicts, inner, parallel)
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

  subscript(id: TransitionID) -> Attempt.Exclusion { exclusions[id] ?? Attempt.Exclusion() }
}

extension StateMachine {
  /// Some states within a composite's regions by their regions, in the order of the source.
  func regionGroups(of states: [StateID], in parallel: StateID?) -> [(region: StateID?, states: [StateID])] {
    var groups: [(region: StateID?, states: [StateID])] = []
    for state in states {
      if let last = groups.last?.region, isInside(state, last) {
        groups[groups.count - 1].states.append(state)
      } else {
        groups.append((region(of: state, in: parallel), [state]))
      }
    }
    return groups
  }
}
