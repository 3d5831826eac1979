import MachineDriver
import StateMachineTesting

/// Few streams, so that those that end are mostly open, and all have often ended.
public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  try await conform(
    NIOHTTP2ServerConnectionManagementHandler.StateMachine.self, to: { ByHand(goAwayPingData: $0.goAwayPingData) },
    seed: seed, walks: walks, events: 40, state: { state(of: $0).name },
    forbids: { machine, call in stops(machine) { _ = $0.take(call) } }, outputs: Any.self, step: { $0.take($1) })
}

private typealias ByHand = NIOHTTP2ServerConnectionManagementHandler.StateMachineByHand

extension ByHand {
  fileprivate mutating func take(
    _ call: NIOHTTP2ServerConnectionManagementHandler.StateMachine.Glue.Call
  ) -> [Any] {
    switch call {
    case .streamOpened(let id):
      streamOpened(id)
      return []
    case .streamClosed(let id): return [streamClosed(id)]
    case .receivedPingAck(let data): return [receivedPingAck(data: data)]
    case .startGracefulShutdown: return [startGracefulShutdown()]
    case .markClosed:
      markClosed()
      return []
    }
  }
}

extension HTTP2StreamID: Tried {
  public static func tries(near constants: [Int]) -> [Trial<HTTP2StreamID>] {
    (1...4).map { Trial(HTTP2StreamID($0), swift: "HTTP2StreamID(\($0))") }
  }
}

extension HTTP2PingData: Tried {
  public static func tries(near constants: [Int]) -> [Trial<HTTP2PingData>] {
    (0...1).map { Trial(pingData($0), swift: "pingData(\($0))") }
  }
}
