import StateMachineSyntax

/// A check that a machine with a final state can always end.
extension Checks {
  /// Reports states from which no row leads on to a final state, in a machine that has one. Connected states are one
  /// finding, at the first. Nothing is reported if no final state can be reached: that is another finding.
  mutating func checkFinalStates(deadEnds: Set<StateID>, unreachable: Set<StateID>) {
    let finals = machine.states.indices.filter { behaviour.canEndMachine($0) && !unreachable.contains($0) }
    // A row that is broken, or never taken, may be the reason.
    guard let end = finals.first, usage.brokenRows.isEmpty, usage.idleRows.isEmpty else { return }
    let graph = StateGraph(behaviour)
    let ends = graph.leading(to: finals)
    let stranded = machine.states.indices.filter {
      !machine.states[$0].isComposite && !ends[.state($0)] && !unreachable.contains($0) && regionEnds($0)
    }
    for group in connected(stranded, in: graph) {
      // A state without rows is reported as such; states that lead to it only follow.
      guard let first = group.first, !group.contains(where: deadEnds.contains) else { continue }
      let names = group.sorted().map { name(of: $0) }
      diagnostics.append(
        Diagnostic.strandedStates(machine.states[first].name.range, names)
          .note("the machine ends here", machine.states[end].name.range))
    }
  }

  /// Returns the states in groups: the states of one group are connected by edges, in either direction.
  private func connected(_ states: [StateID], in graph: StateGraph) -> [[StateID]] {
    let isAmong = Set(states)
    var isSeen: Set<StateID> = []
    var groups: [[StateID]] = []
    for first in states where isSeen.insert(first).inserted {
      var group = [first]
      var index = 0
      while index < group.count {
        let node = StateGraph.Node.state(group[index])
        for case .state(let other) in graph.next(of: node) + graph.previous(of: node) where isAmong.contains(other) {
          if isSeen.insert(other).inserted { group.append(other) }
        }
        index += 1
      }
      groups.append(group)
    }
    return groups
  }

  /// Returns whether the region of the machine's body that contains a state can end; true if the body has no regions.
  private func regionEnds(_ state: StateID) -> Bool {
    guard machine.isParallel else { return true }
    return machine.children(of: machine.path(of: state)[0]).contains { machine.states[$0].isFinal }
  }
}
