/// The identity of a continuation. Exploring checks that each continuation is resumed exactly once.
public struct Waiter: Hashable {
  fileprivate let identity: UInt
  /// Whether the continuation is a `CheckedContinuation`. An `UnsafeContinuation` has its number in its bits.
  fileprivate let isChecked: Bool

  /// Creates the identity of a continuation; nil if the value is not a continuation.
  init?(_ value: Any) {
    guard let continuation = value as? any Awaited else { return nil }
    (identity, isChecked) = (continuation.identity, type(of: continuation).isChecked)
  }
}

/// A continuation of any type, `CheckedContinuation` or `UnsafeContinuation`.
private protocol Awaited { static var isChecked: Bool { get } }
extension CheckedContinuation: Awaited { static var isChecked: Bool { true } }
extension UnsafeContinuation: Awaited { static var isChecked: Bool { false } }

extension Awaited {
  /// The bits of the continuation: a reference, which need not be of an object.
  fileprivate var identity: UInt { unsafeBitCast(self, to: UInt.self) }
}

/// Returns the continuations in a value, each as often as it occurs.
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

/// Returns the continuation with a number, which nobody awaits: the same at each call. It must not be resumed.
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

/// Returns the unsafe continuation with a number, which nobody awaits: the same at each call. It must not be resumed.
public func unsafeContinuation<Success, Failure: Error>(_ number: Int) -> UnsafeContinuation<Success, Failure> {
  // The bits must look like an address: enums keep their case in the bits that are free in addresses.
  unsafeBitCast(
    UnsafeRawPointer(bitPattern: 65536 + max(0, number) * 64), to: UnsafeContinuation<Success, Failure>.self)
}

/// Returns the text of a continuation, with the number that it was made with; nil if the value is no continuation.
func text(of continuation: Any) -> String? {
  guard let waiter = Waiter(continuation) else { return nil }
  if !waiter.isChecked { return "unsafeContinuation(\((Int(waiter.identity) - 65536) / 64))" }
  let number = Continuations.lock.withLock { Continuations.numbers[waiter] }
  return "continuation(\(number.map(String.init) ?? ""))"
}

/// The continuations made so far, which are never released.
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
  /// Returns continuations that nobody awaits, as values to try.
  public static func tries(near constants: Constants) -> [Trial<CheckedContinuation<T, E>>] {
    (1...max(1, constants.waiters)).map { Trial(continuation($0), swift: "continuation(\($0))") }
  }
}

extension UnsafeContinuation: TriedNearConstants {
  public static var areAllTried: Bool { true }
  /// Returns unsafe continuations that nobody awaits, as values to try.
  public static func tries(near constants: Constants) -> [Trial<UnsafeContinuation<T, E>>] {
    (1...max(1, constants.waiters)).map { Trial(unsafeContinuation($0), swift: "unsafeContinuation(\($0))") }
  }
}

/// Continuations that a statement tries: `try ask(c: continuation(1...3))`.
public struct TriedContinuations {
  fileprivate var numbers: ClosedRange<Int>
}

/// Returns the continuations with a range of numbers, for a statement that tries them.
public func continuation(_ numbers: ClosedRange<Int>) -> TriedContinuations { TriedContinuations(numbers: numbers) }

/// Returns the unsafe continuations with a range of numbers, for a statement that tries them.
public func unsafeContinuation(_ numbers: ClosedRange<Int>) -> TriedContinuations {
  TriedContinuations(numbers: numbers)
}

/// Returns the continuations that a statement gives, as values to try.
public func trials<Success, Failure>(
  of type: CheckedContinuation<Success, Failure>.Type, swift: String, _ tried: TriedContinuations
) -> [Trial<CheckedContinuation<Success, Failure>>] {
  tried.numbers.map { Trial(continuation($0), swift: "continuation(\($0))") }
}

/// Returns the unsafe continuations that a statement gives, as values to try.
public func trials<Success, Failure>(
  of type: UnsafeContinuation<Success, Failure>.Type, swift: String, _ tried: TriedContinuations
) -> [Trial<UnsafeContinuation<Success, Failure>>] {
  tried.numbers.map { Trial(unsafeContinuation($0), swift: "unsafeContinuation(\($0))") }
}
