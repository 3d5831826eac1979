/// Whether a machine that can end always can.
extension Checks {
  /// States from which no row leads on to a final state, in a machine that has one: those that belong together are one
  /// finding, which stands at the first.
  mutating func checkFinalStates(deadEnds: Set<Int>, unreachable: Set<Int>) {
    let finals = machine.states.indices.filter { isEnd($0) }
    guard !finals.isEmpty, resolver.brokenRows.isEmpty else { return }
    let (next, previous) = arrows()
    var ends = Array(repeating: false, count: next.count)
    var pending = finals
    for state in finals { ends[state] = true }
    while let state = pending.popLast() {
      for source in previous[state] where !ends[source] {
        ends[source] = true
        pending.append(source)
      }
    }
    let stranded = machine.states.indices.filter {
      let state = machine.states[$0]
      return !state.isComposite && !ends[$0] && !unreachable.contains($0) && regionEnds($0)
    }
    let isStranded = Set(stranded)
    var isSeen: Set<Int> = []
    for first in stranded where isSeen.insert(first).inserted {
      var group = [first]
      var index = 0
      while index < group.count {
        for other in next[group[index]] + previous[group[index]] where isStranded.contains(other) {
          if isSeen.insert(other).inserted { group.append(other) }
        }
        index += 1
      }
      // A state without rows is reported as such, and what leads to it only follows.
      guard !group.contains(where: deadEnds.contains) else { continue }
      let names = group.sorted().map { name(of: $0) }
      diagnostics.append(
        Diagnostic.strandedStates(machine.states[first].name.range, names)
          .note("the machine ends here", machine.states[finals[0]].name.range))
    }
  }

  /// Whether the machine ends with this state, or one of its regions does.
  private func isEnd(_ state: Int) -> Bool {
    guard machine.states[state].isFinal else { return false }
    let parent = Int(machine.states[state].parent)
    return parent < 0 || machine.states[parent].isRegion && machine.states[parent].parent < 0
  }

  /// Where the machine's body has regions: whether that of the state has an end.
  private func regionEnds(_ state: Int) -> Bool {
    guard machine.isParallel else { return true }
    let region = machine.path(of: state)[0]
    return machine.states[region].children.contains { machine.states[$0].isFinal }
  }

  /// Which state leads to which, whatever guards say, as a graph: a state leads to the composite around it, whose rows
  /// hold for it, too; a composite's `done` leads on from the states that end it. A number behind the states' stands for
  /// anything within a composite: where a history leads, and what regions beside one another may do.
  private func arrows() -> (next: [[Int]], previous: [[Int]]) {
    let count = machine.states.count
    var next: [[Int]] = Array(repeating: [], count: 2 * count)
    var previous = next
    func add(_ source: Int, _ target: Int) {
      next[source].append(target)
      previous[target].append(source)
    }
    for state in machine.states.indices {
      let parent = Int(machine.states[state].parent)
      if parent >= 0 {
        add(state, parent)
        add(count + parent, state)
        add(count + parent, count + state)
      }
      if machine.isParallel(state) { add(state, count + state) }
    }
    for transition in machine.transitions {
      let source = Int(transition.source)
      let isDone = Int(transition.event) == machine.done && machine.states[source].isComposite
      let sources = isDone ? finalChildren(of: source) : [source]
      transition.forEachArrival { arrival in
        guard arrival.target >= 0 else { return }
        let targets =
          arrival.history == nil
          ? [Int(arrival.leaf)] + arrival.regions.map(\.leaf) : [count + Int(arrival.target)]
        for from in sources { for to in targets { add(from, to) } }
      }
    }
    return (next, previous)
  }

  /// The final states that complete a composite.
  private func finalChildren(of state: Int) -> [Int] {
    machine.states[state].children.flatMap { child in
      machine.states[child].isRegion ? finalChildren(of: child) : machine.states[child].isFinal ? [child] : []
    }
  }
}
