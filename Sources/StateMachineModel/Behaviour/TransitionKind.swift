/// The kinds of transitions, by whether they exit their source (UML 2.5.1, §14.2.3.8.1).
package enum TransitionKind: Sendable {
  /// The transition exits and enters no state.
  case `internal`
  /// The source is a composite state that stays active, while the active states within it are exited:
  /// `active -> active.muted : mute`. SCXML calls such a transition internal.
  case local
  /// The transition exits its source.
  case external
}

extension Behaviour {
  /// Returns the kind of a transition. It is local if its domain is its source, because a transition exits only states
  /// within its domain.
  package func kind(of transition: Transition) -> TransitionKind {
    if transition.isInternal { return .internal }
    return transition.domain == transition.source ? .local : .external
  }
}
