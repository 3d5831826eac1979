import Foundation

/// A clock that stands still until a test moves it.
nonisolated final class ManualClock: Clock, @unchecked Sendable {
  nonisolated struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  nonisolated private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  // A cancellation holds its task while it waits for the lock, and so does whoever resumes the task: nothing is resumed
  // under the lock.
  private let lock = NSLock()
  private var time = Instant()
  /// By number.
  private var sleepers: [Int: Sleeper] = [:]
  private var lastNumber = 0

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }

  /// The number of sleeping tasks.
  var sleeperCount: Int { lock.withLock { sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A task that is cancelled before this has called `onCancel` in vain, and one that is cancelled later calls it.
        let sleeps = lock.withLock {
          guard time < deadline, !Task.isCancelled else { return false }
          sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return true
        }
        guard !sleeps else { return }
        continuation.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
      }
    } onCancel: {
      let sleeper = lock.withLock { sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func nextNumber() -> Int {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  /// Moves the time in one step, backwards by a negative duration, and wakes the tasks whose time has come. In which
  /// order these tasks go on is not defined, as their executors decide it.
  func advance(by duration: Duration) {
    let due = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= time }
      for number in due.keys { sleepers[number] = nil }
      return due.values
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
