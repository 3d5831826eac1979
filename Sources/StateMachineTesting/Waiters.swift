/// A continuation, by its identity: whoever waits with it is answered exactly once.
public struct Waiter: Hashable {
  private let identity: ObjectIdentifier

  fileprivate init(_ continuation: some Awaited) {
    identity = ObjectIdentifier(unsafeBitCast(continuation, to: AnyObject.self))
  }
}

/// A continuation of any type.
private protocol Awaited {}
extension CheckedContinuation: Awaited {}

/// The continuations that a value holds, each as often as it does.
public func waiters(in value: Any) -> [Waiter] {
  var waiters: [Waiter] = []
  collect(from: value, &waiters)
  return waiters
}

private func collect(from value: Any, _ waiters: inout [Waiter]) {
  if let continuation = value as? any Awaited {
    waiters.append(Waiter(continuation))
    return
  }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .class { return }
  for child in mirror.children { collect(from: child.value, &waiters) }
}

/// A continuation that nobody awaits, for machines whose states hold continuations: the same one for each number. Nothing may
/// resume it: exploring performs no outputs.
public func continuation<Success, Failure: Error>(_ number: Int) -> CheckedContinuation<Success, Failure> {
  Continuations.lock.withLock {
    let key = Continuations.Key(type: ObjectIdentifier(CheckedContinuation<Success, Failure>.self), number: number)
    if let known = Continuations.made[key] as? CheckedContinuation<Success, Failure> { return known }
    let unchecked = unsafeBitCast(
      UnsafeRawPointer(bitPattern: max(1, number)), to: UnsafeContinuation<Success, Failure>.self)
    let continuation = CheckedContinuation(continuation: unchecked, function: "continuation(\(number))")
    // One that is released before it is resumed is reported as a leak.
    Continuations.made[key] = continuation
    Continuations.numbers[Waiter(continuation)] = number
    return continuation
  }
}

/// A continuation as text: by the number that it was made with.
func text(of continuation: Any) -> String? {
  guard let waiter = (continuation as? any Awaited).map({ Waiter($0) }) else { return nil }
  let number = Continuations.lock.withLock { Continuations.numbers[waiter] }
  return "continuation(\(number.map(String.init) ?? ""))"
}

/// The continuations that have been made, which are kept for ever.
private enum Continuations {
  struct Key: Hashable {
    var type: ObjectIdentifier
    var number: Int
  }

  static let lock = Lock()
  nonisolated(unsafe) static var made: [Key: Any] = [:]
  nonisolated(unsafe) static var numbers: [Waiter: Int] = [:]
}

extension CheckedContinuation: Tried {
  /// Two that nobody awaits.
  public static func tries(near constants: [Int]) -> [Trial<CheckedContinuation<T, E>>] {
    (1...2).map { Trial(continuation($0), swift: "continuation(\($0))") }
  }
}
