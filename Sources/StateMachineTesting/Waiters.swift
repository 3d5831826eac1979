/// A continuation, by its identity: whoever waits with it is answered exactly once.
public struct Waiter: Hashable {
  fileprivate let identity: UInt
  /// One that checks nothing has its number in its bits.
  fileprivate let isChecked: Bool

  /// Nil for a value that is no continuation.
  init?(_ value: Any) {
    guard let continuation = value as? any Awaited else { return nil }
    (identity, isChecked) = (continuation.identity, type(of: continuation).isChecked)
  }
}

/// A continuation of any type.
private protocol Awaited { static var isChecked: Bool { get } }
extension CheckedContinuation: Awaited { static var isChecked: Bool { true } }
extension UnsafeContinuation: Awaited { static var isChecked: Bool { false } }

extension Awaited {
  /// Its bits: one reference, which may be that of no object.
  fileprivate var identity: UInt { unsafeBitCast(self, to: UInt.self) }
}

/// The continuations that a value holds, each as often as it does.
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

/// A continuation that nobody awaits, for machines whose states hold continuations: the same one for each number. Nothing may
/// resume it: exploring performs no outputs.
public func continuation<Success, Failure: Error>(_ number: Int) -> CheckedContinuation<Success, Failure> {
  Continuations.lock.withLock {
    let key = Continuations.Key(type: ObjectIdentifier(CheckedContinuation<Success, Failure>.self), number: number)
    if let known = Continuations.made[key] as? CheckedContinuation<Success, Failure> { return known }
    let unchecked: UnsafeContinuation<Success, Failure> = unsafeContinuation(number)
    let continuation = CheckedContinuation(continuation: unchecked, function: "continuation(\(number))")
    // One that is released before it is resumed is reported as a leak.
    Continuations.made[key] = continuation
    if let waiter = Waiter(continuation) { Continuations.numbers[waiter] = number }
    return continuation
  }
}

/// A continuation that nobody awaits, of the kind that checks nothing: the same one for each number. Nothing may resume it.
public func unsafeContinuation<Success, Failure: Error>(_ number: Int) -> UnsafeContinuation<Success, Failure> {
  // Enums keep their case in bits that addresses leave free, so it has to be one as far as they can tell.
  unsafeBitCast(
    UnsafeRawPointer(bitPattern: 65536 + max(0, number) * 64), to: UnsafeContinuation<Success, Failure>.self)
}

/// A continuation as text: by the number that it was made with.
func text(of continuation: Any) -> String? {
  guard let waiter = Waiter(continuation) else { return nil }
  if !waiter.isChecked { return "unsafeContinuation(\((Int(waiter.identity) - 65536) / 64))" }
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

extension CheckedContinuation: TriedNearConstants {
  public static var areAllTried: Bool { true }
  /// Some that nobody awaits.
  public static func tries(near constants: Constants) -> [Trial<CheckedContinuation<T, E>>] {
    (1...max(1, constants.waiters)).map { Trial(continuation($0), swift: "continuation(\($0))") }
  }
}

extension UnsafeContinuation: TriedNearConstants {
  public static var areAllTried: Bool { true }
  /// Some that nobody awaits.
  public static func tries(near constants: Constants) -> [Trial<UnsafeContinuation<T, E>>] {
    (1...max(1, constants.waiters)).map { Trial(unsafeContinuation($0), swift: "unsafeContinuation(\($0))") }
  }
}

/// Continuations that a statement tries: `try ask(c: continuation(1...3))`.
public struct TriedContinuations {
  fileprivate var numbers: ClosedRange<Int>
}

/// Several continuations that nobody awaits.
public func continuation(_ numbers: ClosedRange<Int>) -> TriedContinuations { TriedContinuations(numbers: numbers) }

/// Several continuations that nobody awaits, of the kind that checks nothing.
public func unsafeContinuation(_ numbers: ClosedRange<Int>) -> TriedContinuations {
  TriedContinuations(numbers: numbers)
}

/// The continuations that a statement gives.
public func trials<Success, Failure>(
  of type: CheckedContinuation<Success, Failure>.Type, swift: String, _ tried: TriedContinuations
) -> [Trial<CheckedContinuation<Success, Failure>>] {
  tried.numbers.map { Trial(continuation($0), swift: "continuation(\($0))") }
}

/// The continuations that a statement gives.
public func trials<Success, Failure>(
  of type: UnsafeContinuation<Success, Failure>.Type, swift: String, _ tried: TriedContinuations
) -> [Trial<UnsafeContinuation<Success, Failure>>] {
  tried.numbers.map { Trial(unsafeContinuation($0), swift: "unsafeContinuation(\($0))") }
}
