/// The events of a state that need no code of their own, and what becomes of them.
struct EventLists {
  /// In the order in which the lists are written.
  enum Verdict: Int {
    case accepted, ignored, unhandled, refused
    /// Kept for later.
    case deferred
    /// A composite around the state has rows for it.
    case delegated
  }

  /// The number behind those of the events stands for the timers that the state has no rows for.
  private var lists: [[Int]] = [[], [], [], [], [], []]
  private var isListed: [Bool]
  /// How many cases stand for timers of the state.
  private var timerCount = 0

  /// - Parameters:
  ///   - held: the event for the machine that the state holds, which has code of its own; -1 for none.
  ///   - isDelegated: by event, whether a composite around the state has rows for it; empty at the top level.
  ///   - deferred: the events that the state defers itself.
  init(
    _ machine: StateMachine, _ groups: [LocalNaming.Group], held: Int, isDelegated: [Bool], runsToCompletion: Bool,
    deferred: [Int],
    onlyConditions: Bool, isSelection: Bool
  ) {
    isListed = Array(repeating: false, count: machine.events.count)
    let byPolicy: Verdict =
      onlyConditions ? .refused : machine.ignoresUnhandled && !runsToCompletion ? .ignored : .unhandled
    let isDeferred = Set(deferred)
    func unhandled(_ event: Int) -> Verdict {
      if isDeferred.contains(event) { return onlyConditions ? .refused : .deferred }
      return isDelegated.isEmpty || !isDelegated[event] ? byPolicy : .delegated
    }
    var next = 0
    for group in groups where group.timer < 0 {
      while next < group.event {
        if next != held { add(next, unhandled(next)) }
        next += 1
      }
      next = group.event + 1
      if group.event == held { continue }
      let isFollowed = unhandled(group.event) == .delegated
      if let verdict = Self.verdict(machine, group, onlyConditions, isFollowed) { add(group.event, verdict) }
    }
    while next < machine.events.count {
      if next != held { add(next, unhandled(next)) }
      next += 1
    }
    timerCount = groups.count { $0.timer >= 0 }
    if timerCount < machine.timers.count {
      isListed.append(false)
      let isOuter = !isDelegated.isEmpty && isDelegated[machine.elapsed]
      // Around a region, a composite may have a timer: it is asked as it is for any event.
      add(machine.events.count, isOuter ? .delegated : onlyConditions ? .refused : isSelection ? .unhandled : .ignored)
    }
  }

  /// What becomes of an event without looking at anything; nil where there is something to look at or to do.
  private static func verdict(
    _ machine: StateMachine, _ group: LocalNaming.Group, _ onlyConditions: Bool, _ isFollowed: Bool
  ) -> Verdict? {
    func index(_ place: Int) -> Int { Int(machine.transitionOrder[place]) }
    if onlyConditions {
      var isAccepting: Bool?
      for place in group.places {
        let accepts = machine.isAccepting(index(place))
        if isAccepting != nil, isAccepting != accepts { return nil }
        isAccepting = accepts
        if !machine.transitions[index(place)].isConditional { return accepts ? .accepted : .refused }
      }
      return isAccepting == true || isFollowed ? nil : .refused
    }
    let first = index(group.places.lowerBound)
    guard machine.transitions[first].isInternal, !machine.transitions[first].isConditional else { return nil }
    let row = Int(machine.transitions[first].row)
    return machine.rows[row].effects.isEmpty && machine.rows[row].documentation == nil ? .ignored : nil
  }

  private mutating func add(_ event: Int, _ verdict: Verdict) {
    isListed[event] = true
    lists[verdict.rawValue].append(event)
  }

  func isWritten(_ event: Int) -> Bool { !isListed[event] }

  /// The verdict that all events share.
  var onlyOne: Verdict? {
    timerCount > 0 ? nil : lists.firstIndex { $0.count == isListed.count }.flatMap(Verdict.init)
  }

  /// The lists that are not empty.
  var all: [(events: [Int], verdict: Verdict)] {
    lists.indices.compactMap { index in
      guard !lists[index].isEmpty, let verdict = Verdict(rawValue: index) else { return nil }
      return (lists[index], verdict)
    }
  }
}
