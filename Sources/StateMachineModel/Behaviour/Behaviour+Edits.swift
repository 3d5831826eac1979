import StateMachineSyntax

extension Behaviour {
  /// Returns the events for which neither the state nor an ancestor has a row.
  package func eventsWithoutRow(in state: StateID) -> [EventID] {
    machine.events.indices.filter { reaction(of: state, to: $0).transitions.isEmpty }
  }

  /// Returns an edit that adds rows such as `open : shut` at the end of the machine's body. A row for events that must
  /// return a result gets the effect `trap`. Nil if there is no row to add, or if the machine has no braces.
  ///
  /// - Parameter missing: the events for which a row is added, by state.
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
