extension Behaviour {
  /// The most outputs that one event can have, or the start; nil where that is not known, or more than the limit.
  package func outputBound(limit: Int) -> Int? {
    // A run of several steps has no bound, and what a submachine emits is another's. With regions, an event may have a
    // transition in each.
    guard !run.runsToCompletion, !run.hasSubmachines, !run.isSubmachine, !machine.hasRegions else { return nil }
    let entries = mostOutputs(of: \.entry)
    let exits = mostOutputs(of: \.exit)
    var bound = run.hasStart ? entries.max() ?? 0 : 0
    for id in machine.transitions.indices {
      var outputs = machine.rows[machine.transitions[id].row].effects.outputCount
      var entered = machine.transitions[id].target.map { entries[$0.index] } ?? 0
      // Most transitions lead to no choice: what is asked of them is read in place.
      if machine.transitions[id].choice != nil {
        for branch in machine.transitions[id].branches {
          branch.forEachRow { outputs += machine.rows[$0].effects.outputCount }
          branch.forEachArrival { if let target = $0.target { entered = max(entered, entries[target.index]) } }
        }
      }
      outputs += entered
      if !machine.transitions[id].isInternal { outputs += exits[machine.transitions[id].source.index] }
      bound = max(bound, outputs)
      if bound > limit { return nil }
    }
    return bound
  }

  /// By state: the most outputs of the actions on the path to a leaf within it.
  private func mostOutputs(of action: (State) -> Action?) -> [Int] {
    var bounds = machine.states.map { _ in 0 }
    for leaf in machine.states.indices where !machine.states[leaf].isComposite {
      let path = machine.path(of: leaf)
      let sum = path.reduce(0) { $0 + (action(machine.states[$1])?.effects.outputCount ?? 0) }
      for state in path { bounds[state.index] = max(bounds[state.index], sum) }
    }
    return bounds
  }
}

extension [Effect] {
  /// How many of the effects are outputs, or may be, those for timers and activities among them.
  fileprivate var outputCount: Int {
    var count = 0
    forEachSingle { if $0.kind == .output { count += 1 } }
    return count
  }
}
