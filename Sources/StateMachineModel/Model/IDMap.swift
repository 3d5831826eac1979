/// One value for each element of a table, found by the element's number.
public struct IDMap<Element, Value> {
  @usableFromInline var values: [Value]

  @inlinable public init() { values = [] }

  @inlinable public init(repeating value: Value, count: Int) { values = Array(repeating: value, count: count) }

  /// The numbers of the elements that have a value.
  @inlinable public var ids: Range<ID<Element>> { ID(0)..<ID(values.count) }

  @inlinable public subscript(id: ID<Element>) -> Value {
    @inline(__always) _read { yield values[id.index] }
    @inline(__always) _modify { yield &values[id.index] }
  }

  /// Adds the value of the next element in the order of numbers.
  @inlinable public mutating func append(_ value: consuming Value) { values.append(value) }
}

extension IDMap: Sendable where Value: Sendable {}

/// A set of elements of a table that can be emptied in constant time. For each element, it stores the number of the
/// round in which the element was added. `clear` begins a new round, in which no element has been added yet.
struct Marks<Element> {
  private var rounds: [UInt32]
  private var round: UInt32 = 1

  init(count: Int) { rounds = Array(repeating: 0, count: count) }

  mutating func clear() { round += 1 }

  func contains(_ id: ID<Element>) -> Bool { rounds[id.index] == round }

  /// Adds an element to the set. Returns false if the set contains the element already.
  mutating func insert(_ id: ID<Element>) -> Bool {
    guard rounds[id.index] != round else { return false }
    rounds[id.index] = round
    return true
  }
}
