/// The uses that a transition makes of a field: they decide how the generated code binds it.
///
/// `public` with its inlined members, for the reason that `Ascii` tells; `SetAlgebra` makes sets of literals by a loop that
/// no optimizer removes, so that sets which are asked for often are members, too.
public struct LocalUsage: OptionSet, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Used by the condition.
  @inlinable public static var condition: Self { Self(rawValue: 1) }
  /// Used by effects or arguments.
  @inlinable public static var body: Self { Self(rawValue: 2) }
  /// Assigned, or passed `inout`, or sent a method that is known to change it.
  @inlinable public static var changes: Self { Self(rawValue: 4) }
  /// Sent a method that may change it.
  @inlinable public static var mayChange: Self { Self(rawValue: 8) }
  /// Carried over to the target, which no text in the row says.
  @inlinable public static var carried: Self { Self(rawValue: 16) }
  /// Used by the condition of a choice's branch.
  @inlinable public static var branchCondition: Self { Self(rawValue: 32) }
  /// Changed by more than an assignment of a new value.
  @inlinable public static var inPlace: Self { Self(rawValue: 64) }

  @inlinable public static var changesInPlace: Self { Self(rawValue: 4 | 64) }
  /// Changed, or perhaps changed.
  @inlinable public static var anyChange: Self { Self(rawValue: 4 | 8) }
  /// Read in the row, or carried over.
  @inlinable public static var needed: Self { Self(rawValue: 1 | 2 | 16) }
  /// All that reads the value.
  @inlinable public static var reading: Self { Self(rawValue: 1 | 2 | 16 | 32) }

  @inlinable public func contains(_ member: Self) -> Bool { rawValue & member.rawValue == member.rawValue }
  @inlinable public func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }
  @inlinable public func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }
  @inlinable public var isEmpty: Bool { rawValue == 0 }
}
