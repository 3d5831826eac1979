import StateMachineModel

/// The events of a state that need no code of their own, by what becomes of them.
struct EventLists {
  /// In the order in which the lists are written.
  enum End: Int, CaseIterable {
    case accepted, ignored, unhandled, refused
    /// Kept for later.
    case deferred
    /// A composite around the state has transitions for it.
    case delegated
  }

  private let eventCount: Int
  private var lists: [[EventID]] = End.allCases.map { _ in [] }
  /// What becomes of the timers that the state has no transitions for.
  private var timers: End?
  /// How many arms stand for timers of the state.
  var ownTimers = 0

  init(eventCount: Int) { self.eventCount = eventCount }

  mutating func add(_ event: EventID, _ end: End) { lists[end.rawValue].append(event) }

  mutating func addTimers(_ end: End) { timers = end }

  /// The end that all events share, and the timers with them.
  var onlyOne: End? {
    guard ownTimers == 0 else { return nil }
    return End.allCases.first { end in
      let hasAllEvents = lists[end.rawValue].count == eventCount
      return hasAllEvents && (timers == nil ? eventCount > 0 : timers == end)
    }
  }

  /// The lists that are not empty, in order.
  var all: [(end: End, events: [EventID], timers: Bool)] {
    End.allCases.compactMap { end in
      let events = lists[end.rawValue]
      return events.isEmpty && timers != end ? nil : (end, events, timers == end)
    }
  }
}
