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
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  // A cancellation holds its task while it waits for the lock, and so does whoever resumes the task: nothing is resumed
  // under the lock.
  private let lock = NSLock()
  private var time = Instant()
  /// By deadline, and then in the order in which they came.
  private var sleepers: [Sleeper] = []
  private var lastNumber = 0

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }

  /// How many tasks sleep.
  var sleeperCount: Int { lock.withLock { sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A task that is cancelled before this has called `onCancel` in vain, and one that is cancelled later calls it.
        let sleeps = lock.withLock {
          guard time < deadline, !Task.isCancelled else { return false }
          let index = sleepers.firstIndex { deadline < $0.deadline } ?? sleepers.endIndex
          sleepers.insert(Sleeper(number: number, deadline: deadline, continuation: continuation), at: index)
          return true
        }
        guard !sleeps else { return }
        continuation.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
      }
    } onCancel: {
      let sleeper = lock.withLock {
        sleepers.firstIndex { $0.number == number }.map { sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func nextNumber() -> Int {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  /// Moves the time, backwards by a negative duration, and wakes those whose time has come, the earliest first.
  func advance(by duration: Duration) {
    let due = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.prefix { $0.deadline <= time }
      sleepers.removeFirst(due.count)
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
