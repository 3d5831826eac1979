// swift-format-ignore-file: AvoidRetroactiveConformances

// Nobody else gives values for the types of SwiftNIO to a program that is built to compare.
import MachineDriver
import NIOCore
import NIOHTTP1
import StateMachineTesting

public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  try await conform(
    Transaction.StateMachine.self, to: { ByHand($0) },
    seed: seed, walks: walks, events: 40, state: { $0.stateName },
    forbids: { machine, call in stops(machine) { _ = $0.take(call) } }, outputs: Any.self, step: { $0.take($1) })
}

private typealias ByHand = Transaction.StateMachineByHand

extension ByHand {
  fileprivate init(_ machine: Transaction.StateMachine) {
    guard case .initialized(let continuation) = machine.state else { preconditionFailure("It has begun") }
    self.init(continuation)
  }

  fileprivate mutating func take(_ call: Transaction.StateMachine.Glue.Call) -> [Any] {
    switch call {
    case .requestWasQueued(let scheduler):
      requestWasQueued(scheduler)
      return []
    case .fail(let error): return [fail(error)]
    case .httpResponseStreamTerminated: return [httpResponseStreamTerminated()]
    case .deadlineExceeded: return [deadlineExceeded()]
    case .willExecuteRequest(let executor): return [willExecuteRequest(executor)]
    case .resumeRequestBodyStream: return [resumeRequestBodyStream()]
    case .pauseRequestBodyStream:
      pauseRequestBodyStream()
      return []
    case .writeNextRequestPart: return [writeNextRequestPart()]
    case .waitForRequestBodyDemand(let continuation):
      waitForRequestBodyDemand(continuation: continuation)
      return []
    case .finishRequestBodyStream: return [finishRequestBodyStream()]
    case .requestBodyStreamSent: return [requestBodyStreamSent()]
    case .receiveResponseHead(let head, let delegate): return [receiveResponseHead(head, delegate: delegate)]
    case .produceMore: return [produceMore()]
    case .receiveResponseBodyParts(let parts): return [receiveResponseBodyParts(parts)]
    case .receiveResponseEnd(let parts, let trailers): return [receiveResponseEnd(parts, trailers: trailers)]
    }
  }

  /// By hand, what has come of the response is a field, and the end is a result.
  fileprivate var stateName: String {
    let state = state(of: self)
    switch state.name {
    case "executing":
      let response = Case(state.fields[2]).name
      return "executing." + (response == "finished" ? "responseFinished" : response)
    case "finished": return Case(state.fields[0]).name == "success" ? "succeeded" : "failed"
    default: return state.name
    }
  }
}

// MARK: Payloads of results

/// Each machine makes a body of its own.
extension NIOThrowingAsyncSequenceProducer: @retroactive Hashable {
  public static func == (one: Self, other: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

extension NIOThrowingAsyncSequenceProducer.Source: @retroactive Hashable {
  public static func == (one: Self, other: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

/// An error says where it has come from: here, each of the two says the same.
extension HTTPClientError {
  static func internalStateFailure() -> HTTPClientError { internalStateFailure(file: "", line: 0) }
}

// MARK: What events carry

extension HTTPResponseHead: @retroactive Tried {
  public static func tries(near constants: [Int]) -> [Trial<HTTPResponseHead>] {
    [Trial(HTTPResponseHead(version: .http1_1, status: .ok), swift: "HTTPResponseHead(version: .http1_1, status: .ok)")]
  }
}

extension HTTPHeaders: @retroactive Tried {
  public static func tries(near constants: [Int]) -> [Trial<HTTPHeaders>] {
    [Trial(HTTPHeaders([("name", "4")]), swift: #"HTTPHeaders([("name", "4")])"#)]
  }
}

extension CircularBuffer: @retroactive Tried where Element == ByteBuffer {
  public static func tries(near constants: [Int]) -> [Trial<CircularBuffer<ByteBuffer>>] {
    [Trial([ByteBuffer(string: "part")], swift: #"[ByteBuffer(string: "part")]"#)]
  }
}
