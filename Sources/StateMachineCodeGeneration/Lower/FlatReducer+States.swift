import StateMachineModel

/// What states have for a purpose: which of their events need code of their own, and how the others end.
extension FlatReducer {
  /// Tells whether a state has transitions of its own for the purpose, or keeps events.
  func handles(_ state: StateID) -> Bool {
    switch purpose {
    case .take, .accept: behaviour.tree.handlesEvents(state)
    case .takeAlways: behaviour.tree.handlesAlways(state)
    case .method(let event): behaviour.group(of: state, on: .event(event)) != nil
    }
  }

  /// The innermost composite around a state that has transitions: it is asked when the state has none.
  func handler(of state: StateID) -> StateID? { behaviour.tree.enclosing(state, where: handles) }

  /// Tells whether a case must release what it binds before a composite around the state has its turn.
  func releases(_ state: StateID, _ bindings: Bindings) -> Bool {
    guard holdsPayload(state, bindings) else { return false }
    guard case .method = purpose, let handler = handler(of: state) else { return true }
    return changesPayload(handler)
  }

  /// Tells whether a case that binds these fields must release them before a composite around the state has its turn.
  func holdsPayload(_ state: StateID, _ bindings: Bindings) -> Bool {
    zip(machine.states[state].pathFields, bindings.names).contains { $1 != nil && !machine.ownsNothing($0.type) }
  }

  /// The end of an arm for an event that a state itself leaves over.
  ///
  /// - Parameter releases: whether a composite has its turn behind the `switch`.
  func following(_ event: EventID, _ state: StateID, releases: Bool) -> Verdict {
    verdict(followingEnd(event, state), state, releases: releases)
  }

  /// The end of an event for which a state has no transition.
  func followingEnd(_ event: EventID, _ state: StateID) -> EventLists.End {
    if machine.states[state].deferred.contains(event) { return purpose == .accept ? .refused : .deferred }
    return enclosingEvents(of: state).has(event) ? .delegated : endsByPolicy[event.index]
  }

  /// By event: its end where no state has anything for it.
  static func endsByPolicy(_ purpose: ReducerPurpose, _ model: SwiftModel) -> [EventLists.End] {
    let machine = model.machine
    return machine.events.indices.map {
      purpose == .accept ? .refused : machine.policy(of: $0).isSilent && !model.takesSteps ? .ignored : .unhandled
    }
  }

  /// Tells whether a composite around a state has timers.
  func enclosingHasTimers(of state: StateID) -> Bool { enclosingEvents(of: state).timers }

  /// The end of what a state leaves over to the composite around it, where that has anything.
  func delegated(_ state: StateID, releases: Bool, breaks: Bool = true) -> Verdict {
    guard let handler = handler(of: state) else { return unhandled }
    guard releases else { return .delegated(to: handler) }
    released.insert(handler)
    return breaks ? .released(to: handler) : .next
  }

  var unhandled: Verdict { purpose == .accept ? .refused : .unhandled }

  private func enclosingEvents(of state: StateID) -> EnclosingEvents {
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

  func verdict(_ end: EventLists.End, _ state: StateID?, releases: Bool) -> Verdict {
    switch end {
    case .accepted: .accepted
    case .ignored: .ignored
    case .unhandled: .unhandled
    case .refused: .refused
    case .deferred: .deferred
    case .delegated: state.map { delegated($0, releases: releases) } ?? unhandled
    }
  }

  // MARK: The transitions of a state

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

  func rows(of state: StateID) -> StateRows {
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
  private func classify(_ state: StateID, _ lists: inout EventLists, _ rows: inout StateRows) {
    let submachineEvent = machine.states[state].submachine?.event
    var next = EventID(0)
    for group in behaviour.groups(of: state) {
      switch group.trigger {
      case .event(let event):
        while next < event {
          if next != submachineEvent { lists.add(next, followingEnd(next, state)) }
          next = next.advanced(by: 1)
        }
        next = event.advanced(by: 1)
        if event != submachineEvent, let shared = end(of: group, isFollowed: followingEnd(event, state) == .delegated) {
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
      if next != submachineEvent { lists.add(next, followingEnd(next, state)) }
      next = next.advanced(by: 1)
    }
    guard lists.ownTimers < machine.timers.count else { return }
    lists.addTimers(enclosingHasTimers(of: state) ? .delegated : purpose == .accept ? .refused : .ignored)
  }

  /// The end of an event for which a state has transitions; nil where there is something to look at or to do.
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
}
