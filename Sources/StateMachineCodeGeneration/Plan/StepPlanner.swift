import StateMachineModel
import StateMachineSyntax

/// Plans the function for a trigger on which several regions may take transitions together.
struct StepPlanner {
  private let model: SwiftModel
  private let trigger: Trigger
  private let parallel: StateID?
  private let analysis: TriggerAnalysis
  private let inner: [StateID]
  /// The composite itself and those around it.
  private let outer: [StateID]
  private var conflicts: ConflictFlags
  private var step: RegionStep
  /// The transitions whose conditions the selection comes to, and those of them that can be taken; nil for all.
  private var tested: Set<TransitionID>
  private var taken: Set<TransitionID>?
  /// Those that are taken, but come behind a trap that is certain: of these only the exits run.
  private var lost: Set<TransitionID> = []
  /// Whether the composite can be built anew at the end: not where it is certain to be left.
  private var canStore = true
  /// The regions of which the selection must note whether they leave the trigger over.
  private var flagged: Set<StateID> = []
  /// By transition: what is written where it is selected.
  private var selected: [TransitionID: RegionStep.Selected] = [:]
  private var machine: StateMachine { model.machine }
  private var behaviour: Behaviour { model.behaviour }

  /// - Parameter inner: the states within the composite's regions that have something for the trigger.
  init(_ model: SwiftModel, _ trigger: Trigger, _ parallel: StateID?, _ inner: [StateID]) {
    self.model = model
    self.trigger = trigger
    self.parallel = parallel
    self.inner = inner.filter { model.behaviour.has($0, somethingFor: trigger) }
    analysis = TriggerAnalysis(model, trigger, parallel)
    outer = analysis.enclosing
    step = RegionStep(name: "", parallel: parallel, trigger: trigger)
    conflicts = ConflictFlags(model, parallel, self.inner, outer, trigger)
    tested = Set((self.inner + outer).flatMap { [analysis] in analysis.transitions(of: $0) })
  }

  static func plan(
    _ model: SwiftModel, _ trigger: Trigger, _ parallel: StateID?, _ inner: [StateID]
  ) -> RegionStep {
    var planner = StepPlanner(model, trigger, parallel, inner)
    planner.plan()
    // Once it is known what the selection comes to, nothing else is bound.
    var final = StepPlanner(model, trigger, parallel, inner)
    final.tested = planner.tested
    final.taken = planner.taken
    final.lost = planner.lost
    final.canStore = planner.step.stores
    final.plan()
    return final.step
  }

  private mutating func plan() {
    let all = (inner + outer).reduce(into: ArraySlice<TransitionID>()) { $0 += transitions(of: $1) }
      .filter(tested.contains)
    step.name = name
    step.eventNames = wholePlanner.eventNames(trigger, all)
    bindComposite(ArraySlice(all))
    planSlots()
    planSelections()
    planEnds()
    planRests()
    planOrder()
    planFlags()
  }

  /// What plans the names for the whole step: of a transition that cannot be taken, conditions alone are looked at.
  private var wholePlanner: BindingPlanner {
    var planner = BindingPlanner(model, .everything, folds: false)
    if let taken { planner.onlyTested = tested.subtracting(taken).union(lost) }
    planner.rebuilds = canStore
    planner.kept = parallel
    return planner
  }

  /// `takeTickedInActive`
  private var name: String {
    let word = trigger.event.map { model.text(machine.events[$0].name).capitalizedFirst } ?? "Always"
    let body = parallel.map { model.names.function("In", $0) } ?? "InRegions"
    return ("take" + word + body.filter { $0 != "`" }).spelledAsName
  }

  private func transitions(of state: StateID) -> ArraySlice<TransitionID> {
    behaviour.group(of: state, on: trigger).map { behaviour.tried($0) } ?? []
  }

  // MARK: The composite

  private mutating func bindComposite(_ all: ArraySlice<TransitionID>) {
    guard let parallel else { return }
    let planner = wholePlanner
    let bound = BoundTransitions(transitions: all, eventNames: step.eventNames)
    let segment = model.layout.segments(of: parallel).count
    let effective = all.filter { (taken?.contains($0) ?? true) && !lost.contains($0) }
    let replacesInside = effective.contains { planner.stores(in: segment, by: $0) }
    let changed = changedFields(by: effective, of: parallel, planner)
    step.stores = canStore && (replacesInside || !changed.isEmpty)
    step.bindings = planner.sourceBindings(of: parallel, [bound], rebuildsAll: step.stores)
    step.bindings.child = .fresh(model.layout.regionsName(segment - 1))
    step.bindings.childIsVariable = replacesInside
    for field in changed where field < step.bindings.isVariable.count { step.bindings.isVariable[field] = true }
  }

  /// The fields of a composite and of those around it that rows change under names of their own, and give back.
  private func changedFields(
    by transitions: [TransitionID], of parallel: StateID, _ planner: BindingPlanner
  ) -> Set<Int> {
    var changed: Set<Int> = []
    for id in transitions {
      var isKept = false
      if case .stores = planner.change(by: id) { isKept = true }
      machine.transitions[id].forEachArrival { if !$0.isInternal, machine.movesWithin(parallel, $0) { isKept = true } }
      guard isKept, !planner.traps(id) else { continue }
      for local in machine.transitions[id].locals where local.owner == .source && local.isChanged {
        if Int(local.field) < machine.states[parallel].pathFields.count { changed.insert(Int(local.field)) }
      }
    }
    return changed
  }

  // MARK: Slots

  private mutating func planSlots() {
    let order = SelectionOrder(analysis, conflicts, inner) { _ in .notes }
    for (region, states) in machine.regionGroups(of: inner, in: parallel) {
      let only = analysis.certainTransition(within: region, inner).flatMap { id in
        let source = machine.transitions[id].source
        return machine.region(of: source) == region
          && order.possible(before: source).isDisjoint(with: conflicts.conflicts(id)) ? id : nil
      }
      var regions: [StateID] = []
      for state in states {
        // Nested regions stand behind what is around them.
        if let own = machine.region(of: state), !regions.contains(own) { regions.append(own) }
      }
      for own in regions {
        let inside = states.filter { machine.region(of: $0) == own }
        addSlot(own, model.name(of: own), inside, order, only: only)
      }
    }
    if !outer.isEmpty { addSlot(nil, "enclosing", outer, order, only: nil) }
    let certain = order.known(before: nil).certain
    if let flag = conflicts.hasLeft(parallel), certain.contains(flag) { step.stores = false }
  }

  private mutating func addSlot(
    _ region: StateID?, _ name: String, _ states: [StateID], _ order: SelectionOrder, only: TransitionID?
  ) {
    let names = model.names.slot(name, besides: step.slots.map(\.type))
    var slot = RegionStep.Slot(region: region, variable: names.variable, type: names.type)
    for state in states {
      var count = 0
      let known = order.known(before: region == nil ? nil : state)
      for id in transitions(of: state) where only == nil || id == only {
        let flags = conflicts.conflicts(id).filter(known.possible.contains)
        var kind = self.kind(id)
        if kind == .leaves || kind == .mayLeave, !known.certain.isDisjoint(with: flags) { kind = .excluded }
        count += 1
        let name = model.names.choice(state, count)
        let isTaken = taken?.contains(id) ?? true
        selected[id] = RegionStep.Selected(
          slot: isTaken ? slot.variable : nil, name: name, kind: kind, conflicts: flags, notes: conflicts.notes(id))
        if isTaken, kind == .stays || kind == .mayLeave || kind == .leaves { slot.choices.append(choice(name, id)) }
      }
    }
    slot.isCertain = only != nil
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
    let traps = behaviour.acceptance(of: id) == .impossible
    let bound = BoundTransitions(transitions: [id], eventNames: step.eventNames)
    var bindings = step.bindings
    if parallel == nil || source != parallel && machine.isInside(source, parallel) {
      bindings = planner.sourceBindings(of: source, [bound], within: step.bindings)
      if bindings.names.isEmpty { bindings.names = step.bindings.names }
    } else {
      bindings.child = nil
    }
    return RegionStep.Choice(
      name: name, transition: id, exits: passage.exits,
      attempt: planner.attempt(id, step.eventNames, bindings, .perform), entries: entries(of: passage.end),
      mayBeLeft: readsRegion(bindings) && !lost.contains(id) ? conflicts.mayBeLeft(id) : [],
      leaves: lost.contains(id) || traps ? [] : conflicts.leaves(id), traps: traps)
  }

  /// Whether effects look into a state of a region.
  private func readsRegion(_ bindings: Bindings) -> Bool {
    let first = parallel.map { machine.states[$0].pathFields.count } ?? 0
    return bindings.names.indices.contains { $0 >= first && bindings.names[$0] != nil }
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

  // MARK: Ends

  private mutating func planEnds() {
    let choices = step.slots.flatMap(\.choices)
    step.ends.stays = choices.contains { mayStay($0.transition) }
    step.ends.leaves = choices.contains { !machine.transitions[$0.transition].isInternal }
    let certain = step.slots.filter(\.isCertain).flatMap(\.choices)
    let set = step.slots.filter { $0.isCertain && !$0.choices.isEmpty || $0.isAlwaysSet }
    step.ends.isCertain = !set.isEmpty
    let leavesCertainly = set.contains { $0.choices.allSatisfy { !mayStay($0.transition) } }
    if step.ends.stays, step.ends.leaves, !leavesCertainly { step.ends.outcome = model.names.fresh("outcome") }
    if leavesCertainly { step.ends.stays = false }
    let mayIgnore = { [machine] in machine.transitions[$0].rowThatIgnores(in: machine) != nil }
    step.ends.mayIgnore =
      step.ends.outcome != nil && choices.contains { mayIgnore($0.transition) }
      && certain.allSatisfy { mayIgnore($0.transition) }
  }

  private func mayStay(_ id: TransitionID) -> Bool {
    machine.transitions[id].isInternal || machine.transitions[id].mayStay(in: machine)
  }

  /// What becomes of the event where nothing is taken.
  private mutating func planRests() {
    guard !step.ends.isCertain else { return }
    var ignores = false
    var keeps = false
    for selection in step.selections {
      selection.forEachBody { body in
        if body.attempts.otherwise == .deferred { keeps = true }
        for attempt in body.attempts.transitions where selected[attempt.transition]?.kind == .ignores { ignores = true }
      }
    }
    if ignores { step.ends.ignored = model.names.fresh("ignored") }
    if keeps { step.ends.deferred = model.names.fresh("deferred") }
  }

  // MARK: Selection

  private mutating func planSelections() {
    let selected = selected
    let levels = LevelPlanner(
      BindingPlanner(model, .conditions), trigger, step.eventNames, deferral: .deferred
    ) { id in
      selected[id].map { .select($0) } ?? .perform
    }
    let selecting = LevelPlanner.Selecting()
    flagged = order.flaggedRegions
    for region in flagged { selecting.flagged[region] = StepOrder.openness(of: region, model) }
    let certain = Set(step.slots.filter(\.isCertain).compactMap(\.region))
    step.selections = levels.allSelections(of: parallel, inner, outer, step.bindings, selecting)
      .filter { selection in selection.region.map { !certain.contains($0) } ?? true }
    step.flags = selecting.flags
    makeEnclosingCertain()
    // What no block comes to is not taken.
    var reached = Set(step.slots.filter(\.isCertain).flatMap(\.choices).map(\.transition))
    for selection in step.selections {
      selection.forEachBody { reached.formUnion($0.attempts.transitions.map(\.transition)) }
    }
    for index in step.slots.indices {
      step.slots[index].choices.removeAll { !reached.contains($0.transition) }
      if step.slots[index].choices.isEmpty { step.slots[index].arrivals = [] }
    }
    for selection in step.selections where !selection.falls { noteAlwaysSet(selection) }
    tested = reached
    taken = Set(step.slots.flatMap(\.choices).map(\.transition))
  }

  /// A region of which each state has a transition that is taken, whatever other regions select.
  private mutating func noteAlwaysSet(_ selection: Selection) {
    guard let index = step.slots.firstIndex(where: { $0.region != nil && $0.region == selection.region }) else {
      return
    }
    var isSet = true
    selection.forEachBody { body in
      if !body.levels.isEmpty || body.attempts.otherwise != nil { isSet = false }
      for attempt in body.attempts.transitions {
        guard let selected = selected[attempt.transition], selected.slot == step.slots[index].variable,
          selected.kind != .ignores, selected.kind != .excluded, selected.conflicts.isEmpty
        else {
          isSet = false
          return
        }
      }
    }
    step.slots[index].isAlwaysSet = isSet && !step.slots[index].isCertain && !step.slots[index].choices.isEmpty
  }

  /// What is around the regions may be certain to take a transition, too.
  private mutating func makeEnclosingCertain() {
    guard let last = step.selections.last, last.region == nil, last.asks == .always,
      let first = outer.first.flatMap({ transitions(of: $0).first }), !machine.transitions[first].isConditional,
      let selection = selected[first], let index = step.slots.indices.last,
      Set(step.reachedInside.flatMap { selected[$0]?.notes ?? [] }).isDisjoint(with: selection.conflicts),
      let choice = step.slots[index].choices.first(where: { $0.transition == first })
    else { return }
    step.selections.removeLast()
    step.slots[index].choices = [choice]
    step.slots[index].isCertain = true
    if choice.entries != nil { step.slots[index].arrivals = [] }
    if let flag = conflicts.hasLeft(parallel), selection.notes.contains(flag) { step.stores = false }
  }

  private var order: StepOrder {
    StepOrder(model, trigger, step, inner, around: outer.isEmpty ? nil : step.slots.count - 1)
  }

  /// The order of the effects, and what must be known for it of the regions.
  private mutating func planOrder() {
    let order = order
    var used: Set<String> = []
    var slotsWithTurns: Set<Int> = []
    for item in order.items {
      switch item {
      case .slot(let slot): if !step.slots[slot].choices.isEmpty { step.effects.append(.slot(slot)) }
      case .turn(let slot, let regions):
        let open = regions.map { StepOrder.openness(of: $0, model) }
        // A region that never leaves the trigger over has no variable.
        guard !step.slots[slot].choices.isEmpty, open.allSatisfy(step.flags.contains) else { continue }
        guard !open.isEmpty || slotsWithTurns.contains(slot) else {
          step.effects.append(.slot(slot))
          continue
        }
        used.formUnion(open)
        slotsWithTurns.insert(slot)
        let isLast = step.slots[slot].choices.allSatisfy(\.traps)
        step.effects.append(.pending(slot, ifOpen: open, variable: isLast ? nil : order.isPending(slot)))
      }
    }
    let unused = Set(flagged.map { StepOrder.openness(of: $0, model) }).subtracting(used)
    step.flags.removeAll(where: unused.contains)
    for index in step.selections.indices { step.selections[index].removeOpens(unused) }
    cutBehindTrap()
  }

  /// Nothing runs behind a trap that is certain.
  private mutating func cutBehindTrap() {
    let trap = step.effects.firstIndex { item in
      switch item {
      case .slot(let slot), .pending(let slot, ifOpen: [], _):
        step.slots[slot].isCertain && step.slots[slot].choices.allSatisfy(\.traps)
      case .pending: false
      }
    }
    guard let trap else { return }
    step.effects.removeSubrange((trap + 1)...)
    step.endsInTrap = true
    for slot in step.slots.indices { step.slots[slot].isAlwaysSet = false }
    step.stores = false
    step.ends.outcome = nil
    let performed = Set(step.effects.map(\.slot))
    for slot in step.slots.indices where !performed.contains(slot) {
      let choices = step.slots[slot].choices
      let transitions = choices.map(\.transition)
      if choices.allSatisfy(\.exits.isEmpty) { taken?.subtract(transitions) } else { lost.formUnion(transitions) }
    }
  }

  /// Whether the selection or an effect reads a state of a region, or the composite is built anew.
  private var looksIntoRegions: Bool {
    step.stores || step.before != nil || step.selections.contains { $0.region != nil && !$0.levels.isEmpty }
      || step.slots.contains { slot in
        slot.region != nil && slot.choices.contains { readsRegion($0.attempt.source) }
      }
  }

  /// Keeps the variables that one transition sets and another reads.
  private mutating func planFlags() {
    let taken = step.slots.filter { !$0.isCertain }.flatMap(\.choices).compactMap { selected[$0.transition] }
    var read = Set(taken.flatMap(\.conflicts))
    let flag = conflicts.hasLeft(parallel)
    if step.stores, let flag { read.insert(flag) }
    let used = Set(taken.flatMap(\.notes)).intersection(read)
    let effectFlags = step.effects.indices.reduce(into: Set<String>()) { flags, item in
      let read = step.slots[step.effects[item].slot].choices.flatMap(\.mayBeLeft)
      if !read.isEmpty { flags.formUnion(step.goneBefore(item).intersection(read)) }
    }
    for slot in step.slots.indices {
      for choice in step.slots[slot].choices.indices {
        step.slots[slot].choices[choice].leaves.removeAll { !effectFlags.contains($0) }
        step.slots[slot].choices[choice].mayBeLeft.removeAll { !effectFlags.contains($0) }
      }
    }
    step.flags = conflicts.variables.filter { used.contains($0) || effectFlags.contains($0) } + step.flags
    step.hasLeft = flag.flatMap { step.stores && used.contains($0) ? $0 : nil }
    if !effectFlags.isEmpty { step.before = model.names.fresh("before") }
    step.keptFlags = used
    if !looksIntoRegions { step.bindings.child = nil }
    step.unread = unreadFields
  }

  /// The variables of the composite's fields that rows assign and nothing reads, as the composite is certain to be left.
  private var unreadFields: [LocalName] {
    guard !step.stores else { return [] }
    var read: Set<Int> = []
    for id in tested {
      for local in machine.transitions[id].locals where local.owner == .source {
        let reading: LocalUsage = [.condition, .body, .carried, .branchCondition]
        if !local.usage.isDisjoint(with: reading) { read.insert(Int(local.field)) }
      }
    }
    return step.bindings.names.indices.compactMap { field in
      step.bindings.isVariable[field] && !read.contains(field) ? step.bindings.names[field] : nil
    }
  }
}
