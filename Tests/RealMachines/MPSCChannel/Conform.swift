import MachineDriver

/// `sm-gen glue` leaves this machine out, as its first state has what cannot be copied. So the walks are made here.
@available(AsyncAlgorithms 1.1, *)
public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  for walk in 0..<UInt64(walks) {
    var random = SplitMix(state: seed &+ walk)
    let calls = (0..<60).map { _ in Call.any(using: &random) }
    guard var found = Pair.difference(calls) else { continue }
    // Fewer calls may do.
    for index in found.calls.indices.reversed() where index < found.calls.count {
      var fewer = found.calls
      fewer.remove(at: index)
      found = Pair.difference(fewer) ?? found
    }
    let text = found.calls.map { "\($0)" }.joined(separator: ", ")
    throw Different(calls: text, what: found.what, seed: seed &+ walk)
  }
}

private struct Different: Error {
  var calls: String
  var what: String
  var seed: UInt64
}

/// Both machines. What is asked whether it stops is a machine that has taken all calls, as none can be copied.
@available(AsyncAlgorithms 1.1, *)
private struct Pair: ~Copyable {
  var calls: [Call] = []
  var generated = Generated()
  var hand = ByHand()

  /// Lets both take a call, or none where both stop, and tells what differs.
  mutating func take(_ call: Call) -> String? {
    let isForbidden = stops(calls) { ByHand.take($0 + [call]) }
    let stopsToo = stops(calls, counts: false) { Generated.take($0 + [call]) }
    if isForbidden, stopsToo { return nil }
    calls.append(call)
    guard isForbidden == stopsToo else { return "the \(isForbidden ? "one by hand" : "generated one") stops" }
    let answers = (generated.take(call), hand.take(call))
    return answers.0 == answers.1 ? nil : "\(answers.0); by hand \(answers.1)"
  }

  /// The calls up to the one for which both differ, without those that stop them.
  static func difference(_ calls: [Call]) -> (calls: [Call], what: String)? {
    var pair = Pair()
    for call in calls {
      if let what = pair.take(call) { return (pair.calls, what) }
    }
    return nil
  }
}

/// Sources come, send and wait more often than anything ends.
private enum Call {
  case setOnTerminationCallback(UInt64, Bool)
  case channelDeinitialized, sequenceInitialized, sequenceDeinitialized, iteratorInitialized, iteratorDeinitialized
  case sourceInitialized, sourceDeinitialized
  case send(Int)
  case enqueueProducer(UInt64)
  case enqueueContinuation(UInt64)
  case cancelProducer(UInt64)
  case finish(Bool)
  case next
  case suspendNext(UInt64)
  case cancelNext

  static func any(using random: inout SplitMix) -> Call {
    let number = UInt64.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<80, using: &random) {
    case 0...6: return .setOnTerminationCallback(number, .random(using: &random))
    case 7: return .channelDeinitialized
    case 8...11: return .sequenceInitialized
    case 12...13: return .sequenceDeinitialized
    case 14...17: return .iteratorInitialized
    case 18: return .iteratorDeinitialized
    case 19...28: return .sourceInitialized
    case 29...32: return .sourceDeinitialized
    case 33...46: return .send(Int(number))
    case 47...51: return .enqueueProducer(number)
    case 52...56: return .enqueueContinuation(number)
    case 57...62: return .cancelProducer(number)
    case 63: return .finish(.random(using: &random))
    case 64...71: return .next
    case 72...78: return .suspendNext(number)
    default: return .cancelNext
    }
  }
}

@available(AsyncAlgorithms 1.1, *)
private typealias Storage = MultiProducerSingleConsumerAsyncChannel<Int, any Error>._Storage
@available(AsyncAlgorithms 1.1, *)
private typealias Generated = Storage._StateMachine
@available(AsyncAlgorithms 1.1, *)
private typealias ByHand = Storage._StateMachineByHand

/// The interface of both machines.
@available(AsyncAlgorithms 1.1, *)
private protocol Driven: ~Copyable {
  init(backpressureStrategy: MultiProducerSingleConsumerAsyncChannel<Int, any Error>._InternalBackpressureStrategy)
  /// Makes a call, and returns its result and the following state as text.
  mutating func take(_ call: Call) -> String
}

@available(AsyncAlgorithms 1.1, *)
extension Driven where Self: ~Copyable {
  init() { self.init(backpressureStrategy: .watermark(.init(low: 2, high: 4, waterLevelForElement: nil))) }

  static func take(_ calls: [Call]) {
    var machine = Self()
    for call in calls { _ = machine.take(call) }
  }
}

/// The description contains the address of the continuation.
// swift-format-ignore: AvoidRetroactiveConformances
extension UnsafeContinuation: @retroactive CustomStringConvertible {
  public var description: String { "continuation \(unsafeBitCast(self, to: Int.self))" }
}

private let onTermination: @Sendable () -> Void = {}

private func words<Answer>(_ answer: Answer) -> String {
  "\(answer)".replacing("_StateMachineByHand", with: "_StateMachine")
}

@available(AsyncAlgorithms 1.1, *)
extension Generated: Driven {
  fileprivate mutating func take(_ call: Call) -> String {
    let answer = answer(to: call)
    switch state {
    case .channeling: return answer + ", channeling"
    case .sourceFinished: return answer + ", sourceFinished"
    case .finished: return answer + ", finished"
    }
  }

  private mutating func answer(to call: Call) -> String {
    switch call {
    case .setOnTerminationCallback(let source, let isSet):
      return words(setOnTerminationCallback(sourceID: source, callback: isSet ? onTermination : nil))
    case .channelDeinitialized: return words(channelDeinitialized())
    case .sequenceInitialized: return words(sequenceInitialized())
    case .sequenceDeinitialized: return words(sequenceDeinitialized())
    case .iteratorInitialized: return words(iteratorInitialized())
    case .iteratorDeinitialized: return words(iteratorDeinitialized())
    case .sourceInitialized: return words(sourceInitialized())
    case .sourceDeinitialized: return words(sourceDeinitialized())
    case .send(let count):
      switch send(0..<count) {
      case .returnProduceMore: return "returnProduceMore"
      case .returnEnqueue(let token): return "returnEnqueue \(token)"
      case .resumeConsumerAndReturnProduceMore(let consumer, let element):
        return words(("resumeConsumerAndReturnProduceMore", consumer, element))
      case .resumeConsumerAndReturnEnqueue(let consumer, let element, let token):
        return words(("resumeConsumerAndReturnEnqueue", consumer, element, token))
      case .throwFinishedError: return "throwFinishedError"
      }
    case .enqueueProducer(let token):
      switch enqueueProducer(callbackToken: token, onProduceMore: { _ in }) {
      case .resumeProducer: return "resumeProducer"
      case .resumeProducerWithError(_, let error): return words(("resumeProducerWithError", error))
      case nil: return "nil"
      }
    case .enqueueContinuation(let token):
      return words(enqueueContinuation(callbackToken: token, continuation: continuation(Int(token))))
    case .cancelProducer(let token): return words(cancelProducer(callbackToken: token))
    case .finish(let fails): return words(finish(fails ? CancellationError() : nil))
    case .next:
      switch next() {
      case .returnElement(let element): return "returnElement \(element.take())"
      case .returnElementAndResumeProducers(let element, let producers):
        return "returnElementAndResumeProducers \(element.take()) \(Array(producers))"
      case .returnFailureAndCallOnTerminations(let failure, let terminations):
        return words((failure, Array(terminations)))
      case .returnNil: return "returnNil"
      case .suspendTask: return "suspendTask"
      }
    case .suspendNext(let number):
      switch suspendNext(continuation: continuation(Int(number))) {
      case .resumeConsumerWithElement(let payload):
        let consumer = payload.continuation
        return "resumeConsumerWithElement \(payload.element.take()) \(consumer)"
      case .resumeConsumerWithElementAndProducers(let payload):
        let (consumer, producers) = (payload.continuation, payload.producerContinuations)
        return "resumeConsumerWithElementAndProducers \(payload.element.take()) \(consumer) \(Array(producers))"
      case .resumeConsumerWithFailureAndCallOnTerminations(let payload):
        return words((payload.continuation, payload.failure, Array(payload.onTerminations)))
      case .resumeConsumerWithNil(let consumer): return words(("resumeConsumerWithNil", consumer))
      case nil: return "nil"
      }
    case .cancelNext: return words(cancelNext())
    }
  }
}

@available(AsyncAlgorithms 1.1, *)
extension ByHand: Driven {
  fileprivate mutating func take(_ call: Call) -> String {
    let answer = answer(to: call)
    switch _state {
    case .channeling: return answer + ", channeling"
    case .sourceFinished: return answer + ", sourceFinished"
    case .finished: return answer + ", finished"
    }
  }

  private mutating func answer(to call: Call) -> String {
    switch call {
    case .setOnTerminationCallback(let source, let isSet):
      return words(setOnTerminationCallback(sourceID: source, callback: isSet ? onTermination : nil))
    case .channelDeinitialized: return words(channelDeinitialized())
    case .sequenceInitialized: return words(sequenceInitialized())
    case .sequenceDeinitialized: return words(sequenceDeinitialized())
    case .iteratorInitialized: return words(iteratorInitialized())
    case .iteratorDeinitialized: return words(iteratorDeinitialized())
    case .sourceInitialized: return words(sourceInitialized())
    case .sourceDeinitialized: return words(sourceDeinitialized())
    case .send(let count):
      switch send(0..<count) {
      case .returnProduceMore: return "returnProduceMore"
      case .returnEnqueue(let token): return "returnEnqueue \(token)"
      case .resumeConsumerAndReturnProduceMore(let consumer, let element):
        return words(("resumeConsumerAndReturnProduceMore", consumer, element))
      case .resumeConsumerAndReturnEnqueue(let consumer, let element, let token):
        return words(("resumeConsumerAndReturnEnqueue", consumer, element, token))
      case .throwFinishedError: return "throwFinishedError"
      }
    case .enqueueProducer(let token):
      switch enqueueProducer(callbackToken: token, onProduceMore: { _ in }) {
      case .resumeProducer: return "resumeProducer"
      case .resumeProducerWithError(_, let error): return words(("resumeProducerWithError", error))
      case nil: return "nil"
      }
    case .enqueueContinuation(let token):
      return words(enqueueContinuation(callbackToken: token, continuation: continuation(Int(token))))
    case .cancelProducer(let token): return words(cancelProducer(callbackToken: token))
    case .finish(let fails): return words(finish(fails ? CancellationError() : nil))
    case .next:
      switch next() {
      case .returnElement(let element): return "returnElement \(element.take())"
      case .returnElementAndResumeProducers(let element, let producers):
        return "returnElementAndResumeProducers \(element.take()) \(Array(producers))"
      case .returnFailureAndCallOnTerminations(let failure, let terminations):
        return words((failure, Array(terminations)))
      case .returnNil: return "returnNil"
      case .suspendTask: return "suspendTask"
      }
    case .suspendNext(let number):
      switch suspendNext(continuation: continuation(Int(number))) {
      case .resumeConsumerWithElement(let payload):
        let consumer = payload.continuation
        return "resumeConsumerWithElement \(payload.element.take()) \(consumer)"
      case .resumeConsumerWithElementAndProducers(let payload):
        let (consumer, producers) = (payload.continuation, payload.producerContinuations)
        return "resumeConsumerWithElementAndProducers \(payload.element.take()) \(consumer) \(Array(producers))"
      case .resumeConsumerWithFailureAndCallOnTerminations(let payload):
        return words((payload.continuation, payload.failure, Array(payload.onTerminations)))
      case .resumeConsumerWithNil(let consumer): return words(("resumeConsumerWithNil", consumer))
      case nil: return "nil"
      }
    case .cancelNext: return words(cancelNext())
    }
  }
}

/// Random numbers that a seed repeats.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
