import StateMachineModel

/// Which transitions of a step exclude each other: those that leave the same states (SCXML, Appendix D,
/// removeConflictingTransitions). The one that is selected first counts; a composite's own is selected last.
///
/// Two variables for each composite with regions say what those behind need to know: whether a transition within it is
/// selected that leaves states, and whether one is that leads out of all of its regions. A machine with regions of its
/// own counts as such a composite, for which nil stands.
struct ConflictFlags {
  private let model: SwiftModel
  private let parallel: StateID?
  private var machine: StateMachine { model.machine }
  /// By transition: the composites with regions, from inside outward, within which its source stands.
  private var around: [TransitionID: [StateID?]] = [:]
  /// By composite with regions: its two variables, where they are asked for.
  private var leaving: [StateID?: String] = [:]
  private var left: [StateID?: String] = [:]
  private let outerTransitions: Set<TransitionID>
  /// Is true where a transition that excludes others may turn out to do nothing: on its way, a choice decides.
  let mayExcludeInSilence: Bool
  /// By state within the composite: the variable that is set once effects have led out of it, where internal
  /// transitions of the state, or of states within it, may follow. Nil stands for the machine's own body with regions.
  private var gone: [StateID?: String] = [:]
  /// By state within the composite: the regions with transitions that lead out of it.
  private var regionsThatLeave: [StateID?: Set<StateID?>] = [:]

  init(
    _ model: SwiftModel, _ parallel: StateID?, _ inner: [StateID], _ outer: [StateID], _ trigger: Trigger
  ) {
    self.model = model
    self.parallel = parallel
    func transitions(_ states: [StateID]) -> [TransitionID] {
      states.compactMap { model.behaviour.group(of: $0, on: trigger) }.flatMap { model.behaviour.tried($0) }
    }
    let inside = transitions(inner)
    outerTransitions = Set(transitions(outer))
    mayExcludeInSilence = inside.contains {
      !model.machine.transitions[$0].isInternal && model.behaviour.acceptance(of: $0).mayBeIgnored
    }
    for id in inside { around[id] = model.behaviour.parallels(around: model.machine.transitions[id].source) }
    for id in inside {
      for parallel in around[id] ?? [] {
        if !model.machine.transitions[id].isInternal, leavesAll(id, of: parallel) { note(&left, parallel, "hasLeft") }
      }
    }
    // What leads out of a composite, or out of what is around it, excludes all that leaves states within.
    for parallel in left.keys { note(&leaving, parallel, "leaves") }
    if let parallel, outerTransitions.contains(where: { !model.machine.transitions[$0].isInternal }) {
      note(&leaving, parallel, "leaves")
      note(&left, parallel, "hasLeft")
    }
    // The composites with regions in which transitions of the step begin.
    let begun = Set(around.values.joined()).compactMap { $0 }.sorted()
    for id in inside where !model.machine.transitions[id].isInternal {
      for nested in begun.within(model.machine.transitions[id].source, model.machine) {
        note(&leaving, nested, "leaves")
        note(&left, nested, "hasLeft")
      }
    }
    for id in inside {
      let region = model.machine.region(of: model.machine.transitions[id].source)
      for state in statesLeft(by: id) { regionsThatLeave[state, default: []].insert(region) }
    }
    for id in inside where !model.behaviour.ignores(id) {
      for state in statesThatMayBeLeft(around: id) { note(&gone, state, "isOutOf") }
    }
  }

  private func note(_ flags: inout [StateID?: String], _ parallel: StateID?, _ word: String) {
    guard flags[parallel] == nil else { return }
    let name = parallel.map { model.name(of: $0).capitalizedFirst } ?? model.names.machineWord
    flags[parallel] = model.names.fresh(word + name).spelledAsName
  }

  private func leavesAll(_ id: TransitionID, of parallel: StateID?) -> Bool {
    model.behaviour.leavesRegions(of: parallel, by: machine.transitions[id])
  }

  /// All variables, in the order of the source.
  var variables: [String] {
    [leaving, left, gone].flatMap { flags in flags.sorted { Self.isBefore($0.key, $1.key) }.map(\.value) }
  }

  /// The machine stands before its states.
  private static func isBefore(_ first: StateID?, _ second: StateID?) -> Bool {
    guard let second else { return false }
    return first.map { $0 < second } ?? true
  }

  /// The variable that says whether a selected transition leads out of all regions of a composite or, for nil, of the
  /// machine.
  func hasLeft(_ parallel: StateID?) -> String? { left[parallel] }

  /// The variables that say whether a selected transition leaves states that this one leaves.
  func conflicts(_ id: TransitionID) -> [String] {
    guard !machine.transitions[id].isInternal else { return [] }
    var flags: [String] = []
    if outerTransitions.contains(id) { return leaving[parallel].map { [$0] } ?? [] }
    for parallel in around[id] ?? [] {
      if leavesAll(id, of: parallel) {
        if let flag = leaving[parallel] { flags.append(flag) }
      } else if let flag = left[parallel] {
        flags.append(flag)
      }
    }
    return flags + composites(within: machine.transitions[id].source, of: leaving).compactMap { leaving[$0] }
  }

  /// The variables to set when a transition is selected.
  func notes(_ id: TransitionID) -> [String] {
    guard !machine.transitions[id].isInternal else { return [] }
    var flags: [String] = []
    for parallel in around[id] ?? [] {
      if let flag = leaving[parallel] { flags.append(flag) }
    }
    // Out of which composites it leads.
    if outerTransitions.contains(id) { return flags + (left[parallel].map { [$0] } ?? []) }
    let outward = (around[id] ?? []).filter { leavesAll(id, of: $0) }
    let inward = composites(within: machine.transitions[id].source, of: left)
    return flags + Set(outward + inward).sorted(by: Self.isBefore).compactMap { left[$0] }
  }

  /// The composites among those with a variable that are a state or stand within it, in the order of the source.
  private func composites(within state: StateID, of flags: [StateID?: String]) -> [StateID?] {
    flags.keys.compactMap { $0 }.filter { machine.isInside($0, state) }.sorted()
  }

  // MARK: The order of effects

  /// The variables to set once the effects of a transition have led out of states in which others may follow.
  func leaves(_ id: TransitionID) -> [String] { statesLeft(by: id).compactMap { gone[$0] } }

  /// The variables of the states around an internal transition that transitions of other regions may lead out of before
  /// its effects, as far as these look into them.
  func mayBeLeft(_ id: TransitionID, _ looks: (StateID?) -> Bool) -> [String] {
    statesThatMayBeLeft(around: id).filter(looks).compactMap { gone[$0] }
  }

  /// The source of an external transition, whose states within are left in any case, and the states around it within
  /// the composite that it leaves; the regions of a nested composite that it leaves all, and the composite not.
  private func statesLeft(by id: TransitionID) -> [StateID?] {
    guard !machine.transitions[id].isInternal else { return [] }
    let source = machine.transitions[id].source
    let domain = machine.transitions[id].domain
    let left = statesWithinComposite(around: source).filter { state in
      if state.map({ machine.states[$0].isRegion }) == true { return false }
      guard state != source, let domain else { return true }
      return state.map { machine.isInside($0, domain) && $0 != domain } ?? false
    }
    guard let domain, domain != source, domain != parallel, machine.isParallel(domain),
      machine.isInside(domain, parallel)
    else { return left }
    return left + machine.states[domain].children
  }

  private func statesThatMayBeLeft(around id: TransitionID) -> [StateID?] {
    guard machine.transitions[id].isInternal else { return [] }
    let source = machine.transitions[id].source
    let own = machine.region(of: source)
    return statesWithinComposite(around: source).filter { regionsThatLeave[$0]?.contains { $0 != own } == true }
  }

  /// A state within the composite's regions, and the states and regions around it, inner first. Last stands the machine
  /// whose regions they are: these are not bound for the whole step.
  private func statesWithinComposite(around state: StateID) -> [StateID?] {
    var states: [StateID?] = []
    var next: StateID? = state
    while let outer = next, outer != parallel, machine.isInside(outer, parallel) {
      states.append(outer)
      next = machine.states[outer].parent
    }
    if parallel == nil, machine.isParallel { states.append(nil) }
    return states
  }
}
