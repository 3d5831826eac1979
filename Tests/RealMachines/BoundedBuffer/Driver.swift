import MachineDriver

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
public func driveRealMachine() { printTime(of: life) }

/// A consumer that waits for four elements, then lags after until the producer waits, and then empties the buffer.
/// Nothing is resumed.
@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
private func life(_ round: Int) -> Int {
  let producer: UnsafeContinuation<Void, Never> = continuation(round)
  let consumer: UnsafeContinuation<UnsafeTransfer<Result<Int, Error>?>, Never> = continuation(round)
  var machine = BoundedBufferStateMachine(base: DrivenSequence(number: round), limit: 4)
  keep(machine.next())
  machine.taskStarted(task: theTask)
  for element in 0..<4 {
    keep(machine.next())
    keep(machine.nextSuspended(continuation: consumer))
    keep(machine.shouldSuspendProducer())
    keep(machine.elementProduced(element: element))
  }
  for element in 0..<4 {
    keep(machine.shouldSuspendProducer())
    keep(machine.elementProduced(element: element))
  }
  keep(machine.shouldSuspendProducer())
  keep(machine.producerSuspended(continuation: producer))
  for _ in 0..<3 { keep(machine.next()) }
  keep(machine.finish(error: nil))
  for _ in 0..<2 { keep(machine.next()) }
  keep(machine.interrupted())
  return 2 + 4 * 4 + 4 * 2 + 2 + 3 + 1 + 2 + 1
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
