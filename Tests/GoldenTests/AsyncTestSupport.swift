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
final class Gate<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: [UUID: CheckedContinuation<Value?, Never>] = [:]
  private var cancelled: Set<UUID> = []
  private var values: [Value] = []
  private var cancellations = 0

  var waitingCount: Int { lock.withLock { waiting.count } }
  var cancellationCount: Int { lock.withLock { cancellations } }

  /// The next value, or nil where the task is cancelled.
  func pass() async -> Value? {
    let id = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.withLock {
          if cancelled.remove(id) != nil {
            continuation.resume(returning: nil)
          } else if values.isEmpty {
            waiting[id] = continuation
          } else {
            continuation.resume(returning: values.removeFirst())
          }
        }
      }
    } onCancel: {
      lock.withLock {
        cancellations += 1
        if let continuation = waiting.removeValue(forKey: id) {
          continuation.resume(returning: nil)
        } else {
          cancelled.insert(id)
        }
      }
    }
  }

  /// Lets one through.
  func open(_ value: Value) {
    lock.withLock {
      if let (id, continuation) = waiting.first {
        waiting[id] = nil
        continuation.resume(returning: value)
      } else {
        values.append(value)
      }
    }
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
