// specs: Downloader
func fetch(_ url: String) async throws -> String { url }

nonisolated final class NetworkMonitor: @unchecked Sendable {
  var onChange: (Bool) -> Void = { _ in }
  func cancel() {}
}

nonisolated final class Locked<Value: Sendable>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

let door = DoorStateMachine()
let motor = MotorStateMachine()
