/// Which sorts of timers a machine has.
package struct TimerSorts: Hashable, Sendable {
  /// `after`
  package var after = false
  /// `every`
  package var every = false

  package init(after: Bool = false, every: Bool = false) {
    self.after = after
    self.every = every
  }

  package var isEmpty: Bool { !after && !every }
}
