import MachineDriver
import StateMachineTesting

/// The clock stands still, in the middle of the deadlines that are tried.
public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  shownTime = 5
  try await conform(
    Generated.self,
    to: { _ in ByHand(base: DrivenSequence(number: 0), clock: DrivenClock(), interval: .init(steps: 1)) },
    seed: seed, walks: walks, events: 40, state: { state(of: $0).name },
    forbids: { machine, call in stops(machine) { _ = $0.take(call) } }, outputs: Any.self, step: { $0.take($1) })
}

private typealias Generated = DebounceStateMachine<DrivenSequence, DrivenClock>
private typealias ByHand = DebounceStateMachineByHand<DrivenSequence, DrivenClock>

extension ByHand {
  fileprivate mutating func take(_ call: Generated.Glue.Call) -> [Any] {
    switch call {
    case .next(let continuation): return [next(for: continuation)]
    case .taskStarted(let task, let continuation):
      taskStarted(task, downstreamContinuation: continuation)
      return []
    case .upstreamTaskSuspended(let continuation): return [upstreamTaskSuspended(continuation) as Any]
    case .elementProduced(let element, let deadline): return [elementProduced(element, deadline: deadline) as Any]
    case .upstreamFinished: return [upstreamFinished() as Any]
    case .upstreamThrew(let error): return [upstreamThrew(error) as Any]
    case .clockTaskSuspended(let continuation): return [clockTaskSuspended(continuation) as Any]
    case .clockSleepFinished: return [clockSleepFinished() as Any]
    case .cancelled: return [cancelled() as Any]
    case .iteratorDeinitialized: return [iteratorDeinitialized() as Any]
    }
  }
}

extension DrivenSequence: Tried {
  static func tries(near constants: [Int]) -> [Trial<Self>] {
    [Trial(Self(number: 0), swift: "DrivenSequence(number: 0)")]
  }
}

extension DrivenClock: Tried {
  static func tries(near constants: [Int]) -> [Trial<Self>] { [Trial(Self(), swift: "DrivenClock()")] }
}

extension DrivenClock.Steps: Tried {
  static func tries(near constants: [Int]) -> [Trial<Self>] { [Trial(Self(steps: 1), swift: ".init(steps: 1)")] }
}

extension DrivenClock.Instant: Tried {
  static func tries(near constants: [Int]) -> [Trial<Self>] {
    (4...6).map { Trial(Self(step: $0), swift: ".init(step: \($0))") }
  }
}
