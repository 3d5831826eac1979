/// The reason why `*` in a row means no state.
package enum EmptyWildcard: Hashable, Sendable {
  /// The enclosing body has regions, and no states. `leaves` is true if the row exits the whole body.
  case hasRegions(leaves: Bool)
  /// The enclosing body is that of a state without states within it.
  case hasNoStates
  /// The row's trigger is `done`, and no state of the body can be done.
  case isNeverDone
  /// Every state of the body is final, or excepted.
  case isExcepted
}
