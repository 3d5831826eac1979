import StateMachineModel

extension WrapperSupport {
  /// The Swift of the types by which a wrapper lists and cancels the tasks that perform outputs.
  static let tasksText = #"""
    typealias Job = _Concurrency.Task<Swift.Void, Swift.Never>

    /// Tells one task from all others of its wrapper, those that did the same before included.
    nonisolated struct Ticket<Activity: Swift.Sendable>: Swift.Sendable {
      let activity: Activity
      let number: Swift.Int
    }

    /// The running tasks of a wrapper. An event is delivered only while its task's ticket is in the book: cancellation alone
    /// would come too late for what waits for the wrapper already.
    nonisolated struct JobBook<Activity: Swift.Hashable & Swift.Sendable, Event>: ~Swift.Copyable {
      private struct Entry {
        let number: Swift.Int
        var job: Job?
        /// The stream that the task follows. While an element is handled nobody else holds it: dropping it ends it at once.
        var events: _Concurrency.AsyncStream<Event>?

        func cancel() { self.job?.cancel() }
      }

      /// The activities of states, one task for each.
      private var activities: [Activity: Entry] = [:]
      /// The tasks that effects have begun, by numbers.
      private var effects: [Activity: [Swift.Int: Entry]] = [:]
      private var lastNumber = 0

      /// Ends the activities of states and all streams; asynchronous effects run to their end.
      deinit { self.cancelAll() }

      private borrowing func cancelAll() {
        for entry in self.activities.values { entry.cancel() }
        for entries in self.effects.values {
          for entry in entries.values where entry.events != nil { entry.cancel() }
        }
      }

      /// Begins what a state does, in place of what was done before under that name.
      mutating func begin(_ activity: Activity, following events: _Concurrency.AsyncStream<Event>? = nil) -> Ticket<Activity> {
        self.end(activity)
        self.lastNumber += 1
        self.activities[activity] = Entry(number: self.lastNumber, events: events)
        return Ticket(activity: activity, number: self.lastNumber)
      }

      /// Begins an effect, beside those that run already.
      mutating func beginEffect(
        _ activity: Activity, following events: _Concurrency.AsyncStream<Event>? = nil
      ) -> Ticket<Activity> {
        self.lastNumber += 1
        self.effects[activity, default: [:]][self.lastNumber] = Entry(number: self.lastNumber, events: events)
        return Ticket(activity: activity, number: self.lastNumber)
      }

      mutating func set(_ job: Job, for ticket: Ticket<Activity>) {
        if self.activities[ticket.activity]?.number == ticket.number {
          self.activities[ticket.activity]?.job = job
        } else {
          self.effects[ticket.activity]?[ticket.number]?.job = job
        }
      }

      /// Takes a task out. False where it was out before: nothing of it counts.
      mutating func finish(_ ticket: Ticket<Activity>) -> Swift.Bool {
        if self.activities[ticket.activity]?.number == ticket.number {
          self.activities[ticket.activity] = nil
          return true
        }
        return self.effects[ticket.activity]?.removeValue(forKey: ticket.number) != nil
      }

      /// Cancels what is done under a name, by a state and by effects.
      mutating func end(_ activity: Activity) {
        self.activities.removeValue(forKey: activity)?.cancel()
        guard let entries = self.effects.removeValue(forKey: activity) else { return }
        for entry in entries.values { entry.cancel() }
      }

      /// Cancels everything but asynchronous effects, whose events do not count any more.
      mutating func endAll() {
        self.cancelAll()
        self.activities.removeAll()
        self.effects.removeAll()
      }

      func contains(_ ticket: Ticket<Activity>) -> Swift.Bool { self.entry(of: ticket) != nil }

      /// The stream that a task follows; nil where the task has ended.
      func events(of ticket: Ticket<Activity>) -> _Concurrency.AsyncStream<Event>? { self.entry(of: ticket)?.events }

      private func entry(of ticket: Ticket<Activity>) -> Entry? {
        if let entry = self.activities[ticket.activity], entry.number == ticket.number { return entry }
        return self.effects[ticket.activity]?[ticket.number]
      }
    }
    """#
}
