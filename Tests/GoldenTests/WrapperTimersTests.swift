import TestSupport
import Testing

/// The timers of a wrapper elapse at the right time and in the right order.
@Suite struct WrapperTimersTests {
  private typealias Timers = WrapperSupport.Timers<String>

  private let clock = ManualClock()

  /// Returns the timers that elapse in one wake-up at the latest alarm; nil if the alarm is not the latest.
  private func turn(_ timers: inout Timers, at alarm: Duration) -> [String]? {
    guard timers.wakeUp(at: alarm) else { return nil }
    var elapsed: [String] = []
    while let timer = timers.popElapsed() { elapsed.append(timer) }
    return elapsed
  }

  /// Moves the clock, and returns the timers that elapse in one wake-up.
  private func turn(_ timers: inout Timers, movedBy duration: Duration, at alarm: Duration) -> [String]? {
    clock.advance(by: duration)
    defer { timers.settle { _ in } }
    return turn(&timers, at: alarm)
  }

  // MARK: Order

  @Test func timersElapseByDeadlineAndThenInTheOrderOfTheirBeginning() {
    var timers = Timers(clock: clock)
    timers.begin("late", after: .seconds(10))
    timers.begin("first of two", after: .seconds(5))
    timers.begin("second of two", after: .seconds(5))
    timers.begin("early", after: .seconds(1))
    timers.begin("not yet", after: .seconds(11))
    timers.settle { _ in }
    #expect(
      turn(&timers, movedBy: .seconds(10), at: .seconds(1)) == ["early", "first of two", "second of two", "late"])
    #expect(turn(&timers, movedBy: .seconds(1), at: .seconds(11)) == ["not yet"])
  }

  @Test func aTimerThatBeginsAgainCountsFromThen() {
    var timers = Timers(clock: clock)
    timers.begin("a", after: .seconds(5))
    timers.begin("b", after: .seconds(5))
    timers.settle { _ in }
    clock.advance(by: .seconds(2))
    timers.begin("a", after: .seconds(5))
    timers.settle { _ in }
    #expect(turn(&timers, movedBy: .seconds(3), at: .seconds(5)) == ["b"])
    #expect(turn(&timers, movedBy: .seconds(2), at: .seconds(7)) == ["a"])
  }

  /// The timers that elapse are those of a list of all deadlines.
  @Test func randomTimersElapseByTheirDeadlines() {
    var random = SeededGenerator(state: 1)
    for _ in 0..<100 {
      var timers = Timers(clock: clock)
      var expected: [(deadline: Int, name: String)] = []
      for number in 0..<50 {
        let name = "\(Int.random(in: 0..<20, using: &random))"
        expected.removeAll { $0.name == name }
        if Bool.random(using: &random) {
          let delay = Int.random(in: 1...30, using: &random)
          timers.begin(name, after: .seconds(delay))
          expected.append((delay * 100 + number, name))
        } else {
          timers.end(name)
        }
      }
      timers.settle { _ in }
      expected.sort { $0.deadline < $1.deadline }
      let due = expected.filter { $0.deadline / 100 <= 15 }
      clock.advance(by: .seconds(15))
      if let first = due.first {
        #expect(turn(&timers, at: .seconds(first.deadline / 100)) == due.map(\.name))
      }
      timers.cancel()
    }
  }

  // MARK: The sleeper

  @Test func oneTaskSleepsForAll() async {
    var timers = Timers(clock: clock)
    let alarms = Locked<[Duration]>([])
    for delay in 1...10 { timers.begin("\(delay)", after: .seconds(delay)) }
    #expect(timers.isUnsettled)
    timers.settle { alarm in alarms.change { $0.append(alarm) } }
    #expect(!timers.isUnsettled)
    await eventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(1))
    await eventually { alarms.value == [.seconds(1)] }
    #expect(clock.sleeperCount == 0)
  }

  @Test func theSleeperIsReplacedWhenANearerDeadlineComes() async {
    var timers = Timers(clock: clock)
    let alarms = Locked<[Duration]>([])
    timers.begin("a", after: .seconds(10))
    timers.settle { alarm in alarms.change { $0.append(alarm) } }
    await eventually { clock.sleeperCount == 1 }
    timers.begin("b", after: .seconds(3))
    timers.settle { alarm in alarms.change { $0.append(alarm) } }
    // The cancelled sleeper may have woken up already: its alarm is ignored.
    let wakes = timers.wakeUp(at: .seconds(10))
    #expect(!wakes)
    clock.advance(by: .seconds(3))
    await eventually { alarms.value == [.seconds(3)] && clock.sleeperCount == 0 }
    #expect(turn(&timers, at: .seconds(3)) == ["b"])
  }

  @Test func theSleeperIsKeptWhenTheNextDeadlineIsLater() async {
    var timers = Timers(clock: clock)
    let alarms = Locked<[Duration]>([])
    timers.begin("a", after: .seconds(3))
    timers.settle { alarm in alarms.change { $0.append(alarm) } }
    await eventually { clock.sleeperCount == 1 }
    timers.end("a")
    timers.begin("b", after: .seconds(5))
    timers.settle { _ in Issue.record("a second task sleeps") }
    clock.advance(by: .seconds(3))
    await eventually { alarms.value == [.seconds(3)] }
    // It has woken up too early, once.
    #expect(turn(&timers, at: .seconds(3)) == [])
    timers.settle { alarm in alarms.change { $0.append(alarm) } }
    clock.advance(by: .seconds(2))
    await eventually { alarms.value == [.seconds(3), .seconds(5)] }
    #expect(turn(&timers, at: .seconds(5)) == ["b"])
  }

  @Test func nobodySleepsForNothing() async {
    var timers = Timers(clock: clock)
    timers.begin("a", after: .seconds(3))
    timers.settle { _ in }
    await eventually { clock.sleeperCount == 1 }
    timers.endAll()
    timers.settle { _ in }
    await eventually { clock.sleeperCount == 0 }
  }

  /// A wrapper that goes may have been about to wake up.
  @Test func aTaskThatIsCancelledDoesNotWakeUp() async {
    var timers = Timers(clock: clock)
    timers.begin("a", after: .seconds(3))
    timers.settle { _ in Issue.record("it wakes up") }
    await eventually { clock.sleeperCount == 1 }
    timers.cancel()
    await eventually { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(3))
    await settle()
  }

  // MARK: Wake-ups

  @Test func whatIsCancelledInATurnDoesNotCome() {
    var timers = Timers(clock: clock)
    timers.begin("a", after: .seconds(1))
    timers.begin("b", after: .seconds(1))
    timers.begin("c", after: .seconds(1))
    timers.settle { _ in }
    clock.advance(by: .seconds(1))
    let wakes = timers.wakeUp(at: .seconds(1))
    #expect(wakes)
    #expect(timers.popElapsed() == "a")
    timers.end("b")
    #expect(timers.popElapsed() == "c")
    #expect(timers.popElapsed() == nil)
  }

  @Test func whatBeginsInATurnWaitsForTheNext() {
    var timers = Timers(clock: clock)
    timers.begin("a", after: .seconds(1))
    timers.begin("b", after: .seconds(2))
    timers.settle { _ in }
    clock.advance(by: .seconds(5))
    let wakes = timers.wakeUp(at: .seconds(1))
    #expect(wakes)
    #expect(timers.popElapsed() == "a")
    timers.begin("at once", after: .zero)
    // The wrapper settles after each event: the same wake-up continues.
    timers.settle { _ in Issue.record("nobody sleeps in a turn") }
    #expect(timers.popElapsed() == "b")
    #expect(timers.popElapsed() == nil)
    #expect(timers.isUnsettled)
    timers.settle { _ in }
    #expect(turn(&timers, at: .seconds(5)) == ["at once"])
  }

  @Test func aTimerThatBeginsAnewForEverDoesNotHoldTheTurn() {
    var timers = Timers(clock: clock)
    timers.begin("a", after: .zero)
    timers.settle { _ in }
    for _ in 0..<10 {
      let wakes = timers.wakeUp(at: .zero)
      #expect(wakes)
      #expect(timers.popElapsed() == "a")
      timers.begin("a", after: .zero)
      #expect(timers.popElapsed() == nil)
      timers.settle { _ in }
    }
    timers.cancel()
  }

  // MARK: Every

  @Test func firingsThatWereMissedAreOneAndTheRhythmStays() {
    var timers = Timers(clock: clock)
    timers.begin("a", every: .milliseconds(3))
    timers.settle { _ in }
    #expect(turn(&timers, movedBy: .milliseconds(10), at: .milliseconds(3)) == ["a"])
    #expect(turn(&timers, movedBy: .milliseconds(2), at: .milliseconds(12)) == ["a"])
    #expect(turn(&timers, movedBy: .milliseconds(3), at: .milliseconds(15)) == ["a"])
    // On time to the attosecond after a long while.
    #expect(turn(&timers, movedBy: .milliseconds(3_000_000_000), at: .milliseconds(18)) == ["a"])
    #expect(turn(&timers, movedBy: .milliseconds(3), at: .milliseconds(3_000_000_018)) == ["a"])
  }

  @Test func aFiringCanEndWhatRepeats() {
    var timers = Timers(clock: clock)
    timers.begin("a", every: .milliseconds(3))
    timers.settle { _ in }
    clock.advance(by: .milliseconds(10))
    let wakes = timers.wakeUp(at: .milliseconds(3))
    #expect(wakes)
    #expect(timers.popElapsed() == "a")
    timers.end("a")
    #expect(timers.popElapsed() == nil)
  }

  // MARK: Clocks that are put back

  /// Whoever has woken up has been woken for a reason: the time of the alarm has come, whatever the clock says by now.
  @Test func aClockThatIsPutBackAfterTheAlarmHoldsNothingUp() {
    var timers = Timers(clock: clock)
    timers.begin("a", after: .seconds(5))
    timers.begin("b", after: .seconds(6))
    timers.begin("c", every: .seconds(2))
    timers.settle { _ in }
    clock.advance(by: .seconds(2))
    #expect(turn(&timers, movedBy: .seconds(-10), at: .seconds(2)) == ["c"])
    #expect(turn(&timers, movedBy: .seconds(12), at: .seconds(4)) == ["c"])
    #expect(turn(&timers, movedBy: .seconds(1), at: .seconds(5)) == ["a"])
    #expect(turn(&timers, movedBy: .seconds(1), at: .seconds(6)) == ["b", "c"])
  }

  @Test func aClockThatIsPutBackBeforeADelayIsBegunCountsFromThere() {
    var timers = Timers(clock: clock)
    clock.advance(by: .seconds(-100))
    timers.begin("a", after: .seconds(5))
    timers.settle { _ in }
    #expect(turn(&timers, movedBy: .seconds(5), at: .seconds(-95)) == ["a"])
  }
}
