import Testing

/// `specs/DownloadQueue.sm` runs a submachine with asynchronous outputs and timers.
@Suite struct DownloadQueueTests {
  private static func queue(_ world: DownloaderWorld) -> DownloadQueueStateMachine {
    DownloadQueueStateMachine(clock: world.clock) { url in
      await world.connect(url)
    } busyLog: { _ in
      nil
    } busyReceive: { _ in
      world.stream("receive", world.chunks)
    } busyWatchNetwork: {
      world.stream("watch", world.network)
    } busyShowProgress: { bytes in
      world.log.change { $0.append("progress \(bytes)") }
    }
  }

  @Test func whatTheMachineWithinWaitsForComesBackToIt() async {
    let world = DownloaderWorld()
    let queue = Self.queue(world)
    await queue.send(.add(url: "a"))
    await queue.send(.add(url: "b"))
    #expect(await queue.state == .busy(waiting: ["b"], Downloader(state: .active(url: "a", .connecting))))
    world.connection.open(())
    await eventually { await queue.state == .busy(waiting: ["b"], Downloader(state: .active(url: "a", .receiving))) }
    // An element of its stream, and a firing of its timer.
    world.chunks.value?.yield(.received(5))
    await eventually {
      await queue.state == .busy(waiting: ["b"], Downloader(state: .active(url: "a", bytes: 5, .receiving)))
    }
    await eventually { world.clock.sleeperCount == 1 }
    world.clock.advance(by: .seconds(1))
    await eventually { world.log.value.contains("progress 5") }
    // The end of one is the beginning of the next, with tasks of its own.
    await queue.send(.busy(.completed))
    #expect(await queue.state == .busy(waiting: [], Downloader(state: .active(url: "b", .connecting))))
    await eventually { world.ended.value.contains("receive") && world.log.value.contains("connect b") }
    world.clock.advance(by: .seconds(30))
    await eventually { world.log.value.count { $0 == "connect b" } == 2 }
    world.connection.open(())
    await eventually { await queue.state == .busy(waiting: [], Downloader(state: .active(url: "b", .receiving))) }
    world.chunks.value?.yield(.completed)
    await eventually { await queue.state == .empty }
    await eventually { world.clock.sleeperCount == 0 }
  }
}
