import Testing

/// The machine has every arrow of figure 5 of RFC 9293, and its three notes.
@Suite struct TCPConnectionTests {
  typealias State = TCPConnection.State
  typealias Event = TCPConnection.Event
  typealias Output = TCPConnection.Output

  struct Row: Sendable {
    var from: State
    var event: Event
    var to: State
    var outputs: [Output]
  }

  static let figure: [Row] = [
    Row(from: .closed, event: .passiveOpen, to: .listen, outputs: [.createTCB]),
    Row(from: .closed, event: .activeOpen, to: .synSent, outputs: [.createTCB, .send(syn: true)]),
    Row(from: .listen, event: .close, to: .closed, outputs: [.deleteTCB]),
    Row(from: .listen, event: .send, to: .synSent, outputs: [.send(syn: true)]),
    Row(from: .listen, event: .receivedSyn, to: .synReceived(isPassive: true), outputs: [.send(syn: true, ack: true)]),
    Row(from: .synSent, event: .close, to: .closed, outputs: [.deleteTCB]),
    Row(
      from: .synSent, event: .receivedSyn, to: .synReceived(isPassive: false), outputs: [.send(syn: true, ack: true)]),
    Row(from: .synSent, event: .receivedSynAck, to: .established, outputs: [.send(ack: true)]),
    Row(from: .synReceived(isPassive: true), event: .receivedAckOfSyn, to: .established, outputs: []),
    Row(from: .synReceived(isPassive: true), event: .close, to: .finWait1, outputs: [.send(fin: true)]),
    Row(from: .established, event: .close, to: .finWait1, outputs: [.send(fin: true)]),
    Row(from: .established, event: .receivedFin, to: .closeWait, outputs: [.send(ack: true)]),
    Row(from: .finWait1, event: .receivedAckOfFin, to: .finWait2, outputs: []),
    Row(from: .finWait1, event: .receivedFin, to: .closing, outputs: [.send(ack: true)]),
    Row(from: .finWait2, event: .receivedFin, to: .timeWait, outputs: [.send(ack: true)]),
    Row(from: .closing, event: .receivedAckOfFin, to: .timeWait, outputs: []),
    Row(from: .timeWait, event: .timeWaitElapsed, to: .closed, outputs: [.deleteTCB]),
    Row(from: .closeWait, event: .close, to: .lastAck, outputs: [.send(fin: true)]),
    Row(from: .lastAck, event: .receivedAckOfFin, to: .closed, outputs: [.deleteTCB]),
    // Note 1
    Row(from: .synReceived(isPassive: true), event: .receivedReset, to: .listen, outputs: []),
    Row(from: .synReceived(isPassive: false), event: .receivedReset, to: .closed, outputs: [.deleteTCB]),
    // Note 2
    Row(from: .finWait1, event: .receivedFinAndAckOfFin, to: .timeWait, outputs: [.send(ack: true)]),
  ]

  static let allStates: [State] = [
    .closed, .listen, .synSent, .synReceived(isPassive: true), .synReceived(isPassive: false), .established, .finWait1,
    .finWait2, .closing, .timeWait, .closeWait, .lastAck,
  ]

  static let allEvents: [Event] = [
    .passiveOpen, .activeOpen, .send, .close, .abort, .receivedSyn, .receivedSynAck, .receivedAckOfSyn, .receivedFin,
    .receivedAckOfFin, .receivedFinAndAckOfFin, .receivedReset, .timeWaitElapsed,
  ]

  @Test(arguments: figure) func theFigure(_ row: Row) {
    var machine = TCPConnection(state: row.from)
    #expect(machine.accepts(row.event))
    #expect(machine.handle(event: row.event) == row.outputs)
    #expect(machine.state == row.to)
  }

  /// Note 3: a reset is sent, or received, in any state that has a connection.
  @Test func resets() {
    for state in Self.allStates where state != .closed && state != .listen {
      if state != .timeWait {
        var machine = TCPConnection(state: state)
        #expect(machine.handle(event: .abort) == [.send(rst: true)])
        #expect(machine.state == .timeWait)
      }
      if state != .synReceived(isPassive: true) {
        var machine = TCPConnection(state: state)
        #expect(machine.handle(event: .receivedReset) == [.deleteTCB])
        #expect(machine.state == .closed)
      }
    }
  }

  @Test func nothingElseIsAccepted() {
    for state in Self.allStates {
      for event in Self.allEvents where event != .abort && event != .receivedReset {
        let isInFigure =
          Self.figure.contains { $0.from == state && $0.event == event }
          || state == .synReceived(isPassive: false) && (event == .receivedAckOfSyn || event == .close)
        #expect(TCPConnection(state: state).accepts(event) == isInFigure, "\(state) \(event)")
      }
    }
  }
}
