import MachineDriver

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
public func driveRealMachine() { printTime(of: life) }

/// Three upstreams: for each of four elements, the consumer waits, all go on, and the slower two fill the buffer. Then
/// they end, one after the other. Nothing is resumed.
@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
private func life(_ round: Int) -> Int {
  let upstream: UnsafeContinuation<Void, Error> = continuation(round)
  let downstream: UnsafeContinuation<Int?, Error> = continuation(round)
  let base = DrivenSequence(number: round)
  var machine = MergeStateMachine(base1: base, base2: base, base3: base)
  keep(machine.next())
  machine.taskStarted(theTask)
  for element in 0..<4 {
    if element > 0 { keep(machine.next()) }
    keep(machine.next(for: downstream))
    for upstreamElement in 0..<3 {
      keep(machine.elementProduced(upstreamElement))
      keep(machine.childTaskSuspended(upstream))
    }
    keep(machine.next())
    keep(machine.next())
  }
  keep(machine.next())
  keep(machine.next(for: downstream))
  for _ in 0..<3 { keep(machine.upstreamFinished()) }
  keep(machine.next())
  keep(machine.iteratorDeinitialized())
  return 1 + 4 * 10 - 1 + 2 + 3 + 2 + 1
}

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
