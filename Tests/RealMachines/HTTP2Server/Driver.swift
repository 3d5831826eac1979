import MachineDriver

/// Drives `NIOHTTP2ServerConnectionManagementHandler.StateMachine`.
public func driveRealMachine() {
  drive(HTTP2ServerSubject.self)
}

private enum HTTP2ServerSubject: Subject {
  typealias Machine = NIOHTTP2ServerConnectionManagementHandler.StateMachine

  enum Event {
    case streamOpened(HTTP2StreamID)
    case streamClosed(HTTP2StreamID)
    case receivedPingAck(data: HTTP2PingData)
    case startGracefulShutdown
    case markClosed
  }

  static func machine(_ random: inout Random) -> Machine {
    Machine(goAwayPingData: pingData(random.below(3)))
  }

  static func event(_ random: inout Random) -> Event {
    // Few streams, so that those that end are mostly open, and all have often ended.
    switch random.below(40) {
    case 0: return .markClosed
    case 1..<4: return .startGracefulShutdown
    case 4..<10: return .receivedPingAck(data: pingData(random.below(3)))
    case 10..<22: return .streamOpened(HTTP2StreamID(1 + random.below(6)))
    default: return .streamClosed(HTTP2StreamID(1 + random.below(6)))
    }
  }

  static func send(_ event: Event, to machine: inout Machine) -> Any {
    switch event {
    case .streamOpened(let id): return machine.streamOpened(id)
    case .streamClosed(let id): return machine.streamClosed(id)
    case .receivedPingAck(let data): return machine.receivedPingAck(data: data)
    case .startGracefulShutdown: return machine.startGracefulShutdown()
    case .markClosed: return machine.markClosed()
    }
  }

  /// Eight streams one after the other, and eight at once, the last of which end while the connection does.
  static func life(_ round: Int) -> Int {
    let data = pingData(round)
    var machine = Machine(goAwayPingData: data)
    for id in 1...8 {
      machine.streamOpened(HTTP2StreamID(2 * id - 1))
      keep(machine.streamClosed(HTTP2StreamID(2 * id - 1)))
    }
    for id in 9...16 { machine.streamOpened(HTTP2StreamID(2 * id - 1)) }
    for id in 9...12 { keep(machine.streamClosed(HTTP2StreamID(2 * id - 1))) }
    keep(machine.receivedPingAck(data: pingData(round + 1)))
    keep(machine.startGracefulShutdown())
    keep(machine.receivedPingAck(data: data))
    keep(machine.startGracefulShutdown())
    for id in 13...16 { keep(machine.streamClosed(HTTP2StreamID(2 * id - 1))) }
    machine.markClosed()
    return 16 + 8 + 4 + 4 + 4 + 1
  }

  private static func pingData(_ number: Int) -> HTTP2PingData {
    HTTP2PingData(withInteger: UInt64(number))
  }
}
