/// What is known of conflicts when the transitions of a state are tried: the variables of `ConflictFlags` that transitions
/// before them may have set, and those that are certain to be.
struct SelectionOrder {
  private let machine: StateMachine
  private let analysis: TriggerAnalysis
  private let conflicts: ConflictFlags
  private let inner: [StateID]
  private let parallel: StateID?

  init(
    _ machine: StateMachine, _ analysis: TriggerAnalysis, _ conflicts: ConflictFlags, _ inner: [StateID],
    _ parallel: StateID?
  ) {
    self.machine = machine
    self.analysis = analysis
    self.conflicts = conflicts
    self.inner = inner
    self.parallel = parallel
  }

  /// - Parameters:
  ///   - state: a state within the regions; nil for the composite itself, and those around it.
  ///   - isCounted: whether a transition is one that can set variables.
  func known(
    before state: StateID?, where isCounted: (TransitionID) -> Bool = { _ in true }
  ) -> (possible: Set<String>, certain: Set<String>) {
    guard !conflicts.variables.isEmpty else { return ([], []) }
    var certain: Set<String> = []
    for region in regions(before: state) {
      guard let only = analysis.certainTransition(within: region, inner), isCounted(only) else { continue }
      // One that may be excluded itself is not certain.
      let possible = possible(before: machine.transitions[only].source, where: isCounted)
      if possible.isDisjoint(with: conflicts.conflicts(only)) { certain.formUnion(conflicts.notes(only)) }
    }
    return (possible(before: state, where: isCounted), certain)
  }

  private func possible(before state: StateID?, where isCounted: (TransitionID) -> Bool) -> Set<String> {
    var possible: Set<String> = []
    for other in inner where comes(other, before: state) {
      possible.formUnion(analysis.transitions(of: other).filter(isCounted).flatMap(conflicts.notes))
    }
    return possible
  }

  /// Whether the transitions of one state are tried before those of another that may be active with it: regions come in
  /// the order of the source, and what is around them last.
  private func comes(_ other: StateID, before state: StateID?) -> Bool {
    guard let state else { return true }
    if other == state { return false }
    if machine.isInside(other, state) { return true }
    guard other < state, !machine.isInside(state, other) else { return false }
    return region(of: other, beside: state) != nil
  }

  /// The region of a state, where another stands in a region beside it.
  private func region(of other: StateID, beside state: StateID) -> StateID? {
    var next: StateID? = other
    while let outer = next {
      let parent = machine.states[outer].parent
      if let parent, machine.isInside(state, parent) { return machine.states[outer].isRegion ? outer : nil }
      if parent == nil { return machine.states[outer].isRegion && !machine.isInside(state, outer) ? outer : nil }
      next = parent
    }
    return nil
  }

  /// The regions that are asked before a state, whenever it is active.
  private func regions(before state: StateID?) -> [StateID] {
    var regions: [StateID] = []
    var next = state
    if let state {
      if machine.isParallel(state) { regions += machine.states[state].children }
      while let outer = next, outer != parallel {
        let parent = machine.states[outer].parent
        if machine.states[outer].isRegion { regions += machine.children(of: parent).filter { $0 < outer } }
        next = parent
      }
    } else {
      regions = machine.children(of: parallel)
    }
    return regions
  }
}
