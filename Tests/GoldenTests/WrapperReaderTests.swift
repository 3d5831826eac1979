import Observation
import Testing

/// Following the states of a machine from elsewhere.
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
