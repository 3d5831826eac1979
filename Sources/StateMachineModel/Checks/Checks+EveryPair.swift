/// Checks of `unhandled error`: each state must take each event.
extension Checks {
  /// The greatest number of pairs without a row that a message names.
  private static let namedPairs = 20

  /// Reports the pairs of state and event without a row, as one finding, and pairs whose rows all have guards.
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
          guard leaf == state || canRest(in: leaf, of: state, leavingOver: event) else { continue }
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

  /// The states in which events can come, each with the state whose row would take them. No row begins in a final
  /// state: if one is active beside another region, the composite state around the regions takes the events.
  private var statesWithRows: [(leaf: StateID, state: StateID)] {
    let finalStates = machine.states.indices.compactMap { leaf -> (leaf: StateID, state: StateID)? in
      guard machine.states[leaf].isFinal, !machine.hasMethods, machine.canRest(in: leaf),
        let region = machine.region(of: leaf), machine.states[leaf].parent == region,
        let composite = machine.states[region].parent
      else { return nil }
      return (leaf, composite)
    }
    return statesWithEvents.map { ($0, $0) } + finalStates
  }

  /// Returns whether a final state of a region can stay active while no other region takes an event. If all regions are
  /// in final states, a `done` row that always applies exits the composite state at once.
  private func canRest(in final: StateID, of composite: StateID, leavingOver event: EventID) -> Bool {
    let completion = behaviour.group(of: composite, on: .done)
    guard completion.map(behaviour.isCertain) == true else { return true }
    return machine.states[composite].children.contains { region in
      region != machine.region(of: final)
        && behaviour.tree.leaves(of: region).contains { leaf in
          !machine.states[leaf].isForgotten && !behaviour.isCertain(within: leaf, toTake: event)
            && !machine.path(of: leaf).contains { $0 > region && behaviour.isCertain($0, toTake: event) }
        }
    }
  }

  /// Reports transitions none of which may apply, at the last one of the innermost state that has any. Nothing is
  /// reported if a submachine gets the event, too.
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
        adding: machine.source.inserting(otherwise, behind: place)))
  }
}
