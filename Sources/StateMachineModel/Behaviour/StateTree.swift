/// The facts that a machine's tree of states tells of each state, worked out once. A class: a value would be copied,
/// with its machine, by those who ask it.
package final class StateTree: Sendable {
  private let machine: StateMachine
  /// By state: how many of those before it do something when they are left, and when they are entered.
  private let exitsBefore: [Int]
  private let entriesBefore: [Int]
  private let activitiesBefore: [Int]
  /// By state: whether it has transitions for events or timers, or keeps events for later, or has `always` rows.
  private let handlesEvents: IDSet<State>
  private let handlesAlways: IDSet<State>
  /// By event: the states that have something for it.
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

  /// The states that have something for an event, in the order of the source.
  package func reactors(to event: EventID) -> [StateID] { reactorLists[event.index] }

  // MARK: Siblings and leaves
  /// The states that can be told apart within a composite, a region or, for nil, the machine: those without states
  /// within them, and those with regions, each of which is told apart by itself.
  package func leaves(of body: StateID?) -> [StateID] {
    let states = machine.descendants(of: body)
    guard machine.hasRegions else { return states.filter { !machine.states[$0].isComposite } }
    let region = body.flatMap { machine.states[$0].isRegion ? $0 : machine.region(of: $0) }
    return states.filter {
      (!machine.states[$0].isComposite || machine.isParallel($0)) && machine.region(of: $0) == region
    }
  }

  // MARK: Enclosing composites

  /// Tells whether a state has something of its own for events and timers.
  package func handlesEvents(_ state: StateID) -> Bool { handlesEvents[state] }

  /// Tells whether a state has transitions of its own that need no event.
  package func handlesAlways(_ state: StateID) -> Bool { handlesAlways[state] }

  /// The innermost composite around a state, within its region, for which something holds.
  package func enclosing(_ state: StateID, where holds: (StateID) -> Bool) -> StateID? {
    var outer = machine.states[state].parent
    while let composite = outer, !machine.states[composite].isRegion {
      if holds(composite) { return composite }
      outer = machine.states[composite].parent
    }
    return nil
  }

  // MARK: Leaving and entering

  /// Tells whether something is done when the states within a composite or, for nil, the machine are left.
  package func hasExits(within body: StateID?) -> Bool { sum(exitsBefore, within: body) > 0 }

  /// Tells whether something is done when states within a composite or, for nil, the machine are entered.
  package func hasEntries(within body: StateID?) -> Bool { sum(entriesBefore, within: body) > 0 }

  /// Tells whether states within a composite or, for nil, the machine do something for as long as they are active.
  package func hasActivities(within body: StateID?) -> Bool { sum(activitiesBefore, within: body) > 0 }

  private func sum(_ before: [Int], within body: StateID?) -> Int {
    let states = machine.descendants(of: body)
    return before[states.upperBound.index] - before[states.lowerBound.index]
  }

  /// The composite with `done` rows that may be done once a final state is entered: for a state of a region, once those
  /// of the other regions are final too (UML 2.5.1, §14.2.3.8.3).
  static func completed(by state: StateID, _ machine: StateMachine, _ run: RunShape) -> StateID? {
    guard machine.states[state].isFinal, var parent = machine.states[state].parent else { return nil }
    if machine.states[parent].isRegion {
      guard let parallel = machine.states[parent].parent else { return nil }
      parent = parallel
    }
    return run.isCompletable(parent) ? parent : nil
  }
}
