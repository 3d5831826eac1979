import StateMachineSyntax

extension Behaviour {
  /// The events that a state takes in no row, neither its own nor one of the composites around it.
  package func eventsWithoutRow(in state: StateID) -> [EventID] {
    machine.events.indices.filter { reaction(of: state, to: $0).transitions.isEmpty }
  }

  /// Adds rows for events that states have none for, at the end of the machine's body; nil where there are none, or the
  /// machine has no braces.
  package func addingRows(_ missing: [(state: StateID, events: [EventID])]) -> TextEdit? {
    guard let body = machine.bodyRange else { return nil }
    var rows: [String] = []
    for (state, events) in missing where !events.isEmpty {
      let name = machine.name(of: state, seenFrom: SourceRange(body.upperBound - 1, body.upperBound))
      // Events that have to be answered stand in a row of their own.
      for events in [events.filter { !machine.lacksDefault($0) }, events.filter(machine.lacksDefault)]
      where !events.isEmpty {
        rows.append(machine.idleRow(name, events))
      }
    }
    return rows.isEmpty ? nil : machine.source.inserting(rows, atEndOf: body)
  }
}
