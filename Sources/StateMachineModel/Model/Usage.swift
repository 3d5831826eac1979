import StateMachineSyntax

/// The declarations that the rows of a machine use, and the mistakes in rows: facts for the checks that the machine
/// does not contain.
package struct Usage: Sendable {
  /// The events that trigger a row.
  var events: IDSet<Event>
  /// The outputs that an effect emits.
  var outputs: IDSet<Output>
  var properties: IDSet<StoredProperty>
  /// The named conditions and effects that are never used, as written.
  var unusedShorthands: [(kind: Shorthand.Kind, range: SourceRange)]
  /// The sources and targets of the rows with errors.
  var brokenRows: [RowEnds]
  /// The sources and targets of the rows that are never taken; these rows have been reported.
  var idleRows: [RowEnds]
  /// The rows with a finding that have transitions all the same.
  var doubtfulRows: Set<RowID>
  /// By row for `*` that applies to no state: the reason.
  var emptyWildcards: [RowID: EmptyWildcard]
  var deferrals: [Deferral]
  /// By composite state: the place of its history default, if no transition enters that history.
  var unusedHistoryDefaults: [StateID: SourceRange]
  /// Whether a row with an error leads to a history: it may use the history default.
  var hasBrokenHistory: Bool

  /// The sources and the target of a row, as far as they are known.
  struct RowEnds: Sendable {
    var sources: [StateID]
    var target: StateID?
  }

  /// The place where a state defers an event.
  struct Deferral: Sendable {
    var state: StateID
    var event: EventID
    var range: SourceRange
  }
}
