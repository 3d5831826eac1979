import StateMachineSyntax

/// Checks of deferred events, and of `always` rows.
extension Checks {
  /// An event that a row of the state always takes is never deferred there.
  mutating func checkDeferredEvents() {
    for deferral in usage.deferrals {
      guard let group = behaviour.group(of: deferral.state, on: .event(deferral.event)), behaviour.isCertain(group),
        let transition = behaviour.tried(group).last
      else { continue }
      diagnostics.append(
        Diagnostic.idleDefer(deferral.range, name(of: deferral.event), state: name(of: deferral.state))
          .note("the row is here", machine.rows[machine.transitions[transition].row].range))
    }
  }

  /// `always` rows that never come to rest: ones that do nothing, and circles of states that are left at once.
  mutating func checkAlwaysRows() {
    guard behaviour.run.hasAlways else { return }
    checkIdleAlwaysRows()
    checkAlwaysCircles()
  }

  /// An `always` row without an arrow and without effects is taken again for ever.
  private mutating func checkIdleAlwaysRows() {
    var reported: Set<RowID> = []
    for state in machine.states.indices {
      guard let group = behaviour.group(of: state, on: .always) else { continue }
      for transition in behaviour.all(group) {
        let row = machine.transitions[transition].row
        if behaviour.ignores(transition) {
          if reported.insert(row).inserted { diagnostics.append(.idleAlways(machine.rows[row].range)) }
        } else if let staying = machine.transitions[transition].rowThatIgnores(in: machine),
          reported.insert(row).inserted
        {
          diagnostics.append(.idleAlways(machine.rows[row].range, staying: machine.rows[staying].range))
        }
      }
    }
  }

  /// States each of which certainly leads to the next, and the last to the first.
  private mutating func checkAlwaysCircles() {
    let steps = certainSteps()
    var isVisited = IDSet<State>(count: machine.states.count)
    for start in machine.states.indices where !isVisited[start] {
      var path: [StateID] = []
      var next = start
      while let step = steps[next], !isVisited[next] {
        isVisited[next] = true
        path.append(next)
        next = step.leaf
      }
      guard let first = path.firstIndex(of: next), let row = steps[next]?.row else { continue }
      let names = path[first...].map { name(of: $0) } + [name(of: next)]
      diagnostics.append(.alwaysCycle(machine.rows[row].range, names))
    }
  }

  /// By leaf: the row that is certain to be taken there at once, and where it leads; what traps leads nowhere.
  private func certainSteps() -> [StateID: (row: RowID, leaf: StateID)] {
    var steps: [StateID: (row: RowID, leaf: StateID)] = [:]
    for leaf in machine.states.indices where !machine.states[leaf].isComposite {
      guard let id = behaviour.certainStep(from: leaf), behaviour.acceptance(of: id) == .accepted else { continue }
      let transition = machine.transitions[id]
      steps[leaf] = (transition.row, transition.leaf ?? leaf)
    }
    return steps
  }
}
