/// A type with values that are tried for the payloads of events.
///
/// Types of your own conform in the test target: `extension Address: Tried { … }`. An enum without payloads that is
/// `CaseIterable` needs no conformance.
public protocol Tried {
  /// The values to try, the simplest first.
  ///
  /// - Parameter constants: the numbers that guards compare the value with.
  static func tries(near constants: [Int]) -> [Trial<Self>]
}

/// A value that is tried.
public struct Trial<Value> {
  public var value: Value
  /// The Swift for it.
  public var swift: String
  /// The index of the step that takes it, where the value is an event of a machine.
  public var step: Int?

  public init(_ value: Value, swift: String, step: Int? = nil) {
    (self.value, self.swift, self.step) = (value, swift, step)
  }
}

/// The values to try of a type.
public func valuesToTry<Value: Tried>(of type: Value.Type, near constants: [Int] = []) -> [Trial<Value>] {
  type.tries(near: constants)
}

/// The values to try of an enum without payloads.
public func valuesToTry<Value: CaseIterable>(of type: Value.Type, near constants: [Int] = []) -> [Trial<Value>] {
  type.allCases.map { Trial($0, swift: ".\($0)") }
}

/// The values to try of any other type: none, unless it turns out to be one of those above, as in a generic machine; an
/// error where any will do.
public func valuesToTry<Value>(of type: Value.Type, near constants: [Int] = []) -> [Trial<Value>] {
  func tries<Known: Tried>(_ known: Known.Type) -> [Trial<Value>] {
    known.tries(near: constants).compactMap { trial in
      (trial.value as? Value).map { Trial($0, swift: trial.swift, step: trial.step) }
    }
  }
  if let known = type as? any Tried.Type { return tries(known) }
  // 'any Error' is no type that can conform.
  guard type == (any Error).self, let any = TriedError() as? Value else { return [] }
  return [Trial(any, swift: "TriedError()")]
}

/// A value that a statement gives.
///
/// - Parameter swift: how it is written, for values whose description does not make them again.
public func trials<Value>(of type: Value.Type, swift: String, _ value: Value) -> [Trial<Value>] {
  [Trial(value, swift: value is any LosslessStringConvertible ? String(reflecting: value) : swift)]
}

/// The values of a closed range that a statement gives.
public func trials<Value: Strideable>(of type: Value.Type, swift: String, _ range: ClosedRange<Value>)
  -> [Trial<Value>] where Value.Stride: SignedInteger
{
  range.map { Trial($0, swift: "\($0)") }
}

extension Bool: Tried {
  public static func tries(near constants: [Int]) -> [Trial<Bool>] {
    [Trial(false, swift: "false"), Trial(true, swift: "true")]
  }
}

extension String: Tried {
  public static func tries(near constants: [Int]) -> [Trial<String>] {
    [Trial("", swift: #""""#), Trial("a", swift: #""a""#)]
  }
}

extension FixedWidthInteger {
  /// 0 and 1, and each constant with the numbers beside it. The largest number is not among them, nor is -1: in most guards,
  /// these stop the program.
  public static func tries(near constants: [Int]) -> [Trial<Self>] {
    let beside = constants.flatMap { constant in
      [constant &- 1, constant, constant &+ 1].filter { $0 >= 0 || constant < 0 }
    }
    return Set([0, 1] + beside).sorted().compactMap { Self(exactly: $0) }.map { Trial($0, swift: "\($0)") }
  }
}

extension Int: Tried {}
extension Int8: Tried {}
extension Int16: Tried {}
extension Int32: Tried {}
extension Int64: Tried {}
extension UInt: Tried {}
extension UInt8: Tried {}
extension UInt16: Tried {}
extension UInt32: Tried {}
extension UInt64: Tried {}

extension BinaryFloatingPoint {
  /// 0 and 1, and each constant with the numbers beside it.
  public static func tries(near constants: [Int]) -> [Trial<Self>] {
    Int.tries(near: constants).map { Trial(Self($0.value), swift: $0.swift) }
  }
}

extension Double: Tried {}
extension Float: Tried {}

/// An error that is tried where any will do.
public struct TriedError: Error, Hashable {
  public init() {}
}

extension Task: Tried where Success == Void, Failure == Never {
  /// Two that do nothing.
  public static func tries(near constants: [Int]) -> [Trial<Task<Void, Never>>] {
    idleTasks.map { Trial($0, swift: "Task {}") }
  }
}

/// They are the same in each call: two explorations side by side are told of the same tasks.
private let idleTasks: [Task<Void, Never>] = [Task {}, Task {}]

extension Result: Tried where Success: Tried {
  /// Successes; and a failure, where any error is one, or errors of its type are tried.
  public static func tries(near constants: [Int]) -> [Trial<Result<Success, Failure>>] {
    let successes = Success.tries(near: constants).map { Trial(Self.success($0.value), swift: ".success(\($0.swift))") }
    if let any = TriedError() as? Failure { return successes + [Trial(.failure(any), swift: ".failure(TriedError())")] }
    return successes + valuesToTry(of: Failure.self).map { Trial(.failure($0.value), swift: ".failure(\($0.swift))") }
  }
}

extension Optional: Tried where Wrapped: Tried {
  public static func tries(near constants: [Int]) -> [Trial<Wrapped?>] {
    [Trial(nil, swift: "nil")] + Wrapped.tries(near: constants).map { Trial($0.value, swift: $0.swift) }
  }
}

extension Array: Tried where Element: Tried {
  /// An empty list, and one of one element.
  public static func tries(near constants: [Int]) -> [Trial<[Element]>] {
    [Trial([], swift: "[]")]
      + Element.tries(near: constants).prefix(1).map { Trial([$0.value], swift: "[\($0.swift)]") }
  }
}

extension Set: Tried where Element: Tried {
  public static func tries(near constants: [Int]) -> [Trial<Set<Element>>] {
    [Element].tries(near: constants).map { Trial(Set($0.value), swift: $0.swift) }
  }
}

extension Dictionary: Tried where Key: Tried, Value: Tried {
  public static func tries(near constants: [Int]) -> [Trial<[Key: Value]>] {
    let one = zip(Key.tries(near: []).prefix(1), Value.tries(near: constants).prefix(1))
    return [Trial([:], swift: "[:]")]
      + one.map { Trial([$0.value: $1.value], swift: "[\($0.swift): \($1.swift)]") }
  }
}

/// The events that a model tries, each with its Swift.
public struct TriedEvents<Event> {
  public private(set) var events: [Event] = []
  public private(set) var tries: [ModelTry] = []
  /// What each start has tried: the others try it no second time.
  private var seen: Set<String> = []
  /// The events for whose payloads no values are known.
  public private(set) var untried: [String] = []

  /// What stands before and behind an event in the Swift that takes it.
  private let call: (head: String, tail: String)

  public init(_ head: String = "", _ tail: String = "") { call = (head, tail) }

  /// The events as values.
  public private(set) var trials: [Trial<Event>] = []

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - statement: the index of the statement that brings it, and whether that has a guard.
  ///   - part: the index of the step of the machine within a state, whose event this one has.
  public mutating func append(
    _ event: Event, _ swift: String, statement: Int? = nil, isGuarded: Bool = false, part: Int? = nil
  ) {
    guard seen.insert("\(statement ?? -1) \(part ?? -1) \(swift)").inserted else { return }
    trials.append(Trial(event, swift: swift, step: events.count))
    events.append(event)
    tries.append(
      ModelTry(
        swift: call.head + swift + call.tail, statement: statement, isGuarded: isGuarded, part: part))
  }

  /// Notes an event that has no combination of values.
  public mutating func noteUntried(_ name: String) { if !untried.contains(name) { untried.append(name) } }
}

// MARK: Values that are made anew

/// The places of values that a statement tells how to make.
///
/// - Parameters:
///   - swift: how each is written.
///   - first: the place of the first.
public func placesToTry(_ swift: [String], from first: Int) -> [Trial<Int>] {
  swift.enumerated().map { Trial(first + $0, swift: $1) }
}

/// The places of the values to try of a type.
public func placesToTry<Value: Tried>(of type: Value.Type) -> [Trial<Int>] {
  type.tries(near: []).enumerated().map { Trial($0, swift: $1.swift) }
}

/// No places: of a type that no values are known of.
public func placesToTry<Value: ~Copyable>(of type: Value.Type) -> [Trial<Int>] { [] }

/// The value at a place.
public func valueToTry<Value: Tried>(of type: Value.Type, at place: Int) -> Value { type.tries(near: [])[place].value }

/// Is never called, as there are no places.
public func valueToTry<Value: ~Copyable>(of type: Value.Type, at place: Int) -> Value {
  fatalError("no values of \(Value.self) are known")
}
