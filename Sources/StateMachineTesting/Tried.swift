/// A type with values that exploring tries for the payloads of events.
///
/// Let types of your own conform in the test target. An enum without payloads that is `CaseIterable` needs no
/// conformance.
///
///     extension Address: Tried {
///       static func tries(near constants: [Int]) -> [Trial<Address>] {
///         [Trial(Address("a"), swift: #"Address("a")"#)]
///       }
///     }
public protocol Tried {
  /// Returns the values to try, the simplest first.
  ///
  /// - Parameter constants: the whole numbers that guards and patterns compare the field with: 3 for `[persons < 3]`.
  ///   The values next to them, such as 2 and 4, are worth trying, because the guard may differ for them.
  static func tries(near constants: [Int]) -> [Trial<Self>]
}

/// A value that exploring tries: `Trial(3, swift: "3")`.
public struct Trial<Value> {
  public var value: Value
  /// The Swift that makes the value. Findings show it in their paths.
  public var swift: String
  /// For an event of a submachine, the index of the step with that event in the submachine's ``Model/tries``. Nil for
  /// other values.
  public var step: Int?

  public init(_ value: Value, swift: String, step: Int? = nil) {
    (self.value, self.swift, self.step) = (value, swift, step)
  }
}

/// The constants in a `.sm` file that a field is compared with. They decide which values of the field are worth trying:
/// for `[persons < 3]`, the values 2, 3 and 4.
public struct Constants: Sendable {
  /// The whole numbers that guards and patterns compare the field with: 3 for `[persons < 3]`.
  public var numbers: [Int]
  /// Decimal numbers that the field is compared with, as written: `0.25`.
  public var decimals: [String]
  /// Strings and characters that the field is compared with.
  public var texts: [String]
  /// The numbers that guards compare the field's number of elements with: 3 for `[names.count < 3]`.
  public var lengths: [Int]
  /// The number of continuations to try for a field that is a continuation.
  public var waiters: Int

  public init(
    numbers: [Int] = [], decimals: [String] = [], texts: [String] = [], lengths: [Int] = [], waiters: Int = 2
  ) {
    (self.numbers, self.decimals, self.texts) = (numbers, decimals, texts)
    (self.lengths, self.waiters) = (lengths, waiters)
  }

  /// The numbers of elements that are worth trying: each of `lengths`, and one less and one more. Only numbers from 2
  /// to 256 are among them.
  fileprivate var nearLengths: [Int] {
    Set(lengths.flatMap { [$0 &- 1, $0, $0 &+ 1] }).filter { (2...256).contains($0) }.sorted()
  }
}

/// A type such as `Int`, `String` or `Array` whose values to try depend on all ``Constants`` of the file. The values of
/// other ``Tried`` types depend only on whole numbers.
public protocol TriedNearConstants: Tried {
  /// Returns the values to try, the simplest first. Empty for a type such as `[Address]` if no values of `Address` are
  /// known.
  static func tries(near constants: Constants) -> [Trial<Self>]
  /// Whether `tries(near:)` returns all values of the type. It does for `Bool`, but not for `Int`.
  static var areAllTried: Bool { get }
}

extension TriedNearConstants {
  public static var areAllTried: Bool { false }
  public static func tries(near constants: [Int]) -> [Trial<Self>] { tries(near: Constants(numbers: constants)) }
}

/// Returns the values to try of a type such as `Int` or `String`. Glue calls `valuesToTry` for each type, and Swift
/// chooses the overload that fits the type.
public func valuesToTry<Value: TriedNearConstants>(
  of type: Value.Type, near constants: Constants = Constants()
) -> [Trial<Value>] { type.tries(near: constants) }

/// Returns the values to try of a type for which the tests declare a conformance to ``Tried``.
public func valuesToTry<Value: Tried>(
  of type: Value.Type, near constants: Constants = Constants()
) -> [Trial<Value>] { type.tries(near: constants.numbers) }

/// Returns the values to try of an enum without payloads: all its cases.
@_disfavoredOverload
public func valuesToTry<Value: CaseIterable>(
  of type: Value.Type, near constants: Constants = Constants()
) -> [Trial<Value>] { type.allCases.map { Trial($0, swift: ".\($0)") } }

/// Returns the values to try of a type that fits no other overload. These are the cases that ``noteCases(of:_:)`` has
/// registered, a ``TriedError`` for `any Error`, or none.
///
/// In generic code, the compiler chooses this overload also for a type that conforms to ``Tried`` or `CaseIterable`.
/// The function then returns the values of that conformance.
@_disfavoredOverload
public func valuesToTry<Value>(of type: Value.Type, near constants: Constants = Constants()) -> [Trial<Value>] {
  func cast<Known>(_ trials: [Trial<Known>]) -> [Trial<Value>] {
    trials.compactMap { trial in
      (trial.value as? Value).map { Trial($0, swift: trial.swift, step: trial.step) }
    }
  }
  func near<Known: TriedNearConstants>(_ known: Known.Type) -> [Trial<Value>] { cast(known.tries(near: constants)) }
  func own<Known: Tried>(_ known: Known.Type) -> [Trial<Value>] { cast(known.tries(near: constants.numbers)) }
  func cases<Known: CaseIterable>(_ known: Known.Type) -> [Trial<Value>] {
    cast(known.allCases.map { Trial($0, swift: ".\($0)") })
  }
  if let known = type as? any TriedNearConstants.Type { return near(known) }
  if let known = type as? any Tried.Type { return own(known) }
  if let known = type as? any CaseIterable.Type { return cases(known) }
  if let known = CasesOfFiles.of(type) { return known }
  // `any Error` cannot conform to a protocol.
  guard type == (any Error).self, let any = TriedError() as? Value else { return [] }
  return [Trial(any, swift: "TriedError()")]
}

/// Returns whether the values to try of a type are complete. They are if they are all values of the type. They also are
/// if the tests give them by a conformance to ``Tried``.
func areAllTried<Value>(of type: Value.Type) -> Bool {
  (type as? any TriedNearConstants.Type)?.areAllTried ?? true
}

/// Registers the cases of an enum without payloads that is declared in the machine's file, so that
/// ``valuesToTry(of:near:)`` returns them.
public func noteCases<Value>(of type: Value.Type, _ cases: [(value: Value, swift: String)]) {
  CasesOfFiles.note(cases.map { Trial($0.value, swift: $0.swift) })
}

/// The cases that ``noteCases(of:_:)`` has registered, by the enum's type.
private enum CasesOfFiles {
  private static let lock = Lock()
  private nonisolated(unsafe) static var cases: [ObjectIdentifier: Any] = [:]

  static func note<Value>(_ trials: [Trial<Value>]) {
    lock.withLock { cases[ObjectIdentifier(Value.self)] = trials }
  }

  static func of<Value>(_ type: Value.Type) -> [Trial<Value>]? {
    lock.withLock { cases[ObjectIdentifier(type)] as? [Trial<Value>] }
  }
}

/// Returns the value that a `try` statement gives, as the only value to try: `3` in `try add(count: 3)`.
///
/// - Parameter swift: the value as written in the file. The paths in findings show this text. For a number or a string,
///   they show the value's own description, which is Swift, too.
public func trials<Value>(of type: Value.Type, swift: String, _ value: Value) -> [Trial<Value>] {
  [Trial(value, swift: value is any LosslessStringConvertible ? String(reflecting: value) : swift)]
}

/// Returns the values in a range that a `try` statement gives: 1, 2 and 3 for `try add(count: 1...3)`.
public func trials<Value: Strideable>(of type: Value.Type, swift: String, _ range: ClosedRange<Value>)
  -> [Trial<Value>] where Value.Stride: SignedInteger
{
  range.map { Trial($0, swift: "\($0)") }
}

extension Bool: TriedNearConstants {
  public static var areAllTried: Bool { true }
  public static func tries(near constants: Constants) -> [Trial<Bool>] {
    [Trial(false, swift: "false"), Trial(true, swift: "true")]
  }
}

extension Constants {
  /// Returns texts to try: an empty text, `a`, and the texts that the file compares the field with. If guards compare
  /// the length, it adds texts of several letters: `aa`, `aaa` and `aaaa` for `[name.count < 3]`. A text that is no
  /// value of `type` is left out.
  fileprivate func trials<Value: LosslessStringConvertible>(as type: Value.Type) -> [Trial<Value>] {
    var texts = ["", "a"]
    for text in self.texts + nearLengths.map({ String(repeating: "a", count: $0) }) where !texts.contains(text) {
      texts.append(text)
    }
    return texts.compactMap { text in Value(text).map { Trial($0, swift: String(reflecting: text)) } }
  }
}

extension String: TriedNearConstants {
  public static func tries(near constants: Constants) -> [Trial<String>] { constants.trials(as: String.self) }
}

extension Substring: TriedNearConstants {
  public static func tries(near constants: Constants) -> [Trial<Substring>] { constants.trials(as: Substring.self) }
}

extension Character: TriedNearConstants {
  /// Returns the letter `a`, and the characters that the file compares the field with.
  public static func tries(near constants: Constants) -> [Trial<Character>] {
    constants.trials(as: String.self).filter { $0.value.count == 1 }.compactMap { trial in
      trial.value.first.map { Trial($0, swift: trial.swift) }
    }
  }
}

extension FixedWidthInteger {
  /// Returns 0 and 1, and each constant of the file with one less and one more. For single characters in the file,
  /// returns their code units, such as 97 for `"a"`.
  ///
  /// The largest number of the type and -1 are tried only if the constants lead to them. Most guards overflow with the
  /// largest number. With 1 and -1, a counter would have no end in either direction.
  public static func tries(near constants: Constants) -> [Trial<Self>] {
    let beside = constants.numbers.flatMap { [$0 &- 1, $0, $0 &+ 1] }
    let units = constants.texts.filter { $0.utf8.count == 1 }.compactMap { $0.utf8.first.map(Int.init) }
    let numbers = Set([0, 1] + beside + units).sorted()
    // Simple numbers come first: 0, 1, 2 and so on, and then -1, -2 and so on.
    return (numbers.filter { $0 >= 0 } + numbers.filter { $0 < 0 }.reversed())
      .compactMap { Self(exactly: $0) }.map { Trial($0, swift: "\($0)") }
  }
}

extension Int: TriedNearConstants {}
extension Int8: TriedNearConstants {}
extension Int16: TriedNearConstants {}
extension Int32: TriedNearConstants {}
extension Int64: TriedNearConstants {}
extension UInt: TriedNearConstants {}
extension UInt8: TriedNearConstants {}
extension UInt16: TriedNearConstants {}
extension UInt32: TriedNearConstants {}
extension UInt64: TriedNearConstants {}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// Returns 0 and 1, the whole numbers and the decimal numbers of the file, each with its neighbors. The neighbors of
  /// a decimal number differ in its last digit: 0.24 and 0.26 for `0.25`.
  public static func tries(near constants: Constants) -> [Trial<Self>] {
    let texts = Int.tries(near: constants.numbers).map(\.swift) + constants.decimals.flatMap(Self.beside)
    var seen: Set<Self> = []
    return texts.compactMap { text in
      Self(text).flatMap { seen.insert($0).inserted ? Trial($0, swift: text) : nil }
    }
  }

  /// Returns a decimal constant with the numbers just below and above it in its last digit: 0.24, 0.25 and 0.26 for
  /// `0.25`. It computes with the digits as a whole number, such as 25, because binary fractions are not exact.
  private static func beside(_ decimal: String) -> [String] {
    let parts = decimal.split(separator: ".")
    let isNegative = decimal.hasPrefix("-")
    guard parts.count == 2, let digits = Int((parts[0] + parts[1]).drop { $0 == "-" }),
      digits < .max
    else { return [decimal] }
    return [digits - 1, digits, digits + 1].map { number in
      let text = String(number.magnitude)
      let padded = String(repeating: "0", count: max(0, parts[1].count + 1 - text.count)) + text
      // A negative constant has positive digits: -0.25 has the digits 25, so 24 becomes -0.24.
      let isBelow = number < 0 ? !isNegative : isNegative && number > 0
      return (isBelow ? "-" : "") + padded.dropLast(parts[1].count) + "." + padded.suffix(parts[1].count)
    }
  }
}

extension Double: TriedNearConstants {}
extension Float: TriedNearConstants {}

extension Duration: TriedNearConstants {
  /// Returns the numbers that are tried for `Int`, as seconds: 0 and 1, and each constant of the file with one less and
  /// one more.
  public static func tries(near constants: Constants) -> [Trial<Duration>] {
    Int.tries(near: constants).map { Trial(.seconds($0.value), swift: ".seconds(\($0.swift))") }
  }
}

/// The error that exploring tries for a field of the type `any Error`.
public struct TriedError: Error, Hashable {
  public init() {}
}

extension Task: Tried where Success == Void, Failure == Never {
  /// Returns two tasks that do nothing.
  public static func tries(near constants: [Int]) -> [Trial<Task<Void, Never>>] {
    idleTasks.map { Trial($0, swift: "Task {}") }
  }
}

/// The two values to try for a payload of the type `Task<Void, Never>`. They are created only once, because
/// configurations with different tasks count as different.
private let idleTasks: [Task<Void, Never>] = [Task {}, Task {}]

extension Result: Tried, TriedNearConstants {
  public static var areAllTried: Bool {
    StateMachineTesting.areAllTried(of: Success.self) && StateMachineTesting.areAllTried(of: Failure.self)
  }

  /// Returns a success for each value to try of `Success`, and a failure for each value to try of `Failure`. For
  /// `Void`, the success is `.success(())`. For `any Error`, the failure is a ``TriedError``. Empty if no values of
  /// `Success` are known.
  public static func tries(near constants: Constants) -> [Trial<Result<Success, Failure>>] {
    let successes = valuesToTry(of: Success.self, near: constants).map {
      Trial(Self.success($0.value), swift: ".success(\($0.swift))")
    }
    if Success.self == Void.self, let success = () as? Success {
      return [Trial(.success(success), swift: ".success(())")] + failures(constants)
    }
    return successes.isEmpty ? [] : successes + failures(constants)
  }

  private static func failures(_ constants: Constants) -> [Trial<Result<Success, Failure>>] {
    if let any = TriedError() as? Failure { return [Trial(.failure(any), swift: ".failure(TriedError())")] }
    return valuesToTry(of: Failure.self, near: constants).map {
      Trial(.failure($0.value), swift: ".failure(\($0.swift))")
    }
  }
}

extension Optional: Tried, TriedNearConstants {
  public static var areAllTried: Bool { StateMachineTesting.areAllTried(of: Wrapped.self) }
  public static func tries(near constants: Constants) -> [Trial<Wrapped?>] {
    let values = valuesToTry(of: Wrapped.self, near: constants)
    return values.isEmpty ? [] : [Trial(nil, swift: "nil")] + values.map { Trial($0.value, swift: $0.swift) }
  }
}

extension Array: Tried, TriedNearConstants {
  /// Returns an empty array, arrays of one element, and longer arrays. The longer arrays have the lengths that guards
  /// compare the field's length with.
  ///
  /// Usually there is only one array of one element. There are up to 16 if the file compares the field's elements with
  /// constants. There are up to 8 if the values of the element's type are complete, as for `Bool`.
  public static func tries(near constants: Constants) -> [Trial<[Element]>] {
    let elements = valuesToTry(of: Element.self, near: constants)
    guard !elements.isEmpty else { return [] }
    let isCompared = !constants.numbers.isEmpty || !constants.decimals.isEmpty || !constants.texts.isEmpty
    let single = elements.prefix(isCompared ? 16 : StateMachineTesting.areAllTried(of: Element.self) ? 8 : 1).map {
      [$0]
    }
    // Longer arrays repeat the elements if there are too few of them.
    let longer = constants.nearLengths.map { length in (0..<length).map { elements[$0 % elements.count] } }
    return ([[]] + single + longer).map { list in
      Trial(list.map(\.value), swift: "[\(list.map(\.swift).joined(separator: ", "))]")
    }
  }
}

extension Set: Tried, TriedNearConstants {
  public static func tries(near constants: Constants) -> [Trial<Set<Element>>] {
    var seen: Set<Set<Element>> = []
    return [Element].tries(near: constants).map { Trial(Set($0.value), swift: $0.swift) }
      .filter { seen.insert($0.value).inserted }
  }
}

extension Dictionary: Tried, TriedNearConstants {
  public static func tries(near constants: Constants) -> [Trial<[Key: Value]>] {
    let keys = valuesToTry(of: Key.self, near: constants)
    let values = valuesToTry(of: Value.self, near: constants)
    guard !keys.isEmpty, !values.isEmpty else { return [] }
    let lengths = constants.nearLengths.filter { $0 <= keys.count }
    // One key is enough to try, unless the file compares keys with texts.
    let single = keys.suffix(constants.texts.isEmpty ? 1 : 4).flatMap { key in values.prefix(8).map { [(key, $0)] } }
    let longer = lengths.map { length in (0..<length).map { (keys[$0], values[$0 % values.count]) } }
    return [Trial([:], swift: "[:]")]
      + (single + longer).map { pairs in
        Trial(
          Dictionary(pairs.map { ($0.value, $1.value) }) { first, _ in first },
          swift: "[\(pairs.map { "\($0.swift): \($1.swift)" }.joined(separator: ", "))]")
      }
  }
}

/// The events that a model tries, each with its Swift. Glue fills the list.
public struct TriedEvents<Event> {
  public private(set) var events: [Event] = []
  public private(set) var tries: [ModelTry] = []
  /// A key for each event that was appended. It consists of the event's Swift and the indices `statement` and `part`.
  /// Glue appends the events again for each start of the machine; events with a known key are left out.
  private var seen: Set<String> = []
  /// The values tried for each event with a payload.
  public private(set) var payloads: [ModelPayload] = []

  /// The Swift before and after the event in the call that handles it: `door.handle(event: ` and `)`.
  private let call: (head: String, tail: String)

  public init(_ head: String = "", _ tail: String = "") { call = (head, tail) }

  /// The events once more, as values to try. If this machine is a submachine, an event of the owner has an event of
  /// this machine as its payload. The glue of the owner therefore uses these values.
  public private(set) var trials: [Trial<Event>] = []

  /// Adds an event with its step. An event that was added before, for the same `statement` and `part`, is left out.
  ///
  /// - Parameters:
  ///   - swift: the Swift of the event: `.close`.
  ///   - statement: the index of the `try` statement that gives the event; nil if no statement gives it.
  ///   - isGuarded: whether that `try` statement has a guard.
  ///   - part: for an event that is sent to a submachine, the index of the step with that event in the submachine's
  ///     model; nil for the machine's own events.
  ///   - isGiven: whether the `try` statement gives values for the payload.
  ///   - untimed: the name of the timer that elapses, if the timer's duration is an expression; otherwise nil.
  public mutating func append(
    _ event: Event, _ swift: String, statement: Int? = nil, isGuarded: Bool = false, part: Int? = nil,
    isGiven: Bool = false, untimed: String? = nil
  ) {
    guard seen.insert("\(statement ?? -1) \(part ?? -1) \(swift)").inserted else { return }
    trials.append(Trial(event, swift: swift, step: events.count))
    events.append(event)
    tries.append(
      ModelTry(
        swift: call.head + swift + call.tail, statement: statement, isGuarded: isGuarded, part: part,
        isGiven: isGiven, untimed: untimed))
  }

  /// Records the values that are tried for a field of an event. If no path leads to a row, the finding about it shows
  /// them.
  ///
  /// - Parameters:
  ///   - event: the name of the event, as `try` spells it: `word`, `next(for:)`.
  ///   - label: the label of the field, or its index if the field has no label.
  ///   - isGiven: whether a `try` statement of the file gives the values.
  public mutating func note<Value>(
    _ event: String, _ place: Place, _ label: String, _ values: [Trial<Value>], isGiven: Bool = false
  ) {
    let index = payloads.firstIndex { $0.name == event } ?? payloads.endIndex
    if index == payloads.endIndex { payloads.append(ModelPayload(event, place)) }
    payloads[index].note(label, values, isGiven: isGiven)
  }
}

// MARK: Values that are made again for each use

/// Returns a number for each value that a `try` statement gives: 0 and 1 for the first statement, if it gives two
/// values. The values cannot be copied, so exploring stores the numbers instead. For each step, glue makes a new value
/// from its number.
///
/// - Parameters:
///   - swift: the Swift of each value, in the statement's order.
///   - first: the number of the first value. Earlier statements use the numbers below it.
public func placesToTry(_ swift: [String], from first: Int) -> [Trial<Int>] {
  swift.enumerated().map { Trial(first + $0, swift: $1) }
}

/// Returns the index of each value to try of a type. The values cannot be copied, so exploring stores the indices
/// instead. ``valueToTry(of:at:)`` returns the value for an index.
public func placesToTry<Value: Tried>(of type: Value.Type) -> [Trial<Int>] {
  valuesToTry(of: type).enumerated().map { Trial($0, swift: $1.swift) }
}

/// Returns no indices. Swift chooses this overload if no values of the type are known.
public func placesToTry<Value: ~Copyable>(of type: Value.Type) -> [Trial<Int>] { [] }

/// Returns the value to try that belongs to an index from ``placesToTry(of:)``.
public func valueToTry<Value: Tried>(of type: Value.Type, at place: Int) -> Value { valuesToTry(of: type)[place].value }

/// Stops the program. No code calls it, because a type without known values has no indices. It exists only so that glue
/// for such a type compiles.
public func valueToTry<Value: ~Copyable>(of type: Value.Type, at place: Int) -> Value {
  fatalError("no values of \(Value.self) are known")
}
