/// The events that are certain to be taken, whatever guards and patterns say.
extension Behaviour {
  /// Tells whether a state itself always takes an event, or keeps it for later.
  package func isCertain(_ state: StateID, toTake event: EventID) -> Bool {
    if let group = group(of: state, on: .event(event)), isCertain(group) { return true }
    return keeps(state, .event(event))
  }

  /// Tells whether an event is always taken, or kept, while a state is active, by the state or by whatever is active
  /// within it: of several regions, one is enough.
  package func isCertain(within state: StateID, toTake event: EventID) -> Bool {
    if isCertain(state, toTake: event) { return true }
    // No event finds a pseudostate active.
    let children = machine.states[state].children.filter { !machine.states[$0].isPseudostate }
    if machine.isParallel(state) { return children.contains { isCertain(within: $0, toTake: event) } }
    return !children.isEmpty && children.allSatisfy { isCertain(within: $0, toTake: event) }
  }

  /// Tells whether a state keeps a trigger's event for later.
  package func keeps(_ state: StateID, _ trigger: Trigger) -> Bool {
    trigger.event.map { machine.states[state].deferred.contains($0) } ?? false
  }

  /// Tells whether a state has transitions on a trigger, or keeps its event for later.
  package func has(_ state: StateID, somethingFor trigger: Trigger) -> Bool {
    group(of: state, on: trigger) != nil || keeps(state, trigger)
  }
  /// Tells whether a trigger can come from a state that is active to a state or region around it, within one region:
  /// not where the state, or one in between, always takes a transition or keeps the event, and not where each region in
  /// the state does.
  package func leavesOver(_ trigger: Trigger, from leaf: StateID, to outer: StateID) -> Bool {
    if machine.isParallel(leaf) {
      let canLeaveOver = machine.states[leaf].children.contains { region in
        tree.leaves(of: region).contains {
          !machine.states[$0].isPseudostate && leavesOver(trigger, from: $0, to: region)
        }
      }
      if !canLeaveOver { return false }
    }
    var next: StateID? = leaf
    while let state = next, state != outer {
      if let group = group(of: state, on: trigger), isCertain(group) { return false }
      if keeps(state, trigger) { return false }
      next = machine.states[state].parent
    }
    return true
  }

  /// By state: the events, and whether `always`, that whatever is active within it never leaves to it. Of several
  /// regions, all must take them, as each asks the composites around it by itself.
  func triggersTakenWithin() -> IDMap<State, Set<Trigger>> {
    var within = IDMap<State, Set<Trigger>>(repeating: [], count: machine.states.count)
    /// With what a state itself always takes or keeps.
    var taken = within
    // Children stand behind their composites.
    for id in machine.states.indices.reversed() {
      let state = machine.states[id]
      if let first = state.children.first {
        within[id] = state.children.dropFirst().reduce(taken[first]) { $0.intersection(taken[$1]) }
      }
      // Events that a final state leaves over come to the composite.
      guard !state.isFinal else { continue }
      taken[id] = within[id]
      for group in groups(of: id) where group.trigger.isLeftToComposites && isCertain(group) {
        taken[id].insert(group.trigger)
      }
      for event in state.deferred { taken[id].insert(.event(event)) }
    }
    return within
  }
}

extension Trigger {
  /// Is true where the composites around a state are asked if it has no transition that applies. Completion and timers
  /// concern their own state alone.
  var isLeftToComposites: Bool {
    switch self {
    case .event, .always: true
    case .done, .elapsed: false
    }
  }
}
