/// The identity of a continuation, by which a waiting task of Swift is resumed. With it, exploring checks that the
/// machine resumes each continuation exactly once.
public struct Waiter: Hashable {
  fileprivate let identity: UInt
  /// Whether the continuation is a `CheckedContinuation`. Otherwise it is an `UnsafeContinuation`, and its identity is
  /// computed from its number: 2 for `unsafeContinuation(2)`.
  fileprivate let isChecked: Bool

  /// Creates the identity of a continuation. Nil if the value is not a continuation.
  init?(_ value: Any) {
    guard let continuation = value as? any Awaited else { return nil }
    (identity, isChecked) = (continuation.identity, type(of: continuation).isChecked)
  }
}

/// A type of continuations: `CheckedContinuation` or `UnsafeContinuation`, with any types of values and errors.
private protocol Awaited { static var isChecked: Bool { get } }
extension CheckedContinuation: Awaited { static var isChecked: Bool { true } }
extension UnsafeContinuation: Awaited { static var isChecked: Bool { false } }

extension Awaited {
  /// The bits of the continuation, which differ from those of other continuations.
  fileprivate var identity: UInt { unsafeBitCast(self, to: UInt.self) }
}

/// Returns the continuations in a value and in its fields, each as often as it occurs. Fields of objects are not
/// searched.
public func waiters(in value: Any) -> [Waiter] {
  var waiters: [Waiter] = []
  collect(from: value, &waiters)
  return waiters
}

private func collect(from value: Any, _ waiters: inout [Waiter]) {
  if let waiter = Waiter(value) {
    waiters.append(waiter)
    return
  }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .class { return }
  for child in mirror.children { collect(from: child.value, &waiters) }
}

/// Returns a continuation for the event of a step that exploring tries. Calls with the same number and types return the
/// same continuation. No task waits for it, so it must not be resumed.
public func continuation<Success, Failure: Error>(_ number: Int) -> CheckedContinuation<Success, Failure> {
  Continuations.lock.withLock {
    let key = Continuations.Key(type: ObjectIdentifier(CheckedContinuation<Success, Failure>.self), number: number)
    if let known = Continuations.made[key] as? CheckedContinuation<Success, Failure> { return known }
    let unchecked: UnsafeContinuation<Success, Failure> = unsafeContinuation(number)
    let continuation = CheckedContinuation(continuation: unchecked, function: "continuation(\(number))")
    // A checked continuation that is released before it is resumed is reported as a leak, so all are kept.
    Continuations.made[key] = continuation
    if let waiter = Waiter(continuation) { Continuations.numbers[waiter] = number }
    return continuation
  }
}

/// Returns an unsafe continuation for the event of a step that exploring tries. Calls with the same number return the
/// same continuation. No task waits for it, so it must not be resumed.
public func unsafeContinuation<Success, Failure: Error>(_ number: Int) -> UnsafeContinuation<Success, Failure> {
  // The bits must look like an address: enums keep their case in the bits that are free in addresses.
  unsafeBitCast(
    UnsafeRawPointer(bitPattern: 65536 + max(0, number) * 64), to: UnsafeContinuation<Success, Failure>.self)
}

/// Returns the Swift of a continuation that exploring tries: `continuation(1)`. Nil if the value is not a continuation.
func text(of continuation: Any) -> String? {
  guard let waiter = Waiter(continuation) else { return nil }
  if !waiter.isChecked { return "unsafeContinuation(\((Int(waiter.identity) - 65536) / 64))" }
  let number = Continuations.lock.withLock { Continuations.numbers[waiter] }
  return "continuation(\(number.map(String.init) ?? ""))"
}

/// The checked continuations made so far. They are never released. Swift would report a checked continuation that is
/// released before it has been resumed.
private enum Continuations {
  struct Key: Hashable {
    var type: ObjectIdentifier
    var number: Int
  }

  static let lock = Lock()
  nonisolated(unsafe) static var made: [Key: Any] = [:]
  nonisolated(unsafe) static var numbers: [Waiter: Int] = [:]
}

extension CheckedContinuation: TriedNearConstants {
  public static var areAllTried: Bool { true }
  /// Returns continuations 1, 2 and so on, as values to try. No task waits for them.
  public static func tries(near constants: Constants) -> [Trial<CheckedContinuation<T, E>>] {
    (1...max(1, constants.waiters)).map { Trial(continuation($0), swift: "continuation(\($0))") }
  }
}

extension UnsafeContinuation: TriedNearConstants {
  public static var areAllTried: Bool { true }
  /// Returns unsafe continuations 1, 2 and so on, as values to try. No task waits for them.
  public static func tries(near constants: Constants) -> [Trial<UnsafeContinuation<T, E>>] {
    (1...max(1, constants.waiters)).map { Trial(unsafeContinuation($0), swift: "unsafeContinuation(\($0))") }
  }
}

/// The continuations that a `try` statement gives: `continuation(1...3)` in `try ask(c: continuation(1...3))`.
public struct TriedContinuations {
  fileprivate var numbers: ClosedRange<Int>
}

/// Returns the continuations with the numbers in a range. Users call it in a `try` statement:
/// `try ask(c: continuation(1...3))`.
public func continuation(_ numbers: ClosedRange<Int>) -> TriedContinuations { TriedContinuations(numbers: numbers) }

/// Returns the unsafe continuations with the numbers in a range. Users call it in a `try` statement:
/// `try ask(c: unsafeContinuation(1...3))`.
public func unsafeContinuation(_ numbers: ClosedRange<Int>) -> TriedContinuations {
  TriedContinuations(numbers: numbers)
}

/// Returns the continuations that a `try` statement gives, as values to try.
public func trials<Success, Failure>(
  of type: CheckedContinuation<Success, Failure>.Type, swift: String, _ tried: TriedContinuations
) -> [Trial<CheckedContinuation<Success, Failure>>] {
  tried.numbers.map { Trial(continuation($0), swift: "continuation(\($0))") }
}

/// Returns the unsafe continuations that a `try` statement gives, as values to try.
public func trials<Success, Failure>(
  of type: UnsafeContinuation<Success, Failure>.Type, swift: String, _ tried: TriedContinuations
) -> [Trial<UnsafeContinuation<Success, Failure>>] {
  tried.numbers.map { Trial(unsafeContinuation($0), swift: "unsafeContinuation(\($0))") }
}
