/// The kinds of transitions, by what they do to their source (UML 2.5.1, §14.2.3.8.1).
package enum TransitionKind: Sendable {
  /// Nothing is left and nothing is entered.
  case `internal`
  /// The source is a composite that stays active; what is active within it is left. SCXML calls this internal.
  case local
  /// The source is left.
  case external
}

extension Behaviour {
  /// The kind of a transition, by its domain.
  package func kind(of transition: Transition) -> TransitionKind {
    if transition.isInternal { return .internal }
    return transition.domain == transition.source ? .local : .external
  }
}
