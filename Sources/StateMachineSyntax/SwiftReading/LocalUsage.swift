/// The uses of a field by a transition, which decide how the generated code binds the field.
///
/// `public` with inlinable members for the reason given at `Ascii`. Sets of several members are static properties, too,
/// because `SetAlgebra` makes sets from array literals by a loop that the optimizer does not remove.
public struct LocalUsage: OptionSet, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The guard uses the field.
  @inlinable public static var condition: Self { Self(rawValue: 1) }
  /// Effects or arguments use the field.
  @inlinable public static var body: Self { Self(rawValue: 2) }
  /// The field is assigned, passed `inout`, or has a method called that is known to mutate.
  @inlinable public static var changes: Self { Self(rawValue: 4) }
  /// The field has a method called that may mutate.
  @inlinable public static var mayChange: Self { Self(rawValue: 8) }
  /// The field is carried over to the target, without being named in the row.
  @inlinable public static var carried: Self { Self(rawValue: 16) }
  /// The guard of a choice's branch uses the field.
  @inlinable public static var branchCondition: Self { Self(rawValue: 32) }
  /// The field is changed in place, and not by assigning a whole new value.
  @inlinable public static var inPlace: Self { Self(rawValue: 64) }

  @inlinable public static var changesInPlace: Self { Self(rawValue: 4 | 64) }
  /// The field is changed, or perhaps changed.
  @inlinable public static var anyChange: Self { Self(rawValue: 4 | 8) }
  /// All uses that read the value.
  @inlinable public static var reading: Self { Self(rawValue: 1 | 2 | 16 | 32) }

  @inlinable public func contains(_ member: Self) -> Bool { rawValue & member.rawValue == member.rawValue }
  @inlinable public func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }
  @inlinable public var isEmpty: Bool { rawValue == 0 }
}
