import StateMachineModel

/// Lowers what a composite with regions does on a trigger. An event goes to all regions: the transitions that it takes
/// are selected before any runs, then all exits run, then all effects, then all entries (SCXML, Appendix D, microstep).
///
/// What is known of a trigger beforehand is decided beforehand:
/// - no region has a transition for it: the composite's own, as in a machine without regions;
/// - at most one transition can be taken: a `switch` over the states of its region, then the composite's own;
/// - several can be taken together: `RegionStep`, a function of its own.
struct RegionReducer {
  let model: SwiftModel
  let purpose: ReducerPurpose
  let planner: BindingPlanner
  /// The functions for triggers on which several regions may take transitions together.
  private(set) var steps: [RegionStep] = []
  private var machine: StateMachine { model.machine }
  private var behaviour: Behaviour { model.behaviour }

  init(_ model: SwiftModel, _ purpose: ReducerPurpose) {
    self.model = model
    self.purpose = purpose
    planner = BindingPlanner(model, purpose == .accept ? .conditions : .everything)
  }

  /// Tells whether a state within one that has regions has something of its own for the purpose.
  func hasTransitions(within parallel: StateID) -> Bool {
    machine.descendants(of: parallel).contains {
      purpose == .takeAlways ? behaviour.tree.handlesAlways($0) : behaviour.tree.handlesEvents($0)
    }
  }

  // MARK: The case

  /// Lowers the case of a composite with regions or, for nil, what stands for it where the machine itself has regions.
  ///
  /// - Parameter flat: what lowers the function, and knows the composites around this one.
  mutating func lower(_ parallel: StateID?, _ flat: FlatReducer, _ out: inout SwiftWriter) {
    var arms = self.arms(of: parallel)
    for index in arms.indices {
      guard let event = arms[index].trigger.event, arms[index].inner.isEmpty else { continue }
      guard let end = sharedEnd(arms[index], event, parallel, flat) else { continue }
      arms[index].form = .shared(end)
      arms[index].bound.transitions = []
    }
    // A name of the composite's payload counts for all arms: these are written once it is known.
    var bindings = Bindings()
    if let parallel {
      bindings = planner.sourceBindings(of: parallel, arms.filter { !$0.isStep }.map(\.bound))
      bindings.child = regionsName(of: parallel, arms, rebuilds: bindings.child != nil)
      bindings.childIsVariable = arms.contains { storesRegions($0, of: parallel) }
      flat.openCase(of: [parallel], bindings, &out)
    }
    let releases = parallel.map { purpose != .accept && flat.holdsPayload($0, bindings) } ?? false
    if purpose == .takeAlways {
      for arm in arms { lowerBody(of: arm, parallel, bindings, flat, releases: releases, &out) }
    } else {
      lowerArms(arms, parallel, bindings, flat, releases: releases, &out)
    }
    if parallel != nil { out.closeCase() }
  }

  /// Lowers the `switch` over the event.
  private mutating func lowerArms(
    _ arms: [Arm], _ parallel: StateID?, _ bindings: Bindings, _ flat: FlatReducer, releases: Bool,
    _ out: inout SwiftWriter
  ) {
    var lists = EventLists(eventCount: machine.events.count)
    for arm in arms {
      if case .shared(let end) = arm.form, let event = arm.trigger.event { lists.add(event, end) }
      if arm.trigger.timer != nil { lists.ownTimers += 1 }
    }
    if lists.ownTimers < machine.timers.count {
      let isOuter = parallel.map { flat.enclosingHasTimers(of: $0) } ?? false
      lists.addTimers(isOuter ? .delegated : purpose == .accept ? .refused : .ignored)
    }
    if let only = lists.onlyOne {
      return flat.rows.write(flat.verdict(only, parallel, releases: releases), flat.context, &out)
    }
    out.openSwitch(over: model.names.event)
    for arm in arms where !arm.isShared {
      switch arm.trigger {
      case .event(let event):
        let name = submachine(askedBy: arm).map { [$0.event] as [LocalName?] }
        flat.openArm(on: event, name ?? arm.bound.eventNames, &out)
      case .elapsed(let timer): flat.openArm(on: timer, &out)
      case .always, .done, .choice: continue
      }
      lowerBody(of: arm, parallel, bindings, flat, releases: releases, &out)
      out.closeCase()
    }
    flat.lowerSharedArms(lists, parallel, releases: releases, &out)
    out.closeSwitch()
  }

  /// The end of an event for which no region has anything; nil where there is something to look at or to do.
  private func sharedEnd(
    _ arm: Arm, _ event: EventID, _ parallel: StateID?, _ flat: FlatReducer
  ) -> EventLists.End? {
    let following = parallel.map { flat.followingEnd(event, $0) } ?? flat.endsByPolicy[event.index]
    return arm.own.map { flat.end(of: $0, isFollowed: following == .delegated) } ?? following
  }

  // MARK: Arms

  /// How an arm is written.
  private enum Form {
    /// The states of one region after the other, from inside outward.
    case levels
    /// A function that selects transitions and performs them.
    case step
    /// `accepts`, where one region's answer is not the answer yet.
    case answers
    /// The event needs no code of its own.
    case shared(EventLists.End)
  }

  /// What a composite with regions does on one trigger, before its names are known.
  private struct Arm {
    var trigger: Trigger
    /// The states within its regions that have something for it, in the order of the source.
    var inner: [StateID]
    /// The composite's own transitions.
    var own: Behaviour.TriggerGroup?
    /// All transitions that run in the arm.
    var bound: BoundTransitions
    var form = Form.levels

    var isLevels: Bool { if case .levels = form { true } else { false } }
    var isStep: Bool { if case .step = form { true } else { false } }
    var isAnswers: Bool { if case .answers = form { true } else { false } }
    var isShared: Bool { if case .shared = form { true } else { false } }
  }

  private func arms(of parallel: StateID?) -> [Arm] {
    let within = machine.descendants(of: parallel)
    guard purpose != .takeAlways else {
      return [arm(.always, within.filter { behaviour.tree.handlesAlways($0) }, parallel)]
    }
    var arms = machine.events.indices.map { event in
      arm(.event(event), behaviour.reactors(to: event).filter(within.contains), parallel)
    }
    for timer in machine.timers.indices {
      let state = machine.timers[timer].state
      guard within.contains(state) || state == parallel else { continue }
      arms.append(arm(.elapsed(timer), state == parallel ? [] : [state], parallel))
    }
    return arms
  }

  private func arm(_ trigger: Trigger, _ inner: [StateID], _ parallel: StateID?) -> Arm {
    let own = parallel.flatMap { behaviour.group(of: $0, on: trigger) }
    var arm = Arm(trigger: trigger, inner: inner, own: own, bound: BoundTransitions(transitions: []))
    let analysis = TriggerAnalysis(model, trigger, parallel)
    if purpose == .accept {
      arm.form = answerForm(analysis, inner)
    } else {
      arm.form = analysis.isStep(inner) ? .step : .levels
    }
    let around = arm.isAnswers ? analysis.enclosing : parallel.map { [$0] } ?? []
    let groups = (inner + around).compactMap { behaviour.group(of: $0, on: trigger) }
    arm.bound.transitions = groups.reduce(into: []) { $0 += behaviour.tried($1) }
    guard !arm.isStep else { return arm }
    if arm.isShared { arm.bound.transitions = [] }
    arm.bound.eventNames = planner.eventNames(trigger, arm.bound.transitions)
    return arm
  }

  private func answerForm(_ analysis: TriggerAnalysis, _ inner: [StateID]) -> Form {
    if analysis.isAccepted(by: inner) { return .shared(.accepted) }
    if analysis.isRefused(by: inner) { return .shared(.refused) }
    return analysis.needsAnswers(inner) ? .answers : .levels
  }

  /// The end of an arm for a trigger that neither the regions nor the composite take.
  private func otherwise(_ arm: Arm, _ parallel: StateID?, _ flat: FlatReducer, releases: Bool) -> Verdict {
    // A step has asked the composites around it, too.
    let isReached = arm.own.map { !behaviour.isCertain($0) } ?? !arm.inner.isEmpty
    guard let parallel, arm.isLevels, isReached else {
      return arm.trigger.timer == nil ? flat.unhandled : purpose == .accept ? .refused : .ignored
    }
    switch arm.trigger {
    case .elapsed: return purpose == .accept ? .refused : .ignored
    case .event(let event): return flat.following(event, parallel, releases: releases)
    case .always, .done, .choice: return flat.delegated(parallel, releases: releases)
    }
  }

  // MARK: Bindings of the composite

  /// The variable for the regions, where an arm looks into them or builds the composite anew around them.
  private func regionsName(of parallel: StateID, _ arms: [Arm], rebuilds: Bool) -> LocalName? {
    guard rebuilds || arms.contains(where: { !$0.isStep && looksInside($0) }) else { return nil }
    return .fresh(model.layout.regionsName(model.layout.segments(of: parallel).count - 1))
  }

  /// Tells whether an arm tells apart the states of a region. For a submachine alone, a function of its own does.
  private func looksInside(_ arm: Arm) -> Bool {
    !arm.isShared && arm.inner.contains { behaviour.has($0, somethingFor: arm.trigger) }
  }

  /// Tells whether a transition of a region replaces a state within the composite's regions.
  private func storesRegions(_ arm: Arm, of parallel: StateID) -> Bool {
    guard purpose != .accept, !arm.isStep else { return false }
    let segment = model.layout.segments(of: parallel).count
    return arm.bound.transitions.contains { planner.stores(in: segment, by: $0) }
  }

  // MARK: The body of an arm

  /// The state within an arm whose submachine is asked first, with what its event is called.
  private func submachine(askedBy arm: Arm) -> (state: StateID, event: LocalName)? {
    guard let event = arm.trigger.event,
      let state = arm.inner.last(where: { machine.states[$0].submachine?.event == event })
    else { return nil }
    return (state, arm.bound.eventNames.first.flatMap { $0 } ?? .fresh(model.names.inner))
  }

  private mutating func lowerBody(
    of arm: Arm, _ parallel: StateID?, _ bindings: Bindings, _ flat: FlatReducer, releases: Bool,
    _ out: inout SwiftWriter
  ) {
    let (rows, context) = (flat.rows, flat.context)
    let otherwise = otherwise(arm, parallel, flat, releases: releases)
    if let (state, event) = submachine(askedBy: arm) {
      rows.writeHandingOn(rows.states.text(event), to: state, context, &out)
    }
    if arm.isStep {
      let step = StepPlanner.plan(model, arm.trigger, parallel, arm.inner)
      steps.append(step)
      return rows.writeCall(of: step, otherwise: otherwise, context, &out)
    }
    var levels = RegionLevels(rows: rows, trigger: arm.trigger, eventNames: arm.bound.eventNames, context: context)
    if arm.isAnswers {
      lowerAnswers(of: arm, parallel, bindings, &levels, &out)
      return
    }
    let exit = arm.own != nil || otherwise.isReleased ? nil : otherwise
    levels.lower(parallel, arm.inner, bindings, exit: exit, &out)
    let own = BoundTransitions(
      transitions: arm.own.map { behaviour.tried($0) } ?? [], eventNames: arm.bound.eventNames)
    rows.lower(own, bindings, otherwise: otherwise, context, &out)
  }

  /// Lowers the answers of all regions and of the composites around them, for `accepts`: all are asked before there is
  /// an answer.
  ///
  ///     var isAccepted = false
  ///     playback: do { … }
  ///     sound: do { … }
  ///     return isAccepted
  private func lowerAnswers(
    of arm: Arm, _ parallel: StateID?, _ bindings: Bindings, _ levels: inout RegionLevels, _ out: inout SwiftWriter
  ) {
    let around = TriggerAnalysis(model, arm.trigger, parallel).enclosing
    let conflicts = ConflictFlags(model, parallel, arm.inner, around, arm.trigger)
    let accepted = model.names.fresh("isAccepted")
    for flag in [accepted] + conflicts.variables + levels.flags(of: parallel, arm.inner) { out.declare(flag: flag) }
    levels.context = RowLowering.Context(
      planner: planner, task: .answer(accepted: accepted, conflicts, label: ""))
    levels.lowerAllSelections(of: parallel, arm.inner, around, bindings, &out)
    out.write("return ")
    out.write(variable: accepted)
    out.endLeaving()
  }
}

extension Verdict {
  var isReleased: Bool { if case .released = self { true } else { false } }
}
