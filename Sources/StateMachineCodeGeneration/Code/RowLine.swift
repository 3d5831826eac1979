/// A place of the generated Swift at which a count tells how often something has been done for a row.
package struct RowLine: Hashable, Sendable {
  /// What is counted there.
  package enum Kind: Sendable {
    /// The row has been taken.
    case taken
    /// Its conditions have been asked, and have held.
    case asked, held
    /// It has been performed, in a step of several regions in which it is certain that it is taken.
    case performed
  }

  package var kind: Kind
  /// Where the row begins in the source.
  package var row: Int
  /// The line and the column of the generated text, from 1; nil where what is to be counted has no place of its own.
  package var position: Position?
  /// Is true where other rows are counted there, too, as what they do is written once.
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
