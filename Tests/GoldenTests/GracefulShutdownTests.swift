import Testing

/// Methods return what their caller must do.
@Suite struct GracefulShutdownTests {
  @Test func anActiveConnectionCountsItsStreams() {
    var machine = GracefulShutdown(pingData: 7)
    machine.streamOpened(1)
    machine.streamOpened(3)
    #expect(machine.streamClosed(1) == .none)
    #expect(machine.streamClosed(3) == .startIdleTimer)
    #expect(machine.state == .active(openStreams: [], lastStreamID: 3))
  }

  @Test func itClosesAfterTheLastStream() {
    var machine = GracefulShutdown(pingData: 7)
    machine.streamOpened(1)
    machine.streamOpened(3)
    #expect(machine.beginShutdown() == .sendGoAwayAndPing(data: 7))
    #expect(machine.beginShutdown() == .none)
    #expect(machine.receivedPingAck(data: 8) == .none)
    // What the state has and the row does not say is carried over.
    #expect(machine.receivedPingAck(data: 7) == .sendGoAway(lastStreamID: 3, close: false))
    #expect(machine.receivedPingAck(data: 7) == .none)
    #expect(machine.streamClosed(1) == .none)
    #expect(machine.streamClosed(3) == .close)
    #expect(machine.state == .closed)
  }

  @Test func itClosesAtOnceWithoutStreams() {
    var machine = GracefulShutdown(pingData: 7, state: .closing(openStreams: [], lastStreamID: 5))
    #expect(machine.receivedPingAck(data: 7) == .sendGoAway(lastStreamID: 5, close: true))
    #expect(machine.state == .closed)
  }

  @Test func aFinalStateStillAnswers() {
    var machine = GracefulShutdown(pingData: 7, state: .closed)
    machine.streamOpened(1)
    #expect(machine.streamClosed(1) == .none)
    #expect(machine.state == .closed)
  }
}
