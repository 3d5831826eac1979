import Observation
import Testing

/// The states and steps of a machine can be followed from other tasks.
@Suite struct WrapperReaderTests {
  @Test func statesBeginWithTheCurrentOne() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    await machine.send(.begin(url: "u"))
    let first = await machine.states
    let second = await machine.states
    await machine.send(.completed)  // is ignored
    await machine.send(.connected)
    await machine.send(.received(1))
    await machine.send(.completed)
    for states in [first, second] {
      var seen: [Downloader.State] = []
      for await state in states { seen.append(state) }
      #expect(
        seen == [
          .active(url: "u", .connecting), .active(url: "u", .receiving), .active(url: "u", bytes: 1, .receiving),
          .finished(bytes: 1),
        ])
    }
    // Who comes after the end gets the last state.
    var seen: [Downloader.State] = []
    for await state in await machine.states { seen.append(state) }
    #expect(seen == [.finished(bytes: 1)])
  }

  @Test func sendUntilWaitsForAState() async throws {
    let world = DownloaderWorld()
    let machine = world.actor()
    async let reached = machine.send(.begin(url: "u")) {
      if case .active(_, _, .receiving) = $0 { true } else { false }
    }
    await eventually { world.connection.waitingCount == 1 }
    world.connection.open(())
    #expect(try await reached == .active(url: "u", .receiving))
    // At once, where the event leads there, or the machine is there already.
    #expect(try await machine.send(.networkLost) { $0 == .paused(url: "u", bytes: 0) } == .paused(url: "u", bytes: 0))
    #expect(try await machine.send(.connected) { $0 == .paused(url: "u", bytes: 0) } == .paused(url: "u", bytes: 0))
  }

  @Test func sendUntilSeesStatesThatPass() async throws {
    let machine = DownloaderWorld().actor()
    let recorder = Recorder(sends: [.begin(url: "u"): .cancelled])
    await machine.setDelegate(recorder)
    let state = try await machine.send(.begin(url: "u")) { if case .active = $0 { true } else { false } }
    #expect(state == .active(url: "u", .connecting))
    #expect(await machine.state == .idle)
  }

  @Test func sendUntilThrowsOnCancellation() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    let task = Task { try await machine.send(.begin(url: "u")) { $0 == .finished(bytes: 0) } }
    await eventually { world.connection.waitingCount == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await machine.state == .active(url: "u", .connecting))
    #expect(world.connection.cancellationCount == 0)
  }

  @Test func sendUntilThrowsWhenTheMachineEnds() async {
    let machine = DownloaderWorld().actor()
    let task = Task { try await machine.send(.begin(url: "u")) { $0 == .paused(url: "?", bytes: 0) } }
    await eventually { await machine.state != .idle }
    await machine.send(.connected)
    await machine.send(.completed)
    await #expect(throws: DownloaderStateMachine.Ended.self) { try await task.value }
    await #expect(throws: DownloaderStateMachine.Ended.self) { try await machine.send(.cancelled) { $0 == .idle } }
  }

  /// Somebody who follows the states has not to know whether somebody else has started the machine.
  @Test func readingTheStatesOfAnActorStartsTheMachine() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .running()))
    var states = await actor.states.makeAsyncIterator()
    #expect(await states.next() == .running(.searching))
    #expect(world.log.value == ["search begins"])
    let another = WorkoutWorld()
    let other = another.actor(Workout(state: .running()))
    _ = await other.steps
    #expect(another.log.value == ["search begins"])
  }

  /// Whoever comes while an event is dealt with is told the state that it has led to, once.
  @Test func statesThatAreReadInACallbackAreToldOnce() async {
    let actor = WorkoutWorld().actor(Workout(state: .beating(60)))
    let reader = Reader()
    await actor.setDelegate(reader)
    await actor.start()
    await actor.send(.measured(61))
    await actor.setDelegate(nil)
    await actor.send(.measured(62))
    await actor.send(.stop)
    var seen: [[Workout.State]] = []
    for states in reader.states.value {
      var all: [Workout.State] = []
      for await state in states { all.append(state) }
      seen.append(all)
    }
    let rest: [Workout.State] = [.beating(61), .beating(62), .finished]
    // At the start, before the event, and twice after its transition.
    #expect(seen == [[.beating(60)] + rest, [.beating(60)] + rest, rest, rest])
    var events: [[Workout.Event]] = []
    for steps in reader.steps.value {
      var all: [Workout.Event] = []
      for await step in steps { all.append(step.event) }
      events.append(all)
    }
    let later: [Workout.Event] = [.measured(62), .stop]
    #expect(events == [[.measured(61)] + later, [.measured(61)] + later, later, later])
  }

  private final class Reader: WorkoutStateMachineDelegate {
    let states = Locked<[AsyncStream<Workout.State>]>([])
    let steps = Locked<[AsyncStream<WorkoutStateMachine.Step>]>([])

    private func read(_ machine: isolated WorkoutStateMachine) {
      let (newStates, newSteps) = (machine.states, machine.steps)
      states.change { $0.append(newStates) }
      steps.change { $0.append(newSteps) }
    }

    func stateMachine(
      _ stateMachine: isolated WorkoutStateMachine, willHandle event: Workout.Event, in state: Workout.State
    ) { read(stateMachine) }

    func stateMachine(
      _ stateMachine: isolated WorkoutStateMachine, didChangeFrom oldState: Workout.State, on event: Workout.Event?
    ) { read(stateMachine) }

    func stateMachine(
      _ stateMachine: isolated WorkoutStateMachine, didEnter state: Workout.State, from oldState: Workout.State?,
      on event: Workout.Event?
    ) { if event != nil { read(stateMachine) } }
  }

  /// A sent event waits in the queue: `send(_:until:)` ignores the states of the events before it.
  @Test @MainActor func sendUntilFromInsideACallbackWaitsForItsOwnEvent() async throws {
    let world = WorkoutWorld()
    let controller = world.controller(Workout(state: .beating(60)))
    let reached = Locked<Task<Workout.State, any Error>?>(nil)
    world.whenShown.change { [weak controller] in
      $0 = { _ in
        MainActor.assumeIsolated {
          guard let controller else { return }
          controller.send(.measured(61))
          reached.change { $0 = Task { try await controller.send(.measured(62)) { _ in true } } }
          controller.send(.measured(63))
        }
      }
    }
    controller.send(.elapsed(.runningReadingBeating))
    #expect(try await reached.value?.value == .beating(62))
  }

  @Test func stepsTellAllOfAnEvent() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(interval: .seconds(1), state: .running(.reading(sensor: "s"))))
    let (first, second) = (await actor.steps, await actor.steps)
    await actor.send(.measured(60))
    let third = await actor.steps
    await actor.send(.found(sensor: "t"))  // is ignored
    await actor.send(.elapsed(.runningReadingBeating))
    await actor.send(.stop)
    let events: [Workout.Event] = [
      .measured(60), .found(sensor: "t"), .elapsed(.runningReadingBeating), .stop,
    ]
    let states: [Workout.State] = [
      .running(.reading(sensor: "s")), .beating(60), .beating(60), .beating(60), .finished,
    ]
    let outcomes: [Workout.Outcome] = [.transitioned, .ignored, .stayed, .transitioned]
    let outputs: [[Workout.Output]] = [
      [.schedule(.runningReadingBeating, every: .seconds(1)), .schedule(.runningReadingBeating2, after: .seconds(5))],
      [], [.show(60)],
      [
        .cancel(.runningReadingBeating), .cancel(.runningReadingBeating2), .cancelRead, .cancel(.running),
        .log("ended"), .save(highest: 60),
      ],
    ]
    for (reader, start) in [(first, 0), (second, 0), (third, 1)] {
      var steps: [WorkoutStateMachine.Step] = []
      for await step in reader { steps.append(step) }
      #expect(steps.map(\.event) == Array(events[start...]))
      #expect(steps.map(\.oldState) == Array(states[start..<4]))
      #expect(steps.map(\.state) == Array(states[(start + 1)...]))
      #expect(steps.map(\.outcome) == Array(outcomes[start...]))
      #expect(steps.map(\.outputs) == Array(outputs[start...]))
    }
  }

  /// The wait ends by the end of the machine or by a cancellation, or with a state that the last event has reached.
  @Test func sendUntilTellsTheEndFromACancellation() async throws {
    let actor = WorkoutWorld().actor(Workout(state: .beating(60)))
    let ended = Task { try await actor.send(.measured(61)) { $0 == .idle } }
    let cancelled = Task { try await actor.send(.measured(62)) { $0 == .idle } }
    await eventually { await actor.machine.highest == 62 }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await actor.send(.stop) { $0 == .finished } == .finished)
    await #expect(throws: WorkoutStateMachine.Ended.self) { try await ended.value }
    await #expect(throws: WorkoutStateMachine.Ended.self) { try await actor.send(.start) { $0 == .idle } }
    #expect(try await actor.send(.start) { $0 == .finished } == .finished)
  }

  @Test @MainActor func theMainActorsStatesCanBeFollowed() async throws {
    let world = DownloaderWorld()
    let machine = world.main()
    let states = machine.states
    let state = try await machine.send(.begin(url: "u")) { $0 != .idle }
    #expect(state == .active(url: "u", .connecting))
    machine.send(.connected)
    machine.send(.completed)
    var count = 0
    for await _ in states { count += 1 }
    #expect(count == 4)
  }

  @Test @MainActor func observationIsToldOfEventsThatWereNotIgnored() async {
    let machine = DownloaderWorld().observable()
    let changes = Locked(0)
    func observe() {
      withObservationTracking {
        _ = machine.state
      } onChange: {
        changes.change { $0 += 1 }
      }
    }
    observe()
    machine.send(.connected)  // is ignored
    #expect(changes.value == 0)
    machine.send(.begin(url: "u"))
    #expect(changes.value == 1)
    observe()
    machine.send(.connected)
    #expect(changes.value == 2)
    observe()
    machine.send(.received(1))
    #expect(changes.value == 3)
  }
}
