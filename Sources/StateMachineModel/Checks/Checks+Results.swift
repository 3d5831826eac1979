import StateMachineSyntax

/// Checks of machines with methods. They report methods that lack a result in some states, and policies that do not fit
/// the methods. They also report rows that copy a payload which they change.
extension Checks {
  /// The greatest number of states that a message about missing results names. If there are more, the message says how
  /// many.
  private static let namedStates = 8

  /// Reports events that some state ignores although the event's method must return a result.
  mutating func checkResults() {
    // A row with an error may be the missing one.
    guard machine.hasMethods, usage.brokenRows.isEmpty else { return }
    for event in machine.events.indices where machine.lacksDefault(event) {
      switch machine.policy(of: event) {
      case .ignore, .assert: break
      case .trap, .throw, .error: continue
      }
      let states = statesWithEvents.filter { !behaviour.reaction(of: $0, to: event).isCertain }
      guard let type = machine.events[event].method.result?.type, !states.isEmpty else { continue }
      var names = states.prefix(Self.namedStates).map { "'\(name(of: $0))'" }
      if states.count > names.count { names.append("\(states.count - names.count) more") }
      let list = Diagnostic.conjunction(names)
      diagnostics.append(
        .missingDefault(
          machine.events[event].name.range, event: name(of: event), type: machine.source.text(type), states: list,
          adding: behaviour.addingRows(states.map { ($0, [event]) })))
    }
  }

  /// Reports events that declare the policy `unhandled throw` themselves, although their methods do not throw. Also
  /// reports the first event whose policy `throw` names no error. Only machines with methods are checked, because a
  /// machine with `handle(event:)` throws a generated error.
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

  /// Reports rows of a machine with methods that copy a payload. Such a row changes a field in place, as
  /// `list.append(1)` does. But its Swift also uses the unchanged state: by `state`, by `self`, or by a function of the
  /// machine.
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
