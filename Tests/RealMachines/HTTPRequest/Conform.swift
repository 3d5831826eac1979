// swift-format-ignore-file: AvoidRetroactiveConformances

// Nobody else gives values for the types of SwiftNIO to a program that is built to compare.
import MachineDriver
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import StateMachineTesting

public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  try await conform(
    HTTPRequestStateMachine.self,
    to: { HTTPRequestStateMachineByHand(isChannelWritable: $0.isChannelWritable) },
    seed: seed, walks: walks, events: 80, state: { $0.stateName },
    forbids: { machine, call in stops(machine) { _ = $0.take(call) } }, outputs: Any.self, step: { $0.take($1) })
}

extension HTTPRequestStateMachineByHand {
  fileprivate mutating func take(_ call: HTTPRequestStateMachine.Glue.Call) -> [Any] {
    switch call {
    case .startRequest(let head, let metadata): return [startRequest(head: head, metadata: metadata)]
    case .writabilityChanged(let isWritable): return [writabilityChanged(writable: isWritable)]
    case .headSent:
      // The one known difference: by hand, the producer of a body that nobody wants is started.
      if stateName == "streaming.refused" {
        return [
          Action.notifyRequestHeadSendSuccessfully(resumeRequestBodyStream: false, startIdleTimer: false)
        ]
      }
      return [headSent()]
    case .requestStreamPartReceived(let part, let promise): return [requestStreamPartReceived(part, promise: promise)]
    case .requestStreamFinished(let trailers, let promise):
      return [requestStreamFinished(trailers: trailers, promise: promise)]
    case .channelRead(let part): return [channelRead(part)]
    case .channelReadComplete: return [channelReadComplete()]
    case .read: return [read()]
    case .demandMoreResponseBodyParts: return [demandMoreResponseBodyParts()]
    case .errorHappened(let error): return [errorHappened(error)]
    case .requestCancelled: return [requestCancelled()]
    case .channelInactive: return [channelInactive()]
    case .idleReadTimeoutTriggered: return [idleReadTimeoutTriggered()]
    case .idleWriteTimeoutTriggered: return [idleWriteTimeoutTriggered()]
    }
  }

  /// By hand, a running request is a pair; in the generated machine, what can be a pair is a state.
  fileprivate var stateName: String {
    let state = state(of: self)
    guard state.name == "running" else { return state.name }
    let response = Case(state.fields[1])
    let isStreaming = Case(state.fields[0]).name == "streaming"
    switch response.name {
    case "receivingBody" where !isStreaming: return "receivingResponse"
    case "receivingBody":
      let head = response.fields[0] as? HTTPResponseHead
      return head.map { $0.status.code >= 300 } == true ? "streaming.refused" : "streaming.wanted.receivingBody"
    default: return isStreaming ? "streaming.wanted.\(response.name)" : "waitingForResponse"
    }
  }
}

// MARK: What events carry

/// Bodies of eight bytes, of none, and without a length.
extension RequestFramingMetadata: Tried {
  static func tries(near constants: [Int]) -> [Trial<RequestFramingMetadata>] {
    [.fixedSize(0), .fixedSize(8), .stream].map { (body: Body) in
      Trial(
        Self(connectionClose: false, body: body),
        swift: "RequestFramingMetadata(connectionClose: false, body: .\(body))")
    }
  }
}

extension HTTPRequestHead: @retroactive Tried {
  public static func tries(near constants: [Int]) -> [Trial<HTTPRequestHead>] {
    let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
    return [Trial(head, swift: #"HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")"#)]
  }
}

extension HTTPHeaders: @retroactive Tried {
  public static func tries(near constants: [Int]) -> [Trial<HTTPHeaders>] {
    ["content-length", "transfer-encoding", "other"].map { name in
      Trial(HTTPHeaders([(name, "4")]), swift: #"HTTPHeaders([("\#(name)", "4")])"#)
    }
  }
}

extension HTTPPart: @retroactive Tried where HeadT == HTTPResponseHead, BodyT == ByteBuffer {
  public static func tries(near constants: [Int]) -> [Trial<HTTPPart<HTTPResponseHead, ByteBuffer>>] {
    let heads = [100, 101, 103, 200, 299, 300, 500].flatMap { status in
      HTTPHeaders.tries(near: []).map { headers in
        Trial(
          Self.head(.init(version: .http1_1, status: .init(statusCode: status), headers: headers.value)),
          swift: ".head(.init(version: .http1_1, status: .init(statusCode: \(status)), headers: \(headers.swift)))")
      }
    }
    return heads + ByteBuffer.tries(near: []).map { Trial(.body($0.value), swift: ".body(\($0.swift))") }
      + HTTPHeaders?.tries(near: []).prefix(2).map { Trial(.end($0.value), swift: ".end(\($0.swift))") }
  }
}

extension ByteBuffer: @retroactive Tried {
  public static func tries(near constants: [Int]) -> [Trial<ByteBuffer>] {
    ["", "abcd", "abcdefgh"].map { Trial(ByteBuffer(string: $0), swift: #"ByteBuffer(string: "\#($0)")"#) }
  }
}

extension IOData: @retroactive Tried {
  public static func tries(near constants: [Int]) -> [Trial<IOData>] {
    ByteBuffer.tries(near: []).map { Trial(.byteBuffer($0.value), swift: ".byteBuffer(\($0.swift))") }
  }
}

extension EventLoopPromise: @retroactive Tried where Value == Void {
  public static func tries(near constants: [Int]) -> [Trial<EventLoopPromise<Void>>] {
    promises.enumerated().map { Trial($1, swift: "promises[\($0)]") }
  }
}

private let promises = (0..<2).map { _ in MultiThreadedEventLoopGroup.singleton.any().makePromise(of: Void.self) }
