import Foundation

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = NSLock()
  private var time = Instant()
  private var sleepers: [UUID: Sleeper] = [:]
  private var cancelled: Set<UUID> = []

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }

  /// How many tasks sleep.
  var sleeperCount: Int { lock.withLock { sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        lock.withLock {
          if cancelled.remove(id) != nil {
            continuation.resume(throwing: CancellationError())
          } else if deadline <= time {
            continuation.resume()
          } else {
            sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          }
        }
      }
    } onCancel: {
      lock.withLock {
        guard let sleeper = sleepers.removeValue(forKey: id) else {
          cancelled.insert(id)
          return
        }
        sleeper.continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// Moves the time, and wakes those whose time has come.
  func advance(by duration: Duration) {
    lock.withLock {
      time = time.advanced(by: duration)
      for (id, sleeper) in sleepers where sleeper.deadline <= time {
        sleepers[id] = nil
        sleeper.continuation.resume()
      }
    }
  }
}
