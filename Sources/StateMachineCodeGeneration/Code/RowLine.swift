/// A position in the generated Swift by which coverage counts a row: the number of times that the code there has run.
/// `kind` says what it counts: the row was taken, its conditions were evaluated, or they were true.
package struct RowLine: Hashable, Sendable {
  /// The event that an execution of the code counts: for example, that the row has been taken.
  package enum Kind: Sendable {
    /// The row has been taken.
    case taken
    /// `asked`: the row's conditions have been evaluated. `passed`: they were true.
    case asked, passed
    /// In a microstep of several regions, the row's transition has been performed. The mark `taken` there only says
    /// that it has been selected. Only a `Mark` has this kind: when a `RowLine` is made from the mark, its kind becomes
    /// `taken`.
    case performed
  }

  package var kind: Kind
  /// The offset in the `.sm` file at which the row begins.
  package var row: Int
  /// The line and the column in the generated Swift, both counted from 1. Nil if no code counts for the row.
  package var position: Position?
  /// Whether the code at the position also runs for other rows, because equal code of several rows is written once.
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
