import StateMachineSyntax

/// The declarations that the rows of a machine use, and the mistakes in rows: facts about the file that the checks
/// need, and the machine does not tell.
package struct Usage: Sendable {
  /// The events that a row waits for.
  var events: IDSet<Event>
  /// The outputs that an effect produces.
  var outputs: IDSet<Output>
  var properties: IDSet<StoredProperty>
  /// The names of conditions and effects that nothing names, as they are written.
  var unusedShorthands: [(kind: Shorthand.Kind, range: SourceRange)]
  /// The sources and targets of the rows with mistakes in them.
  var brokenRows: [RowEnds]
  /// The sources and targets of the rows that are never taken, which is reported of them.
  var idleRows: [RowEnds]
  /// The rows about which something is reported, and which have transitions all the same.
  var doubtfulRows: Set<RowID>
  /// Rows for `*` that stand for no state.
  var emptyWildcards: [RowID: EmptyWildcard]
  var deferrals: [Deferral]
  /// By composite: where its body says where its history begins, although no transition leads to that history.
  var unusedHistoryDefaults: [StateID: SourceRange]
  /// Is true where a row with a mistake in it leads to a history: it may be the use of a default.
  var hasBrokenHistory: Bool

  /// The sources and the target of a row, as far as they are known.
  struct RowEnds: Sendable {
    var sources: [StateID]
    var target: StateID?
  }

  /// Where a state says that it keeps an event for later.
  struct Deferral: Sendable {
    var state: StateID
    var event: EventID
    var range: SourceRange
  }
}
