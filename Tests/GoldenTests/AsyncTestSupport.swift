import Foundation
import Testing

/// A value that several tasks change.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}

/// What an asynchronous closure waits at until a test lets it go on; it does not wait when its task is cancelled.
/// Nothing is resumed under the lock, for the reason that `ManualClock` gives.
final class Gate<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  /// In the order in which they came.
  private var waiting: [(number: Int, continuation: CheckedContinuation<Value?, Never>)] = []
  private var values: [Value] = []
  private var lastNumber = 0
  private var cancellations = 0

  var waitingCount: Int { lock.withLock { waiting.count } }
  var cancellationCount: Int { lock.withLock { cancellations } }

  /// The next value, or nil where the task is cancelled.
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

  /// Lets one through.
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

/// Waits for what other tasks bring about. It gives up at some time, so that a test fails and does not hang.
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

/// Lets tasks that are ready run, for a test that something does not happen.
func settle() async {
  for _ in 0..<100 { await Task.yield() }
  try? await Task.sleep(for: .milliseconds(20))
}
