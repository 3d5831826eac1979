import StateMachineModel

/// Plans how the states of regions are asked on one trigger: the states that can be told apart first, then the composites
/// around them, inner ones first. What is not taken falls through to what stands behind.
struct LevelPlanner {
  let planner: BindingPlanner
  let trigger: Trigger
  let eventNames: [LocalName?]
  /// How a state ends that keeps the event for later.
  let deferral: Verdict
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
  }

  func attempts(_ bound: BoundTransitions, _ source: Bindings, _ otherwise: Verdict?) -> Attempts {
    planner.attempts(bound.transitions, bound.eventNames, source, otherwise: otherwise, action: action)
  }

  // MARK: One region after the other

  /// The levels of all regions of a composite.
  ///
  /// - Parameters:
  ///   - inner: the states within that have something for the trigger.
  ///   - exit: what a state ends with that takes nothing; nil where it falls through to what stands behind.
  func levels(of parallel: StateID?, _ inner: [StateID], _ outer: Bindings, exit: Verdict?) -> [Level] {
    let regions = self.regions(of: parallel, inner)
    return regions.flatMap { levels(ofRegion: $0, $1, outer, exit: regions.count == 1 ? exit : nil, nil) }
  }

  /// The regions with states that have something for the trigger, and these states, in the order of the source.
  private func regions(of parallel: StateID?, _ inner: [StateID]) -> [(region: StateID, states: [StateID])] {
    // What only has a submachine for the event is asked before.
    machine.regionGroups(of: inner.filter { behaviour.has($0, somethingFor: trigger) }, in: parallel)
  }

  /// - Parameter selecting: how nested regions are asked, in a selection.
  private func levels(
    ofRegion region: StateID, _ inner: [StateID], _ outer: Bindings, exit: Verdict?, _ selecting: Selecting?
  ) -> [Level] {
    let composites = inner.filter { composite in
      machine.states[composite].isComposite && !machine.isParallel(composite)
        && machine.region(of: composite) == region
    }
    let leaves = behaviour.tree.leaves(of: region)
    let verdict = composites.isEmpty ? exit ?? .next : .next
    var switched = RegionSwitch(region: region, cases: [], others: [], otherwise: verdict)
    for leaf in leaves {
      let states = Array(inner.within(leaf, machine))
      if states.isEmpty {
        switched.others.append(leaf)
      } else {
        switched.cases.append(regionCase(leaf, states, outer, verdict, selecting))
      }
    }
    var levels: [Level] = switched.cases.isEmpty ? [] : [.states(switched)]
    for composite in composites.reversed() {
      let isReached = leaves.contains {
        machine.isInside($0, composite) && behaviour.leavesOver(trigger, from: $0, to: composite)
      }
      guard isReached else { continue }
      levels.append(.composite(regionCase(composite, [composite], outer, .next, nil), region: region))
    }
    return levels
  }

  /// The case of one state of a region.
  private func regionCase(
    _ state: StateID, _ inner: [StateID], _ outer: Bindings, _ exit: Verdict, _ selecting: Selecting?
  ) -> RegionCase {
    let group = behaviour.group(of: state, on: trigger)
    let within = inner.filter { $0 != state }
    let groups = (group.map { [$0] } ?? []) + within.compactMap { behaviour.group(of: $0, on: trigger) }
    let bound = BoundTransitions(
      transitions: groups.reduce(into: []) { $0 += behaviour.tried($1) }, eventNames: eventNames)
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
        let nested = selections(of: state, within, result.bindings, selecting)
        result.body.levels = nested.map { .selection($0) }
        result.body.asks = isOpen(state)
      } else {
        result.body.levels = levels(of: state, within, result.bindings, exit: group == nil && !keeps ? exit : nil)
      }
    }
    let otherwise = keeps ? deferral : exit
    result.body.attempts.otherwise = otherwise
    if let group {
      let own = BoundTransitions(transitions: behaviour.tried(group), eventNames: eventNames)
      result.body.attempts = attempts(own, result.bindings, behaviour.isCertain(group) ? nil : otherwise)
    }
    return result
  }

  // MARK: Selections

  /// What a selection notes down.
  final class Selecting {
    /// The variables that say whether regions have left the trigger over.
    var flags: [String] = []
    /// The regions whose own variable is needed besides, by their names.
    var flagged: [StateID: String] = [:]
  }

  /// The variable that says whether a region of a composite has left the trigger over.
  private func isOpen(_ parallel: StateID?) -> String {
    model.names.fresh("isOpen" + (parallel.map { model.name(of: $0).capitalizedFirst } ?? "")).spelledAsName
  }

  /// A block for each region.
  func selections(
    of parallel: StateID?, _ inner: [StateID], _ outer: Bindings, _ selecting: Selecting
  ) -> [Selection] {
    let regions = Dictionary(uniqueKeysWithValues: self.regions(of: parallel, inner).map { ($0.region, $0.states) })
    selecting.flags.append(isOpen(parallel))
    return machine.children(of: parallel).compactMap { region in
      let own = selecting.flagged[region]
      selecting.flags += own.map { [$0] } ?? []
      let label = model.spelling(machine.states[region].name)
      // A region that has nothing for the trigger leaves it over.
      let levels = regions[region].map { self.levels(ofRegion: region, $0, outer, exit: nil, selecting) } ?? []
      return Selection(label: label, levels: levels, opens: [isOpen(parallel)] + (own.map { [$0] } ?? []))
    }
  }

  /// The block of the composites around the regions, inner first.
  private func enclosingSelection(_ states: [StateID], _ bindings: Bindings, asks: String) -> Selection {
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
    let selections = self.selections(of: parallel, inner, bindings, selecting)
    return selections + (outer.isEmpty ? [] : [enclosingSelection(outer, bindings, asks: isOpen(parallel))])
  }
}
