import StateMachineSyntax

/// Checks that report `defer` statements without a use, and rows after which a run never ends.
extension Checks {
  /// Reports events that a state defers in vain, because a row of the same state always takes them.
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

  /// Reports rows after which a run never ends: `always` rows that change nothing, and cycles of `always` rows, such as
  /// `a -> b`, then `b -> a`. In a machine without `always` rows and regions, reports cycles of rows that raise each
  /// other's events.
  mutating func checkEndlessRows() {
    if behaviour.run.hasAlways {
      checkIdleAlwaysRows()
      checkAlwaysCircles()
    } else if behaviour.run.raises, !machine.hasRegions {
      checkRaisedCircles()
    }
  }

  /// Reports `always` rows without an arrow and without effects. Such a row changes nothing, so that it is taken again
  /// and again in the same run. Also reports an `always` row without effects that leads to a choice with such a row.
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

  /// Reports cycles of states in which an `always` row without a guard leads from each state to the next one.
  private mutating func checkAlwaysCircles() {
    let steps = certainSteps()
    for circle in circles(of: steps, from: machine.states.indices) {
      diagnostics.append(.alwaysCycle(machine.rows[circle.row].range, circle.path.map { name(of: $0) }))
    }
  }

  /// Reports cycles of transitions without guards in which each transition raises the event of the next one:
  /// `a : ping / raise pong` and `a : pong / raise ping`.
  private mutating func checkRaisedCircles() {
    var steps: [StateAndEvent: (row: RowID, next: StateAndEvent)] = [:]
    var starts: [StateAndEvent] = []
    for id in machine.transitions.indices {
      let transition = machine.transitions[id]
      guard case .event(let event) = transition.trigger, transition.choice == nil, transition.history == nil,
        let raised = firstRaised(by: id)
      else { continue }
      let source = transition.source
      for leaf in machine.states[source].isComposite ? behaviour.tree.leaves(of: source) : [source] {
        let reaction = behaviour.reaction(of: leaf, to: event)
        // Only this transition is tried, and it is certain to be taken: the leaf state cannot escape the cycle.
        guard reaction.attempts.count == 1, reaction.transitions == [id], reaction.remainder == .none else { continue }
        starts.append(StateAndEvent(state: leaf, event: event))
        steps[starts[starts.count - 1]] = (
          transition.row, StateAndEvent(state: transition.leaf ?? leaf, event: raised)
        )
      }
    }
    for circle in circles(of: steps, from: starts) {
      diagnostics.append(.raisedCycle(machine.rows[circle.row].range, circle.path.map { name(of: $0.event) }))
    }
  }

  /// Returns the first event that a transition raises; nil if it raises no event. It may raise the event by an `exit`,
  /// by the effects of its row, or by an `entry`.
  private func firstRaised(by id: TransitionID) -> EventID? {
    let passage = behaviour.passage(of: id)
    var effects = passage.exits.flatMap { move -> [Effect] in
      if case .exit(let state) = move { machine.states[state].exit?.effects ?? [] } else { [] }
    }
    effects += machine.rows[passage.row].effects
    if case .arrival(let arrival) = passage.end {
      for case .enter(let state) in arrival.entries { effects += machine.states[state].entry?.effects ?? [] }
    }
    guard case .raise(let event, _, _)? = effects.first(where: { $0.kind == .raise }) else { return nil }
    return event
  }

  /// Returns the cycles in a graph in which each node has at most one next node. A cycle is returned as a path that
  /// ends with its first node again (`[a, b, a]`), together with the row that leads from the first node to the second.
  ///
  /// - Parameters:
  ///   - steps: for each node that has a next node, the row that is taken, and that next node.
  ///   - starts: the nodes from which cycles are searched.
  private func circles<Node: Hashable>(
    of steps: [Node: (row: RowID, next: Node)], from starts: some Sequence<Node>
  ) -> [(row: RowID, path: [Node])] {
    var circles: [(row: RowID, path: [Node])] = []
    var visited: Set<Node> = []
    for start in starts where !visited.contains(start) {
      var path: [Node] = []
      var next = start
      while let step = steps[next], visited.insert(next).inserted {
        path.append(next)
        next = step.next
      }
      // The path met one of its own nodes again: the cycle begins at that node.
      guard let first = path.firstIndex(of: next), let row = steps[next]?.row else { continue }
      circles.append((row, path[first...] + [next]))
    }
    return circles
  }

  /// Returns, for each leaf state that always takes an `always` row at once, this row and the next leaf state. The row
  /// has neither a guard nor a pattern. A row that does nothing, or that ends with a trap, is left out.
  private func certainSteps() -> [StateID: (row: RowID, next: StateID)] {
    var steps: [StateID: (row: RowID, next: StateID)] = [:]
    for leaf in machine.states.indices where !machine.states[leaf].isComposite {
      guard let id = behaviour.certainStep(from: leaf), behaviour.acceptance(of: id) == .accepted else { continue }
      let transition = machine.transitions[id]
      steps[leaf] = (transition.row, transition.leaf ?? leaf)
    }
    return steps
  }
}
