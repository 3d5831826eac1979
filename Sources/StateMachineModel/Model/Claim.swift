import StateMachineSyntax

/// A statement for tests, which explore the machine: a condition, a bound of the exploration, or values to try.
package struct Claim: Sendable {
  package enum Subject: Sendable {
    /// No reachable configuration of the sources satisfies the guard.
    case never
    /// Some reachable configuration of the sources satisfies the guard.
    case canBe
    /// The guard holds in each configuration of the sources.
    case invariant
    /// The exploration does not go on from configurations of the sources in which the guard does not hold.
    case within
    /// From each configuration of the sources in which the guard holds, one of these states can be reached.
    case canReach([StateID])
    /// The event is sent where the guard holds, with these values for some of its fields.
    case event(EventID, values: [TriedValues])
    /// The machine begins with these values for some of its stored properties and of the fields of its initial states.
    case start([TriedValues])
  }

  package var subject: Subject
  /// The `///` lines before the statement, which are its text in reports.
  package var documentation: SourceRange?
  package var range: SourceRange
  package var condition: SwiftCode?
  /// Whether the statement has a guard. `condition` is nil for the guard `[true]`, too.
  package var hasGuard: Bool
  /// Whether the statement is about all configurations: its source is `*` or left out.
  package var isAboutAll: Bool
  /// The states in which the condition is evaluated; a composite state replaces the states in it. Empty if the
  /// condition uses only properties: it is then evaluated once for the machine.
  package var sources: [ClaimSource]
}

/// A state in which the condition of a claim is evaluated.
package struct ClaimSource: Sendable {
  package var state: StateID
  /// The fields of the state's path, and of the event, that the condition uses by their names.
  package var locals: [Local]
  /// The patterns that are more than a name.
  package var patterns: [Pattern]
}

/// The values that a claim gives for a field of an event, or for a stored property.
package struct TriedValues: Sendable {
  /// The index among the fields of the event, or in `StateMachine.startLabels`.
  package var place: Int
  /// The expressions, each a value of the type or a closed range of values.
  package var values: [SwiftCode]
}
