import MachineDriver
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

public func driveRealMachine() { drive(HTTPRequestSubject.self) }

enum HTTPRequestSubject: Subject {
  typealias Machine = HTTPRequestStateMachine

  enum Event {
    case startRequest(length: Int64?)
    case writabilityChanged(Bool)
    case headSent
    case requestStreamPartReceived(count: Int, promise: Int?)
    case requestStreamFinished(hasTrailers: Bool, promise: Int?)
    case head(status: Int, length: String?)
    case body(count: Int)
    case end(hasTrailers: Bool)
    case channelReadComplete
    case read
    case demandMoreResponseBodyParts
    case errorHappened(isUncleanShutdown: Bool?)
    case requestCancelled
    case channelInactive
    case idleReadTimeoutTriggered
    case idleWriteTimeoutTriggered
  }

  static func machine(_ random: inout Random) -> Machine {
    HTTPRequestStateMachine(isChannelWritable: random.chance(3, of: 4))
  }

  static func event(_ random: inout Random) -> Event {
    let promise = random.chance(1, of: 2) ? random.below(Values.promises.count) : nil
    switch random.below(100) {
    case 0..<14:
      return .startRequest(length: [0, nil, 8, 12].randomElement(using: &random)!)
    case 14..<24: return .writabilityChanged(random.chance(1, of: 2))
    case 24..<31: return .headSent
    case 31..<42: return .requestStreamPartReceived(count: random.below(4) * 2, promise: promise)
    case 42..<48: return .requestStreamFinished(hasTrailers: random.chance(1, of: 4), promise: promise)
    case 48..<58:
      return .head(
        status: [100, 101, 103, 200, 200, 204, 299, 300, 404, 500].randomElement(using: &random)!,
        length: [nil, "content-length", "transfer-encoding"].randomElement(using: &random)!)
    case 58..<68: return .body(count: random.below(5))
    case 68..<72: return .end(hasTrailers: random.chance(1, of: 4))
    case 72..<80: return .channelReadComplete
    case 80..<87: return .read
    case 87..<94: return .demandMoreResponseBodyParts
    case 94..<96: return .errorHappened(isUncleanShutdown: [nil, true, true, false].randomElement(using: &random)!)
    case 96: return .requestCancelled
    case 97: return .channelInactive
    case 98: return .idleReadTimeoutTriggered
    default: return .idleWriteTimeoutTriggered
    }
  }

  static func send(_ event: Event, to machine: inout Machine) -> Any {
    switch event {
    case .startRequest(let length):
      return machine.startRequest(head: Values.request, metadata: Values.metadata(length))
    case .writabilityChanged(let isWritable): return machine.writabilityChanged(writable: isWritable)
    case .headSent:
      // The one known difference: by hand, the producer of a body that nobody wants is started.
      precondition(!state(of: machine).contains("refused"))
      return machine.headSent()
    case .requestStreamPartReceived(let count, let promise):
      return machine.requestStreamPartReceived(.byteBuffer(Values.buffers[count]), promise: Values.promise(promise))
    case .requestStreamFinished(let hasTrailers, let promise):
      return machine.requestStreamFinished(
        trailers: hasTrailers ? Values.trailers : nil, promise: Values.promise(promise))
    case .head(let status, let length): return machine.channelRead(.head(Values.response(status, length)))
    case .body(let count): return machine.channelRead(.body(Values.buffers[count]))
    case .end(let hasTrailers): return machine.channelRead(.end(hasTrailers ? Values.trailers : nil))
    case .channelReadComplete: return machine.channelReadComplete()
    case .read: return machine.read()
    case .demandMoreResponseBodyParts: return machine.demandMoreResponseBodyParts()
    case .errorHappened(isUncleanShutdown: nil): return machine.errorHappened(HTTPClientError.emptyHost)
    case .errorHappened(isUncleanShutdown: true?): return machine.errorHappened(NIOSSLError.uncleanShutdown)
    case .errorHappened(isUncleanShutdown: false?): return machine.errorHappened(NIOSSLError.writeDuringTLSShutdown)
    case .requestCancelled: return machine.requestCancelled()
    case .channelInactive: return machine.channelInactive()
    case .idleReadTimeoutTriggered: return machine.idleReadTimeoutTriggered()
    case .idleWriteTimeoutTriggered: return machine.idleWriteTimeoutTriggered()
    }
  }

  // MARK: States

  /// By hand, a running request is a pair; in the generated machine, what can be a pair is a state. Both become words of
  /// the same form.
  static func state(of machine: Machine) -> String {
    let isWritable = stored("isChannelWritable", of: machine) as! Bool
    return text(Case(stored("state", of: machine)!)) + (isWritable ? "" : ", not writable")
  }

  private static func text(_ state: Case) -> String {
    switch state.name {
    case "running":
      let (request, response) = (Case(state.fields[0]), Case(state.fields[1]))
      guard request.name == "streaming" else { return "sent, " + text(response: response) }
      return "streaming \(words(request.fields[0])) \(request.fields[1]) \(request.fields[2]), "
        + text(response: response, isStreaming: true)
    case "streaming":
      let within = Case(state.fields[2])
      let text = "streaming \(words(state.fields[0])) \(state.fields[1])"
      guard within.name == "wanted" else {
        return "\(text) paused, refused \(words(within.fields[0])), \(self.text(stream: within.fields[1]))"
      }
      return "\(text) \(within.fields[0]), " + self.text(response: Case(within.fields[1]), isStreaming: true)
    case "waitingForResponse": return "sent, waitingForHead"
    case "receivingResponse":
      return "sent, receivingBody \(words(state.fields[0])), \(text(stream: state.fields[1]))"
    default: return "\(state.name)(\(state.fields.map { words($0) }.joined(separator: ", ")))"
    }
  }

  private static func text(response: Case, isStreaming: Bool = false) -> String {
    guard response.name == "receivingBody" else { return response.name }
    let head = response.fields[0] as! HTTPResponseHead
    let name = isStreaming && head.status.code >= 300 ? "refused" : "receivingBody"
    return "\(name) \(words(head)), \(text(stream: response.fields[1]))"
  }

  private static func text(stream: Any) -> String {
    let state = Case(stored("state", of: stream)!)
    return "\(state.name) \(words(state.fields.first ?? stored("buffer", of: stream)!))"
  }

  /// A case, and what it has.
  private struct Case {
    var name: String
    var fields: [Any] = []

    init(_ value: Any) {
      guard let child = Mirror(reflecting: value).children.first, let name = child.label else {
        // Descriptions begin with a dot.
        self.name = "\(value)".filter { $0 != "." }
        return
      }
      self.name = name
      let payload = Mirror(reflecting: child.value)
      fields = payload.displayStyle == .tuple ? payload.children.map(\.value) : [child.value]
    }
  }

  // MARK: A life

  /// A GET with a long response, or a POST whose body is streamed before the response.
  static func life(_ round: Int) -> Int {
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
}

/// What events carry.
private enum Values {
  static let promises = (0..<4).map { _ in MultiThreadedEventLoopGroup.singleton.any().makePromise(of: Void.self) }
  static let buffers = (0..<8).map { ByteBuffer(string: String(repeating: "x", count: $0)) }
  static let trailers = HTTPHeaders([("trailer", "1")])
  static let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")

  static func promise(_ number: Int?) -> EventLoopPromise<Void>? { number.map { promises[$0] } }

  static func metadata(_ length: Int64?) -> RequestFramingMetadata {
    RequestFramingMetadata(connectionClose: false, body: length.map { .fixedSize($0) } ?? .stream)
  }

  static func response(_ status: Int, _ length: String?) -> HTTPResponseHead {
    HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: status),
      headers: HTTPHeaders(length.map { [($0, "4")] } ?? []))
  }
}

extension EventLoopPromise: Worded {
  public var word: String {
    let number = Values.promises.firstIndex { $0.futureResult === futureResult }
    return "promise \(number.map { "\($0)" } ?? "unknown")"
  }
}

extension ByteBuffer: Worded {
  public var word: String { String(buffer: self) }
}

extension CircularBuffer: Worded {
  public var word: String { words(Array(self)) }
}

extension HTTPHeaders: Worded {
  public var word: String { words(map { "\($0.name)=\($0.value)" }) }
}

extension HTTPRequestHead: Worded {
  public var word: String { "\(method) \(uri) \(headers.word)" }
}

extension HTTPResponseHead: Worded {
  public var word: String { "\(status.code) \(headers.word)" }
}
