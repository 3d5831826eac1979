/// Why `*` stands for no state.
package enum EmptyWildcard: Hashable, Sendable {
  /// The body in which it stands has regions, and no states; `leaves` says whether the row leaves all of them.
  case hasRegions(leaves: Bool)
  /// It stands in the body of a state without states within it.
  case hasNoStates
  /// It is for `done`, and no state of the body can be done.
  case isNeverDone
  /// Every state of the body is final, or excepted.
  case isExcepted
}
