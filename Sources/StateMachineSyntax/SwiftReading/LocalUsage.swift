/// The uses that a transition makes of a field: they decide how the generated code binds it.
package struct LocalUsage: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Used by the condition.
  package static let condition = LocalUsage(rawValue: 1)
  /// Used by effects or arguments.
  package static let body = LocalUsage(rawValue: 2)
  /// Assigned, or passed `inout`, or sent a method that is known to change it.
  package static let changes = LocalUsage(rawValue: 4)
  /// Sent a method that may change it.
  package static let mayChange = LocalUsage(rawValue: 8)
  /// Carried over to the target, which no text in the row says.
  package static let carried = LocalUsage(rawValue: 16)
  /// Used by the condition of a choice's branch.
  package static let branchCondition = LocalUsage(rawValue: 32)

  /// Changed by more than an assignment of a new value.
  package static let inPlace = LocalUsage(rawValue: 64)
  package static let changesInPlace: LocalUsage = [.changes, .inPlace]

  /// All that reads the value.
  package static let reading: LocalUsage = [.condition, .body, .carried, .branchCondition]
}
