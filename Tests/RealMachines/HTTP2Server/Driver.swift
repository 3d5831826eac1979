import MachineDriver

public func driveRealMachine() { printTime(of: life) }

/// Eight streams one after the other, and eight at once, the last of which end while the connection does.
private func life(_ round: Int) -> Int {
  let data = pingData(round)
  var machine = NIOHTTP2ServerConnectionManagementHandler.StateMachine(goAwayPingData: data)
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

func pingData(_ number: Int) -> HTTP2PingData {
  HTTP2PingData(withInteger: UInt64(number))
}
