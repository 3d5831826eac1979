import Testing

/// A wrapper handles one event after the other, whoever sends them.
@Suite struct WrapperEventTests {
  @Test func noEventIsLostOrDoubled() async {
    let world = DownloaderWorld()
    let machine = world.actor(Downloader(state: .active(url: "u", .receiving)))
    await machine.start()
    let recorder = Recorder()
    await machine.setDelegate(recorder)
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<1_000 {
        group.addTask {
          for event in 0..<5 { await machine.send(.received(sender * 5 + event)) }
        }
      }
    }
    #expect(await machine.state == .active(url: "u", bytes: (0..<5_000).reduce(0, +), .receiving))
    #expect(recorder.handled.value.count == 5_000)
    #expect(Set(recorder.handled.value).count == 5_000)
    #expect(!recorder.hasInterleaved.value)
  }

  @Test func eventsThatAreSentFromInsideWait() async {
    let machine = DownloaderStateMachine(clock: ManualClock()) { _ in
      nil
    } log: { _ in
      nil
    } receive: { _ in
      AsyncStream { $0.finish() }
    } watchNetwork: {
      AsyncStream { $0.finish() }
    } showProgress: { _ in
    }
    let recorder = Recorder(sends: [.begin(url: "u"): .connected, .connected: .received(1)])
    await machine.setDelegate(recorder)
    await machine.send(.begin(url: "u"))
    #expect(await machine.state == .active(url: "u", bytes: 1, .receiving))
    #expect(recorder.handled.value == [.begin(url: "u"), .connected, .received(1)])
    #expect(!recorder.hasInterleaved.value)
  }

  @Test func theDelegateIsToldInOrder() async {
    let world = DownloaderWorld()
    let machine = world.actor()
    let recorder = Recorder()
    await machine.setDelegate(recorder)
    await machine.start()
    await machine.send(.begin(url: "u"))
    await machine.send(.completed)
    await machine.send(.connected)
    await machine.send(.received(3))
    #expect(
      recorder.steps.value == [
        "entered idle", "will begin", "entered active", "will completed", "ignored completed", "will connected",
        "entered active", "will received", "stayed in active",
      ])
  }
}
