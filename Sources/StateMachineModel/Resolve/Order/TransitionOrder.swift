extension StateMachine {
  /// Orders the transitions by state and trigger without moving them: the order is a list of their numbers.
  mutating func orderTransitions() {
    let keys = transitions.map { OrderKey(source: $0.source, trigger: $0.trigger, isWildcard: rows[$0.row].isWildcard) }
    /// By state: the index for its next transition.
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

  /// The properties of a transition that decide its place in the order.
  private struct OrderKey {
    var source: StateID
    var trigger: Trigger
    var isWildcard: Bool
  }

  /// Puts the transitions of each trigger together, in their present order. Most files name the events of each state in
  /// the order of the declarations, so that nothing moves.
  private static func sortByTrigger(_ order: inout [TransitionID], _ range: Range<Int>, _ keys: [OrderKey]) {
    func trigger(_ place: Int) -> Trigger { keys[order[place].index].trigger }
    guard range.dropFirst().contains(where: { trigger($0) < trigger($0 - 1) }) else { return }
    let keyed = range.map { (trigger: trigger($0), place: $0, id: order[$0]) }
    for (place, entry) in zip(range, keyed.sorted { ($0.trigger, $0.place) < ($1.trigger, $1.place) }) {
      order[place] = entry.id
    }
  }
}
