import Testing

/// A wrapper keeps the documented order, shown with `specs/Workout.sm`.
@Suite struct WrapperOrderTests {
  /// The element that leaves the state is the stream's own: its task is in the middle of handing it over.
  @Test func aStreamEndsBeforeTheNextStateBeginsAnything() async {
    for _ in 0..<200 {
      let world = WorkoutWorld()
      let actor = world.actor(Workout(state: .running()))
      await actor.start()
      world.sensors.value?.yield(.found(sensor: "s"))
      await eventually { world.log.value.contains("read s begins") }
      #expect(world.log.value == ["search begins", "search ends", "read s begins"])
    }
  }

  @Test @MainActor func onTheMainActorToo() async {
    for _ in 0..<200 {
      let world = WorkoutWorld()
      let controller = world.controller(Workout(state: .running()))
      controller.start()
      world.sensors.value?.yield(.found(sensor: "s"))
      await eventually { world.log.value.contains("read s begins") }
      #expect(world.log.value == ["search begins", "search ends", "read s begins"])
    }
  }

  /// The elements that a stream has sent before it ends come in their order, and what comes after is dropped.
  @Test func elementsAfterTheOneThatLeavesTheStateAreDropped() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .running(.reading(sensor: "s"))))
    await actor.start()
    let beats = world.beats.value
    for rate in 1...10 { beats?.yield(.measured(rate)) }
    beats?.yield(.lost)
    beats?.yield(.measured(200))
    await eventually { await actor.state == .running(.searching) }
    await settle()
    #expect(await actor.machine.highest == 10)
  }

  /// An output sends the next event: it waits until the delegate has been told of this one.
  @Test @MainActor func whatIsSentFromAnOutputWaits() {
    let world = WorkoutWorld()
    let controller = world.controller(Workout(state: .beating(60)))
    let recorder = Recorder(world)
    controller.delegate = recorder
    controller.start()
    world.whenShown.change { [weak controller] in
      $0 = { _ in MainActor.assumeIsolated { controller?.send(.pause) } }
    }
    controller.send(.elapsed(.runningReadingBeating))
    #expect(
      world.log.value == [
        "read s begins", "changed", "will handle", "show 60", "changed", "will handle", "read s ends", "changed",
      ])
  }

  /// The closure runs in the actor's isolation: it sends without a task.
  @Test func anOutputOfAnActorAnswersAtOnce() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .beating(60)))
    world.whenShown.change { $0 = { [weak actor] _ in actor?.assumeIsolated { $0.send(.pause) } } }
    await actor.send(.elapsed(.runningReadingBeating))
    #expect(await actor.state == .paused)
  }

  @MainActor private final class Recorder: WorkoutControllerDelegate {
    private let world: WorkoutWorld

    init(_ world: WorkoutWorld) { self.world = world }

    func stateMachine(_ stateMachine: WorkoutController, willHandle event: Workout.Event, in state: Workout.State) {
      world.add("will handle")
    }

    func stateMachine(
      _ stateMachine: WorkoutController, didChangeFrom oldState: Workout.State, on event: Workout.Event?
    ) {
      world.add("changed")
    }
  }
}
