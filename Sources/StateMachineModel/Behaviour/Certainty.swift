/// The events that are certain to be taken, whatever guards and patterns decide.
extension Behaviour {
  /// Returns whether a state itself always takes or defers an event.
  package func isCertain(_ state: StateID, toTake event: EventID) -> Bool {
    if let group = group(of: state, on: .event(event)), isCertain(group) { return true }
    return keeps(state, .event(event))
  }

  /// Returns whether an event is always taken or deferred while a state is active, by the state or by active states
  /// within it: of several regions, one is enough.
  package func isCertain(within state: StateID, toTake event: EventID) -> Bool {
    if isCertain(state, toTake: event) { return true }
    // A pseudostate is never active when an event comes.
    let children = machine.states[state].children.filter { !machine.states[$0].isPseudostate }
    if machine.isParallel(state) { return children.contains { isCertain(within: $0, toTake: event) } }
    return !children.isEmpty && children.allSatisfy { isCertain(within: $0, toTake: event) }
  }

  /// Returns whether a state defers a trigger's event.
  package func keeps(_ state: StateID, _ trigger: Trigger) -> Bool {
    trigger.event.map { machine.states[state].deferred.contains($0) } ?? false
  }

  /// Returns whether a state has transitions on a trigger, or defers its event.
  package func has(_ state: StateID, somethingFor trigger: Trigger) -> Bool {
    group(of: state, on: trigger) != nil || keeps(state, trigger)
  }
  /// Returns whether a trigger can pass from an active state to a state or region around it, within one region. It
  /// cannot if the state, a state in between, or each region in the state certainly takes a transition or defers the
  /// event.
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

  /// Returns, by state, the triggers (events and `always`) that the active states within it always take. Of several
  /// regions, all must take them, as each passes them on to the ancestors by itself.
  func triggersTakenWithin() -> IDMap<State, Set<Trigger>> {
    var within = IDMap<State, Set<Trigger>>(repeating: [], count: machine.states.count)
    /// The triggers that the state itself or the states within it always take or defer.
    var taken = within
    // Children stand after their composite states.
    for id in machine.states.indices.reversed() {
      let state = machine.states[id]
      if let first = state.children.first {
        within[id] = state.children.dropFirst().reduce(taken[first]) { $0.intersection(taken[$1]) }
      }
      // Events that a final state does not take come to the composite state.
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
  /// Whether the trigger passes to a state's ancestors if the state has no transition that applies. Completion events
  /// and timers concern their own state alone.
  var isLeftToComposites: Bool {
    switch self {
    case .event, .always: true
    case .done, .elapsed: false
    }
  }
}
