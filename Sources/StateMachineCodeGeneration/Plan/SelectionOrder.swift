import StateMachineModel

/// What is known of conflicts when the transitions of a state are tried: the variables of `ConflictFlags` that transitions
/// before them may have set, and those that are certain to be.
struct SelectionOrder {
  /// What the selection of a transition says to those behind it.
  enum Outcome {
    /// It sets its variables; or it may, as its branches decide.
    case notes, mayNote
    /// Nothing is tried behind it.
    case ends
  }

  private let machine: StateMachine
  private let analysis: TriggerAnalysis
  private let conflicts: ConflictFlags
  private let inner: [StateID]
  private let parallel: StateID?
  private let outcome: (TransitionID) -> Outcome
  /// The variables that transitions may set: of all regions, of the states within a state, and of the regions before one.
  private var notesOfAll: Set<String> = []
  private var notesWithin: [StateID: Set<String>] = [:]
  private var notesBeforeRegion: [StateID: Set<String>] = [:]
  /// By region that has something for the trigger: the variables that are certain to be set once it has been asked.
  private var certain: [StateID: Certain] = [:]

  init(
    _ analysis: TriggerAnalysis, _ conflicts: ConflictFlags, _ inner: [StateID],
    outcome: @escaping (TransitionID) -> Outcome
  ) {
    machine = analysis.model.machine
    parallel = analysis.parallel
    self.analysis = analysis
    self.conflicts = conflicts
    self.inner = inner
    self.outcome = outcome
    if !conflicts.variables.isEmpty { collectNotes() }
    // Nested regions stand behind those that they are nested in.
    for region in machine.descendants(of: parallel).reversed() where machine.states[region].isRegion {
      guard !inner.within(region, machine).isEmpty else { continue }
      certain[region] = leaves(of: region).reduce(Certain.anything) { $0.or(certain(of: $1, within: region)) }
    }
  }

  /// - Parameter state: a state within the regions; nil for the composite itself, and those around it.
  func known(before state: StateID?) -> (possible: Set<String>, certain: Set<String>) {
    guard !conflicts.variables.isEmpty else { return ([], []) }
    return (possible(before: state), certain(before: state))
  }

  /// Whether a region, or for nil the regions with what is around them, ends the selection whatever is active.
  func ends(_ region: StateID?, outer: [StateID]) -> Bool {
    if let region { return certain[region]?.isAnything == true }
    let inside = all(machine.children(of: parallel))
    return (isAsked(behind: parallel) ? inside.and(certain(by: outer)) : inside).isAnything
  }

  // MARK: What may be set

  /// Regions come in the order of the source, and what is around them last.
  func possible(before state: StateID?) -> Set<String> {
    guard let state else { return notesOfAll }
    var possible = notesWithin[state] ?? []
    var next: StateID? = state
    while let outer = next, outer != parallel {
      if let notes = notesBeforeRegion[outer] { possible.formUnion(notes) }
      next = machine.states[outer].parent
    }
    return possible
  }

  private mutating func collectNotes() {
    for state in inner {
      var notes: Set<String> = []
      for id in analysis.transitions(of: state) where outcome(id) != .ends { notes.formUnion(conflicts.notes(id)) }
      notesOfAll.formUnion(notes)
      var next = notes.isEmpty ? nil : machine.states[state].parent
      while let outer = next, outer != parallel {
        notesWithin[outer, default: []].formUnion(notes)
        next = machine.states[outer].parent
      }
    }
    collectNotesOfRegions(in: parallel)
    for state in machine.descendants(of: parallel) where machine.isParallel(state) { collectNotesOfRegions(in: state) }
  }

  private mutating func collectNotesOfRegions(in composite: StateID?) {
    var before: Set<String> = []
    for region in machine.children(of: composite) {
      if !before.isEmpty { notesBeforeRegion[region] = before }
      if let notes = notesWithin[region] { before.formUnion(notes) }
    }
  }

  // MARK: What is certain to be set

  /// The variables that some alternatives all set; or anything, where all end the selection.
  private struct Certain {
    var isAnything: Bool
    var flags: Set<String>

    static let anything = Certain(isAnything: true, flags: [])
    static let nothing = Certain(isAnything: false, flags: [])

    /// One or the other is the case.
    func or(_ other: Certain) -> Certain {
      if isAnything { return other }
      return other.isAnything ? self : Certain(isAnything: false, flags: flags.intersection(other.flags))
    }

    /// Both are the case.
    func and(_ other: Certain) -> Certain {
      if isAnything || other.isAnything { return .anything }
      return Certain(isAnything: false, flags: flags.union(other.flags))
    }
  }

  private func leaves(of region: StateID) -> [StateID] { analysis.model.behaviour.tree.leaves(of: region) }

  private func certain(before state: StateID?) -> Set<String> {
    var regions: [StateID] = []
    var next = state
    while let outer = next, outer != parallel {
      let parent = machine.states[outer].parent
      if machine.states[outer].isRegion { regions += machine.children(of: parent).filter { $0 < outer } }
      next = parent
    }
    return all(regions).and(certain(within: state)).flags
  }

  /// What the regions within a state set, whatever is active in it.
  private func certain(within state: StateID?) -> Certain {
    guard let state else { return all(machine.children(of: parallel)) }
    if machine.isParallel(state) { return all(machine.states[state].children) }
    guard machine.states[state].isComposite else { return .nothing }
    // Only what leaves the trigger to the state counts.
    let behaviour = analysis.model.behaviour
    return leaves(of: state).reduce(.anything) { certain, leaf in
      guard behaviour.leavesOver(analysis.trigger, from: leaf, to: state) else { return certain }
      return certain.or(machine.isParallel(leaf) ? all(machine.states[leaf].children) : .nothing)
    }
  }

  private func all(_ regions: [StateID]) -> Certain {
    regions.reduce(.nothing) { $0.and(certain[$1] ?? .nothing) }
  }

  /// What is set once a region has been asked while a state is active in it.
  private func certain(of leaf: StateID, within region: StateID) -> Certain {
    let path = machine.path(of: leaf).reversed().prefix { $0 != region }
    guard machine.isParallel(leaf) else { return certain(by: Array(path)) }
    let inside = certain(within: leaf)
    return isAsked(behind: leaf) ? inside.and(certain(by: Array(path))) : inside
  }

  /// Whether what is around some regions is asked whatever is active in them, unless the selection ends before.
  func isAsked(behind parallel: StateID?) -> Bool {
    machine.children(of: parallel).contains(where: leavesOverOrEnds)
  }

  /// Whether a region ends the selection where it does not leave the trigger over.
  private func leavesOverOrEnds(_ region: StateID) -> Bool {
    if analysis.model.behaviour.alwaysLeavesOver(analysis.trigger, in: region) { return true }
    return leaves(of: region).allSatisfy { leaf in
      if machine.isParallel(leaf), !isAsked(behind: leaf), !all(machine.states[leaf].children).isAnything {
        return false
      }
      for state in machine.path(of: leaf).reversed().prefix(while: { $0 != region }) {
        let possible = possible(before: state)
        for id in analysis.transitions(of: state) {
          guard certain(by: id, possible).isAnything else { return false }
        }
        if analysis.isCertain(state) { return true }
        if analysis.keeps(state) { return false }
      }
      return true
    }
  }

  /// What the transitions of some states, asked one after the other, set, whichever applies.
  private func certain(by path: [StateID]) -> Certain {
    var certain = Certain.anything
    for state in path {
      let possible = possible(before: state != parallel && machine.isInside(state, parallel) ? state : nil)
      for id in analysis.transitions(of: state) {
        certain = certain.or(self.certain(by: id, possible))
      }
      if analysis.isCertain(state) { return certain }
      if analysis.keeps(state) { return .nothing }
    }
    return .nothing
  }

  private func certain(by id: TransitionID, _ possible: Set<String>) -> Certain {
    // One that may be excluded itself is not certain.
    guard possible.isDisjoint(with: conflicts.conflicts(id)) else { return .nothing }
    return switch outcome(id) {
    case .ends: .anything
    case .mayNote: .nothing
    case .notes: Certain(isAnything: false, flags: Set(conflicts.notes(id)))
    }
  }
}
