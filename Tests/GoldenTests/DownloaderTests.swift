import Testing

/// `specs/Downloader.sm` works as a value: activities and timers are outputs and events.
@Suite struct DownloaderTests {
  private var machine = Downloader()

  @Test mutating func aStateBeginsAndEndsWhatItDoes() {
    #expect(
      machine.handle(event: .begin(url: "u")) == [
        .watchNetwork, .connect(to: "u"), .schedule(.activeConnecting, after: .seconds(30)),
      ])
    #expect(
      machine.handle(event: .connected) == [
        .cancelConnect, .cancel(.activeConnecting), .receive("u"), .schedule(.activeReceiving, every: .seconds(1)),
      ])
    #expect(machine.handle(event: .networkLost) == [.cancelReceive, .cancel(.activeReceiving), .cancelWatchNetwork])
    #expect(machine.state == .paused(url: "u", bytes: 0))
  }

  @Test mutating func aTimerIsAnEvent() {
    machine = Downloader(state: .active(url: "u", .receiving))
    machine.handle(event: .received(7)) { _ in }
    #expect(machine.handle(event: .elapsed(.activeReceiving)) == [.showProgress(7)])
    #expect(machine.handle(event: .elapsed(.activeReceiving)) == [.showProgress(7)])
    // One of another state does nothing.
    #expect(machine.handle(event: .elapsed(.activeConnecting)) == [])
    #expect(!machine.accepts(.elapsed(.activeConnecting)))
    #expect(machine.accepts(.elapsed(.activeReceiving)))
  }

  @Test mutating func aSelfArrowBeginsAnew() {
    machine = Downloader(patience: .seconds(5), state: .active(url: "u", .connecting))
    #expect(
      machine.handle(event: .elapsed(.activeConnecting)) == [
        .cancelConnect, .cancel(.activeConnecting), .connect(to: "u"), .schedule(.activeConnecting, after: .seconds(5)),
      ])
  }

  @Test mutating func whatWasStoredBeginsAgain() {
    machine = Downloader(state: .active(url: "u", bytes: 3, .receiving))
    var outputs: [Downloader.Output] = []
    machine.start { outputs.append($0) }
    #expect(outputs == [.watchNetwork, .receive("u"), .schedule(.activeReceiving, every: .seconds(1))])
  }
}
