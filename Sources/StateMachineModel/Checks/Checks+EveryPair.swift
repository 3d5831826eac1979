/// `unhandled error`: what happens on every event in every state.
extension Checks {
  /// How many of the pairs without a row are named.
  private static let namedPairs = 20

  /// Pairs of state and event without a row, which are one finding, and pairs all rows of which have guards.
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

  /// The states in which events can come, each with the one whose row would take them. No row begins in a final state:
  /// where one is active beside another region, events come to the composite state around the regions.
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

  /// Tells whether the regions of a composite can rest with one in a final state and none that takes an event. Where
  /// all are in final states, a completion that always applies leaves the composite at once.
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

  /// Transitions that may all not apply: the finding stands at the last one of the innermost state that has any. There
  /// is no finding where a submachine is asked as well.
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
