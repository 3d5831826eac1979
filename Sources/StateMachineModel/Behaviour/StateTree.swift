/// Facts about each state that follow from the tree of states, worked out once. A class: a struct would be copied, with
/// its machine, by its users.
package final class StateTree: Sendable {
  private let machine: StateMachine
  /// By state: the number of states before it that do something on exit; the next lists count entries and activities.
  private let exitsBefore: [Int]
  private let entriesBefore: [Int]
  private let activitiesBefore: [Int]
  /// The states with transitions on events or timers, or deferred events; in `handlesAlways`, with `always` rows.
  private let handlesEvents: IDSet<State>
  private let handlesAlways: IDSet<State>
  /// By event: the states that handle it.
  private let reactorLists: [[StateID]]

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

  /// Returns the states that handle an event, in source order.
  package func reactors(to event: EventID) -> [StateID] { reactorLists[event.index] }

  // MARK: Siblings and leaves
  /// Returns the states of which one is active in a composite state, a region or the machine (nil): its leaf states,
  /// and its states with regions, without the states in these regions.
  package func leaves(of body: StateID?) -> [StateID] {
    let states = machine.descendants(of: body)
    guard machine.hasRegions else { return states.filter { !machine.states[$0].isComposite } }
    let region = body.flatMap { machine.states[$0].isRegion ? $0 : machine.region(of: $0) }
    return states.filter {
      (!machine.states[$0].isComposite || machine.isParallel($0)) && machine.region(of: $0) == region
    }
  }

  // MARK: Enclosing composites

  /// Returns whether a state itself handles events or timers.
  package func handlesEvents(_ state: StateID) -> Bool { handlesEvents[state] }

  /// Returns whether a state itself has transitions that need no event.
  package func handlesAlways(_ state: StateID) -> Bool { handlesAlways[state] }

  /// Returns the innermost ancestor of a state, within its region, for which a condition holds; nil if none.
  package func enclosing(_ state: StateID, where holds: (StateID) -> Bool) -> StateID? {
    var outer = machine.states[state].parent
    while let composite = outer, !machine.states[composite].isRegion {
      if holds(composite) { return composite }
      outer = machine.states[composite].parent
    }
    return nil
  }

  // MARK: Leaving and entering

  /// Returns whether something is done when the states within a composite state or the machine (nil) are exited.
  package func hasExits(within body: StateID?) -> Bool { sum(exitsBefore, within: body) > 0 }

  /// Returns whether something is done when states within a composite state or the machine (nil) are entered.
  package func hasEntries(within body: StateID?) -> Bool { sum(entriesBefore, within: body) > 0 }

  /// Returns whether states within a composite state or the machine (nil) do something for as long as they are active.
  package func hasActivities(within body: StateID?) -> Bool { sum(activitiesBefore, within: body) > 0 }

  private func sum(_ before: [Int], within body: StateID?) -> Int {
    let states = machine.descendants(of: body)
    return before[states.upperBound.index] - before[states.lowerBound.index]
  }

  /// Returns the composite state with `done` rows that a final state may complete on entry; nil if there is none. In a
  /// region, the other regions must be in final states, too (UML 2.5.1, §14.2.3.8.3).
  static func completed(by state: StateID, _ machine: StateMachine, _ run: RunShape) -> StateID? {
    guard machine.states[state].isFinal, var parent = machine.states[state].parent else { return nil }
    if machine.states[parent].isRegion {
      guard let parallel = machine.states[parent].parent else { return nil }
      parent = parallel
    }
    return run.isCompletable(parent) ? parent : nil
  }
}
