import Testing

/// `after` and `every` keep their promises, shown with `specs/Workout.sm` and a clock that the tests move.
@Suite struct WrapperTimeTests {
  /// Two timers of one configuration are due by the same move of the clock: the earlier deadline is first.
  @Test func timersElapseInTheOrderOfTheirDeadlines() async {
    let machine = Workout(limit: .milliseconds(10), patience: .milliseconds(5), state: .beating(60))
    for _ in 0..<500 {
      let world = WorkoutWorld()
      let actor = world.actor(machine)
      await actor.start()
      world.clock.advance(by: .milliseconds(10))
      await eventually { await actor.isFinal }
      // The outer timer would have cancelled the inner one.
      #expect(world.log.value.contains("warn"))
    }
  }

  @Test @MainActor func onTheMainActorToo() async {
    let machine = Workout(limit: .milliseconds(10), patience: .milliseconds(5), state: .beating(60))
    for _ in 0..<50 {
      let world = WorkoutWorld()
      let controller = world.controller(machine)
      controller.start()
      world.clock.advance(by: .milliseconds(10))
      await eventually { await controller.isFinal }
      #expect(world.log.value.contains("warn"))
    }
  }

  @Test func firingsThatWereMissedAreOneAndTheRhythmStays() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(interval: .milliseconds(3), state: .beating(60)))
    await actor.start()
    world.clock.advance(by: .milliseconds(10))
    await eventually { world.log.value.contains("show 60") }
    world.clock.advance(by: .milliseconds(1))
    await settle()
    #expect(world.log.value.count { $0 == "show 60" } == 1)
    world.clock.advance(by: .milliseconds(1))
    await eventually { world.log.value.count { $0 == "show 60" } == 2 }
    await settle()
    #expect(world.log.value.count { $0 == "show 60" } == 2)
  }

  /// The event of one timer leaves the state of another that is due as well.
  @Test func aTimerThatIsCancelledMeanwhileDoesNotElapse() async {
    let world = WorkoutWorld()
    let machine = Workout(
      limit: .milliseconds(5), patience: .milliseconds(10), interval: .milliseconds(20), state: .beating(60))
    let actor = world.actor(machine)
    await actor.start()
    world.clock.advance(by: .seconds(1))
    await eventually { await actor.isFinal }
    await settle()
    #expect(!world.log.value.contains { $0 == "warn" || $0.hasPrefix("show") })
  }

  /// A state that is entered late by a timer has its time in full.
  @Test func aTimerThatBeginsLateHasItsTimeInFull() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(patience: .seconds(4), interval: .seconds(10), state: .beating(60)))
    await actor.start()
    world.clock.advance(by: .seconds(100))
    await eventually { world.log.value.contains("warn") }
    await actor.send(.measured(70))
    world.clock.advance(by: .seconds(4) - .nanoseconds(1))
    await settle()
    #expect(await actor.state == .beating(70))
    world.clock.advance(by: .nanoseconds(1))
    await eventually { await actor.state == .running(.reading(sensor: "s", .silent)) }
  }

  @Test func aClockThatIsPutBackMakesATimerWait() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(patience: .seconds(5), interval: .seconds(100), state: .beating(60)))
    await actor.start()
    await eventually { world.clock.sleeperCount == 1 }
    world.clock.advance(by: .seconds(-10))
    world.clock.advance(by: .seconds(14))
    await settle()
    #expect(await actor.state == .beating(60))
    world.clock.advance(by: .seconds(1))
    await eventually { world.log.value.contains("warn") }
  }

  @Test func oneTaskSleepsForAllTimers() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .beating(60)))
    await actor.start()
    await eventually { world.clock.sleeperCount == 1 }
    for rate in 0..<100 { await actor.send(.measured(rate)) }
    await settle()
    #expect(world.clock.sleeperCount == 1)
    await actor.send(.pause)
    await eventually { world.clock.sleeperCount == 0 }
  }

  /// A timer does not depend on the task that has sent the event: neither on its task-local values nor on its
  /// cancellation.
  @Test func aTimerOutlivesTheTaskThatHasSentTheEvent() async {
    let world = WorkoutWorld()
    let values = Locked<[String?]>([])
    world.whenShown.change { $0 = { _ in values.change { $0.append(TaskValue.name) } } }
    let actor = world.actor(Workout(state: .running(.reading(sensor: "s"))))
    let sender = Task {
      await TaskValue.$name.withValue("the sender's") { await actor.send(.measured(60)) }
    }
    await sender.value
    sender.cancel()
    world.clock.advance(by: .seconds(1))
    await eventually { world.log.value.contains("show 60") }
    #expect(values.value == [nil])
  }

  private enum TaskValue {
    @TaskLocal static var name: String?
  }
}
