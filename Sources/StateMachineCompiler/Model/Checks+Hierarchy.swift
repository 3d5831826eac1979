/// Checks that see through composites and regions.
extension Checks {
  /// Rows of composites that no state within ever leaves an event to.
  mutating func checkOverriddenRows() {
    let states = machine.states
    guard states.contains(where: \.isComposite) else { return }
    /// By state: the triggers that it, or what is active within it, always takes.
    var taken: [Set<Int>] = Array(repeating: [], count: states.count)
    /// By row and trigger: for how many of its sources it applies, and a composite for which it does not.
    var applying: [[Int]: Int] = [:]
    var overridden: [[Int]: Int] = [:]
    // Children stand behind their composites.
    for state in states.indices.reversed() {
      let declaration = states[state]
      guard !declaration.isFinal else { continue }
      if let first = declaration.children.first {
        // What a final state leaves over comes to the composite.
        taken[state] = declaration.children.dropFirst().reduce(taken[first]) { $0.intersection(taken[$1]) }
      }
      let within = taken[state]
      for place in machine.transitions(of: state) {
        let transition = machine.transitions[Int(machine.transitionOrder[place])]
        let event = Int(transition.event)
        // `done` and timers are the state's own business.
        guard event != machine.done, event != machine.elapsed else { continue }
        let key = [Int(transition.row), event]
        if within.contains(event) { overridden[key] = state } else { applying[key, default: 0] += 1 }
        if !transition.isConditional { taken[state].insert(event) }
      }
      for event in declaration.deferred { taken[state].insert(event) }
    }
    for (key, state) in overridden.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where applying[key] == nil {
      diagnostics.append(
        .overriddenRow(machine.rows[key[0]].range, state: name(of: state), event: name(ofEvent: key[1])))
    }
  }

  /// Rows of two regions that both leave the composite on one event.
  mutating func checkConflicts() {
    guard machine.hasRegions else { return }
    struct Leaving: Hashable {
      var parallel: Int
      var event: Int
    }
    var first: [Leaving: (region: Int, row: Int)] = [:]
    var reported: Set<Int> = []
    for transition in machine.transitions where !transition.isInternal {
      guard Int(transition.event) != machine.done, transition.timer < 0 else { continue }
      var region = machine.region(of: Int(transition.source))
      while region >= 0, !machine.isInside(Int(transition.domain), region) || transition.domain < 0 {
        let parallel = Int(machine.states[region].parent)
        let key = Leaving(parallel: parallel, event: Int(transition.event))
        if let other = first[key] {
          if other.region != region, reported.insert(Int(transition.row)).inserted {
            let state = parallel < 0 ? resolver.text(machine.name.id) : name(of: parallel)
            diagnostics.append(
              Diagnostic.conflictingRows(
                machine.rows[Int(transition.row)].range, event: name(ofEvent: Int(transition.event)), state: state,
                first: name(of: min(other.region, region))
              ).note("the other is here", machine.rows[other.row].range))
          }
        } else {
          first[key] = (region, Int(transition.row))
        }
        region = machine.region(of: region)
      }
    }
  }
}
