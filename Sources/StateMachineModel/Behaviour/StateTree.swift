/// Facts about each state that depend only on its ancestors and descendants, computed once. It is a class, so that all
/// objects that use it share one copy of the machine.
package final class StateTree: Sendable {
  private let machine: StateMachine
  /// For each state, the number of states before it in the file whose exit does something. One more element, the last,
  /// counts all states. The states of a body stand together in the file. So `sum(_:within:)` subtracts two elements to
  /// count the states within a body.
  private let exitsBefore: [Int]
  /// For each state, the number of states before it in the file whose entry does something.
  private let entriesBefore: [Int]
  /// For each state, the number of states before it in the file that have activities, timers or a submachine. One more
  /// element, the last, counts all states; `sum(_:within:)` uses the list.
  private let activitiesBefore: [Int]
  /// The states with transitions on events or timers, with deferred events, or with a submachine that gets events.
  private let handlesEvents: IDSet<State>
  /// The states with `always` transitions.
  private let handlesAlways: IDSet<State>
  /// By event: the states that have a transition on it, defer it, or pass it to their submachine.
  private let reactorLists: [[StateID]]

  /// Counts, in one pass over the states, those that do something, and lists the states that handle each event.
  init(_ machine: StateMachine, _ run: RunShape) {
    self.machine = machine
    var exits = [0]
    var entries = [0]
    var activities = [0]
    var handlesEvents = IDSet<State>(count: machine.states.count)
    var handlesAlways = handlesEvents
    var reactors: [[StateID]] = Array(repeating: [], count: machine.events.count)
    for id in machine.states.indices {
      let state = machine.states[id]
      func add(_ event: EventID) {
        handlesEvents[id] = true
        if reactors[event.index].last != id { reactors[event.index].append(id) }
      }
      // The exit stores a history or ends a submachine; the entry clears a history or begins a submachine.
      let hasMemory = !state.histories.isEmpty || state.submachine != nil
      exits.append(exits[id.index] + (hasMemory || state.exit != nil ? 1 : 0))
      let finishes = Self.completed(by: id, machine, run) != nil
      entries.append(entries[id.index] + (hasMemory || state.entry != nil || finishes ? 1 : 0))
      activities.append(activities[id.index] + (state.activity != nil || state.submachine != nil ? 1 : 0))
      for event in state.deferred { add(event) }
      if let event = state.submachine?.event { add(event) }
      for place in state.transitions {
        switch machine.transitions[machine.transitionOrder[place]].trigger {
        case .event(let event): add(event)
        case .elapsed: handlesEvents[id] = true
        case .always: handlesAlways[id] = true
        case .done: break
        }
      }
    }
    exitsBefore = exits
    entriesBefore = entries
    activitiesBefore = activities
    self.handlesEvents = handlesEvents
    self.handlesAlways = handlesAlways
    reactorLists = reactors
  }

  /// Returns the states that do something with an event, in the order of the file. They have a transition on it, defer
  /// it, or pass it to their submachine.
  package func reactors(to event: EventID) -> [StateID] { reactorLists[event.index] }

  // MARK: Siblings and leaves
  /// Returns the states within a body of which exactly one is active while the body is active: its leaf states, and its
  /// composite states with regions. The states within such regions are left out.
  ///
  /// - Parameter body: a composite state or a region; nil for the machine's body.
  package func leaves(of body: StateID?) -> [StateID] {
    let states = machine.descendants(of: body)
    guard machine.hasRegions else { return states.filter { !machine.states[$0].isComposite } }
    let region = body.flatMap { machine.states[$0].isRegion ? $0 : machine.region(of: $0) }
    return states.filter {
      // Leaf states and composite states with regions, unless a region within the body contains them.
      (!machine.states[$0].isComposite || machine.isParallel($0)) && machine.region(of: $0) == region
    }
  }

  // MARK: Enclosing composites

  /// Returns whether the state itself, apart from its ancestors, does something on events or timers. It has transitions
  /// on them, deferred events, or a submachine that gets events.
  package func handlesEvents(_ state: StateID) -> Bool { handlesEvents[state] }

  /// Returns whether the state itself, apart from its ancestors, has `always` transitions.
  package func handlesAlways(_ state: StateID) -> Bool { handlesAlways[state] }

  /// Returns the innermost ancestor of a state for which `holds` returns true; nil if there is none. The search ends at
  /// the region that contains the state: ancestors outside of this region are not examined.
  package func enclosing(_ state: StateID, where holds: (StateID) -> Bool) -> StateID? {
    var outer = machine.states[state].parent
    while let composite = outer, !machine.states[composite].isRegion {
      if holds(composite) { return composite }
      outer = machine.states[composite].parent
    }
    return nil
  }

  // MARK: Leaving and entering

  /// Returns whether the exit of states within a body may do something: run effects, end tasks or a submachine, or
  /// store a history.
  ///
  /// - Parameter body: a composite state or a region; nil for the machine's body.
  package func hasExits(within body: StateID?) -> Bool { sum(exitsBefore, within: body) > 0 }

  /// Returns whether the entry of states within a body may do something: run effects, begin tasks or a submachine,
  /// clear a history, or complete a composite state.
  ///
  /// - Parameter body: a composite state or a region; nil for the machine's body.
  package func hasEntries(within body: StateID?) -> Bool { sum(entriesBefore, within: body) > 0 }

  /// Returns whether states within a body have something that goes on while they are active: activities, timers or a
  /// submachine.
  ///
  /// - Parameter body: a composite state or a region; nil for the machine's body.
  package func hasActivities(within body: StateID?) -> Bool { sum(activitiesBefore, within: body) > 0 }

  /// Returns the number of states within a body that `before` counts. With `exitsBefore`, these are the states whose
  /// exit does something.
  ///
  /// - Parameter before: one of the lists `exitsBefore`, `entriesBefore` and `activitiesBefore`.
  private func sum(_ before: [Int], within body: StateID?) -> Int {
    let states = machine.descendants(of: body)
    return before[states.upperBound.index] - before[states.lowerBound.index]
  }

  /// Returns the composite state that the entry of a final state may complete. If the final state is directly in a
  /// region, this is the composite state around the regions. It is completed only if all its regions are in final
  /// states (UML 2.5.1, §14.2.3.8.3). Nil if there is no such composite state, or if it has no transition on `done`.
  static func completed(by state: StateID, _ machine: StateMachine, _ run: RunShape) -> StateID? {
    guard machine.states[state].isFinal, var parent = machine.states[state].parent else { return nil }
    if machine.states[parent].isRegion {
      guard let parallel = machine.states[parent].parent else { return nil }
      parent = parallel
    }
    return run.isCompletable(parent) ? parent : nil
  }
}
