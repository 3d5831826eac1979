/// A place of the generated Swift whose execution count is a count of a row.
package struct RowLine: Hashable, Sendable {
  /// The meaning of the count.
  package enum Kind: Sendable {
    /// The row has been taken.
    case taken
    /// The row's conditions have been evaluated (`asked`); the row's conditions were true (`held`).
    case asked, held
    /// The row's transition has been performed, in a microstep of several regions that certainly takes it.
    case performed
  }

  package var kind: Kind
  /// The offset in the source at which the row begins.
  package var row: Int
  /// The line and the column of the generated text, from 1; nil if no statement is reached whenever the row counts.
  package var position: Position?
  /// Whether other rows are counted by the same code, as equal code of several rows is written once.
  package var isShared = false

  package struct Position: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    package static func < (one: Position, other: Position) -> Bool {
      (one.line, one.column) < (other.line, other.column)
    }
  }
}
