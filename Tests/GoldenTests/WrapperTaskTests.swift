import Testing

/// The activities of states run in tasks, shown with `specs/Downloader.sm` and a clock that the tests move.
@Suite struct WrapperTaskTests {
  @Test func anAsynchronousOutputEndsWithAnEvent() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    await machine.send(.begin(url: "u"))
    #expect(await machine.state == .active(url: "u", .connecting))
    world.connection.open(())
    await eventually { await machine.state == .active(url: "u", .receiving) }
  }

  @Test func aStreamSendsEvents() async {
    let world = DownloaderWorld()
    let machine = world.actor(Downloader(state: .active(url: "u", .receiving)))
    await machine.start()
    for count in 1...100 { world.chunks.value?.yield(.received(count)) }
    await eventually { await machine.state == .active(url: "u", bytes: 5050, .receiving) }
    // A stream that ends is no event.
    world.chunks.value?.finish()
    await settle()
    #expect(await machine.state == .active(url: "u", bytes: 5050, .receiving))
  }

  @Test func timersElapse() async {
    let world = DownloaderWorld()
    let machine = world.actor(Downloader(state: .active(url: "u", bytes: 1, .receiving)))
    await machine.start()
    await eventually { world.clock.sleeperCount == 1 }
    world.clock.advance(by: .seconds(1))
    await eventually { world.log.value.contains("progress 1") }
    // What a jump has passed is one firing.
    await eventually { world.clock.sleeperCount == 1 }
    world.clock.advance(by: .milliseconds(3_500))
    await eventually { world.log.value.count { $0 == "progress 1" } == 2 }
    await settle()
    #expect(world.log.value.count { $0 == "progress 1" } == 2)
    // The rhythm stays.
    world.clock.advance(by: .milliseconds(500))
    await eventually { world.log.value.count { $0 == "progress 1" } == 3 }
  }

  /// The deadline counts from the entry of the state, however late the task comes to sleep.
  @Test func aTimerCountsFromTheEntry() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    await machine.send(.begin(url: "u"))
    world.clock.advance(by: .seconds(30))
    await eventually { world.log.value.count { $0 == "connect u" } == 2 }
  }

  @Test func aTaskHasThePriorityThatIsAskedFor() async {
    let world = DownloaderWorld()
    let priority = Locked<TaskPriority?>(nil)
    let machine = DownloaderStateMachine(clock: world.clock, connectPriority: .background) { _ in
      priority.change { $0 = Task.currentPriority }
      return nil
    } log: { _ in
      nil
    } receive: { _ in
      world.stream("receive", world.chunks)
    } watchNetwork: {
      world.stream("watch", world.network)
    } showProgress: { _ in
    }
    await machine.send(.begin(url: "u"))
    await eventually { priority.value != nil }
    #expect(priority.value == .background)
  }
}
