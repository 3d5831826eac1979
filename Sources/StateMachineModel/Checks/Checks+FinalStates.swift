import StateMachineSyntax

/// A check that reports states from which a machine can never end, although it has a final state.
extension Checks {
  /// Reports the states from which no rows lead to a final state. States that are connected by rows share one finding,
  /// at the first of them. Reports nothing if the machine has no final state that can be reached. Reports nothing if a
  /// row has an error or is never taken: this row may lead to a final state.
  ///
  /// - Parameters:
  ///   - deadEnds: the states in which nothing can happen any more, which have been reported already.
  ///   - unreachable: the states that cannot be reached, for which there are other findings.
  mutating func checkFinalStates(deadEnds: Set<StateID>, unreachable: Set<StateID>) {
    let finals = machine.states.indices.filter { behaviour.canEndMachine($0) && !unreachable.contains($0) }
    // A row that is broken, or never taken, may be the reason.
    guard let end = finals.first, usage.brokenRows.isEmpty, usage.idleRows.isEmpty else { return }
    let graph = StateGraph(behaviour)
    let ends = graph.leading(to: finals)
    let stranded = machine.states.indices.filter {
      // Leaf states that can be reached, but from which no final state can be, although their region has one.
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

  /// Divides states into sets, so that states which are connected share one finding. Two states are in one set if edges
  /// of the graph connect them, in either direction. A connection through other states of the list counts, too.
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

  /// Returns whether the region that contains a state has a final state. Only regions directly in the machine's body
  /// are examined, not the regions of composite states. Returns true if the machine's body has no regions.
  private func regionEnds(_ state: StateID) -> Bool {
    guard machine.isParallel else { return true }
    return machine.children(of: machine.path(of: state)[0]).contains { machine.states[$0].isFinal }
  }
}
