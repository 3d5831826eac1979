import StateMachineSyntax

/// A statement for tests that explore the machine. `never closing [persons > 9]` states a condition that the tests
/// check. `within open [persons < 20]` bounds the exploration. `try entered(count: 1...3)` gives values for the events
/// that the tests send.
package struct Claim: Sendable {
  package enum Subject: Sendable {
    /// `never open [persons > 9]`: events lead to no configuration in which a source is active and the guard is true.
    case never
    /// `can be open [persons > 9]`: events lead to a configuration in which a source is active and the guard is true.
    case canBe
    /// `invariant open [persons < 20]`: the guard is true in each configuration in which a source is active.
    case invariant
    /// `within open [persons < 20]`: limits the exploration. In a configuration in which a source is active and the
    /// guard is false, tests send no further events.
    case within
    /// `open can reach closed`: events lead to one of the given states from each configuration in which a source is
    /// active and the guard is true.
    case canReach([StateID])
    /// `try entered(count: 1...3)`: tests send the event with the given values for some of its fields. They send it
    /// only where the guard is true.
    case event(EventID, values: [TriedValues])
    /// `try init(limit: 5)`: tests begin the machine with the given values for some of its stored properties, and for
    /// some fields of its initial states.
    case start([TriedValues])
  }

  package var subject: Subject
  /// The `///` lines before the statement, which are its text in reports.
  package var documentation: SourceRange?
  package var range: SourceRange
  package var condition: SwiftCode?
  /// Whether the statement has a guard. The property `condition` does not show this, because it is nil for the guard
  /// `[true]`, too.
  package var hasGuard: Bool
  /// Whether the statement is about all configurations, because its source is `*` or no source is written.
  package var isAboutAll: Bool
  /// The states in which the guard is evaluated; a composite state stands for all states in it. Empty if the guard uses
  /// only properties, because tests then evaluate it once for the machine.
  package var sources: [ClaimSource]
}

/// A state in which the condition of a statement for tests is evaluated.
package struct ClaimSource: Sendable {
  package var state: StateID
  /// The fields that the guard of the statement uses by their names: fields of the state and its ancestors, and of the
  /// event.
  package var locals: [Local]
  /// The patterns for the payloads of the source and of the event, such as `open(0)` and `open(let a?)`. A pattern that
  /// only binds one name is left out.
  package var patterns: [Pattern]
}

/// The values that a `try` gives for a field of an event, or a `try init` for a stored property or a field.
package struct TriedValues: Sendable {
  /// The index of the field among the fields of the event or, for `try init`, the index in `StateMachine.startLabels`.
  package var place: Int
  /// The expressions to try. Each is a value of the field's type, such as `9`, or a closed range of such values, such
  /// as `1...3`.
  package var values: [SwiftCode]
}
