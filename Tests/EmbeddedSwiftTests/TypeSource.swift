import TestSupport

/// Makes up types, nested in each other.
struct TypeSource {
  var random: SeededGenerator
  /// Whether all values may go from one task to another.
  var isSendable: Bool
  /// Whether all values are equal or not.
  var isHashable: Bool
  /// The generic parameters of the machine.
  var generics: [PayloadType]
  var labels: [String]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...(list.count - 1))] }

  mutating func type(depth: Int = 0) -> PayloadType {
    if isHashable { return hashableType(depth: depth) }
    guard depth < 3 else { return simpleType() }
    switch number(0...19) {
    case 0...3: return simpleType()
    case 4...6: return .optional(type(depth: depth + 1), isSugar: chance(80))
    case 7, 8: return .array(type(depth: depth + 1), isSugar: chance(80))
    case 9: return .set(hashableType(depth: depth + 1))
    case 10, 11: return .dictionary(key: hashableType(depth: depth + 2), value: type(depth: depth + 1))
    case 12, 13: return tuple(depth: depth)
    case 14: return .result(type(depth: depth + 1), failure: failure())
    case 15, 16: return .continuation(value(depth: depth), failure: failure(), isChecked: chance(65))
    default: return closure(depth: depth)
    }
  }

  private mutating func simpleType() -> PayloadType {
    if !generics.isEmpty, chance(25) { return pick(generics) }
    switch number(0...10) {
    case 0...4: return .int
    case 5, 6: return .bool
    case 7, 8: return .string
    case 9: return .anyError
    default: return .anySendable
    }
  }

  private mutating func hashableType(depth: Int) -> PayloadType {
    let keys = generics.filter(\.isHashable)
    if !keys.isEmpty, chance(20) { return pick(keys) }
    switch number(0...(depth < 3 ? 9 : 5)) {
    case 0...3: return .int
    case 4: return .string
    case 5: return .bool
    case 6: return .optional(hashableType(depth: depth + 1), isSugar: chance(80))
    case 7: return .array(hashableType(depth: depth + 1), isSugar: chance(80))
    case 8: return .set(hashableType(depth: depth + 1))
    default: return .dictionary(key: hashableType(depth: depth + 2), value: hashableType(depth: depth + 1))
    }
  }

  private mutating func failure() -> PayloadType.Failure { chance(60) ? .anyError : .never }

  /// Returns a random type for a parameter or the result of a closure, or for the value of a continuation.
  private mutating func value(depth: Int) -> PayloadType { chance(30) ? .void : type(depth: depth + 2) }

  private mutating func tuple(depth: Int) -> PayloadType {
    let isLabelled = chance(30)
    let names = labels.filter { $0.first != "`" }.shuffled(using: &random)
    return .tuple(
      (0..<number(2...3)).map { index in
        PayloadType.Element(label: isLabelled ? names[index] : nil, type: type(depth: depth + 1))
      })
  }

  private mutating func closure(depth: Int) -> PayloadType {
    let parameters = (0..<number(0...2)).map { _ in type(depth: depth + 2) }.filter { $0 != .void }
    // Swift warns of a function that is `@Sendable` and takes or gives what is not.
    let canBeSendable = isSendable || generics.isEmpty
    var traits: PayloadType.Traits = isSendable || canBeSendable && chance(35) ? .sendable : []
    if chance(25) { traits.insert(.async) }
    if chance(20) { traits.insert(.throwing) }
    if canBeSendable, chance(12) { traits.formUnion([.mainActor, .sendable]) }
    return .closure(parameters, result: value(depth: depth), traits)
  }
}
