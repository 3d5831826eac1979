/// Checks of machines with `unhandled error`. They report the states in which an event may find no transition.
extension Checks {
  /// The greatest number of pairs of a state and an event that a message names. If there are more, the message says how
  /// many.
  private static let namedPairs = 20

  /// Reports the pairs of a state and an event that have no row, all in one finding. A pair whose rows all have guards
  /// is reported in a finding of its own. Only events with the policy `unhandled error` are examined.
  mutating func checkEveryPair() {
    var missing: [String] = []
    var missingRows: [(state: StateID, events: [EventID])] = []
    var count = 0
    var reported: Set<TriggerOfRow> = []
    var asked: Set<StateAndEvent> = []
    for (leaf, state) in statesWithRows {
      missingRows.append((state, []))
      for event in machine.events.indices where machine.policy(of: event) == .error && !machine.misthrows(event) {
        let reaction = behaviour.reaction(of: leaf, to: event)
        guard !reaction.isCertain else { continue }
        if reaction.transitions.isEmpty {
          guard leaf == state || canEndRun(in: leaf, of: state, leavingOver: event) else { continue }
          guard asked.insert(StateAndEvent(state: state, event: event)).inserted else { continue }
          count += 1
          missingRows[missingRows.count - 1].events.append(event)
          if missing.count < Self.namedPairs { missing.append("\(name(of: state)) : \(name(of: event))") }
        } else {
          checkGuards(of: reaction, to: event, in: leaf, &reported)
        }
      }
    }
    guard count > 0 else { return }
    let events =
      machine.hasOnePolicy
      ? nil : machine.events.indices.filter { machine.policy(of: $0) == .error && !machine.misthrows($0) }
    diagnostics.append(
      .pairsMissing(
        machine.name.range, missing, count: count, events: events?.map { name(of: $0) },
        throwsElsewhere: events?.allSatisfy(machine.throwsElsewhere) == true,
        adding: behaviour.addingRows(missingRows)))
  }

  /// The states in which the machine can get events, each with the state whose rows must take them. Usually both are
  /// the same state. But a final state has no rows. So a final state of a region comes with the composite state around
  /// the regions. The machine can get events there, because the other regions may still be active.
  private var statesWithRows: [(leaf: StateID, state: StateID)] {
    let finalStates = machine.states.indices.compactMap { leaf -> (leaf: StateID, state: StateID)? in
      guard machine.states[leaf].isFinal, !machine.hasMethods, machine.canEndRun(in: leaf),
        let region = machine.region(of: leaf), machine.states[leaf].parent == region,
        let composite = machine.states[region].parent
      else { return nil }
      return (leaf, composite)
    }
    return statesWithEvents.map { ($0, $0) } + finalStates
  }

  /// Returns whether an event can reach the rows of a composite state while one region is in a final state.
  ///
  /// It can if no `done` row is certain to exit the composite state. With such a row, the composite state is exited as
  /// soon as all regions have ended. While it is active, some other region has not ended. So the event reaches the rows
  /// only if a state of another region may have no transition for it.
  ///
  /// - Parameters:
  ///   - final: the final state.
  ///   - composite: the composite state around the regions.
  ///   - event: the event.
  private func canEndRun(in final: StateID, of composite: StateID, leavingOver event: EventID) -> Bool {
    guard let completion = behaviour.group(of: composite, on: .done), behaviour.isCertain(completion),
      behaviour.tried(completion).allSatisfy({
        !behaviour.exitSet(of: machine.transitions[$0]).members(of: [composite]).isEmpty
      })
    else { return true }
    return machine.states[composite].children.contains { region in
      region != machine.region(of: final)
        && behaviour.tree.leaves(of: region).contains { leaf in
          // The leaf can stay active, and neither it nor its ancestors in the region are certain to take the event.
          !machine.states[leaf].isForgotten && !behaviour.isCertain(within: leaf, toTake: event)
            && !machine.path(of: leaf).contains { $0 > region && behaviour.isCertain($0, toTake: event) }
        }
    }
  }

  /// Reports that an event may find no transition in a state, because all transitions for it have guards. The finding
  /// is at the last row for the event in the innermost state that has such rows. It proposes a row with `[else]`.
  /// Nothing is reported if the event also goes to a submachine, whose rows are not examined.
  ///
  /// - Parameter reported: the rows that already have such a finding, each with the event; they get no second one. The
  ///   function adds the row that it reports.
  private mutating func checkGuards(
    of reaction: Reaction, to event: EventID, in state: StateID, _ reported: inout Set<TriggerOfRow>
  ) {
    let transitions = reaction.transitions
    guard transitions.count == reaction.attempts.count, let innermost = transitions.first,
      let last = transitions.last(where: { machine.transitions[$0].source == machine.transitions[innermost].source })
    else { return }
    let row = machine.transitions[last].row
    guard !repeatedRows.contains(row), reported.insert(TriggerOfRow(row: row, trigger: .event(event))).inserted else {
      return
    }
    let place = machine.rows[row].range
    let source = machine.name(of: machine.transitions[last].source, seenFrom: place)
    let otherwise = machine.idleRow(source, [event], condition: " [else]")
    diagnostics.append(
      .missingElse(
        place, state: name(of: state), event: name(of: event), throwsElsewhere: machine.throwsElsewhere(event),
        adding: machine.source.inserting(otherwise, after: place)))
  }
}
