/// The kinds of timers that a machine has.
package struct TimerSorts: Hashable, Sendable {
  /// Whether the machine has `after`.
  package var after = false
  /// Whether the machine has `every`.
  package var every = false

  package init(after: Bool = false, every: Bool = false) {
    self.after = after
    self.every = every
  }

  package var isEmpty: Bool { !after && !every }
}
