import StateMachineSyntax

/// A statement for tests, which explore the machine: what must hold in all configurations, how far to go, or what is
/// tried.
package struct Claim: Sendable {
  package enum Subject: Sendable {
    /// No configuration is of its kind.
    case never
    /// Some configuration of its sources can be come to, in which the guard holds.
    case canBe
    /// The guard holds in each configuration of its sources.
    case invariant
    /// Exploring does not go on from configurations of its sources in which the guard does not hold.
    case within
    /// From each configuration of its sources there is a way to one of these states.
    case canReach([StateID])
    /// The event comes where the guard holds, with these values for some of its fields.
    case event(EventID, values: [TriedValues])
    /// The machine begins with these values for some of its stored properties, and of the fields of its initial states.
    case start([TriedValues])
  }

  package var subject: Subject
  /// The `///` lines before it, which are its text in reports.
  package var documentation: SourceRange?
  package var range: SourceRange
  package var condition: SwiftCode?
  /// Whether it has a guard: the condition is nil where that is `[true]`.
  package var hasGuard: Bool
  /// Is true for `*`, and where the sources are left out: all configurations are of its sources.
  package var isAboutAll: Bool
  /// The states that its condition is asked in, composites in place of what is in them. Empty where it knows properties
  /// alone, and is asked of the machine.
  package var sources: [ClaimSource]
}

/// A state in which the condition of a claim is asked.
package struct ClaimSource: Sendable {
  package var state: StateID
  /// The fields of the state's path, and of the event, that the condition uses by their names.
  package var locals: [Local]
  /// Patterns that look deeper than a name.
  package var patterns: [Pattern]
}

/// The values that a claim gives for a field of an event, or for a stored property.
package struct TriedValues: Sendable {
  /// The place among the fields of the event, or among what a machine begins with (`StateMachine.startLabels`).
  package var place: Int
  /// Expressions: each is a value of the type, or a closed range of values.
  package var values: [SwiftCode]
}
