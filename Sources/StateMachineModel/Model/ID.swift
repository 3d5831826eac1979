/// The number of an element in a table of a machine: of a state in `states`, of an event in `events`.
///
/// Numbers follow the order of the file. Swift rejects the number of a state where that of an event is needed, because
/// their types differ. If a number may be missing, its type is an optional; negative numbers are not used for that. The
/// type is `public` and its members are inlinable, so that other modules can inline them.
public struct ID<Element>: Hashable, Sendable {
  public let rawValue: Int32

  @inlinable public init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  /// The index of the element in its table.
  @inlinable public var index: Int { Int(rawValue) }
}

extension ID: Strideable {
  @inlinable public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  @inlinable public func distance(to other: Self) -> Int { other.index - index }

  @inlinable public func advanced(by distance: Int) -> Self { Self(index + distance) }
}

package typealias StateID = ID<State>
package typealias EventID = ID<Event>
package typealias OutputID = ID<Output>
package typealias TimerID = ID<Timer>
package typealias ChoiceID = ID<Choice>
package typealias GroupID = ID<Group>
package typealias RowID = ID<Row>
package typealias TransitionID = ID<Transition>
typealias NamedEffectID = ID<NamedEffect>
package typealias ActionEnumID = ID<ActionEnum>
typealias NamedGuardID = ID<NamedGuard>

/// A list whose elements are found by their numbers: the indices are values of `ID`.
public struct Table<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
  @usableFromInline var elements: [Element] = []

  @inlinable public init() {}

  @inlinable public var startIndex: ID<Element> { ID(0) }
  @inlinable public var endIndex: ID<Element> { ID(elements.count) }
  @inlinable public var count: Int { elements.count }

  @inlinable public subscript(id: ID<Element>) -> Element {
    @inline(__always) _read { yield elements[id.index] }
    @inline(__always) _modify { yield &elements[id.index] }
  }

  /// Adds an element at the end, and returns its number.
  @discardableResult
  @inlinable public mutating func append(_ element: consuming Element) -> ID<Element> {
    elements.append(element)
    return ID(elements.count - 1)
  }

  /// Reserves memory for a number of elements. Elements can then be added without a copy of the list.
  @inlinable public mutating func reserveCapacity(_ capacity: Int) { elements.reserveCapacity(capacity) }
}

/// The trigger of a transition.
package enum Trigger: Hashable, Comparable, Sendable {
  case event(EventID)
  /// The transition waits for nothing: it is taken as soon as its source is active and its guard is true. UML 2.5.1,
  /// §14.2.3.8.3, calls it a completion transition of a simple state.
  case always
  /// The completion event of the transition's source: `done` (UML 2.5.1, §14.2.3.8.3).
  case done
  /// A timer of the transition's source fires: `after 5s`, `every 1s`.
  case elapsed(TimerID)

  /// The event, for the trigger `event`; nil for any other trigger.
  package var event: EventID? { if case .event(let event) = self { event } else { nil } }
  /// The timer, for the trigger `elapsed`; nil for any other trigger.
  package var timer: TimerID? { if case .elapsed(let timer) = self { timer } else { nil } }
}

/// A set of elements of a table, by their numbers. To look up, add or remove an element takes constant time.
public struct IDSet<Element>: Sendable {
  @usableFromInline var isMember: [Bool]

  @inlinable public init(count: Int) { isMember = Array(repeating: false, count: count) }

  @inlinable public subscript(id: ID<Element>) -> Bool {
    get { isMember[id.index] }
    set { isMember[id.index] = newValue }
  }
}
