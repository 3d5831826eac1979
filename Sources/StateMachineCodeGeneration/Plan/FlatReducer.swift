import StateMachineModel

/// Plans the functions of the reducer that tell states apart: in each case a `switch` over the event, in each arm the
/// transitions in the order in which they are tried. Nested and not over a tuple, which Swift cannot check for
/// exhaustiveness in time; without `default`, so that Swift checks it at all.
struct FlatReducer {
  let model: SwiftModel
  let purpose: ReducerFunction.Purpose
  private(set) var planner: BindingPlanner
  var machine: StateMachine { model.machine }
  var behaviour: Behaviour { model.behaviour }
  /// What the parameters of the method are called, where there is one.
  let parameterNames: [LocalName?]
  /// The composites that cases at hand have left the event to.
  private var released: Set<StateID> = []
  /// The composites whose functions cases of a method call, as states within them have transitions, too. The others have a
  /// case of their own.
  private(set) var called: Set<StateID> = []
  /// By composite: whether its turn for a method's event, or that of one around it, changes a payload in place.
  var changesInPlace: [StateID: Bool] = [:]
  /// What the composite around the states at hand has transitions for: worked out once for all of its children.
  private var enclosing: (composite: StateID?, events: EnclosingEvents) = (nil, EnclosingEvents())

  /// The triggers that composites around a state have something for.
  private struct EnclosingEvents {
    /// Empty where there is nothing.
    var events: [Bool] = []
    var timers = false

    func has(_ event: EventID) -> Bool { !events.isEmpty && events[event.index] }
  }

  init(_ model: SwiftModel, _ purpose: ReducerFunction.Purpose) {
    self.model = model
    self.purpose = purpose
    planner = BindingPlanner(model, purpose == .accept ? .conditions : .everything)
    if case .method(let event) = purpose {
      let transitions = model.behaviour.tree.reactors(to: event).flatMap { state in
        model.behaviour.group(of: state, on: .event(event)).map { Array(model.behaviour.tried($0)) } ?? []
      }
      parameterNames = planner.eventNames(.event(event), transitions, prefersFields: true)
      let machine = model.machine
      planner.takesOut = model.takesStateOut(on: .event(event))
      for state in model.behaviour.tree.reactors(to: event) {
        var next = machine.states[state].parent
        while let outer = next, called.insert(outer).inserted { next = machine.states[outer].parent }
      }
    } else {
      parameterNames = []
    }
  }

  // MARK: Functions

  /// What the function tells apart.
  func function(_ regions: inout RegionReducer) -> ReducerFunction {
    guard model.hasEvents || purpose.trigger != nil else { return .noEvents }
    return machine.isParallel ? .regions(regions.plan(nil, self).body) : .states
  }

  /// Plans the cases of the function that tells all states apart, one after the other: of 10,000 states, the case at hand
  /// is all that is kept. Returns the composites that cases leave the event to, once what they have bound is released: a
  /// second `switch` asks these.
  mutating func forEachCase(_ regions: inout RegionReducer, _ visit: (StateCase) -> Void) -> [StateID] {
    var ignoring: [StateID] = []
    var unhandling: [StateID] = []
    var delegating: [StateID: [StateID]] = [:]
    var composites: Set<StateID> = []
    for leaf in behaviour.tree.leaves(of: nil) {
      var state = leaf
      if let handler = handler(of: leaf), hasCase(handler) {
        guard composites.insert(handler).inserted else { continue }
        state = handler
      }
      if machine.hasRegions, machine.isParallel(state), regions.hasTransitions(within: state) {
        let plan = regions.plan(state, self)
        released.formUnion(plan.released)
        visit(StateCase(states: [state], bindings: plan.bindings, body: plan.body))
      } else if handles(state) {
        if isIgnoredByMethod(state) {
          ignoring.append(state)
          continue
        }
        visit(stateCase(state))
      } else if let handler = handler(of: state) {
        delegating[handler, default: []].append(state)
      } else if purpose == .take, !behaviour.endsMachine(state), model.separatesTimers {
        visit(stateCase(state))
      } else if purpose.trigger == nil,
        behaviour.endsMachine(state) || model.ignoresUnhandled && !model.takesSteps || purpose == .accept
      {
        ignoring.append(state)
      } else {
        unhandling.append(state)
      }
    }
    if planner.takesOut {
      for state in ignoring { visit(caseTakenOut(state, .ignored)) }
      for state in unhandling { visit(caseTakenOut(state, .unhandled)) }
      return []
    }
    func visitAll(_ states: [StateID], _ verdict: Verdict) {
      for label in model.labels(of: states) { visit(StateCase(states: label, body: .verdict(verdict))) }
    }
    for (handler, states) in delegating.sorted(by: { $0.key < $1.key }) { visitAll(states, .delegated(to: handler)) }
    if case .method(let event) = purpose, machine.policy(of: event) == .ignore {
      ignoring = (ignoring + unhandling).sorted()
      unhandling = []
    }
    if case .method(let event) = purpose, machine.namesState(inPolicyOf: event) {
      for state in unhandling { visit(StateCase(states: [state], body: .verdict(.unhandled))) }
      unhandling = []
    }
    visitAll(unhandling, purpose == .accept ? .refused : .unhandled)
    visitAll(ignoring, purpose == .accept ? .refused : .ignored)
    // Inner ones first, as their patterns are part of the others'.
    return released.sorted(by: >)
  }

  /// What a composite has for what no state within it takes.
  mutating func function(of composite: StateID) -> CompositeFunction {
    let outer = handler(of: composite)
    let rows = rows(of: composite)
    let releases = outer != nil && purpose != .accept && releases(composite, rows.source)
    released = []
    // Without a `switch` over the event there is nothing to break out of.
    let breaks = purpose.trigger == nil || model.layout.isOnlyState(composite)
    let body = body(of: composite, rows, releases: releases, breaks: breaks)
    let isReleased = !released.isEmpty
    released = []
    return CompositeFunction(
      composite: composite, purpose: purpose, bindings: rows.source, body: body, released: isReleased ? outer : nil,
      releases: releases)
  }

  private mutating func stateCase(_ state: StateID) -> StateCase {
    let rows = rows(of: state)
    let releases = purpose != .accept && releases(state, rows.source)
    let body = body(of: state, rows, releases: releases, breaks: true)
    return StateCase(states: [state], bindings: rows.source, body: body)
  }

  // MARK: What states have

  /// Whether a state has transitions of its own for the purpose, or keeps events.
  func handles(_ state: StateID) -> Bool {
    switch purpose {
    case .take, .accept: behaviour.tree.handlesEvents(state)
    case .takeAlways: behaviour.tree.handlesAlways(state)
    case .method(let event): behaviour.group(of: state, on: .event(event)) != nil
    }
  }

  /// The innermost composite around a state that has transitions: it is asked when the state has none.
  func handler(of state: StateID) -> StateID? { behaviour.tree.enclosing(state, where: handles) }

  /// Whether a case must release what it binds before a composite around the state has its turn.
  private mutating func releases(_ state: StateID, _ bindings: Bindings) -> Bool {
    guard holdsPayload(state, bindings) else { return false }
    guard case .method = purpose, let handler = handler(of: state) else { return true }
    return changesPayload(handler)
  }

  /// Whether a case that binds these fields must release them before a composite around the state has its turn.
  func holdsPayload(_ state: StateID, _ bindings: Bindings) -> Bool {
    zip(machine.states[state].pathFields, bindings.names).contains { $1 != nil && !machine.ownsNothing($0.type) }
  }

  /// What becomes of an event that a state itself leaves over.
  ///
  /// - Parameter releases: whether a composite has its turn behind the `switch`.
  mutating func following(_ event: EventID, _ state: StateID, releases: Bool) -> Verdict {
    if machine.states[state].deferred.contains(event) { return purpose == .accept ? .refused : .deferred }
    return enclosingEvents(of: state).has(event) ? delegated(state, releases: releases) : unhandled
  }

  /// The same for what needs no event.
  mutating func followingAlways(_ state: StateID, releases: Bool) -> Verdict { delegated(state, releases: releases) }

  /// What becomes of an event for which a state has no transition, without looking at anything.
  mutating func followingEnd(_ event: EventID, _ state: StateID) -> EventLists.End {
    if machine.states[state].deferred.contains(event) { return purpose == .accept ? .refused : .deferred }
    return enclosingEvents(of: state).has(event) ? .delegated : endByPolicy(event)
  }

  /// What becomes of an event that no state has anything for.
  func endByPolicy(_ event: EventID) -> EventLists.End {
    purpose == .accept ? .refused : machine.policy(of: event).isSilent && !model.takesSteps ? .ignored : .unhandled
  }

  /// Whether a composite around a state has timers.
  mutating func enclosingHasTimers(of state: StateID) -> Bool { enclosingEvents(of: state).timers }

  private mutating func delegated(_ state: StateID, releases: Bool, breaks: Bool = true) -> Verdict {
    guard let handler = handler(of: state) else { return unhandled }
    guard releases else { return .delegated(to: handler) }
    released.insert(handler)
    return breaks ? .released(to: handler) : .next
  }

  var unhandled: Verdict { purpose == .accept ? .refused : .unhandled }

  private mutating func enclosingEvents(of state: StateID) -> EnclosingEvents {
    guard let parent = machine.states[state].parent, !machine.states[parent].isRegion else { return EnclosingEvents() }
    if enclosing.composite != parent { enclosing = (parent, enclosingEvents(from: parent)) }
    return enclosing.events
  }

  private func enclosingEvents(from composite: StateID) -> EnclosingEvents {
    var result = EnclosingEvents(events: Array(repeating: false, count: machine.events.count))
    var next: StateID? = composite
    while let outer = next, !machine.states[outer].isRegion {
      for group in behaviour.groups(of: outer) {
        switch group.trigger {
        case .event(let event): result.events[event.index] = true
        case .elapsed: result.timers = true
        case .always, .done, .choice: break
        }
      }
      for event in machine.states[outer].deferred { result.events[event.index] = true }
      next = machine.states[outer].parent
    }
    return result
  }

  // MARK: One state

  /// The transitions of a state as they are to be written.
  struct StateRows {
    var groups: [Behaviour.TriggerGroup] = []
    /// By group: its transitions, with what their event's fields are called.
    var bound: [BoundTransitions] = []
    /// The events that need no code of their own, by what becomes of them; nil where there is no event.
    var lists: EventLists?
    var source: Bindings

    mutating func add(_ group: Behaviour.TriggerGroup, _ transitions: BoundTransitions) {
      groups.append(group)
      bound.append(transitions)
    }
  }

  mutating func rows(of state: StateID) -> StateRows {
    var rows = StateRows(source: Bindings())
    if let trigger = purpose.trigger {
      if let group = behaviour.group(of: state, on: trigger) { rows.add(group, bound(group)) }
    } else {
      var lists = EventLists(eventCount: machine.events.count)
      classify(state, &lists, &rows)
      rows.lists = lists
    }
    rows.source = planner.sourceBindings(of: state, rows.bound, rebuildsAll: putsBack(state))
    return rows
  }

  private func bound(_ group: Behaviour.TriggerGroup) -> BoundTransitions {
    let transitions = behaviour.tried(group)
    if case .method = purpose { return BoundTransitions(transitions: transitions, eventNames: parameterNames) }
    return BoundTransitions(transitions: transitions, eventNames: planner.eventNames(group.trigger, transitions))
  }

  /// Tells the events that need code of their own from those that share an end.
  private mutating func classify(_ state: StateID, _ lists: inout EventLists, _ rows: inout StateRows) {
    let around = enclosingEvents(of: state)
    let submachineEvent = machine.states[state].submachine?.event
    let deferred = machine.states[state].deferred
    func own(_ event: EventID) -> EventLists.End {
      if !deferred.isEmpty, deferred.contains(event) { return purpose == .accept ? .refused : .deferred }
      return around.has(event) ? .delegated : endByPolicy(event)
    }
    var next = EventID(0)
    for group in behaviour.groups(of: state) {
      switch group.trigger {
      case .event(let event):
        while next < event {
          if next != submachineEvent { lists.add(next, own(next)) }
          next = next.advanced(by: 1)
        }
        next = event.advanced(by: 1)
        if event != submachineEvent, let shared = end(of: group, isFollowed: own(event) == .delegated) {
          lists.add(event, shared)
        } else {
          rows.add(group, bound(group))
        }
      case .elapsed:
        lists.ownTimers += 1
        rows.add(group, bound(group))
      case .always, .done, .choice: break
      }
    }
    while next < machine.events.endIndex {
      if next != submachineEvent { lists.add(next, own(next)) }
      next = next.advanced(by: 1)
    }
    guard lists.ownTimers < machine.timers.count else { return }
    lists.addTimers(around.timers ? .delegated : purpose == .accept ? .refused : .ignored)
  }

  /// What becomes of an event without looking at anything; nil where there is something to look at or to do.
  func end(of group: Behaviour.TriggerGroup, isFollowed: Bool) -> EventLists.End? {
    let transitions = behaviour.tried(group)
    guard purpose == .accept else {
      guard let first = transitions.first, !machine.transitions[first].isConditional, behaviour.ignores(first) else {
        return nil
      }
      // A comment needs a place of its own, and so does a breakpoint.
      let isPlain = machine.rows[machine.transitions[first].row].documentation == nil && !model.isLocated
      return isPlain ? .ignored : nil
    }
    var shared: Bool?
    for id in transitions {
      guard let answer = behaviour.acceptance(of: id).answer, shared == nil || shared == answer else { return nil }
      shared = answer
    }
    if let shared, behaviour.isCertain(group) { return shared ? .accepted : .refused }
    return shared == true || isFollowed ? nil : .refused
  }

  /// - Parameters:
  ///   - releases: whether composites around the state have their turn behind the `switch`.
  ///   - breaks: whether there is a `switch` to break out of.
  private mutating func body(
    of state: StateID, _ rows: StateRows, releases: Bool, breaks: Bool
  ) -> StateCase.Body {
    guard let lists = rows.lists else {
      guard let only = rows.groups.first else { return .verdict(unhandled) }
      let otherwise = behaviour.isCertain(only) ? nil : delegated(state, releases: releases, breaks: breaks)
      return .arm(ArmBody(attempts: attempts(rows.bound[0], rows.source, otherwise)))
    }
    if let only = lists.onlyOne { return .verdict(verdict(only, state, releases: releases)) }
    var arms: [EventArm] = []
    if let event = machine.states[state].submachine?.event,
      !rows.groups.contains(where: { $0.trigger == .event(event) })
    {
      let name = LocalName.fresh(model.names.inner)
      let otherwise = following(event, state, releases: releases)
      arms.append(
        EventArm(
          pattern: .event(event, names: [name]),
          body: ArmBody(submachine: (state, name), attempts: Attempts(otherwise: otherwise))))
    }
    arms.reserveCapacity(rows.groups.count + 2)
    for index in rows.groups.indices {
      arms.append(arm(rows.groups[index], rows.bound[index], state, rows.source, releases: releases))
    }
    arms += sharedArms(lists, state, releases: releases)
    return .events(arms)
  }

  private mutating func arm(
    _ group: Behaviour.TriggerGroup, _ bound: BoundTransitions, _ state: StateID, _ source: Bindings, releases: Bool
  ) -> EventArm {
    guard case .event(let event) = group.trigger, case var names = bound.eventNames else {
      // A timer is the state's own: nobody else is asked.
      let otherwise: Verdict = purpose == .accept ? .refused : .ignored
      return EventArm(
        pattern: group.trigger.timer.map { .timer($0) } ?? .others([], timers: true),
        body: ArmBody(attempts: attempts(bound, source, otherwise)))
    }
    let otherwise = behaviour.isCertain(group) ? nil : following(event, state, releases: releases)
    var body = ArmBody(attempts: attempts(bound, source, otherwise))
    if machine.states[state].submachine?.event == event {
      let name = names.first.flatMap { $0 } ?? .fresh(model.names.inner)
      names = [name]
      body.submachine = (state, name)
    }
    return EventArm(pattern: .event(event, names: names), body: body)
  }

  func attempts(_ bound: BoundTransitions, _ source: Bindings, _ otherwise: Verdict?) -> Attempts {
    planner.attempts(bound.transitions, bound.eventNames, source, otherwise: otherwise) {
      purpose == .accept ? .answer(behaviour.acceptance(of: $0)) : .perform
    }
  }

  /// The arms of the events that need no code of their own.
  mutating func sharedArms(_ lists: EventLists, _ state: StateID?, releases: Bool) -> [EventArm] {
    lists.all.map { end, events, timers in
      let verdict = verdict(end, state, releases: releases)
      return EventArm(
        pattern: .others(events, timers: timers), body: ArmBody(attempts: Attempts(otherwise: verdict)))
    }
  }

  mutating func verdict(_ end: EventLists.End, _ state: StateID?, releases: Bool) -> Verdict {
    switch end {
    case .accepted: .accepted
    case .ignored: .ignored
    case .unhandled: .unhandled
    case .refused: .refused
    case .deferred: .deferred
    case .delegated: state.map { delegated($0, releases: releases) } ?? unhandled
    }
  }

  /// The composites that cases have left the event to since the function was begun.
  mutating func takeReleased() -> Set<StateID> {
    defer { released = [] }
    return released
  }
}
