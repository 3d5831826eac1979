import StateMachineSyntax

/// Checks of methods: their results in states without a row, their policies, and copies of what they change.
extension Checks {
  /// The greatest number of states without a result that a message names.
  private static let namedStates = 8

  /// Reports events that some state ignores although their methods must return a result.
  mutating func checkAnswers() {
    // A row with an error may be the missing one.
    guard machine.hasMethods, usage.brokenRows.isEmpty else { return }
    for event in machine.events.indices where machine.lacksDefault(event) {
      switch machine.policy(of: event) {
      case .ignore, .assert: break
      case .trap, .throw, .error: continue
      }
      let states = statesWithEvents.filter { !behaviour.reaction(of: $0, to: event).isCertain }
      guard let type = machine.events[event].method.answer?.type, !states.isEmpty else { continue }
      var names = states.prefix(Self.namedStates).map { "'\(name(of: $0))'" }
      if states.count > names.count { names.append("\(states.count - names.count) more") }
      let list = Diagnostic.conjunction(names)
      diagnostics.append(
        .missingDefault(
          machine.events[event].name.range, event: name(of: event), type: machine.source.text(type), states: list,
          adding: behaviour.addingRows(states.map { ($0, [event]) })))
    }
  }

  /// Reports `unhandled throw` without an error, as a machine with methods has no generated one, and with an event
  /// whose method does not throw.
  mutating func checkPolicyErrors() {
    guard machine.hasMethods else { return }
    for event in machine.events.indices where machine.misthrows(event) {
      diagnostics.append(.throwingPolicy(machine.events[event].name.range, event: name(of: event)))
    }
    let lacksError = machine.events.indices.first {
      machine.policy(of: $0) == .throw && machine.unhandled($0).error == nil
    }
    if let lacksError { diagnostics.append(.policyWithoutError(machine.events[lacksError].name.range)) }
  }

  /// Reports rows of methods that change a payload while they need its source: the payload is copied.
  mutating func checkCopies() {
    guard machine.hasMethods else { return }
    var told: Set<Int> = []
    for transition in machine.transitions where !machine.rows[transition.row].traps {
      let copied = transition.locals.first { machine.changesInPlace($0, of: transition.source) }
      guard let copied, let place = behaviour.placeOfSource(in: transition), told.insert(place.lowerBound).inserted
      else { continue }
      diagnostics.append(.copyingRow(place, machine.source.text(place), field: machine.names.text(copied.name.id)))
    }
  }
}
