import StateMachineModel

/// Lowers how the states of regions are asked on one trigger: the states that can be told apart first, then the
/// composites around them, inner ones first. What is not taken falls through to what stands behind.
struct RegionLevels {
  let rows: RowLowering
  let trigger: Trigger
  let eventNames: [LocalName?]
  var context: RowLowering.Context
  /// The variables that say whether a region has left the trigger over, where that is asked for by itself.
  var flagged: [StateID: String] = [:]
  private var planner: BindingPlanner { context.planner }
  private var states: StateLowering { rows.states }
  private var model: SwiftModel { rows.model }
  private var machine: StateMachine { rows.model.machine }
  private var behaviour: Behaviour { rows.model.behaviour }

  /// Lowers a group of a state, or its end where it has none.
  private func lower(
    _ group: Behaviour.TriggerGroup?, _ source: Bindings, otherwise: Verdict, _ out: inout SwiftWriter
  ) {
    let own = BoundTransitions(transitions: group.map { behaviour.tried($0) } ?? [], eventNames: eventNames)
    let isCertain = group.map(behaviour.isCertain) ?? false
    rows.lower(own, source, otherwise: isCertain ? nil : otherwise, context, &out)
  }

  /// How a state ends that keeps the event for later.
  private var deferral: Verdict {
    switch context.task {
    case .function(.accept), .answer: .refused
    case .function, .selection: .deferred
    }
  }

  // MARK: One region after the other

  /// Lowers all regions of a composite.
  ///
  /// - Parameters:
  ///   - inner: the states within that have something for the trigger.
  ///   - exit: what a state ends with that takes nothing; nil where it falls through to what stands behind.
  func lower(
    _ parallel: StateID?, _ inner: [StateID], _ outer: Bindings, exit: Verdict?, _ out: inout SwiftWriter
  ) {
    let regions = self.regions(of: parallel, inner)
    for (region, states) in regions {
      lower(region: region, states, outer, exit: regions.count == 1 ? exit : nil, &out)
    }
  }

  /// The regions with states that have something for the trigger, and these states, in the order of the source.
  private func regions(of parallel: StateID?, _ inner: [StateID]) -> [(region: StateID, states: [StateID])] {
    // What only has a submachine for the event is asked before.
    machine.regionGroups(of: inner.filter { behaviour.has($0, somethingFor: trigger) }, in: parallel)
  }

  /// Lowers one region: the states that can be told apart, then the composites around them.
  ///
  ///     switch regions.playback {
  ///     case .paused(let position): …
  ///     case .playing: break
  ///     }
  private func lower(
    region: StateID, _ inner: [StateID], _ outer: Bindings, exit: Verdict?, _ out: inout SwiftWriter
  ) {
    let composites = inner.filter { composite in
      machine.states[composite].isComposite && !machine.isParallel(composite)
        && machine.region(of: composite) == region
    }
    let leaves = behaviour.tree.leaves(of: region)
    let otherwise = composites.isEmpty ? exit ?? .next : .next
    let cases = leaves.compactMap { leaf -> Case? in
      let states = Array(inner.within(leaf, machine))
      return states.isEmpty ? nil : Case(leaf, states, outer, self)
    }
    let others = leaves.filter { leaf in !cases.contains { $0.state == leaf } }
    if cases.count == 1, !others.isEmpty {
      lowerOnly(cases[0], region, otherwise, &out)
    } else if !cases.isEmpty {
      out.openSwitch(over: model.layout.subject(ofRegion: region))
      for one in cases {
        out.write("case ")
        writePattern(one, &out)
        out.openCase()
        lowerBody(of: one, otherwise, &out)
        out.closeCase()
      }
      if !others.isEmpty {
        states.writeCaseList(states: others, &out)
        out.openCase()
        rows.writeEnd(otherwise, context, &out)
        out.closeCase()
      }
      out.closeSwitch()
    }
    for composite in composites.reversed() {
      let isReached = leaves.contains {
        machine.isInside($0, composite) && behaviour.leavesOver(trigger, from: $0, to: composite)
      }
      if isReached { lower(composite: Case(composite, [composite], outer, self), region, &out) }
    }
  }

  /// Lowers one state of several: a `guard` where nothing else follows for the others.
  private func lowerOnly(_ one: Case, _ region: StateID, _ otherwise: Verdict, _ out: inout SwiftWriter) {
    out.write(otherwise == .next ? "if case " : "guard case ")
    writePattern(one, &out)
    out.write(string: " = \(model.layout.subject(ofRegion: region))")
    if otherwise == .next {
      out.openBrace(.check)
    } else {
      out.endGuard(otherwise: rows.text(otherwise, context), label: context.label)
    }
    lowerBody(of: one, otherwise, &out)
    if otherwise == .next { out.closeBrace() }
  }

  /// Lowers a composite within a region, whichever of its states is active.
  private func lower(composite: Case, _ region: StateID, _ out: inout SwiftWriter) {
    guard model.layout.isOnlyState(composite.state) else { return lowerOnly(composite, region, .next, &out) }
    out.openSwitch(over: model.layout.subject(ofRegion: region))
    out.write("case ")
    writePattern(composite, &out)
    out.openCase()
    lowerBody(of: composite, .next, &out)
    out.closeCase()
    out.closeSwitch()
  }

  private func writePattern(_ one: Case, _ out: inout SwiftWriter) {
    let segments = model.layout.segments(of: one.state)
    let first = segments.last.map { model.layout.firstField(of: $0) } ?? 0
    states.writePattern(of: one.state, one.bindings, from: first, &out)
  }

  // MARK: One state

  /// A state of a region, with what its case binds.
  private struct Case {
    let state: StateID
    /// The states within its own regions that have something for the trigger.
    let within: [StateID]
    let group: Behaviour.TriggerGroup?
    var bindings: Bindings

    init(_ state: StateID, _ inner: [StateID], _ outer: Bindings, _ levels: RegionLevels) {
      self.state = state
      within = inner.filter { $0 != state }
      let behaviour = levels.behaviour
      group = behaviour.group(of: state, on: levels.trigger)
      let groups = (group.map { [$0] } ?? []) + within.compactMap { behaviour.group(of: $0, on: levels.trigger) }
      let bound = BoundTransitions(
        transitions: groups.reduce(into: []) { $0 += behaviour.tried($1) }, eventNames: levels.eventNames)
      let planner = levels.planner
      bindings = planner.sourceBindings(of: state, [bound], within: outer)
      if bindings.names.isEmpty { bindings.names = outer.names }
      guard !within.isEmpty else { return }
      let segment = levels.model.layout.segments(of: state).count
      bindings.child = .fresh(levels.model.layout.regionsName(segment - 1))
      bindings.childIsVariable =
        planner.use == .everything
        && bound.transitions.contains {
          levels.machine.transitions[$0].source != state && planner.stores(in: segment, by: $0)
        }
    }
  }

  /// - Parameter exit: what the state ends with where it takes nothing.
  private func lowerBody(of one: Case, _ exit: Verdict, _ out: inout SwiftWriter) {
    let keeps = behaviour.keeps(one.state, trigger)
    if !one.within.isEmpty {
      if context.label == nil {
        lower(one.state, one.within, one.bindings, exit: one.group == nil && !keeps ? exit : nil, &out)
      } else {
        lowerSelections(of: one.state, one.within, one.bindings, &out)
        rows.writeGuard(isOpen(one.state), context, &out)
      }
    }
    lower(one.group, one.bindings, otherwise: keeps ? deferral : exit, &out)
  }

  // MARK: Selections

  /// The variable that says whether a region of a composite has left the trigger over.
  private func isOpen(_ parallel: StateID?) -> String {
    model.names.fresh("isOpen" + (parallel.map { model.name(of: $0).capitalizedFirst } ?? "")).spelledAsName
  }

  /// The variables that say whether regions of a composite, and of composites within, have left the trigger over.
  func flags(of parallel: StateID?, _ inner: [StateID]) -> [String] {
    let regions = self.regions(of: parallel, inner)
    return [isOpen(parallel)]
      + machine.children(of: parallel).flatMap { region -> [String] in
        let states = regions.first { $0.region == region }?.states ?? []
        let nested = behaviour.tree.leaves(of: region).flatMap { leaf -> [String] in
          let within = states.within(leaf, machine).filter { $0 != leaf }
          return within.isEmpty ? [] : flags(of: leaf, within)
        }
        return (flagged[region].map { [$0] } ?? []) + nested
      }
  }

  /// Lowers the blocks of all regions, and of the composites around them, inner first.
  func lowerAllSelections(
    of parallel: StateID?, _ inner: [StateID], _ around: [StateID], _ bindings: Bindings, _ out: inout SwiftWriter
  ) {
    lowerSelections(of: parallel, inner, bindings, &out)
    guard !around.isEmpty else { return }
    let levels = labelled("enclosing")
    out.openScope(label: "enclosing")
    rows.writeGuard(isOpen(parallel), levels.context, &out)
    levels.lower(composites: around, bindings, &out)
    out.closeBrace()
  }

  /// Lowers a block for each region, which finds its transition and is left once it is found.
  ///
  ///     playback: do {
  ///       if case .paused = regions.playback {
  ///         inPlayback = .paused
  ///         break playback
  ///       }
  ///       isOpen = true
  ///     }
  private func lowerSelections(
    of parallel: StateID?, _ inner: [StateID], _ outer: Bindings, _ out: inout SwiftWriter
  ) {
    let regions = self.regions(of: parallel, inner)
    for region in machine.children(of: parallel) {
      let label = model.spelling(machine.states[region].name)
      out.openScope(label: label)
      // A region that has nothing for the trigger leaves it over.
      if let states = regions.first(where: { $0.region == region })?.states {
        labelled(label).lower(region: region, states, outer, exit: nil, &out)
      }
      out.set(isOpen(parallel))
      if let own = flagged[region] { out.set(own) }
      out.closeBrace()
    }
  }

  private func lower(composites: [StateID], _ bindings: Bindings, _ out: inout SwiftWriter) {
    for state in composites {
      let group = behaviour.group(of: state, on: trigger)
      let keeps = behaviour.keeps(state, trigger)
      let isCertain = group.map(behaviour.isCertain) ?? false
      lower(group, bindings, otherwise: keeps ? deferral : .next, &out)
      if isCertain || keeps { return }
    }
  }

  private func labelled(_ label: String) -> RegionLevels {
    var levels = self
    levels.context = context.labelled(label)
    return levels
  }
}
