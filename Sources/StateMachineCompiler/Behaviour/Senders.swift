/// Where events can come that only outputs send.
struct Senders: Sendable {
  /// By event: the states that do an output which sends it; nil where it may come at any time.
  private let states: IDMap<Event, [StateID]?>

  init(_ machine: StateMachine) {
    var states = IDMap<Event, [StateID]?>()
    let isDeclared = machine.outputs.contains { !$0.sent.isEmpty }
    let elsewhere = isDeclared ? Self.eventsSentElsewhere(machine) : []
    for event in machine.events.indices {
      let outputs = machine.outputs.indices.filter { machine.outputs[$0].sent.contains(event) }
      // What an effect has begun is no state's. What is not begun at all is another finding.
      let areActivities = outputs.allSatisfy {
        machine.outputs[$0].tasks.isActivity && !machine.outputs[$0].tasks.isEffect
      }
      let isKnown = !outputs.isEmpty && areActivities && !elsewhere.contains(event)
      states.append(isKnown ? machine.states.indices.filter { machine.begins(outputs, in: $0) } : nil)
    }
    self.states = states
  }

  /// The states while which an event can come, or one within them or beside them; nil for one that may come at any time.
  subscript(event: EventID) -> [StateID]? { states[event] }

  /// The events that the machine raises itself, and those that wait while states change.
  private static func eventsSentElsewhere(_ machine: StateMachine) -> Set<EventID> {
    var events: Set<EventID> = []
    func note(_ effects: [Effect]) { for case .raise(let event, _, _) in effects { events.insert(event) } }
    for row in machine.rows { note(row.effects) }
    for state in machine.states {
      note(state.entry?.effects ?? [])
      note(state.exit?.effects ?? [])
      events.formUnion(state.deferred)
    }
    return events
  }
}

extension StateMachine {
  /// Whether a state does one of these outputs.
  fileprivate func begins(_ outputs: [OutputID], in state: StateID) -> Bool {
    states[state].activity?.effects.contains { effect in
      if case .begin(let output, _, _) = effect { outputs.contains(output) } else { false }
    } ?? false
  }
}

extension Behaviour {
  /// Whether an event can come while a state is active: not where only outputs send it, and nothing that is active does one
  /// of these.
  package func canCome(_ event: EventID, in state: StateID) -> Bool {
    guard let doing = senders[event] else { return true }
    if endsMachine(state) { return false }
    return doing.contains { state == $0 || machine.isInside(state, $0) || areBeside(state, $0) }
  }

  /// Whether two states stand in regions of one composite.
  private func areBeside(_ first: StateID, _ second: StateID) -> Bool {
    guard machine.hasRegions else { return false }
    let (first, second) = (machine.path(of: first), machine.path(of: second))
    guard let fork = zip(first, second).first(where: { $0 != $1 }) else { return false }
    return machine.states[fork.0].isRegion && machine.states[fork.1].isRegion
  }
}
