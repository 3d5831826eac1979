import Foundation
import Testing

/// A value that several tasks change under a lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}

/// A gate at which asynchronous closures wait until a test opens it, or until their task is cancelled. No continuation
/// is resumed under the lock, for the reason that `ManualClock` gives.
final class Gate<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  /// The waiting continuations, in the order of their arrival.
  private var waiting: [(number: Int, continuation: CheckedContinuation<Value?, Never>)] = []
  private var values: [Value] = []
  private var lastNumber = 0
  private var cancellations = 0

  var waitingCount: Int { lock.withLock { waiting.count } }
  var cancellationCount: Int { lock.withLock { cancellations } }

  /// Waits for the next value, and returns it; nil if the task is cancelled.
  func pass() async -> Value? {
    let number = nextNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Value?? = lock.withLock {
          if Task.isCancelled { return .some(nil) }
          if !values.isEmpty { return values.removeFirst() }
          waiting.append((number, continuation))
          return .none
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let cancelled = lock.withLock {
        cancellations += 1
        return waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0) }
      }
      cancelled?.continuation.resume(returning: nil)
    }
  }

  private func nextNumber() -> Int {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  /// Gives a value to the first waiting task, or keeps the value for the next.
  func open(_ value: Value) {
    let first = lock.withLock {
      if waiting.isEmpty {
        values.append(value)
        return nil as CheckedContinuation<Value?, Never>?
      }
      return waiting.removeFirst().continuation
    }
    first?.resume(returning: value)
  }
}

/// Waits until other tasks make a condition true. Records an issue after some time, so that a test fails and does not
/// hang.
@discardableResult
func eventually(
  _ condition: @Sendable () async -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async -> Bool {
  for round in 0..<20_000 {
    if await condition() { return true }
    if round < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
  Issue.record("it did not come about", sourceLocation: sourceLocation)
  return false
}

/// Lets ready tasks run, for a test that something does not happen.
func settle() async {
  for _ in 0..<100 { await Task.yield() }
  try? await Task.sleep(for: .milliseconds(20))
}
