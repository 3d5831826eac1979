import MachineDriver

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
public func driveRealMachine() { printTime(of: life) }

/// Four elements, of which each second one comes before the one before it is due; then the end. Nothing is resumed.
@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
private func life(_ round: Int) -> Int {
  let downstream: UnsafeContinuation<Result<Int?, Error>, Never> = continuation(round)
  let upstream: UnsafeContinuation<Void, Error> = continuation(round)
  let sleeper: UnsafeContinuation<DrivenClock.Instant, Error> = continuation(round)
  var machine = DebounceStateMachine(
    base: DrivenSequence(number: round), clock: DrivenClock(), interval: .init(steps: 5))
  shownTime = 0
  keep(machine.next(for: downstream))
  machine.taskStarted(theTask, downstreamContinuation: downstream)
  keep(machine.clockTaskSuspended(sleeper))
  for element in 0..<4 {
    keep(machine.upstreamTaskSuspended(upstream))
    keep(machine.elementProduced(element, deadline: .init(step: shownTime + 5)))
    shownTime += 2
    keep(machine.upstreamTaskSuspended(upstream))
    keep(machine.elementProduced(element, deadline: .init(step: shownTime + 5)))
    shownTime += 3
    keep(machine.clockSleepFinished())
    keep(machine.clockTaskSuspended(sleeper))
    shownTime += 3
    keep(machine.clockSleepFinished())
    keep(machine.clockTaskSuspended(sleeper))
    keep(machine.next(for: downstream))
  }
  keep(machine.upstreamFinished())
  keep(machine.iteratorDeinitialized())
  return 3 + 4 * 9 + 2
}

/// The time that the clocks show.
nonisolated(unsafe) var shownTime = 0
private let theTask = Task {}

/// A continuation that nobody resumes. Enums keep their case in the bits that addresses leave free, so that it has to be
/// one as far as they can tell.
private func continuation<Success, Failure: Error>(_ number: Int) -> UnsafeContinuation<Success, Failure> {
  unsafeBitCast(65536 + number * 64, to: UnsafeContinuation<Success, Failure>.self)
}

struct DrivenSequence: AsyncSequence, Sendable {
  typealias Element = Int
  struct AsyncIterator: AsyncIteratorProtocol {
    mutating func next() async -> Int? { nil }
  }

  let number: Int

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
struct DrivenClock: Clock {
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

  var now: Instant { Instant(step: shownTime) }
  var minimumResolution: Steps { Steps(steps: 1) }

  func sleep(until deadline: Instant, tolerance: Steps?) async throws {}
}
