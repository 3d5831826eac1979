import MachineDriver
import StateMachineTesting

public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  try await conform(
    Generated.self,
    to: { ByHand(base: DrivenSequence(number: 0), limit: $0.limit) },
    seed: seed, walks: walks, events: 40, state: { $0.stateName },
    forbids: { machine, call in stops(machine) { _ = $0.take(call) } }, outputs: Any.self, step: { $0.take($1) })
}

private typealias Generated = BoundedBufferStateMachine<DrivenSequence>
private typealias ByHand = BoundedBufferStateMachineByHand<DrivenSequence>

extension ByHand {
  fileprivate mutating func take(_ call: Generated.Glue.Call) -> [Any] {
    switch call {
    case .taskStarted(let task):
      taskStarted(task: task)
      return []
    case .shouldSuspendProducer: return [shouldSuspendProducer()]
    case .producerSuspended(let continuation): return [producerSuspended(continuation: continuation)]
    case .elementProduced(let element): return [elementProduced(element: element)]
    case .finish(let error): return [finish(error: error)]
    case .next: return [next()]
    case .nextSuspended(let continuation): return [nextSuspended(continuation: continuation)]
    case .interrupted: return [interrupted()]
    }
  }

  /// By hand, that somebody waits for an element is a field.
  fileprivate var stateName: String {
    let state = state(of: self)
    guard state.name == "buffering" else { return state.name }
    return Case(state.fields[3]).name == "some" ? "demandSignalled" : "buffering"
  }
}

extension DrivenSequence: Tried {
  static func tries(near constants: [Int]) -> [Trial<Self>] {
    [Trial(Self(number: 0), swift: "DrivenSequence(number: 0)")]
  }
}
