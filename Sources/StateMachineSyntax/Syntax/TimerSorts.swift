/// Which sorts of timers a machine has.
package struct TimerSorts: Hashable, Sendable {
  /// `after`
  package var after = false
  /// `every`
  package var every = false
  /// `every … all`
  package var catchesUp = false

  package init(after: Bool = false, every: Bool = false, catchesUp: Bool = false) {
    self.after = after
    self.every = every
    self.catchesUp = catchesUp
  }

  package var isEmpty: Bool { !after && !every }
}
