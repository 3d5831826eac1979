import StateMachineSyntax

/// For each event that only the tasks of outputs send: the states in which it can arrive. For example, only
/// `output dial async -> dropped` sends `dropped`, and `connecting` has `do / dial`. So `dropped` can arrive only while
/// `connecting` is active.
struct Senders: Sendable {
  /// The states that have one output as an activity (`do / play`), and the ancestors of these states.
  struct Doing: Sendable {
    var states: Set<StateID> = []
    /// The ancestors of the states that have the output as an activity.
    var around: Set<StateID> = []
  }

  /// For each event, the outputs whose tasks send it: `dial` for `dropped` in `output dial async -> dropped`. Empty if
  /// the event may also come from elsewhere, and thus at any time.
  private var outputs: IDMap<Event, [OutputID]>
  private var doing: [OutputID: Doing] = [:]

  /// Finds the outputs of a machine that have `->`, and the states in which they run. An event that may also come from
  /// elsewhere gets no outputs.
  init(_ machine: StateMachine) {
    outputs = IDMap(repeating: [], count: machine.events.count)
    let declared = machine.outputs.indices.filter { !machine.outputs[$0].sent.isEmpty }
    guard !declared.isEmpty else { return }
    var elsewhere = machine.eventsSentByItself
    for output in declared {
      elsewhere.formUnion(machine.outputs[output].alsoSent)
      let tasks = machine.outputs[output].tasks
      // A task that an effect has begun may send the event in any state. If nothing begins an output, another check
      // reports that.
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

  /// Returns, for each output whose task sends an event, the states that have this output as an activity (`do / dial`).
  /// The event can arrive only while such a state is active. Nil if the event may arrive at any time.
  subscript(event: EventID) -> [Doing]? {
    outputs[event].isEmpty ? nil : outputs[event].compactMap { doing[$0] }
  }
}

extension StateMachine {
  /// The events that the machine raises itself, and the events that it defers.
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
  /// Returns whether an event can arrive while a state is active. An event that only `output dial async -> dropped`
  /// sends, for example, cannot arrive while `dial` does not run.
  func canCome(_ event: EventID, in state: StateID) -> Bool {
    guard let senders = senders[event] else { return true }
    return !endsMachine(state) && senders.contains { isDone($0, with: state) }
  }

  /// Returns the text that explains why an event cannot arrive in any of the states:
  /// `'dropped' is sent by 'dial' alone, which is not running in 'idle'`. Nil if the event can arrive in one of the
  /// states.
  package func reasonNotSent(_ event: EventID, in states: [StateID]) -> String? {
    guard senders[event] != nil, !states.isEmpty, !states.contains(where: { canCome(event, in: $0) }) else {
      return nil
    }
    return reasonNotSent(
      event, by: machine.outputs.indices.filter { machine.outputs[$0].sent.contains(event) }, in: states)
  }

  /// Returns the text that explains why an event cannot arrive in the states:
  /// `'dropped' is sent by 'dial' alone, which is not running in 'idle'`. The function does not examine whether the
  /// event can arrive; the caller has done so.
  package func reasonNotSent(_ event: EventID, by outputs: [OutputID], in states: [StateID]) -> String {
    let senders = Diagnostic.listed(outputs.map { machine.names.text(machine.outputs[$0].name.id) })
    let places = Diagnostic.listed(states.map { machine.names.text(machine.states[$0].name.id) })
    let verb = outputs.count == 1 ? "is" : "are"
    return "'\(machine.name(of: .event(event)))' is sent by \(senders) alone, which \(verb) not running in \(places)"
  }

  /// Returns whether the task of an output may run while a state is active. It may if the output is an activity of the
  /// state, of an ancestor, or of a sibling region's state.
  ///
  /// - Parameter doing: the states that have the output as an activity, and the ancestors of these states.
  private func isDone(_ doing: Senders.Doing, with state: StateID) -> Bool {
    machine.path(of: state).contains { place in
      if doing.states.contains(place) { return true }
      guard machine.states[place].isRegion else { return false }
      // A sibling region contains a state with the activity, so that both may be active together.
      return machine.children(of: machine.states[place].parent).contains { $0 != place && doing.around.contains($0) }
    }
  }
}
