import Testing

@testable import StateMachineTesting

/// The timers that may elapse next and the events that may come are known.
@Suite struct WaitingTests {
  /// Timers that begin one after the other, each in a step of its own.
  private func lamp(_ timers: [(String, Int)]) -> WaitedFor {
    var lamp = WaitedFor()
    for (timer, seconds) in timers {
      lamp.schedule(timer, after: .seconds(seconds))
      lamp.endStep()
    }
    return lamp
  }

  @Test func noTimerElapsesBeforeAnEarlierOneThatTakesNoLonger() {
    let same = lamp([("a", 3), ("b", 3)])
    #expect(same.mayElapse("a") && !same.mayElapse("b"))
    // A later one may be shorter by more than the time between the two.
    let shorter = lamp([("a", 3), ("b", 2)])
    #expect(shorter.mayElapse("a") && shorter.mayElapse("b"))
    let longer = lamp([("a", 2), ("b", 3)])
    #expect(longer.mayElapse("a") && !longer.mayElapse("b") && !longer.mayElapse("c"))
  }

  @Test func timersOfOneStepElapseByTheirDurations() {
    var lamp = WaitedFor()
    lamp.schedule("a", after: .seconds(3))
    lamp.schedule("b", after: .seconds(2))
    lamp.schedule("c", after: .seconds(2))
    lamp.endStep()
    #expect(!lamp.mayElapse("a") && lamp.mayElapse("b") && lamp.mayElapse("c"))
    lamp.cancel("b")
    lamp.elapse("c")
    #expect(lamp.mayElapse("a") && !lamp.mayElapse("c"))
  }

  @Test func aTimerThatRepeatsBeginsAnew() {
    var lamp = WaitedFor()
    lamp.schedule("a", after: .seconds(1), repeats: true)
    lamp.endStep()
    lamp.schedule("b", after: .seconds(1))
    lamp.endStep()
    lamp.elapse("a")
    lamp.endStep()
    #expect(lamp.mayElapse("b") && !lamp.mayElapse("a"))
    lamp.elapse("b")
    #expect(lamp.mayElapse("a"))
  }

  /// A heartbeat of 30 seconds comes three times before a timer of 100, and not a fourth time.
  @Test func theTimeThatTimersHaveRunCounts() {
    var heart = WaitedFor()
    heart.schedule("beat", after: .seconds(30), repeats: true)
    heart.schedule("end", after: .seconds(100))
    heart.endStep()
    for _ in 0..<3 {
      #expect(heart.mayElapse("beat") && !heart.mayElapse("end"))
      heart.elapse("beat")
      heart.endStep()
    }
    #expect(!heart.mayElapse("beat") && heart.mayElapse("end"))
    // One that begins anew with each beat never elapses.
    var watched = WaitedFor()
    watched.schedule("beat", after: .seconds(30), repeats: true)
    watched.schedule("late", after: .seconds(31))
    watched.endStep()
    for _ in 0..<5 {
      #expect(watched.mayElapse("beat") && !watched.mayElapse("late"))
      let before = watched
      watched.elapse("beat")
      watched.schedule("late", after: .seconds(31))
      watched.endStep()
      #expect(watched == before)
    }
  }

  /// Between two steps, time passes up to the first deadline: a later timer may be the first by as much.
  @Test func theTimeBetweenStepsIsNotKnown() {
    var pair = lamp([("a", 10), ("b", 4)])
    #expect(pair.mayElapse("a") && pair.mayElapse("b"))
    pair.elapse("b")
    pair.endStep()
    pair.schedule("c", after: .seconds(7))
    pair.endStep()
    // At most 6 seconds are left of 'a', as 4 have passed.
    #expect(pair.mayElapse("a") && !pair.mayElapse("c"))
    let far = lamp([("a", 10), ("b", 11)])
    #expect(far.mayElapse("a") && !far.mayElapse("b"))
  }

  /// A timer whose duration is not known may elapse at any time.
  @Test func whatIsNotKnownMayBeAnything() {
    var lamp = lamp([("a", 3)])
    lamp.schedule("b", after: nil)
    lamp.endStep()
    #expect(lamp.mayElapse("a") && lamp.mayElapse("b"))
    lamp.elapse("a")
    lamp.endStep()
    #expect(lamp.mayElapse("b"))
    lamp.schedule("a", after: .seconds(1))
    lamp.endStep()
    #expect(lamp.mayElapse("a") && lamp.mayElapse("b"))
  }

  /// Only their order distinguishes what has run for long from what has just begun.
  @Test func theSameThingsAreOneConfiguration() {
    var one = lamp([("a", 1)])
    one.cancel("a")
    for (timer, seconds) in [("b", 2), ("c", 3)] {
      one.schedule(timer, after: .seconds(seconds))
      one.endStep()
    }
    #expect(one == lamp([("b", 2), ("c", 3)]))
    one.begin("4")
    one.begin("2")
    var other = lamp([("b", 2), ("c", 3)])
    other.begin("2")
    other.begin("4")
    #expect(one == other)
    #expect(one.isDoing("2") && !one.isDoing("3"))
    one.end("2")
    #expect(!one.isDoing("2") && one.isDoing("4"))
  }

  /// The text of findings has what is waited for.
  @Test func whatIsWaitedForIsTold() {
    var waiting = Waiting("on")
    #expect(text(ofConfiguration: waiting) == "\"on\"")
    waiting.waitedFor = lamp([("busy.timeout", 1), ("b", 2)])
    waiting.waitedFor.begin("load")
    #expect(text(ofConfiguration: waiting) == "\"on\"; timers: busy.timeout, b; tasks: load")
  }
}
