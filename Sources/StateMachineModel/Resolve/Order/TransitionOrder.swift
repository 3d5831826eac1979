extension StateMachine {
  /// Groups the transitions by state and trigger without moving them: the order is a list of their numbers.
  mutating func orderTransitions() {
    let keys = transitions.map { OrderKey(source: $0.source, trigger: $0.trigger, isWildcard: rows[$0.row].isWildcard) }
    /// By state: where its next transition goes.
    var places = IDMap<State, Int>(repeating: 0, count: states.count)
    for key in keys { places[key.source] += 1 }
    var start = 0
    for state in states.indices {
      let count = places[state]
      states[state].transitions = start..<start + count
      places[state] = start
      start += count
    }
    var order = Array(repeating: TransitionID(0), count: keys.count)
    for isWildcard in [false, true] {
      for (index, key) in keys.enumerated() where key.isWildcard == isWildcard {
        order[places[key.source]] = TransitionID(index)
        places[key.source] += 1
      }
    }
    for state in states.indices { Self.sortByTrigger(&order, states[state].transitions, keys) }
    transitionOrder = order
  }

  /// What the place of a transition depends on.
  private struct OrderKey {
    var source: StateID
    var trigger: Trigger
    var isWildcard: Bool
  }

  /// Puts those of one trigger together, in the order that they have. Most files name the events of each state in the
  /// order of their declarations, so that nothing is to be done.
  private static func sortByTrigger(_ order: inout [TransitionID], _ range: Range<Int>, _ keys: [OrderKey]) {
    func trigger(_ place: Int) -> Trigger { keys[order[place].index].trigger }
    guard range.dropFirst().contains(where: { trigger($0) < trigger($0 - 1) }) else { return }
    let keyed = range.map { (trigger: trigger($0), place: $0, id: order[$0]) }
    for (place, entry) in zip(range, keyed.sorted { ($0.trigger, $0.place) < ($1.trigger, $1.place) }) {
      order[place] = entry.id
    }
  }
}
