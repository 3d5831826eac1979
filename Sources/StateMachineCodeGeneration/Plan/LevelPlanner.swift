import StateMachineModel

/// Plans how the states of regions are asked on one trigger: the states that can be told apart first, then the composites
/// around them, inner ones first. What is not taken falls through to what stands behind.
struct LevelPlanner {
  let planner: BindingPlanner
  let trigger: Trigger
  let eventNames: [LocalName?]
  /// How a state ends that keeps the event for later.
  let deferral: Verdict
  /// Whether a region ends everything whatever is active in it: its first transition says that the event cannot happen.
  var isImpossible: (StateID) -> Bool = { _ in false }
  /// Whether what is around some regions is asked whatever is active in them.
  var isAsked: (StateID?) -> Bool
  /// What is done with a transition whose conditions hold.
  let action: (TransitionID) -> Attempt.Action
  private var model: SwiftModel { planner.model }
  private var machine: StateMachine { planner.model.machine }
  private var behaviour: Behaviour { planner.model.behaviour }

  init(
    _ planner: BindingPlanner, _ trigger: Trigger, _ eventNames: [LocalName?], deferral: Verdict,
    action: @escaping (TransitionID) -> Attempt.Action
  ) {
    self.planner = planner
    self.trigger = trigger
    self.eventNames = eventNames
    self.deferral = deferral
    self.action = action
    let (machine, behaviour) = (planner.model.machine, planner.model.behaviour)
    isAsked = { machine.children(of: $0).contains { behaviour.alwaysLeavesOver(trigger, in: $0) } }
  }

  func attempts(_ bound: BoundTransitions, _ source: Bindings, _ otherwise: Verdict?) -> Attempts {
    planner.attempts(bound.transitions, bound.eventNames, source, otherwise: otherwise, action: action)
  }

  // MARK: One region after the other

  /// The levels of all regions of a composite, and whether what stands behind them can be reached.
  ///
  /// - Parameters:
  ///   - inner: the states within that have something for the trigger.
  ///   - exit: what a state ends with that takes nothing; nil where it falls through to what stands behind.
  func levels(
    of parallel: StateID?, _ inner: [StateID], _ outer: Bindings, exit: Verdict?
  ) -> (levels: [Level], falls: Bool) {
    let regions = self.regions(of: parallel, inner)
    var levels: [Level] = []
    for (region, states) in regions {
      let (own, falls) = self.levels(ofRegion: region, states, outer, exit: regions.count == 1 ? exit : nil, nil)
      levels += own
      guard falls else { return (levels, false) }
    }
    return (levels, true)
  }

  /// The regions with states that have something for the trigger, and these states, in the order of the source.
  private func regions(of parallel: StateID?, _ inner: [StateID]) -> [(region: StateID, states: [StateID])] {
    // What only has a submachine for the event is asked before.
    machine.regionGroups(of: inner.filter { behaviour.has($0, somethingFor: trigger) }, in: parallel)
  }

  /// - Parameter selecting: how nested regions are asked, in a selection.
  private func levels(
    ofRegion region: StateID, _ inner: [StateID], _ outer: Bindings, exit: Verdict?, _ selecting: Selecting?
  ) -> (levels: [Level], falls: Bool) {
    let composites = inner.filter { composite in
      machine.states[composite].isComposite && !machine.isParallel(composite)
        && machine.region(of: composite) == region
    }
    let leaves = behaviour.tree.leaves(of: region)
    var levels: [Level] = []
    let verdict = composites.isEmpty ? exit ?? .next : .next
    var switched = RegionSwitch(region: region, cases: [], others: [], otherwise: verdict)
    var falls = false
    for leaf in leaves {
      let states = Array(inner.within(leaf, machine))
      guard !states.isEmpty else {
        switched.others.append(leaf)
        if verdict == .next { falls = true }
        continue
      }
      let (one, leafFalls) = regionCase(leaf, states, outer, verdict, selecting)
      if leafFalls { falls = true }
      switched.cases.append(one)
    }
    if !switched.cases.isEmpty {
      levels.append(.states(switched))
      guard falls else { return (levels, false) }
    }
    for composite in composites.reversed() {
      let isReached = leaves.contains {
        machine.isInside($0, composite) && behaviour.leavesOver(trigger, from: $0, to: composite)
      }
      guard isReached else { continue }
      let (one, caseFalls) = regionCase(composite, [composite], outer, .next, nil)
      levels.append(.composite(one, region: region))
      if !caseFalls, model.layout.isOnlyState(composite) { return (levels, false) }
    }
    return (levels, !composites.isEmpty || falls)
  }

  /// The case of one state of a region.
  private func regionCase(
    _ state: StateID, _ inner: [StateID], _ outer: Bindings, _ exit: Verdict, _ selecting: Selecting?
  ) -> (case: RegionCase, falls: Bool) {
    let all = Set(inner.compactMap { behaviour.group(of: $0, on: trigger) }.flatMap { behaviour.tried($0) })
    guard inner != [state] else { return regionCase(state, inner, outer, exit, selecting, binding: all) }
    // What no code comes to is not bound: some transitions may stand behind others that always apply.
    let trial = regionCase(state, inner, outer, exit, selecting.map { $0.copy }, binding: all)
    var reached: Set<TransitionID> = []
    trial.case.body.forEachBody { reached.formUnion($0.attempts.transitions.map(\.transition)) }
    return regionCase(state, inner, outer, exit, selecting, binding: reached)
  }

  private func regionCase(
    _ state: StateID, _ inner: [StateID], _ outer: Bindings, _ exit: Verdict, _ selecting: Selecting?,
    binding reached: Set<TransitionID>
  ) -> (case: RegionCase, falls: Bool) {
    let group = behaviour.group(of: state, on: trigger)
    let within = inner.filter { $0 != state }
    let groups = (group.map { [$0] } ?? []) + within.compactMap { behaviour.group(of: $0, on: trigger) }
    let bound = BoundTransitions(
      transitions: groups.reduce(into: []) { $0 += behaviour.tried($1).filter(reached.contains) },
      eventNames: eventNames)
    var result = RegionCase(
      state: state, bindings: planner.sourceBindings(of: state, [bound], within: outer), body: ArmBody())
    if result.bindings.names.isEmpty { result.bindings.names = outer.names }
    let keeps = behaviour.keeps(state, trigger)
    if !within.isEmpty {
      let segment = model.layout.segments(of: state).count
      result.bindings.child = .fresh(model.layout.regionsName(segment - 1))
      result.bindings.childIsVariable =
        planner.use == .everything
        && bound.transitions.contains {
          machine.transitions[$0].source != state && planner.stores(in: segment, by: $0)
        }
      if let selecting {
        if machine.states[state].children.contains(where: isImpossible) {
          result.bindings = Bindings(names: outer.names)
          result.body.attempts.otherwise = .impossible
          return (result, false)
        }
        let nested = selections(of: state, within, result.bindings, selecting)
        result.body.levels = nested.selections.map { .selection($0) }
        result.body.asks = nested.asks
        guard nested.asks != .never else { return (result, false) }
      } else {
        let nested = levels(of: state, within, result.bindings, exit: group == nil && !keeps ? exit : nil)
        result.body.levels = nested.levels
        guard nested.falls else { return (result, false) }
      }
    }
    let otherwise = keeps ? deferral : exit
    result.body.attempts.otherwise = otherwise
    if let group {
      let own = BoundTransitions(transitions: behaviour.tried(group), eventNames: eventNames)
      result.body.attempts = attempts(own, result.bindings, behaviour.isCertain(group) ? nil : otherwise)
    }
    return (result, result.body.attempts.otherwise == .next)
  }

  // MARK: Selections

  /// What a selection notes down.
  final class Selecting {
    /// The variables that say whether regions have left the trigger over.
    var flags: [String] = []
    /// The regions whose own variable is needed besides, by their names.
    var flagged: [StateID: String] = [:]

    /// Another, for a trial.
    var copy: Selecting {
      let copy = Selecting()
      copy.flagged = flagged
      return copy
    }
  }

  /// A block for each region that has something for the trigger, and when what is around the regions is asked.
  func selections(
    of parallel: StateID?, _ inner: [StateID], _ outer: Bindings, _ selecting: Selecting
  ) -> (selections: [Selection], asks: Asking) {
    let regions = self.regions(of: parallel, inner)
    let planned = regions.map { levels(ofRegion: $0.region, $0.states, outer, exit: nil, selecting) }
    let children = machine.children(of: parallel)
    var asks = Asking.always
    if !isAsked(parallel) {
      let name = model.names.fresh("isOpen" + (parallel.map { model.name(of: $0).capitalizedFirst } ?? ""))
      asks = planned.contains(where: \.falls) ? .ifSet(name.spelledAsName) : .never
    }
    var shared: String?
    if case .ifSet(let name) = asks {
      selecting.flags.append(name)
      shared = name
    }
    var selections = zip(regions, planned).map { region, plan in
      let own = selecting.flagged[region.region]
      if plan.falls, let own { selecting.flags.append(own) }
      return Selection(
        region: region.region, label: model.spelling(machine.states[region.region].name), levels: plan.levels,
        opens: plan.falls ? [shared, own].compactMap { $0 } : [], falls: plan.falls)
    }
    // A region that has nothing for the trigger leaves it over.
    for region in children {
      guard let own = selecting.flagged[region], !regions.contains(where: { $0.region == region }) else { continue }
      selecting.flags.append(own)
      let label = model.spelling(machine.states[region].name)
      selections.append(Selection(region: region, label: label, levels: [], opens: [own]))
    }
    return (selections, asks)
  }

  /// The block of the composites around the regions, inner first.
  func enclosingSelection(_ states: [StateID], _ bindings: Bindings, _ asks: Asking) -> Selection {
    var body = ArmBody(attempts: Attempts(otherwise: .next))
    for state in states {
      if let group = behaviour.group(of: state, on: trigger) {
        let own = BoundTransitions(transitions: behaviour.tried(group), eventNames: eventNames)
        let attempts = attempts(own, bindings, body.attempts.otherwise)
        body.attempts.transitions += attempts.transitions
        if behaviour.isCertain(group) {
          body.attempts.patternSwitch = attempts.patternSwitch
          body.attempts.otherwise = attempts.otherwise
          break
        }
      }
      if behaviour.keeps(state, trigger) {
        body.attempts.otherwise = deferral
        break
      }
    }
    return Selection(label: "enclosing", asks: asks, levels: [.body(body)])
  }

  /// The answers of all regions and of the composites around them.
  ///
  /// - Parameter flags: variables that transitions set for one another.
  func answers(
    of parallel: StateID?, _ inner: [StateID], _ outer: [StateID], _ bindings: Bindings, flags: [String]
  ) -> RegionAnswers {
    let selecting = Selecting()
    let selections = allSelections(of: parallel, inner, outer, bindings, selecting)
    return RegionAnswers(
      accepted: model.names.fresh("isAccepted"), flags: flags + selecting.flags, selections: selections)
  }

  /// The blocks of all regions and of the composites around them.
  func allSelections(
    of parallel: StateID?, _ inner: [StateID], _ outer: [StateID], _ bindings: Bindings, _ selecting: Selecting
  ) -> [Selection] {
    var (selections, asks) = self.selections(of: parallel, inner, bindings, selecting)
    if !outer.isEmpty {
      if asks != .never { selections.append(enclosingSelection(outer, bindings, asks)) }
    } else if case .ifSet(let flag) = asks {
      // Nobody asks whether anything is left over.
      selecting.flags.removeAll { $0 == flag }
      for index in selections.indices { selections[index].opens.removeAll { $0 == flag } }
    }
    return selections
  }
}
