import MachineDriver
import NIOCore
import NIOHTTP1
import StateMachineTesting

public func driveRealMachine() { printTime(of: life) }

/// A POST whose writer has to wait twice, and then a response in eight parts.
private func life(_ round: Int) -> Int {
  let values = Life.shared
  var machine = Transaction.StateMachine(values.response)
  machine.requestWasQueued(values.scheduler)
  keep(machine.willExecuteRequest(values.executor))
  keep(machine.resumeRequestBodyStream())
  for _ in 0..<2 {
    for _ in 0..<4 { keep(machine.writeNextRequestPart()) }
    machine.pauseRequestBodyStream()
    keep(machine.writeNextRequestPart())
    machine.waitForRequestBodyDemand(continuation: values.demand)
    keep(machine.resumeRequestBodyStream())
  }
  keep(machine.finishRequestBodyStream())
  keep(machine.requestBodyStreamSent())
  keep(machine.receiveResponseHead(values.head, delegate: values.delegate))
  for _ in 0..<8 {
    keep(machine.receiveResponseBodyParts(values.parts))
    keep(machine.produceMore())
  }
  keep(machine.receiveResponseEnd(nil, trailers: nil))
  keep(machine.httpResponseStreamTerminated())
  return 3 + 2 * 8 + 3 + 8 * 2 + 2
}

private final class Life: Sendable {
  static let shared = Life()

  let response: CheckedContinuation<HTTPClientResponse, Error> = continuation(0)
  let demand: CheckedContinuation<Void, Error> = continuation(1)
  let scheduler = DrivenScheduler.shared
  let executor = DrivenExecutor.shared
  let delegate = DrivenDelegate()
  let head = HTTPResponseHead(version: .http1_1, status: .ok)
  let parts: CircularBuffer<ByteBuffer> = [ByteBuffer(string: "part")]
}

final class DrivenScheduler: HTTPRequestScheduler {
  static let shared = DrivenScheduler()

  func cancelRequest(_ task: any HTTPSchedulableRequest) {}
}

final class DrivenExecutor: HTTPRequestExecutor {
  static let shared = DrivenExecutor()

  func writeRequestBodyPart(_ part: IOData, request: any HTTPExecutableRequest, promise: EventLoopPromise<Void>?) {}
  func finishRequestBodyStream(
    trailers: HTTPHeaders?, request: any HTTPExecutableRequest, promise: EventLoopPromise<Void>?
  ) {}
  func demandResponseBodyStream(_ task: any HTTPExecutableRequest) {}
  func cancelRequest(_ task: any HTTPExecutableRequest) {}
}

struct DrivenDelegate: NIOAsyncSequenceProducerDelegate {
  func produceMore() {}
  func didTerminate() {}
}
