/// Adjacent rows, each on one line, that are aligned as a table.
enum RowGroup {
  /// The largest number of blanks that alignment may add before the `/` of a row.
  private static let maximalGap = 24

  /// The number of columns up to the end of each part of a row.
  private struct Parts {
    var source: Int
    var target: Int?
    var label: Int
    var effects: Int?
  }

  /// The columns at which the parts of a row begin, from the indentation on, and at which the row ends.
  private struct Places {
    var arrow: Int
    var colon: Int
    var effects: Int?
    var end: Int
  }

  /// Aligns adjacent rows. The effects of a row that gets too long move to a line of their own; if it has none, it is
  /// not aligned, and the rows before and behind it are groups of their own.
  static func align(_ rows: inout ArraySlice<StatementLayout>) {
    var parts: [Parts] = []
    for row in rows { parts.append(self.parts(of: row)) }
    let start = rows.startIndex
    // In each remaining part, columns do not get wider, unless now each row has an arrow; and effects make no row too
    // long. So there are few rounds.
    var groups = [rows.indices]
    while let group = groups.popLast() {
      guard !group.isEmpty else { continue }
      let limit = FormatWidth.limit - rows[group.lowerBound].indent
      let places = self.places(of: parts[(group.lowerBound - start)..<(group.upperBound - start)], limit: limit)
      let isTooLong = zip(group, places).filter { $1.end > limit }.map(\.0)
      guard !isTooLong.isEmpty else {
        for (index, places) in zip(group, places) { align(&rows[index], parts[index - start], places) }
        continue
      }
      var first = group.lowerBound
      for index in isTooLong {
        rows[index].breakBeforeEffects()
        groups.append(first..<index)
        first = index + 1
      }
      groups.append(first..<group.upperBound)
    }
  }

  private static func parts(of row: StatementLayout) -> Parts {
    let colon = row.colon ?? 0
    let arrow = row.arrow
    let label = colon..<(row.effects ?? row.chunks.count)
    return Parts(
      source: row.width(0..<(arrow ?? colon)), target: arrow.map { row.width($0..<colon) }, label: row.width(label),
      effects: row.effects.map { row.width($0..<row.chunks.count) })
  }

  /// - Parameter limit: the largest number of columns behind the indentation.
  private static func places(of rows: ArraySlice<Parts>, limit: Int) -> [Places] {
    /// Returns the column behind a part with some columns and a blank; 0 if there is no such part.
    func behind(_ columns: Int) -> Int { columns == 0 ? 0 : columns + 1 }
    let alignsArrows = rows.allSatisfy { $0.target != nil }
    let source = rows.map { behind($0.source) }.max() ?? 0
    let arrows = rows.map { alignsArrows ? source : behind($0.source) }
    let colon = zip(rows, arrows).map { row, arrow in behind(row.target.map { arrow + $0 } ?? row.source) }.max() ?? 0
    let labels = rows.filter { $0.effects != nil }.map(\.label)
    let widest = labels.max() ?? 0
    // A row that gets too long would cost more than blanks.
    let alignsEffects =
      widest - (labels.min() ?? 0) <= maximalGap
      && rows.allSatisfy { row in
        guard let effects = row.effects else { return true }
        return colon + widest + 1 + effects <= limit || colon + row.label + 1 + effects > limit
      }
    return zip(rows, arrows).map { row, arrow in
      let label = colon + row.label
      guard let effects = row.effects else { return Places(arrow: arrow, colon: colon, effects: nil, end: label) }
      let place = (alignsEffects ? colon + widest : label) + 1
      return Places(arrow: arrow, colon: colon, effects: place, end: place + effects)
    }
  }

  private static func align(_ row: inout StatementLayout, _ parts: Parts, _ places: Places) {
    var end = parts.source
    if let arrow = row.arrow {
      row.align(arrow, to: places.arrow, behind: end)
      end = places.arrow + (parts.target ?? 0)
    }
    if let colon = row.colon { row.align(colon, to: places.colon, behind: end) }
    if let effects = row.effects, let place = places.effects {
      row.align(effects, to: place, behind: places.colon + parts.label)
    }
  }
}
