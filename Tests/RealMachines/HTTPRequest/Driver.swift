import MachineDriver
import NIOCore
import NIOHTTP1

public func driveRealMachine() { printTime(of: life) }

/// A GET with a long response, or a POST whose body is streamed before the response.
private func life(_ round: Int) -> Int {
  let values = Life.shared
  var machine = HTTPRequestStateMachine(isChannelWritable: true)
  var events = 0
  if round % 2 == 0 {
    keep(machine.startRequest(head: values.request, metadata: values.get))
    keep(machine.headSent())
    events += 2
  } else {
    keep(machine.startRequest(head: values.request, metadata: values.post))
    keep(machine.headSent())
    for _ in 0..<4 {
      keep(machine.requestStreamPartReceived(values.part, promise: nil))
      keep(machine.writabilityChanged(writable: false))
      keep(machine.writabilityChanged(writable: true))
    }
    keep(machine.requestStreamFinished(trailers: nil, promise: nil))
    events += 15
  }
  keep(machine.read())
  keep(machine.channelRead(.head(values.response)))
  keep(machine.channelReadComplete())
  for _ in 0..<4 {
    keep(machine.demandMoreResponseBodyParts())
    keep(machine.read())
    keep(machine.channelRead(.body(values.body)))
    keep(machine.channelRead(.body(values.body)))
    keep(machine.channelReadComplete())
  }
  keep(machine.demandMoreResponseBodyParts())
  keep(machine.read())
  keep(machine.channelRead(.end(nil)))
  keep(machine.channelReadComplete())
  return events + 27
}

private final class Life: Sendable {
  static let shared = Life()

  let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
  let get = RequestFramingMetadata(connectionClose: false, body: .fixedSize(0))
  let post = RequestFramingMetadata(connectionClose: false, body: .stream)
  let response = HTTPResponseHead(version: .http1_1, status: .ok)
  let part = IOData.byteBuffer(ByteBuffer(string: "part"))
  let body = ByteBuffer(string: "body")
}
