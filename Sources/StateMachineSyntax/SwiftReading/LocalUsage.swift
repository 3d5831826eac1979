/// A set of flags that say what a transition does with one field of a payload. The generated code depends on it: a
/// field that is changed is bound with `var`, another one with `let`, for example.
///
/// It is `public` with inlinable members, because Swift 6.3 does not inline `package` members into other modules.
/// Combined flags such as `anyChange` are static properties. The literal `[.changes, .mayChange]` would be made by a
/// loop that the optimizer does not remove.
public struct LocalUsage: OptionSet, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The guard of the row uses the field. A guard that may be evaluated after effects counts as `body` instead.
  @inlinable public static var condition: Self { Self(rawValue: 1) }
  /// Effects use the field, or arguments of the target, or a guard that may be evaluated after effects.
  @inlinable public static var body: Self { Self(rawValue: 2) }
  /// The field certainly changes: it is assigned or passed `inout`, or a mutating method is called on it.
  @inlinable public static var changes: Self { Self(rawValue: 4) }
  /// The field may change: a method that may mutate is called on it, or a member of it is assigned and its type is
  /// unknown.
  @inlinable public static var mayChange: Self { Self(rawValue: 8) }
  /// The field is carried over to the target. The row does not write it as an argument.
  @inlinable public static var carried: Self { Self(rawValue: 16) }
  /// The guard of a row that leads from a choice uses the field. Such a guard also counts as `body`.
  @inlinable public static var branchCondition: Self { Self(rawValue: 32) }
  /// The field or a part of it is changed in place, as in `list.append(1)` or `list[0] = 1`, instead of being assigned
  /// a whole new value.
  @inlinable public static var inPlace: Self { Self(rawValue: 64) }

  @inlinable public static var changesInPlace: Self { Self(rawValue: 4 | 64) }
  /// The field is changed, certainly or perhaps.
  @inlinable public static var anyChange: Self { Self(rawValue: 4 | 8) }
  /// The flags that mean that the value of the field is read: by a guard, by effects or arguments, or because the value
  /// carries over to the target.
  @inlinable public static var reading: Self { Self(rawValue: 1 | 2 | 16 | 32) }

  @inlinable public func contains(_ member: Self) -> Bool { rawValue & member.rawValue == member.rawValue }
  @inlinable public func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }
  @inlinable public var isEmpty: Bool { rawValue == 0 }
}
