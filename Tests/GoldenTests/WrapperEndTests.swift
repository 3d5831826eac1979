import Testing

/// Effects continue after the end of the machine and of its last reference; activities and timers end. Shown with
/// `specs/Workout.sm`.
@Suite struct WrapperEndTests {
  /// The effect of the last row, and the `entry` of the final state.
  @Test func whatIsDoneOnTheWayIntoAFinalStateRunsToItsEnd() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(highest: 120, state: .beating(60)))
    await actor.start()
    await actor.send(.stop)
    await eventually { world.saving.waitingCount == 1 && world.logging.waitingCount == 1 }
    world.saving.open(())
    world.logging.open(())
    await eventually { world.log.value.contains("saved") && world.log.value.contains("logged") }
    #expect(world.log.value.contains("save 120"))
    #expect(world.log.value.contains("log ended"))
    #expect(world.saving.cancellationCount == 0)
    #expect(world.logging.cancellationCount == 0)
    #expect(await actor.state == .finished)
  }

  @Test @MainActor func onTheMainActorToo() async {
    let world = WorkoutWorld()
    let controller = world.controller(Workout(state: .paused))
    controller.send(.stop)
    await eventually { world.saving.waitingCount == 1 }
    await settle()
    #expect(world.saving.cancellationCount == 0)
    world.saving.open(())
    await eventually { world.log.value.contains("saved") }
  }

  @Test func whatIsDoneOnTheWayIntoAFinalStateOutlivesTheActor() async {
    let world = WorkoutWorld()
    do {
      let actor = world.actor(Workout(state: .paused))
      await actor.send(.stop)
      await eventually { world.saving.waitingCount == 1 }
    }
    await settle()
    #expect(world.saving.cancellationCount == 0)
    world.saving.open(())
    await eventually { world.log.value.contains("saved") }
  }

  @Test func aFinalStateEndsStreamsTimersAndReaders() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .beating(60)))
    let states = await actor.states
    let steps = await actor.steps
    await eventually { world.clock.sleeperCount == 1 }
    await actor.send(.stop)
    await eventually { world.clock.sleeperCount == 0 && world.log.value.contains("read s ends") }
    var count = 0
    for await _ in states { count += 1 }
    for await _ in steps { count += 1 }
    #expect(count == 3)
    world.clock.advance(by: .seconds(3600))
    await settle()
    #expect(!world.log.value.contains("warn"))
  }

  @Test func theLastReferenceIsTheEnd() async {
    let world = WorkoutWorld()
    let weakActor: Weak<WorkoutStateMachine>
    do {
      let actor = world.actor(Workout(state: .beating(60)))
      weakActor = Weak(actor)
      await actor.start()
      await eventually { world.clock.sleeperCount == 1 }
      world.beats.value?.yield(.measured(61))
      await eventually { await actor.state == .beating(61) }
    }
    await eventually { weakActor.object == nil }
    await eventually { world.clock.sleeperCount == 0 }
    await eventually { world.log.value.contains("read s ends") }
  }

  /// A task that an effect has begun is not cancelled with the last reference.
  @Test func effectsOutliveTheLastReference() async {
    let world = DownloaderWorld()
    let weakActor: Weak<DownloaderStateMachine>
    do {
      let actor = world.actor(Downloader(state: .active(url: "u", .receiving)))
      weakActor = Weak(actor)
      await actor.send(.cancelled)
      await eventually { world.logged.waitingCount == 1 }
    }
    await eventually { weakActor.object == nil }
    await settle()
    #expect(world.logged.cancellationCount == 0)
    world.logged.open(())
    await eventually { world.logged.waitingCount == 0 }
  }
}
