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

/// What is noted of rows while statements are recorded.
extension Code {
  /// Statements that tell something about a row, where that is asked for.
  struct RowPart {
    var kind: RowLine.Kind
    /// Where the row begins in the source.
    var row: Int
    var statements: Range<Int>
    /// The statement that holds them; -1 for none.
    var holder: Int
    /// In a step of several regions, the transition: it is selected, and performed later.
    var transition = -1
    /// Is true where statements of other rows are written as one with them.
    var isShared = false

    fileprivate func isSame(as other: RowPart) -> Bool {
      kind == other.kind && row == other.row && statements == other.statements
    }
  }

  /// Notes that the statements from one on tell something about a row.
  ///
  /// - Parameter transition: the transition, in a step of several regions; -1 elsewhere.
  @inline(never)
  mutating func note(_ kind: RowLine.Kind, of row: Int, from first: Int, in transition: Int = -1) {
    rowParts.append(
      RowPart(
        kind: kind, row: row, statements: first..<statements.count, holder: open.last ?? -1, transition: transition))
  }

  /// The parts of rows that are written, each with its first statement; nil where it has none that is written, and what
  /// holds it is.
  ///
  /// In a step, a transition counts where it is selected. Where that is certain, nothing is written of it:
  /// it counts in the places where it may be performed. One that counts nowhere has no holder.
  func writtenParts() -> [(part: RowPart, first: Int?)] {
    var isHidden = Array(repeating: false, count: statements.count)
    var place = 0
    while place < statements.count {
      let end = statements[place].isRemoved ? statements[place].end : place + 1
      if statements[place].isRemoved { for inner in place..<end { isHidden[inner] = true } }
      place = end
    }
    var written: [(part: RowPart, first: Int?)] = []
    var selected: Set<Int> = []
    var performed: Set<Int> = []
    for part in rowParts where part.holder < 0 || !isHidden[part.holder] {
      let first = firstWritten(of: part.statements)
      if part.transition >= 0 {
        guard first != nil, part.kind != .performed || !selected.contains(part.transition) else { continue }
        if part.kind == .performed { performed.insert(part.transition) } else { selected.insert(part.transition) }
      }
      written.append((part, first))
    }
    for var part in rowParts where part.transition >= 0 && !performed.contains(part.transition) {
      guard selected.insert(part.transition).inserted else { continue }
      part.holder = -1
      written.append((part, nil))
    }
    return written
  }

  /// Notes that the first `if` from a statement on asks for the conditions of a row: what it needs stands before it.
  @inline(never)
  mutating func noteQuestion(of row: Int, from first: Int) {
    guard let check = statements[first...].firstIndex(where: { $0.kind == .check }) else { return }
    rowParts.append(RowPart(kind: .asked, row: row, statements: check..<check + 1, holder: open.last ?? -1))
  }

  /// Moves what is noted of an arm to another, which is written in its place, and has the same statements or none.
  mutating func moveRowParts(from arm: Int, to other: Int) {
    let (places, otherPlaces) = (arm..<statements[arm].end, other..<statements[other].end)
    let isAlike = places.count == otherPlaces.count
    var moved: [RowPart] = []
    rowParts.removeAll { part in
      guard places.contains(part.holder) else { return false }
      var part = part
      let first = isAlike ? part.statements.lowerBound + other - arm : other + 1
      part.statements = first..<first + (isAlike ? part.statements.count : 0)
      part.holder = isAlike ? part.holder + other - arm : other
      moved.append(part)
      return true
    }
    for index in rowParts.indices where otherPlaces.contains(rowParts[index].holder) {
      let own = rowParts[index]
      let count = moved.count
      moved.removeAll { $0.isSame(as: own) }
      if moved.count == count { rowParts[index].isShared = true }
    }
    for var part in moved {
      part.isShared = true
      rowParts.append(part)
    }
  }

  /// The first of some statements of which something is written besides comments.
  func firstWritten(of places: Range<Int>) -> Int? {
    var place = places.lowerBound
    while place < places.upperBound {
      let statement = statements[place]
      if !statement.isRemoved, !statement.kind.isRemark {
        guard statement.kind == .scope, statement.isDissolved else { return place }
        place += 1
      } else {
        place = statement.end
      }
    }
    return nil
  }
}
