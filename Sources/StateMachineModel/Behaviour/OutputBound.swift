extension Behaviour {
  /// Returns the greatest number of outputs that one event, or the start of the machine, can emit. Nil if the number is
  /// greater than `limit`. Nil also if the function cannot know it: if a run may have several microsteps, or the
  /// machine has regions or submachines, or is a submachine.
  package func outputBound(limit: Int) -> Int? {
    // A run of several microsteps has no bound, and the outputs of submachines are not counted here. With regions, an
    // event may have a transition in each.
    guard !run.runsToCompletion, !run.hasSubmachines, !run.isSubmachine, !machine.hasRegions else { return nil }
    let entries = mostOutputs(of: \.entry)
    let exits = mostOutputs(of: \.exit)
    var bound = run.hasStart ? entries.max() ?? 0 : 0
    for id in machine.transitions.indices {
      var outputs = machine.rows[machine.transitions[id].row].effects.outputCount
      var entered = machine.transitions[id].target.map { entries[$0.index] } ?? 0
      // Most transitions lead to no choice. They are read in place, because a copy would be slow.
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

  /// Returns a number for each state: the most outputs that are emitted when one leaf state is entered with all its
  /// ancestors. For a composite state, it is the largest number of the leaf states within it. If `action` returns
  /// `exit` actions, the outputs of exits are counted.
  ///
  /// - Parameter action: returns the action that is counted: the `entry` of a state, or its `exit`.
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
  /// The number of effects that emit an output. Effects that begin or end timers and activities are included, and so
  /// are effects with a condition.
  fileprivate var outputCount: Int {
    var count = 0
    forEachSingle { if $0.kind == .output { count += 1 } }
    return count
  }
}
