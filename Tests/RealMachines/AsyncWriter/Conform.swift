import MachineDriver
import StateMachineTesting

public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  try await conform(
    Writer.StateMachine.self, to: { ByHand($0) },
    seed: seed, walks: walks, events: 40, state: { state(of: $0).name },
    forbids: { machine, call in stops(machine) { _ = $0.take(call) } }, outputs: Any.self, step: { $0.take($1) })
}

private typealias ByHand = Writer.StateMachineByHand

extension ByHand {
  fileprivate init(_ machine: Writer.StateMachine) {
    guard case .initial(let isWritable, let delegate) = machine.state else { preconditionFailure("It has begun") }
    self.init(isWritable: isWritable, delegate: delegate)
  }

  fileprivate mutating func take(_ call: Writer.StateMachine.Glue.Call) -> [Any] {
    switch call {
    case .setWritability(let isWritable): return [setWritability(to: isWritable) as Any]
    case .yield1(let id): return [yield(yieldID: id)]
    case .yield2(let continuation, let id):
      // Each machine has a type of its own for what a yield comes to.
      return [yield(continuation: unsafeBitCast(continuation, to: NIOUnsafeContinuation.self), yieldID: id)]
    case .cancel(let id): return [cancel(yieldID: id)]
    case .writerFinish(let error): return [writerFinish(error: error)]
    case .sinkFinish(let error): return [sinkFinish(error: error)]
    case .unbufferQueuedEvents: return [unbufferQueuedEvents() as Any]
    }
  }
}

extension NIOAsyncWriter.Storage.YieldIDGenerator.YieldID: Tried {
  @usableFromInline static func tries(near constants: [Int]) -> [Trial<Self>] {
    (1...3).map { Trial(Self(value: $0), swift: ".init(value: \($0))") }
  }
}

extension DrivenDelegate: Tried {
  static func tries(near constants: [Int]) -> [Trial<Self>] {
    [Trial(Self(number: 0), swift: "DrivenDelegate(number: 0)")]
  }
}
