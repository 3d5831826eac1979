import StateMachineModel

extension WrapperSupport {
  /// The Swift of the types by which a wrapper keeps the deadlines of its machine's timers.
  static let timersText = #"""
    /// The running timers of a wrapper, in the order in which they elapse. One task sleeps for all of them.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated struct Timers<Timer: Swift.Hashable & Swift.Sendable>: Swift.Sendable {
      /// Since the timers were made, on their clock.
      typealias Time = Swift.Duration

      private struct Entry {
        let timer: Timer
        var deadline: Time
        /// Timers of one deadline elapse in the order in which they were begun.
        var number: Swift.Int
        /// Nil for a timer that elapses once.
        let interval: Swift.Duration?
      }

      private let now: @Sendable () -> Time
      private let sleep: @Sendable (_ until: Time) async throws -> Swift.Void
      /// By deadline and number.
      private var entries: [Entry] = []
      private var lastNumber = 0
      private var sleeper: _Concurrency.Task<Swift.Void, Swift.Never>?
      /// When the sleeper wakes up.
      private var alarm: Time?
      /// The wake-up that is being handled: the timers elapse that were due by then, and had begun before.
      private var round: (now: Time, lastNumber: Swift.Int)?
      /// Whether the sleeper may have to wake up at another time. Stored, as every event looks at it.
      private(set) var isUnsettled = false

      init(clock: any _Concurrency.Clock<Swift.Duration>) { (self.now, self.sleep) = Self.functions(of: clock) }

      private static func functions<SomeClock: _Concurrency.Clock>(
        of clock: SomeClock
      ) -> (now: @Sendable () -> Time, sleep: @Sendable (Time) async throws -> Swift.Void)
      where SomeClock.Duration == Swift.Duration {
        let start = clock.now
        return (
          { start.duration(to: clock.now) },
          { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        )
      }

      // MARK: Beginning and ending

      /// Begins a timer that elapses once, in place of the one before.
      mutating func begin(_ timer: Timer, after delay: Swift.Duration) {
        self.begin(timer, delay, interval: nil)
      }

      /// Begins a timer that elapses again and again. Firings that were missed are one firing.
      mutating func begin(_ timer: Timer, every interval: Swift.Duration) {
        Swift.precondition(interval > .zero, "The interval of 'every' is \(interval): it has to be positive.")
        self.begin(timer, interval, interval: interval)
      }

      private mutating func begin(_ timer: Timer, _ delay: Swift.Duration, interval: Swift.Duration?) {
        self.end(timer)
        self.lastNumber += 1
        self.insert(Entry(timer: timer, deadline: self.now() + delay, number: self.lastNumber, interval: interval))
        self.isUnsettled = true
      }

      private mutating func insert(_ entry: Entry) {
        let index = self.entries.firstIndex { ($0.deadline, $0.number) > (entry.deadline, entry.number) }
        self.entries.insert(entry, at: index ?? self.entries.endIndex)
      }

      mutating func end(_ timer: Timer) {
        guard let index = self.entries.firstIndex(where: { $0.timer == timer }) else { return }
        self.entries.remove(at: index)
        self.isUnsettled = true
      }

      mutating func endAll() {
        self.entries.removeAll()
        self.isUnsettled = true
      }

      // MARK: Deadlines

      /// When the running timers elapse next, on a scale on which it is `now`.
      func deadlines(at now: Swift.Duration) -> [Timer: Swift.Duration] {
        let offset = now - self.now()
        return Swift.Dictionary(uniqueKeysWithValues: self.entries.map { ($0.timer, $0.deadline + offset) })
      }

      /// Gives running timers the deadlines that they had, and returns those that have elapsed, the earliest first.
      /// None elapses later than one that begins now: the scale may have been put back, and the delay be shorter.
      mutating func restore(_ deadlines: [Timer: Swift.Duration], at now: Swift.Duration) -> [Timer] {
        let present = self.now()
        for index in self.entries.indices {
          guard let deadline = deadlines[self.entries[index].timer] else { continue }
          self.entries[index].deadline = Swift.min(self.entries[index].deadline, present + (deadline - now))
        }
        self.entries.sort { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        self.isUnsettled = true
        return self.entries.prefix { $0.deadline <= present }.map(\.timer)
      }

      // MARK: Sleeping

      /// Has the sleeper wake up for the first deadline: called at the end of an event. One that wakes up earlier is left.
      mutating func settle(_ wake: @escaping @Sendable (Time) async -> Swift.Void) {
        guard self.round == nil else { return }
        self.isUnsettled = false
        let next = self.entries.first?.deadline
        if let next, let alarm = self.alarm, alarm <= next { return }
        self.cancel()
        self.alarm = next
        // Detached, as it has nothing to do with the task that has sent the event.
        self.sleeper = next.map { alarm in
          _Concurrency.Task.detached { [sleep = self.sleep] in
            do { try await sleep(alarm) } catch { return }
            await wake(alarm)
          }
        }
      }

      func cancel() { self.sleeper?.cancel() }

      // MARK: Elapsing

      /// Begins to elapse timers. Returns false if the sleeper was cancelled.
      mutating func wakeUp(at alarm: Time) -> Swift.Bool {
        guard alarm == self.alarm else { return false }
        (self.alarm, self.sleeper) = (nil, nil)
        // A clock may have been put back meanwhile.
        self.round = (Swift.max(alarm, self.now()), self.lastNumber)
        self.isUnsettled = true
        return true
      }

      /// Returns the next timer that elapses at this wake-up, or nil. A timer that an event cancels does not elapse.
      mutating func popElapsed() -> Timer? {
        guard let round = self.round else { return nil }
        let index = self.entries.firstIndex { $0.number <= round.lastNumber }
        guard let index, self.entries[index].deadline <= round.now else {
          self.round = nil
          return nil
        }
        var entry = self.entries.remove(at: index)
        if let interval = entry.interval {
          entry.deadline = Self.firing(after: round.now, from: entry.deadline, interval)
          self.lastNumber += 1
          entry.number = self.lastNumber
          self.insert(entry)
        }
        return entry.timer
      }

    \#(firingText.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    }
    """#

  /// The Swift of the function that computes when a repeating timer elapses next. The code of a `wrapper struct`
  /// contains the function, too.
  static let firingText = """
    /// Returns the next firing after a deadline that has come. It is after `now`: all missed firings are one.
    private static func firing(
      after now: Swift.Duration, from deadline: Swift.Duration, _ interval: Swift.Duration
    ) -> Swift.Duration {
      let missed = (now - deadline) / interval
      // Beyond that a Double is not exact, and the rhythm is nothing that anybody sees.
      guard missed < 1e15 else { return now + interval }
      var time = deadline + interval * Swift.Int64(missed)
      while time <= now { time += interval }
      return time
    }
    """
}
