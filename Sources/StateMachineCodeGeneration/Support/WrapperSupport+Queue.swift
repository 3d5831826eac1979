import StateMachineModel

extension WrapperSupport {
  /// The Swift of the queue of events, which every class or actor around a machine needs.
  static let queuesText = #"""
    /// The phases of a wrapper.
    nonisolated enum Phase {
      case created, resting, running
      /// The machine takes an event: its value is being changed, and cannot be looked at.
      case handling
    }

    /// The events that wait until the one at hand is handled. It keeps nothing that has been taken out.
    nonisolated struct EventQueue<Event> {
      private var incoming: [Event] = []
      /// The oldest events, in reverse.
      private var outgoing: [Event] = []
      /// The number of events that have ever been put in.
      private(set) var sentCount = 0
      private(set) var takenCount = 0

      var isEmpty: Swift.Bool { self.takenCount == self.sentCount }

      mutating func append(_ event: Event) {
        self.incoming.append(event)
        self.sentCount += 1
      }

      mutating func popFirst() -> Event? {
        if self.outgoing.isEmpty {
          Swift.swap(&self.incoming, &self.outgoing)
          self.outgoing.reverse()
        }
        guard let event = self.outgoing.popLast() else { return nil }
        self.takenCount += 1
        return event
      }
    }
    """#
}
