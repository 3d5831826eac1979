/// Events that cause a transition or are deferred for certain, whatever guards and patterns decide.
extension Behaviour {
  /// Returns whether a state is certain to take a transition on the event, or to defer it. Only the state itself is
  /// examined, not its ancestors and not the states in it.
  package func isCertain(_ state: StateID, toTake event: EventID) -> Bool {
    if let group = group(of: state, on: .event(event)), isCertain(group) { return true }
    return keeps(state, .event(event))
  }

  /// Returns whether, while a state is active, an event is certain to cause a transition or to be deferred. The state
  /// itself may do so, or the active states within it. If the state has regions, it suffices that one region does so.
  package func isCertain(within state: StateID, toTake event: EventID) -> Bool {
    if isCertain(state, toTake: event) { return true }
    // A pseudostate is never active when an event comes.
    let children = machine.states[state].children.filter { !machine.states[$0].isPseudostate }
    if machine.isParallel(state) { return children.contains { isCertain(within: $0, toTake: event) } }
    return !children.isEmpty && children.allSatisfy { isCertain(within: $0, toTake: event) }
  }

  /// Returns whether a state defers the event of a trigger; false for a trigger that is no event.
  package func keeps(_ state: StateID, _ trigger: Trigger) -> Bool {
    trigger.event.map { machine.states[state].deferred.contains($0) } ?? false
  }

  /// Returns whether a state has transitions on a trigger, or defers the trigger's event.
  package func has(_ state: StateID, somethingFor trigger: Trigger) -> Bool {
    group(of: state, on: trigger) != nil || keeps(state, trigger)
  }
  /// Returns whether a trigger may pass from the active state `leaf` to its ancestor `outer` in the same region. It
  /// does not pass if `leaf`, or a state between the two, certainly takes or defers it. If `leaf` has regions, it also
  /// does not pass if each region takes or defers it.
  package func leavesOver(_ trigger: Trigger, from leaf: StateID, to outer: StateID) -> Bool {
    if machine.isParallel(leaf) {
      // The trigger passes if, in some region, a leaf state lets it pass up to this region.
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

  /// Returns, for each state, the triggers (events and `always`) that never reach it while a state within it is active.
  /// The active states within it certainly take a transition on such a trigger, or defer the event. If the state has
  /// regions, each region must do so: the trigger reaches the state if one region lets it pass.
  func triggersTakenWithin() -> IDMap<State, Set<Trigger>> {
    var within = IDMap<State, Set<Trigger>>(repeating: [], count: machine.states.count)
    /// For each state, the triggers that are certainly taken or deferred while it is active. In contrast to `within`,
    /// this includes those that the state itself takes or defers.
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
  /// Whether the ancestors of a state are tried for the trigger if no transition of the state itself is taken. True for
  /// events and `always`. Completion events and timers belong to one state alone.
  var isLeftToComposites: Bool {
    switch self {
    case .event, .always: true
    case .done, .elapsed: false
    }
  }
}
