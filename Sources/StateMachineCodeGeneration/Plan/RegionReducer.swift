import StateMachineModel

/// Plans what a composite with regions does on a trigger. An event goes to all regions: the transitions that it takes are
/// selected before any runs, then all exits run, then all effects, then all entries (SCXML, Appendix D, microstep).
///
/// What is known of a trigger beforehand is decided beforehand:
/// - no region has a transition for it: the composite's own, as in a machine without regions;
/// - at most one transition can be taken: a `switch` over the states of its region, then the composite's own;
/// - several can be taken together: `RegionStep`, a function of its own.
struct RegionReducer {
  let model: SwiftModel
  let purpose: ReducerFunction.Purpose
  let planner: BindingPlanner
  /// The functions for triggers on which several regions may take transitions together.
  private(set) var steps: [RegionStep] = []
  private var machine: StateMachine { model.machine }
  private var behaviour: Behaviour { model.behaviour }

  init(_ model: SwiftModel, _ purpose: ReducerFunction.Purpose) {
    self.model = model
    self.purpose = purpose
    planner = BindingPlanner(model, purpose == .accept ? .conditions : .everything)
  }

  /// The case of a composite with regions, or what stands for it where the machine itself has regions.
  struct Plan {
    var bindings = Bindings()
    var body: StateCase.Body
    var released: Set<StateID> = []
  }

  /// Whether a state within one that has regions has something of its own for the purpose.
  func hasTransitions(within parallel: StateID) -> Bool {
    machine.descendants(of: parallel).contains {
      purpose == .takeAlways ? behaviour.tree.handlesAlways($0) : behaviour.tree.handlesEvents($0)
    }
  }

  // MARK: The case

  /// - Parameter flat: what plans the composite's own transitions, and knows the composites around it.
  mutating func plan(_ parallel: StateID?, _ flat: FlatReducer) -> Plan {
    var flat = flat
    var arms = self.arms(of: parallel)
    for index in arms.indices {
      guard let event = arms[index].trigger.event else { continue }
      arms[index].shared = sharedEnd(arms[index], event, parallel, &flat)
      if arms[index].shared != nil { arms[index].bound.transitions = [] }
    }
    // A name of the composite's payload counts for all arms: these are planned once it is known.
    var plan = Plan(body: .verdict(flat.unhandled))
    if let parallel {
      plan.bindings = planner.sourceBindings(of: parallel, arms.filter { !$0.isStep }.map(\.bound))
      plan.bindings.child = regionsName(of: parallel, arms, rebuilds: plan.bindings.child != nil)
      plan.bindings.childIsVariable = arms.contains { storesRegions($0, of: parallel) }
    }
    let releases = parallel.map { purpose != .accept && flat.holdsPayload($0, plan.bindings) } ?? false
    for index in arms.indices { arms[index].otherwise = otherwise(arms[index], parallel, &flat, releases: releases) }
    if purpose == .takeAlways {
      if let only = arms.first { plan.body = .arm(body(of: only, parallel, plan.bindings)) }
    } else {
      plan.body = events(arms, parallel, plan.bindings, &flat, releases: releases)
    }
    plan.released = flat.takeReleased()
    return plan
  }

  /// The `switch` over the event.
  private mutating func events(
    _ planned: [Arm], _ parallel: StateID?, _ bindings: Bindings, _ flat: inout FlatReducer, releases: Bool
  ) -> StateCase.Body {
    var lists = EventLists(eventCount: machine.events.count)
    var arms: [EventArm] = []
    for arm in planned {
      switch arm.trigger {
      case .event(let event):
        if let end = arm.shared {
          lists.add(event, end)
          continue
        }
        let body = body(of: arm, parallel, bindings)
        if let end = sharedEnd(of: body) {
          lists.add(event, end)
        } else {
          let name = body.submachine.map { [$0.event] as [LocalName?] }
          arms.append(EventArm(pattern: .event(event, names: name ?? arm.bound.eventNames), body: body))
        }
      case .elapsed(let timer):
        lists.ownTimers += 1
        arms.append(EventArm(pattern: .timer(timer), body: body(of: arm, parallel, bindings)))
      case .always, .done, .choice: break
      }
    }
    if lists.ownTimers < machine.timers.count {
      let isOuter = parallel.map { flat.enclosingHasTimers(of: $0) } ?? false
      lists.addTimers(isOuter ? .delegated : purpose == .accept ? .refused : .ignored)
    }
    if let only = lists.onlyOne { return .verdict(flat.verdict(only, parallel, releases: releases)) }
    return .events(arms + flat.sharedArms(lists, parallel, releases: releases))
  }

  /// What becomes of an event for which no region has anything, without looking at anything.
  private func sharedEnd(
    _ arm: Arm, _ event: EventID, _ parallel: StateID?, _ flat: inout FlatReducer
  ) -> EventLists.End? {
    guard arm.inner.isEmpty else { return nil }
    let following = parallel.map { flat.followingEnd(event, $0) } ?? flat.endByPolicy(event)
    return arm.own.map { flat.end(of: $0, isFollowed: following == .delegated) } ?? following
  }

  /// The answer of `accepts` where no condition has to be looked at.
  private func sharedEnd(of body: ArmBody) -> EventLists.End? {
    guard purpose == .accept, body.submachine == nil, body.attempts.isEmpty, body.levels.isEmpty else { return nil }
    return body.attempts.otherwise == .accepted ? .accepted : body.attempts.otherwise == .refused ? .refused : nil
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
    /// `accepts` is true, or false, whatever is active.
    case accepted, refused
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
    /// The answer that `accepts` gives whatever is active.
    var answer: Verdict? {
      switch form {
      case .accepted: .accepted
      case .refused: .refused
      case .levels, .step, .answers: nil
      }
    }
    /// What becomes of the event without code of its own.
    var shared: EventLists.End?
    var otherwise: Verdict = .unhandled
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
    if arm.answer != nil { arm.bound.transitions = [] }
    arm.bound.eventNames = planner.eventNames(trigger, arm.bound.transitions)
    return arm
  }

  private func answerForm(_ analysis: TriggerAnalysis, _ inner: [StateID]) -> Form {
    if analysis.isAccepted(by: inner) { return .accepted }
    if analysis.isRefused(by: inner) { return .refused }
    return analysis.needsAnswers(inner) ? .answers : .levels
  }

  /// What becomes of a trigger that neither the regions nor the composite take.
  private func otherwise(_ arm: Arm, _ parallel: StateID?, _ flat: inout FlatReducer, releases: Bool) -> Verdict {
    // A step has asked the composites around it, too.
    let isReached = arm.own.map { !behaviour.isCertain($0) } ?? !arm.inner.isEmpty
    guard let parallel, arm.isLevels, isReached else {
      return arm.trigger.timer == nil ? flat.unhandled : purpose == .accept ? .refused : .ignored
    }
    switch arm.trigger {
    case .elapsed: return purpose == .accept ? .refused : .ignored
    case .event(let event): return flat.following(event, parallel, releases: releases)
    case .always, .done, .choice: return flat.followingAlways(parallel, releases: releases)
    }
  }

  // MARK: Bindings of the composite

  /// The variable for the regions, where an arm looks into them or builds the composite anew around them.
  private func regionsName(of parallel: StateID, _ arms: [Arm], rebuilds: Bool) -> LocalName? {
    guard rebuilds || arms.contains(where: { !$0.isStep && looksInside($0) }) else { return nil }
    return .fresh(model.layout.regionsName(model.layout.segments(of: parallel).count - 1))
  }

  /// Whether an arm tells apart the states of a region. For a submachine alone, a function of its own does.
  private func looksInside(_ arm: Arm) -> Bool {
    arm.answer == nil && arm.inner.contains { behaviour.has($0, somethingFor: arm.trigger) }
  }

  /// Whether a transition of a region replaces a state within the composite's regions.
  private func storesRegions(_ arm: Arm, of parallel: StateID) -> Bool {
    guard purpose != .accept, !arm.isStep else { return false }
    let segment = model.layout.segments(of: parallel).count
    return arm.bound.transitions.contains { planner.stores(in: segment, by: $0) }
  }

  // MARK: The body of an arm

  private func levelPlanner(_ arm: Arm, _ conflicts: ConflictFlags? = nil) -> LevelPlanner {
    let isAnswer = purpose == .accept
    return LevelPlanner(
      planner, arm.trigger, arm.bound.eventNames, deferral: isAnswer ? .refused : .deferred
    ) { [behaviour] id in
      guard isAnswer else { return .perform }
      let exclusion = conflicts.map { Attempt.Exclusion(conflicts: $0.conflicts(id), notes: $0.notes(id)) }
      return .answer(behaviour.acceptance(of: id), exclusion ?? Attempt.Exclusion())
    }
  }

  private mutating func body(of arm: Arm, _ parallel: StateID?, _ bindings: Bindings) -> ArmBody {
    var body = ArmBody(attempts: Attempts(otherwise: arm.otherwise))
    if case .event(let event) = arm.trigger {
      for state in arm.inner where machine.states[state].submachine?.event == event {
        body.submachine = (state, arm.bound.eventNames.first.flatMap { $0 } ?? .fresh(model.names.inner))
      }
    }
    guard !arm.isStep else {
      let step = StepPlanner.plan(model, arm.trigger, parallel, arm.inner)
      steps.append(step)
      body.levels = [.step(step)]
      return body
    }
    if let answer = arm.answer {
      body.attempts.otherwise = answer
      return body
    }
    if arm.isAnswers {
      let outer = TriggerAnalysis(model, arm.trigger, parallel).enclosing
      let conflicts = ConflictFlags(model, parallel, arm.inner, outer, arm.trigger)
      let answers = levelPlanner(arm, conflicts)
        .answers(of: parallel, arm.inner, outer, bindings, flags: conflicts.variables)
      return ArmBody(submachine: body.submachine, levels: [.answers(answers)])
    }
    let levels = levelPlanner(arm)
    let exit = arm.own != nil || arm.otherwise.isReleased ? nil : arm.otherwise
    body.levels = levels.levels(of: parallel, arm.inner, bindings, exit: exit)
    if let own = arm.own {
      let bound = BoundTransitions(transitions: behaviour.tried(own), eventNames: arm.bound.eventNames)
      body.attempts = levels.attempts(bound, bindings, arm.otherwise)
    }
    return body
  }
}

extension Verdict {
  var isReleased: Bool { if case .released = self { true } else { false } }
}
