import Testing

/// The exit of a state, the end of the machine, and the end of its last reference cancel the tasks of a wrapper.
@Suite struct WrapperCancellationTests {
  // MARK: States that are left

  @Test func leavingAStateCancelsItsTaskBeforeTheNextIsEntered() async {
    let world = DownloaderWorld()
    let order = Locked<[String]>([])
    let machine = DownloaderStateMachine(clock: world.clock) { _ in
      await withTaskCancellationHandler {
        _ = await world.connection.pass()
      } onCancel: {
        order.change { $0.append("connect is cancelled") }
      }
      return nil
    } log: { _ in
      nil
    } receive: { _ in
      order.change { $0.append("receive begins") }
      return world.stream("receive", world.chunks)
    } watchNetwork: {
      world.stream("watch", world.network)
    } showProgress: { _ in
    }
    await machine.send(.begin(url: "u"))
    await eventually { world.connection.waitingCount == 1 }
    await machine.send(.connected)
    #expect(order.value == ["connect is cancelled", "receive begins"])
  }

  /// The activity of a state that is exited before its task runs does not begin.
  @Test @MainActor func whatIsLeftBeforeItsTaskRunsIsNotCalled() async {
    let world = DownloaderWorld()
    let machine = world.main()
    machine.send(.begin(url: "u"))
    machine.send(.connected)
    await eventually { world.clock.sleeperCount == 1 }
    #expect(world.connection.waitingCount == 0)
    #expect(world.ended.value == [])
  }

  @Test func aCompositeKeepsWhatItDoesWhileItsChildrenChange() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    await machine.send(.begin(url: "u"))
    await eventually { world.connection.waitingCount == 1 }
    await machine.send(.connected)
    await eventually { world.ended.value == ["connect"] }
    await machine.send(.networkLost)
    await eventually { Set(world.ended.value) == ["connect", "receive", "watch"] }
    #expect(world.log.value.count { $0 == "watch" } == 1)
  }

  /// The result is there, and waits for the actor; the actor leaves the state first.
  @Test func aResultThatWaitsForTheActorIsNotDeliveredLate() async {
    for _ in 0..<10 {
      let world = DownloaderWorld()
      let isDelivered = Locked(false)
      let machine = DownloaderStateMachine(clock: world.clock) { _ in
        _ = await world.connection.pass()
        return .connected
      } log: { text in
        nil
      } receive: { _ in
        isDelivered.change { $0 = true }
        return world.stream("receive", world.chunks)
      } watchNetwork: {
        world.stream("watch", world.network)
      } showProgress: { _ in
      }
      await machine.send(.begin(url: "u"))
      await eventually { world.connection.waitingCount == 1 }
      await machine.send([.networkLost, .networkRestored]) {
        world.connection.open(())
        block(for: 0.01)
      }
      // The state is the same again, and the result is still that of the first stay.
      await settle()
      #expect(await machine.state == .active(url: "u", .connecting))
      #expect(!isDelivered.value)
    }
  }

  @Test func anElementThatWaitsForTheActorIsNotDeliveredLate() async {
    for _ in 0..<10 {
      let world = DownloaderWorld()
      let machine = world.actor(Downloader(state: .active(url: "u", .receiving)))
      await machine.start()
      await settle()
      let chunks = world.chunks.value
      await machine.send([.networkLost, .networkRestored, .connected]) {
        chunks?.yield(.received(7))
        block(for: 0.01)
      }
      await settle()
      #expect(await machine.state == .active(url: "u", .receiving))
    }
  }

  @Test func aFiringThatWaitsForTheActorIsNotDeliveredLate() async {
    for _ in 0..<10 {
      let world = DownloaderWorld()
      let machine = world.actor(Downloader(state: .active(url: "u", .receiving)))
      await machine.start()
      await eventually { world.clock.sleeperCount == 1 }
      await machine.send([.networkLost, .networkRestored, .connected]) {
        world.clock.advance(by: .seconds(1))
        block(for: 0.01)
      }
      await settle()
      #expect(!world.log.value.contains { $0.hasPrefix("progress") })
    }
  }

  @Test @MainActor func onTheMainActorNothingIsDeliveredLateEither() async {
    let world = DownloaderWorld()
    let machine = world.main()
    machine.send(.begin(url: "u"))
    await eventually { world.connection.waitingCount == 1 && world.clock.sleeperCount == 1 }
    // The main actor is busy: both wait for it.
    world.connection.open(())
    world.clock.advance(by: .seconds(30))
    block(for: 0.02)
    machine.send(.networkLost)
    machine.send(.networkRestored)
    await eventually { world.log.value.count { $0 == "connect u" } == 2 }
    await settle()
    #expect(machine.state == .active(url: "u", .connecting))
    #expect(world.log.value.count { $0 == "connect u" } == 2)
  }

  /// An asynchronous output that no state does goes on when states are left, and its event is delivered.
  @Test func anEffectLivesOn() async {
    let world = DownloaderWorld()
    let machine = world.actor(Downloader(state: .active(url: "u", .receiving)))
    await machine.send(.cancelled)
    await machine.send(.begin(url: "v"))
    await eventually { world.logged.waitingCount == 1 }
    #expect(world.logged.cancellationCount == 0)
    world.logged.open(())
    await eventually { await machine.state == .paused(url: "v", bytes: 0) }
  }

  /// Effects run to their end.
  @Test func aFinalStateCancelsWhatStatesDo() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    let states = await machine.states
    await machine.send(.begin(url: "u"))
    await machine.send(.cancelled)
    await machine.send(.begin(url: "u"))
    await machine.send(.connected)
    await eventually { world.logged.waitingCount == 1 }
    await machine.send(.completed)
    await eventually { world.clock.sleeperCount == 0 }
    await eventually { world.ended.value.contains("receive") && world.ended.value.count { $0 == "watch" } == 2 }
    var last: Downloader.State?
    for await state in states { last = state }
    #expect(last == .finished(bytes: 0))
    #expect(world.logged.cancellationCount == 0)
    world.logged.open(())
    await settle()
    #expect(await machine.state == .finished(bytes: 0))
  }

  @Test func cancellingTheSenderDoesNotCancelTheMachine() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    let sender = Task {
      while !Task.isCancelled { await Task.yield() }
      await machine.send(.begin(url: "u"))
    }
    sender.cancel()
    await sender.value
    await eventually { world.connection.waitingCount == 1 }
    #expect(world.connection.cancellationCount == 0)
    world.connection.open(())
    await eventually { await machine.state == .active(url: "u", .receiving) }
  }

  // MARK: The end of the last reference

  @Test func droppingTheLastReferenceFreesTheActor() async {
    let world = DownloaderWorld()
    weak var weakMachine: DownloaderStateMachine?
    do {
      let machine = world.actor()
      weakMachine = machine
      await machine.send(.begin(url: "u"))
      await eventually { world.connection.waitingCount == 1 }
      await machine.send(.connected)
      // An endless stream, a timer that repeats, and a reader.
      await eventually { world.clock.sleeperCount == 1 }
      let states = await machine.states
      _ = states
    }
    await eventually { [weakMachine = Weak(weakMachine)] in weakMachine.object == nil }
    await eventually { world.clock.sleeperCount == 0 }
    await eventually { Set(world.ended.value) == ["connect", "receive", "watch"] }
  }

  @Test @MainActor func droppingTheLastReferenceFreesTheClass() async {
    let world = DownloaderWorld()
    let weakMachine: Weak<MainDownloader>
    do {
      let machine = world.main()
      weakMachine = Weak(machine)
      machine.send(.begin(url: "u"))
      machine.send(.connected)
      await eventually { world.clock.sleeperCount == 1 }
    }
    await eventually { weakMachine.object == nil }
    await eventually { world.clock.sleeperCount == 0 }
    await eventually { world.ended.value.contains("watch") }
  }

  @Test func aReaderEndsWithTheMachine() async {
    let world = DownloaderWorld()
    var machine: DownloaderStateMachine? = world.actor()
    let states = await machine?.states
    machine = nil
    var seen: [Downloader.State] = []
    if let states { for await state in states { seen.append(state) } }
    #expect(seen == [.idle])
  }
}
