import StateMachineModel
import StateMachineSyntax

/// Plans the function for a trigger on which several regions may take transitions together.
struct StepPlanner {
  private let model: SwiftModel
  private let step: RegionStep
  private var trigger: Trigger { step.trigger }
  private var parallel: StateID? { step.parallel }
  private var machine: StateMachine { model.machine }
  private var behaviour: Behaviour { model.behaviour }

  /// - Parameter inner: the states within the composite's regions that have something for the trigger.
  static func plan(
    _ model: SwiftModel, _ trigger: Trigger, _ parallel: StateID?, _ inner: [StateID]
  ) -> RegionStep {
    let step = RegionStep(model, trigger, parallel, inner)
    StepPlanner(model: model, step: step).plan()
    return step
  }

  private func plan() {
    let all = (step.inner + step.around).reduce(into: ArraySlice<TransitionID>()) { $0 += transitions(of: $1) }
    let planner = BindingPlanner(model, .everything, folds: false)
    step.eventNames = planner.eventNames(trigger, all)
    bindComposite(all, planner)
    planSlots()
    planOrder(StepOrder(model, trigger, step, step.inner, around: step.around.isEmpty ? nil : step.slots.count - 1))
  }

  private func transitions(of state: StateID) -> ArraySlice<TransitionID> {
    behaviour.group(of: state, on: trigger).map { behaviour.tried($0) } ?? []
  }

  // MARK: The composite

  private func bindComposite(_ all: ArraySlice<TransitionID>, _ planner: BindingPlanner) {
    guard let parallel else { return }
    let bound = BoundTransitions(transitions: all, eventNames: step.eventNames)
    let segment = model.layout.segments(of: parallel).count
    let replacesInside = all.contains { planner.stores(in: segment, by: $0) }
    planLeaving(all, of: parallel, planner)
    let changed = changedFields(by: all, of: parallel, planner)
    step.stores = replacesInside || !changed.isEmpty
    step.bindings = planner.sourceBindings(of: parallel, [bound], rebuildsAll: step.stores)
    step.bindings.child = .fresh(model.layout.regionsName(segment - 1))
    step.bindings.childIsVariable = replacesInside || step.isRenewed != nil
    // Other changes are those of transitions that leave the composite, which have a variable of their own, or trap.
    let handsOn = all.contains { machine.callsChoice($0) }
    for field in step.bindings.isVariable.indices {
      step.bindings.isVariable[field] = changed.contains(field) || handsOn && step.bindings.isVariable[field]
    }
  }

  /// What says at the end whether the composite has been left. The selection knows that, unless a choice on the way may
  /// stay, or the composite stays while all of its regions are left and entered.
  private func planLeaving(_ all: ArraySlice<TransitionID>, of parallel: StateID, _ planner: BindingPlanner) {
    step.hasLeft = step.conflicts.hasLeft(parallel)
    guard step.hasLeft != nil else { return }
    let name = model.name(of: parallel).capitalizedFirst
    let isRenewed = all.contains { renews($0, parallel) } && !changedFields(by: all, of: parallel, planner).isEmpty
    if isRenewed { step.isRenewed = model.names.fresh("isRenewed" + name).spelledAsName }
    guard isRenewed || all.contains(where: { machine.transitions[$0].mayStay(in: machine) }) else { return }
    step.hasLeft = model.names.fresh("isOutOf" + name).spelledAsName
  }

  /// Tells whether a transition leaves all regions of a composite, which stays.
  private func renews(_ id: TransitionID, _ parallel: StateID) -> Bool {
    !machine.transitions[id].isInternal && machine.transitions[id].domain == parallel
  }

  /// The fields of a composite and of those around it that rows change under names of their own, and give back.
  private func changedFields(
    by transitions: ArraySlice<TransitionID>, of parallel: StateID, _ planner: BindingPlanner
  ) -> Set<Int> {
    var changed: Set<Int> = []
    for id in transitions where keepsChanges(id, of: parallel, planner) {
      for local in changedLocals(id, of: parallel) { changed.insert(Int(local.field)) }
    }
    return changed
  }

  /// Tells whether what a transition changes in a composite's payload stays there: it does not leave the composite.
  private func keepsChanges(_ id: TransitionID, of parallel: StateID, _ planner: BindingPlanner) -> Bool {
    if planner.traps(id) { return false }
    if case .stores = planner.change(by: id) { return true }
    var isKept = false
    machine.transitions[id].forEachArrival { if !$0.isInternal, machine.movesWithin(parallel, $0) { isKept = true } }
    return isKept || step.isRenewed != nil && renews(id, parallel)
  }

  private func changedLocals(_ id: TransitionID, of parallel: StateID) -> [Local] {
    machine.transitions[id].locals.filter { local in
      local.owner == .source && local.isChanged && Int(local.field) < machine.states[parallel].pathFields.count
    }
  }

  // MARK: Slots

  private func planSlots() {
    for (_, states) in machine.regionGroups(of: step.inner, in: parallel) {
      var regions: [StateID] = []
      for state in states {
        // Nested regions stand behind what is around them.
        if let own = machine.region(of: state), !regions.contains(own) { regions.append(own) }
      }
      for own in regions { addSlot(own, model.name(of: own), states.filter { machine.region(of: $0) == own }) }
    }
    if !step.around.isEmpty { addSlot(nil, "enclosing", step.around) }
  }

  private func addSlot(_ region: StateID?, _ name: String, _ states: [StateID]) {
    let names = model.names.slot(name, besides: step.slots.map(\.type))
    var slot = RegionStep.Slot(region: region, variable: names.variable, type: names.type)
    for state in states {
      for (index, id) in transitions(of: state).enumerated() {
        let kind = self.kind(id)
        if kind != .ignores { slot.choices.append(choice(model.names.choice(state, index + 1), id)) }
        step.selected[id] = RegionStep.Selected(slot: slot.variable, value: slot.choices.count, kind: kind)
      }
    }
    addArrivals(&slot)
    step.slots.append(slot)
  }

  private func kind(_ id: TransitionID) -> RegionStep.Kind {
    if behaviour.ignores(id) { return .ignores }
    if machine.transitions[id].isInternal { return .stays }
    return machine.transitions[id].mayStay(in: machine) ? .mayLeave : .leaves
  }

  private func choice(_ name: String, _ id: TransitionID) -> RegionStep.Choice {
    let passage = behaviour.passage(of: id)
    let planner = BindingPlanner(model, .effects, folds: false)
    let source = machine.transitions[id].source
    let bound = BoundTransitions(transitions: [id], eventNames: step.eventNames)
    var bindings = step.bindings
    if parallel == nil || source != parallel && machine.isInside(source, parallel) {
      bindings = planner.sourceBindings(of: source, [bound], within: step.bindings)
      if bindings.names.isEmpty { bindings.names = step.bindings.names }
    } else {
      bindings.child = nil
    }
    var attempt = planner.attempt(id, step.eventNames, bindings)
    if let parallel, !keepsChanges(id, of: parallel, planner) {
      // What it changes is its own: transitions of other regions see the state that it has left.
      attempt = attempt.owning(changedLocals(id, of: parallel))
    }
    return RegionStep.Choice(
      name: name, transition: id, exits: passage.exits, attempt: attempt, entries: entries(of: passage.end),
      mayBeLeft: step.conflicts.mayBeLeft(id) { looks(into: $0, bindings) },
      leaves: behaviour.acceptance(of: id) == .impossible ? [] : step.conflicts.leaves(id))
  }

  /// Tells whether effects look into a state or a region or, for nil, into the regions of the machine.
  private func looks(into state: StateID?, _ bindings: Bindings) -> Bool {
    let first = state.map {
      machine.states[$0].isRegion ? machine.states[$0].pathFields.count : machine.states[$0].ownFields
    }
    return bindings.names.indices.contains { $0 >= first ?? 0 && bindings.names[$0] != nil }
  }

  /// Which branch of a choice has been taken decides what is entered.
  private func addArrivals(_ slot: inout RegionStep.Slot) {
    for choice in slot.choices where choice.entries == nil {
      let arrivals = branchEntries(of: behaviour.passage(of: choice.transition).end)
      for (number, entries) in arrivals.enumerated() {
        slot.arrivals.append(.init(name: GeneratedNames.arrival(choice.name, number + 1), entries: entries))
      }
    }
  }

  /// What is entered at the end of a passage; nil where it depends on a choice.
  private func entries(of end: Passage.End) -> [Move]? {
    switch end {
    case .trap, .stay, .call: return []
    case .arrival(let arrival): return arrival.entries
    case .history(let history, _): return history.entries
    case .choice:
      let all = branchEntries(of: end)
      return all.allSatisfy { $0 == all.first } ? all.first ?? [] : nil
    }
  }

  private func branchEntries(of end: Passage.End) -> [[Move]] {
    switch end {
    case .choice(let branches): branches.flatMap { branchEntries(of: $0.passage.end) }
    case .trap, .call: []
    case .stay, .arrival, .history: [entries(of: end) ?? []]
    }
  }

  // MARK: Order

  /// The order of the effects, and what must be known for it of the regions.
  private func planOrder(_ order: StepOrder) {
    for region in order.flaggedRegions { step.flagged[region] = StepOrder.openness(of: region, model) }
    for item in order.items {
      switch item {
      case .slot(let slot): if !step.slots[slot].choices.isEmpty { step.effects.append(.slot(slot)) }
      case .turn(let slot, let regions):
        guard !step.slots[slot].choices.isEmpty else { continue }
        let open = regions.map { StepOrder.openness(of: $0, model) }
        step.effects.append(.pending(slot, ifOpen: open, variable: order.isPending(slot)))
      }
    }
    for item in step.effects.indices {
      let gone = step.goneBefore(item)
      if step.slots[step.effects[item].slot].choices.contains(where: { !gone.isDisjoint(with: $0.mayBeLeft) }) {
        step.before = model.names.fresh("before")
      }
    }
  }
}
