/// The reason why `*`, as the source of a row, means no state. Usually it means all states of the body that contains
/// the row.
package enum EmptyWildcard: Hashable, Sendable {
  /// The body that contains the row has regions, so no states are directly in it. `leaves` is true if the row exits all
  /// the regions, with the state that has them. The message then says to write the row in one region.
  case hasRegions(leaves: Bool)
  /// The row is in the body of a state, and this state has no states within it.
  case hasNoStates
  /// The row's trigger is `done`, and no state in the body can have a completion event.
  case isNeverDone
  /// Every state in the body is final, or is named after `except`.
  case isExcepted
}
