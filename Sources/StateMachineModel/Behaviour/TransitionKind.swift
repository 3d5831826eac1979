/// The kinds of transitions, by what they do to their source (UML 2.5.1, §14.2.3.8.1).
package enum TransitionKind: Sendable {
  /// No state is exited or entered.
  case `internal`
  /// The source is a composite state that stays active; active states within it are exited. SCXML calls this internal.
  case local
  /// The source is exited.
  case external
}

extension Behaviour {
  /// Returns the kind of a transition, by its domain.
  package func kind(of transition: Transition) -> TransitionKind {
    if transition.isInternal { return .internal }
    return transition.domain == transition.source ? .local : .external
  }
}
