import StateMachineSyntax

/// Facts about the rows of a machine that only the checks need: the declarations that rows use, and the rows with
/// mistakes. The machine itself does not contain them.
package struct Usage: Sendable {
  /// The events that at least one row has as a trigger.
  var events: IDSet<Event>
  /// The outputs that at least one effect emits.
  var outputs: IDSet<Output>
  var properties: IDSet<StoredProperty>
  /// The named guards and named effects that are never used, with their ranges.
  var unusedShorthands: [(kind: Shorthand.Kind, range: SourceRange)]
  /// The sources and targets of the rows with errors. The checks assume that the author will correct such a row, and
  /// that it then leads to its target.
  var brokenRows: [RowEnds]
  /// The sources and targets of the rows that are never taken. A finding about each of them has been reported.
  var idleRows: [RowEnds]
  /// The rows that have transitions although a finding about them has been reported. The checks report nothing that the
  /// same mistake may explain.
  var doubtfulRows: Set<RowID>
  /// The reason why a row with the source `*` applies to no state, such as that every state is final. Only rows that
  /// apply to no state have an entry.
  var emptyWildcards: [RowID: EmptyWildcard]
  var deferrals: [Deferral]
  /// The ranges of history defaults (`history -> paused`) that no row uses, because no transition enters the history.
  /// The key is the composite state with the history.
  var unusedHistoryDefaults: [StateID: SourceRange]
  /// Whether a row with an error leads to a history. If so, the checks report no history default (`history -> paused`)
  /// as unused, because the row may be meant to use it.
  var hasBrokenHistory: Bool

  /// The sources and the target of a row, as far as their names were found.
  struct RowEnds: Sendable {
    var sources: [StateID]
    var target: StateID?
  }

  /// A place in the file where a state defers an event.
  struct Deferral: Sendable {
    var state: StateID
    var event: EventID
    var range: SourceRange
  }
}
