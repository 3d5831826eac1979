import StateMachineSyntax

extension Behaviour {
  /// Returns the events for which neither a state nor an ancestor has a row.
  package func eventsWithoutRow(in state: StateID) -> [EventID] {
    machine.events.indices.filter { reaction(of: state, to: $0).transitions.isEmpty }
  }

  /// Returns an edit that adds the missing rows at the end of the machine's body; nil if none is missing, or the
  /// machine has no braces.
  package func addingRows(_ missing: [(state: StateID, events: [EventID])]) -> TextEdit? {
    guard let body = machine.bodyRange else { return nil }
    var rows: [String] = []
    for (state, events) in missing where !events.isEmpty {
      let name = machine.name(of: state, seenFrom: SourceRange(body.upperBound - 1, body.upperBound))
      // Events that need a result stand in a row of their own.
      for events in [events.filter { !machine.lacksDefault($0) }, events.filter(machine.lacksDefault)]
      where !events.isEmpty {
        rows.append(machine.idleRow(name, events))
      }
    }
    return rows.isEmpty ? nil : machine.source.inserting(rows, atEndOf: body)
  }
}
