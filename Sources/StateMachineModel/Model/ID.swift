/// The number of an element in a table of a machine: of a state among the states, of an event among the events.
///
/// Numbers follow the order of the source. Numbers of different tables have different types, so that the compiler tells
/// them apart. A number that may be missing is an optional, never negative. `public` with inlined members, for the
/// reason that `Ascii` gives.
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

/// A list whose indices are the numbers of its elements.
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

  /// Reserves space for this number of elements.
  @inlinable public mutating func reserveCapacity(_ capacity: Int) { elements.reserveCapacity(capacity) }
}

/// The trigger of a transition.
package enum Trigger: Hashable, Comparable, Sendable {
  case event(EventID)
  /// No trigger: the transition is taken as soon as its guard holds (UML 2.5.1, §14.2.3.8.3: a completion transition of
  /// a simple state).
  case always
  /// The completion event of the transition's source (UML 2.5.1, §14.2.3.8.3).
  case done
  /// The firing of a timer of the transition's source.
  case elapsed(TimerID)

  /// The event, if this trigger is one; nil otherwise.
  package var event: EventID? { if case .event(let event) = self { event } else { nil } }
  /// The timer, if this trigger is one; nil otherwise.
  package var timer: TimerID? { if case .elapsed(let timer) = self { timer } else { nil } }
}

/// A set of elements of a table, by number. Reading and changing take constant time.
public struct IDSet<Element>: Sendable {
  @usableFromInline var isMember: [Bool]

  @inlinable public init(count: Int) { isMember = Array(repeating: false, count: count) }

  @inlinable public subscript(id: ID<Element>) -> Bool {
    get { isMember[id.index] }
    set { isMember[id.index] = newValue }
  }
}
