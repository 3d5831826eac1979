extension StateMachine {
  /// Makes `transitionOrder`, the list of the transitions' numbers in this order: by source, then by trigger.
  /// Transitions of one source on one trigger have the order in which they are tried. Each state gets the range of its
  /// own transitions in the list. The table `transitions` itself is not sorted.
  mutating func orderTransitions() {
    let keys = transitions.map { OrderKey(source: $0.source, trigger: $0.trigger, isWildcard: rows[$0.row].isWildcard) }
    /// At first, the number of transitions of each state; later, the index in `order` at which the state's next
    /// transition is stored.
    var places = IDMap<State, Int>(repeating: 0, count: states.count)
    for key in keys { places[key.source] += 1 }
    var start = 0
    for state in states.indices {
      let count = places[state]
      states[state].transitions = start..<start + count
      places[state] = start
      start += count
    }
    // A counting sort: each transition is written at the next free index of its source, rows for `*` last.
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

  /// The properties of a transition by which it is sorted.
  private struct OrderKey {
    var source: StateID
    var trigger: Trigger
    var isWildcard: Bool
  }

  /// Puts the transitions of one state that have the same trigger next to each other, without changing their order.
  /// Does nothing if the triggers are sorted already, which is so in most files.
  ///
  /// - Parameters:
  ///   - order: the list that is sorted in place.
  ///   - range: the range of the state's transitions in `order`.
  ///   - keys: the source and the trigger of each transition, by the transition's number.
  private static func sortByTrigger(_ order: inout [TransitionID], _ range: Range<Int>, _ keys: [OrderKey]) {
    func trigger(_ place: Int) -> Trigger { keys[order[place].index].trigger }
    guard range.dropFirst().contains(where: { trigger($0) < trigger($0 - 1) }) else { return }
    let keyed = range.map { (trigger: trigger($0), place: $0, id: order[$0]) }
    for (place, entry) in zip(range, keyed.sorted { ($0.trigger, $0.place) < ($1.trigger, $1.place) }) {
      order[place] = entry.id
    }
  }
}
