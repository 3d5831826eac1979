import StateMachineSyntax

/// The states in which events can come that only outputs send.
struct Senders: Sendable {
  /// The states that have an output as an activity, and their ancestors.
  struct Doing: Sendable {
    var states: Set<StateID> = []
    var around: Set<StateID> = []
  }

  /// By event: the outputs that send it; empty if the event may come at any time.
  private var outputs: IDMap<Event, [OutputID]>
  private var doing: [OutputID: Doing] = [:]

  init(_ machine: StateMachine) {
    outputs = IDMap(repeating: [], count: machine.events.count)
    let declared = machine.outputs.indices.filter { !machine.outputs[$0].sent.isEmpty }
    guard !declared.isEmpty else { return }
    var elsewhere = machine.eventsSentByItself
    for output in declared {
      elsewhere.formUnion(machine.outputs[output].alsoSent)
      let tasks = machine.outputs[output].tasks
      // An output that an effect begins belongs to no state. An output that nothing begins is another finding.
      if tasks.isEffect || !tasks.isActivity { elsewhere.formUnion(machine.outputs[output].sent) }
      doing[output] = Doing()
    }
    for output in declared {
      for event in machine.outputs[output].sent where !elsewhere.contains(event) { outputs[event].append(output) }
    }
    for state in machine.states.indices {
      for case .begin(let output, _, _) in machine.states[state].activity?.effects ?? [] {
        doing[output]?.states.insert(state)
        doing[output]?.around.formUnion(machine.path(of: state).dropLast())
      }
    }
  }

  /// The states that have the outputs that send an event; nil for an event that may come at any time.
  subscript(event: EventID) -> [Doing]? {
    outputs[event].isEmpty ? nil : outputs[event].compactMap { doing[$0] }
  }
}

extension StateMachine {
  /// The events that the machine raises itself, and those that it defers.
  package var eventsSentByItself: Set<EventID> {
    var events: Set<EventID> = []
    func note(_ effects: [Effect]) {
      effects.forEachSingle { if case .raise(let event, _, _) = $0 { events.insert(event) } }
    }
    for row in rows { note(row.effects) }
    for state in states {
      note(state.entry?.effects ?? [])
      note(state.exit?.effects ?? [])
      events.formUnion(state.deferred)
    }
    return events
  }
}

extension Behaviour {
  /// Returns whether an event can come while a state is active. It cannot if only outputs send it, and none of these
  /// runs.
  func canCome(_ event: EventID, in state: StateID) -> Bool {
    guard let senders = senders[event] else { return true }
    return !endsMachine(state) && senders.contains { isDone($0, with: state) }
  }

  /// Returns whether only activities send an event.
  func isSentByOutputs(_ event: EventID) -> Bool { senders[event] != nil }

  /// Returns the reason why an event cannot come in some states: `'dropped' is sent by 'dial' alone, …`. Nil if it may
  /// come in one of them.
  package func reasonNotSent(_ event: EventID, in states: [StateID]) -> String? {
    guard senders[event] != nil, !states.isEmpty, !states.contains(where: { canCome(event, in: $0) }) else {
      return nil
    }
    return reasonNotSent(
      event, by: machine.outputs.indices.filter { machine.outputs[$0].sent.contains(event) }, in: states)
  }

  /// Returns the reason why an event cannot come, for outputs that are known not to run.
  package func reasonNotSent(_ event: EventID, by outputs: [OutputID], in states: [StateID]) -> String {
    let senders = Diagnostic.listed(outputs.map { machine.names.text(machine.outputs[$0].name.id) })
    let places = Diagnostic.listed(states.map { machine.names.text(machine.states[$0].name.id) })
    let verb = outputs.count == 1 ? "is" : "are"
    return "'\(machine.name(of: .event(event)))' is sent by \(senders) alone, which \(verb) not running in \(places)"
  }

  /// Returns whether an output may run while a state is active: for the state, an ancestor, or in a sibling region.
  private func isDone(_ doing: Senders.Doing, with state: StateID) -> Bool {
    machine.path(of: state).contains { place in
      if doing.states.contains(place) { return true }
      guard machine.states[place].isRegion else { return false }
      return machine.children(of: machine.states[place].parent).contains { $0 != place && doing.around.contains($0) }
    }
  }
}
