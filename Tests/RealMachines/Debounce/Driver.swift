import MachineDriver

/// Drives `DebounceStateMachine`. Nothing is resumed: continuations and elements are numbers.
@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
public func driveRealMachine() {
  drive(DebounceSubject.self)
}

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
private enum DebounceSubject: Subject {
  typealias Machine = DebounceStateMachine<DrivenSequence, DrivenClock>
  typealias Upstream = UnsafeContinuation<Void, Error>
  typealias Sleeper = UnsafeContinuation<DrivenClock.Instant, Error>
  typealias Downstream = UnsafeContinuation<Result<Int?, Error>, Never>

  enum Event {
    case iteratorDeinitialized
    case taskStarted(Task<Void, Never>, Downstream)
    case upstreamTaskSuspended(Upstream)
    case elementProduced(Int, deadline: DrivenClock.Instant)
    case upstreamFinished
    case upstreamThrew(Int)
    case clockTaskSuspended(Sleeper)
    case clockSleepFinished(now: Int)
    case cancelled
    case next(Downstream)
  }

  static func machine(_ random: inout Random) -> Machine {
    Machine(base: DrivenSequence(number: random.below(100)), clock: DrivenClock(), interval: .init(steps: 5))
  }

  static func event(_ random: inout Random) -> Event {
    let number = random.below(1000)
    // What ends a machine is rare, so that the others have their turn.
    switch random.below(60) {
    case 0: return .upstreamFinished
    case 1: return .upstreamThrew(number)
    case 2: return .cancelled
    case 3: return .iteratorDeinitialized
    case 4..<16: return .taskStarted(task(number: number % 8), Downstream(number: number))
    case 16..<26: return .upstreamTaskSuspended(Upstream(number: number))
    case 26..<36: return .elementProduced(number, deadline: .init(step: random.below(100)))
    case 36..<42: return .clockTaskSuspended(Sleeper(number: number))
    case 42..<50: return .clockSleepFinished(now: random.below(100))
    default: return .next(Downstream(number: number))
    }
  }

  static func send(_ event: Event, to machine: inout Machine) -> Any {
    switch event {
    case .iteratorDeinitialized: return machine.iteratorDeinitialized() as Any
    case .taskStarted(let task, let downstream):
      return machine.taskStarted(task, downstreamContinuation: downstream)
    case .upstreamTaskSuspended(let continuation): return machine.upstreamTaskSuspended(continuation) as Any
    case .elementProduced(let element, let deadline):
      time = deadline.step &* 7 % 90
      return machine.elementProduced(element, deadline: deadline) as Any
    case .upstreamFinished: return machine.upstreamFinished() as Any
    case .upstreamThrew(let number): return machine.upstreamThrew(DrivenError(number: number)) as Any
    case .clockTaskSuspended(let continuation): return machine.clockTaskSuspended(continuation) as Any
    case .clockSleepFinished(let now):
      time = now
      return machine.clockSleepFinished() as Any
    case .cancelled: return machine.cancelled() as Any
    case .next(let continuation): return machine.next(for: continuation)
    }
  }

  /// By hand, `debouncing` has a field more, which is nil for ever: any other value makes a difference.
  static func state(of machine: Machine) -> String {
    words(stored("state", of: machine) as Any)
      .replacing("upstreamContinuation: nil, downstreamContinuation", with: "downstreamContinuation")
  }

  /// Four elements, of which each second one comes before the one before it is due; then the end.
  static func life(_ round: Int) -> Int {
    let downstream = Downstream(number: round)
    let upstream = Upstream(number: round)
    let sleeper = Sleeper(number: round)
    var machine = Machine(base: DrivenSequence(number: round), clock: DrivenClock(), interval: .init(steps: 5))
    time = 0
    keep(machine.next(for: downstream))
    machine.taskStarted(theTask, downstreamContinuation: downstream)
    keep(machine.clockTaskSuspended(sleeper))
    for element in 0..<4 {
      keep(machine.upstreamTaskSuspended(upstream))
      keep(machine.elementProduced(element, deadline: .init(step: time + 5)))
      time += 2
      keep(machine.upstreamTaskSuspended(upstream))
      keep(machine.elementProduced(element, deadline: .init(step: time + 5)))
      time += 3
      keep(machine.clockSleepFinished())
      keep(machine.clockTaskSuspended(sleeper))
      time += 3
      keep(machine.clockSleepFinished())
      keep(machine.clockTaskSuspended(sleeper))
      keep(machine.next(for: downstream))
    }
    keep(machine.upstreamFinished())
    keep(machine.iteratorDeinitialized())
    return 3 + 4 * 9 + 2
  }
}

/// What the clocks show.
nonisolated(unsafe) private var time = 0
private let theTask = task(number: 0)

private struct DrivenError: Error {
  let number: Int
}

private struct DrivenSequence: AsyncSequence, Sendable {
  typealias Element = Int
  struct AsyncIterator: AsyncIteratorProtocol {
    mutating func next() async -> Int? { nil }
  }

  let number: Int

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
private struct DrivenClock: Clock {
  struct Steps: DurationProtocol {
    var steps: Int

    static var zero: Self { Self(steps: 0) }
    static func + (left: Self, right: Self) -> Self { Self(steps: left.steps + right.steps) }
    static func - (left: Self, right: Self) -> Self { Self(steps: left.steps - right.steps) }
    static func / (left: Self, right: Int) -> Self { Self(steps: left.steps / right) }
    static func * (left: Self, right: Int) -> Self { Self(steps: left.steps * right) }
    static func / (left: Self, right: Self) -> Double { Double(left.steps) / Double(right.steps) }
    static func < (left: Self, right: Self) -> Bool { left.steps < right.steps }
  }

  struct Instant: InstantProtocol {
    var step: Int

    func advanced(by duration: Steps) -> Self { Self(step: step + duration.steps) }
    func duration(to other: Self) -> Steps { Steps(steps: other.step - step) }
    static func < (left: Self, right: Self) -> Bool { left.step < right.step }
  }

  var now: Instant { Instant(step: time) }
  var minimumResolution: Steps { Steps(steps: 1) }

  func sleep(until deadline: Instant, tolerance: Steps?) async throws {}
}
