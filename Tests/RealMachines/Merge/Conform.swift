import DequeModule
import MachineDriver
import StateMachineTesting

public func conformRealMachine(seed: UInt64, walks: Int) async throws {
  try await conform(
    Generated.self, to: { ByHand($0) },
    seed: seed, walks: walks, events: 40, state: { $0.stateName },
    forbids: { machine, call in machine.isLate(call) || stops(machine) { _ = $0.take(call) } }, outputs: Any.self,
    step: { $0.take($1) })
}

private typealias Generated = MergeStateMachine<DrivenSequence, DrivenSequence, DrivenSequence>
private typealias ByHand = MergeStateMachineByHand<DrivenSequence, DrivenSequence, DrivenSequence>

extension ByHand {
  /// Two upstreams, or three.
  fileprivate init(_ machine: Generated) {
    guard case .initial(let base1, let base2, let base3) = machine.state else { preconditionFailure("It has begun") }
    self.init(base1: base1, base2: base2, base3: base3)
  }

  fileprivate mutating func take(_ call: Generated.Glue.Call) -> [Any] {
    switch call {
    case .iteratorDeinitialized: return [iteratorDeinitialized()]
    case .taskStarted(let task):
      taskStarted(task)
      return []
    case .childTaskSuspended(let continuation): return [childTaskSuspended(continuation)]
    case .elementProduced(let element): return [elementProduced(element)]
    case .upstreamFinished: return [upstreamFinished()]
    case .upstreamThrew(let error): return [upstreamThrew(error)]
    case .cancelled: return [cancelled()]
    case .next7: return [next()]
    case .next8(let continuation): return [next(for: continuation)]
    }
  }

  /// The one known difference: that somebody is to wait while there are elements stops the machine by hand at a later
  /// event.
  fileprivate func isLate(_ call: Generated.Glue.Call) -> Bool {
    let state = state(of: self)
    guard case .next8 = call, state.name == "merging" else { return false }
    return (state.fields[1] as? Deque<Int>)?.isEmpty == false
  }

  /// By hand, that somebody waits for an element is a field.
  fileprivate var stateName: String {
    let state = state(of: self)
    guard state.name == "merging" else { return state.name }
    return Case(state.fields[4]).name == "some" ? "demandSignalled" : "merging"
  }
}

extension DrivenSequence: Tried {
  static func tries(near constants: [Int]) -> [Trial<Self>] {
    [Trial(Self(number: 0), swift: "DrivenSequence(number: 0)")]
  }
}
