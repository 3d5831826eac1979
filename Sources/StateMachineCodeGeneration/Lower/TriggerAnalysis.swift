import StateMachineModel

/// How the transitions that a composite's regions have for one trigger can come together.
struct TriggerAnalysis {
  let model: SwiftModel
  let trigger: Trigger
  /// The composite, which stands in no region; nil for the machine.
  let parallel: StateID?
  private var machine: StateMachine { model.machine }
  private var behaviour: Behaviour { model.behaviour }

  init(_ model: SwiftModel, _ trigger: Trigger, _ parallel: StateID?) {
    self.model = model
    self.trigger = trigger
    self.parallel = parallel
  }

  /// The composite itself and those around it, inner first, that have something for the trigger: up to one that leaves
  /// nothing over.
  var enclosing: [StateID] {
    // Timers and completion are the business of one state alone.
    guard trigger == .always || trigger.event != nil else { return [] }
    var states: [StateID] = []
    var next = parallel
    while let state = next {
      if behaviour.has(state, somethingFor: trigger) { states.append(state) }
      if keeps(state) || isCertain(state) { break }
      next = machine.states[state].parent
    }
    return states
  }

  // MARK: Steps

  /// Tells whether more than one transition can be taken: in two regions, or in a region and around it.
  func isStep(_ inner: [StateID]) -> Bool {
    let states = inner.filter { behaviour.has($0, somethingFor: trigger) }
    let all = states + enclosing
    // Where everything is ignored, the first that ignores it decides.
    let acts = all.contains { keeps($0) || !transitions(of: $0).allSatisfy(behaviour.ignores) }
    return !states.isEmpty && acts && comeTogether(states, within: parallel, around: enclosing)
  }

  private func comeTogether(_ states: [StateID], within parallel: StateID?, around: [StateID]) -> Bool {
    guard let first = states.first else { return false }
    let region = machine.region(of: first, in: parallel)
    guard states.allSatisfy({ machine.isInside($0, region) }) else { return true }
    let nested = Set(states.compactMap { innerParallel(of: $0, in: region) })
    let direct = states.filter { innerParallel(of: $0, in: region) == nil }
    if !direct.isEmpty, !around.isEmpty, canComeTogether(direct, around) { return true }
    return nested.contains { inner in
      let path = direct.filter { machine.isInside(inner, $0) }
      return comeTogether(
        states.filter { $0 != inner && machine.isInside($0, inner) }, within: inner, around: path + around)
    }
  }

  /// The outermost composite with regions that a state stands in within a region, itself not counted.
  private func innerParallel(of state: StateID, in region: StateID) -> StateID? {
    var found: StateID?
    var next = machine.states[state].parent
    while let outer = next, outer != region {
      if machine.isParallel(outer) { found = outer }
      next = machine.states[outer].parent
    }
    return found
  }

  /// Tells whether a state's transition leaves room for one of a composite around its region: two that leave their
  /// states exclude each other, and the inner one counts (SCXML, Appendix D, removeConflictingTransitions).
  private func canComeTogether(_ inner: [StateID], _ outer: [StateID]) -> Bool {
    inner.contains { state in
      transitions(of: state).contains { isInternal($0) && !traps($0) } || keeps(state)
    } || outer.contains { state in transitions(of: state).contains { isInternal($0) && !behaviour.ignores($0) } }
  }

  func transitions(of state: StateID) -> ArraySlice<TransitionID> {
    behaviour.group(of: state, on: trigger).map { behaviour.tried($0) } ?? []
  }

  private func isInternal(_ id: TransitionID) -> Bool { machine.transitions[id].isInternal }

  private func traps(_ id: TransitionID) -> Bool { machine.rows[machine.transitions[id].row].traps }

  /// Tells whether a state takes one of its transitions whatever guards say.
  func isCertain(_ state: StateID) -> Bool { behaviour.group(of: state, on: trigger).map(behaviour.isCertain) ?? false }

  /// Tells whether a state keeps the event for later.
  func keeps(_ state: StateID) -> Bool {
    behaviour.keeps(state, trigger)
  }

  // MARK: Answers

  /// Tells whether `accepts` is certain to be true: in some region every state has a transition that applies and does
  /// something, and none of the transitions says that the event cannot happen.
  func isAccepted(by inner: [StateID]) -> Bool {
    guard let event = trigger.event, let first = inner.first else { return false }
    for state in inner + enclosing {
      if machine.states[state].submachine?.event == event { return false }
      for id in transitions(of: state) where behaviour.acceptance(of: id) != .accepted { return false }
    }
    let region = machine.region(of: first, in: parallel)
    return machine.descendants(of: region).allSatisfy { state in
      machine.states[state].isComposite || isAccepted(state, within: region)
    }
  }

  private func isAccepted(_ leaf: StateID, within region: StateID) -> Bool {
    var next: StateID? = leaf
    while let state = next, state != region {
      if isCertain(state) { return true }
      if keeps(state) { return false }
      next = machine.states[state].parent
    }
    return false
  }

  /// Tells whether `accepts` is certain to be false: nothing that is tried does anything.
  func isRefused(by inner: [StateID]) -> Bool {
    guard let event = trigger.event, !inner.isEmpty else { return false }
    return (inner + enclosing).allSatisfy { state in
      machine.states[state].submachine?.event != event
        && transitions(of: state).allSatisfy { behaviour.acceptance(of: $0).answer == false }
    }
  }

  /// Tells whether the answer of one region is not the answer of `accepts` yet.
  func needsAnswers(_ inner: [StateID]) -> Bool {
    let states = inner.filter { behaviour.has($0, somethingFor: trigger) }
    guard let first = states.first, trigger.event != nil else { return false }
    let outer = enclosing
    let region = machine.region(of: first, in: parallel)
    guard !outer.isEmpty || !states.allSatisfy({ machine.isInside($0, region) }) || hasNestedRegions(states) else {
      return false
    }
    return states.contains { state in
      keeps(state) || transitions(of: state).contains { behaviour.acceptance(of: $0) != .accepted }
    } || outer.contains { transitions(of: $0).contains { !isHarmless(behaviour.acceptance(of: $0)) } }
  }

  private func isHarmless(_ acceptance: Acceptance) -> Bool { acceptance == .accepted || acceptance == .ignored }

  private func hasNestedRegions(_ states: [StateID]) -> Bool {
    states.contains { innerParallel(of: $0, in: machine.region(of: $0, in: parallel)) != nil }
  }
}
