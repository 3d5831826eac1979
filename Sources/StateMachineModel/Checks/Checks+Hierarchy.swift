import StateMachineSyntax

/// Checks that report rows of composite states that never get their event, and rows of two regions that conflict.
extension Checks {
  /// Reports rows of composite states that never get their event. The reason is that the states within the composite
  /// state always take the event first.
  mutating func checkOverriddenRows() {
    guard machine.states.contains(where: \.isComposite) else { return }
    let taken = behaviour.triggersTakenWithin()
    // By row and trigger: the rows that apply to some source, and a composite state to which the row does not apply.
    var applying: Set<TriggerOfRow> = []
    var overridden: [TriggerOfRow: StateID] = [:]
    // The message names the first such composite state.
    for state in machine.states.indices.reversed() where !machine.states[state].isFinal {
      for group in behaviour.groups(of: state) where group.trigger.isLeftToComposites {
        let isOverridden = taken[state].contains(group.trigger)
        for id in behaviour.all(group) {
          let key = TriggerOfRow(row: machine.transitions[id].row, trigger: group.trigger)
          if isOverridden { overridden[key] = state } else { applying.insert(key) }
        }
      }
    }
    for (key, state) in overridden.sorted(by: { $0.key < $1.key }) where !applying.contains(key) {
      diagnostics.append(
        .overriddenRow(machine.rows[key.row].range, state: name(of: state), event: machine.name(of: key.trigger)))
    }
  }

  // MARK: Conflicts

  /// The key by which two conflicting rows are found: the trigger of both rows, and the composite state whose regions
  /// both rows exit. `parallel` is nil if these regions belong to the machine itself, and not to a composite state.
  private struct Leaving: Hashable {
    var parallel: StateID?
    var trigger: Trigger
  }

  /// Reports two rows that conflict: rows of two regions that both exit the composite state around the regions, on one
  /// event or both on `always`. Only one of them could be taken.
  mutating func checkConflicts() {
    guard machine.hasRegions else { return }
    var first: [Leaving: (region: StateID, row: RowID)] = [:]
    var reported: Set<RowID> = []
    for transition in machine.transitions where transition.trigger.isLeftToComposites {
      for region in behaviour.regionsLeft(by: transition) {
        let key = Leaving(parallel: machine.states[region].parent, trigger: transition.trigger)
        guard let other = first[key] else {
          first[key] = (region, transition.row)
          continue
        }
        if other.region != region, reported.insert(transition.row).inserted {
          reportConflict(of: transition, in: region, leaving: key.parallel, with: other)
        }
      }
    }
  }

  /// Reports that a transition conflicts with an earlier row, `other`, of another region. One row with sources in two
  /// regions conflicts with itself.
  private mutating func reportConflict(
    of transition: Transition, in region: StateID, leaving parallel: StateID?,
    with other: (region: StateID, row: RowID)
  ) {
    let state = parallel.map { name(of: $0) } ?? machine.names.text(machine.name.id)
    let (first, second) = (name(of: min(other.region, region)), name(of: max(other.region, region)))
    let event = machine.name(of: transition.trigger)
    let range = machine.rows[transition.row].range
    if other.row == transition.row {
      diagnostics.append(.conflictingSources(range, event: event, state: state, first: first, second: second))
    } else {
      diagnostics.append(
        Diagnostic.conflictingRows(range, event: event, state: state, first: first)
          .note("the other is here", machine.rows[other.row].range))
    }
  }
}
