/// Aligns rows on successive lines like a table: their arrows, colons and effects begin in the same columns.
enum RowGroup {
  /// The largest number of blanks before the `/` of a row. If aligned effects needed more blanks, they are not aligned.
  private static let maximalGap = 24

  /// The number of columns that each part of a row needs.
  private struct Parts {
    var source: Int
    var target: Int?
    var label: Int
    var effects: Int?
  }

  /// The columns at which the parts of a row begin, and the column at which it ends, counted from its indentation.
  private struct Places {
    var arrow: Int
    var colon: Int
    var effects: Int?
    var end: Int
  }

  /// Aligns rows on successive lines. If a row would be too long then, its effects move to the next line, and it is not
  /// aligned. The rows before it and the rows after it are aligned as two groups.
  static func align(_ rows: inout ArraySlice<StatementLayout>) {
    var parts: [Parts] = []
    for row in rows { parts.append(self.parts(of: row)) }
    let start = rows.startIndex
    // The loop ends soon: a smaller group seldom needs more columns than the group of which it is a part.
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

  /// Returns the numbers of columns of a row's parts: the source, everything from the arrow to the colon, from the
  /// colon to the effects, and the effects. For a row without an arrow or effects, this number is nil.
  private static func parts(of row: StatementLayout) -> Parts {
    let colon = row.colon ?? 0
    let arrow = row.arrow
    let label = colon..<(row.effects ?? row.chunks.count)
    return Parts(
      source: row.width(0..<(arrow ?? colon)), target: arrow.map { row.width($0..<colon) }, label: row.width(label),
      effects: row.effects.map { row.width($0..<row.chunks.count) })
  }

  /// Returns, for each row, the columns at which its parts begin if the rows are aligned.
  ///
  /// - Parameter limit: the largest number of columns after the indentation. If the alignment of effects makes a row
  ///   longer than this, the effects are not aligned.
  private static func places(of rows: ArraySlice<Parts>, limit: Int) -> [Places] {
    /// Returns the column after a part of a row and a blank. 0 if the row does not have this part.
    func after(_ columns: Int) -> Int { columns == 0 ? 0 : columns + 1 }
    let alignsArrows = rows.allSatisfy { $0.target != nil }
    let source = rows.map { after($0.source) }.max() ?? 0
    let arrows = rows.map { alignsArrows ? source : after($0.source) }
    let colon = zip(rows, arrows).map { row, arrow in after(row.target.map { arrow + $0 } ?? row.source) }.max() ?? 0
    let labels = rows.filter { $0.effects != nil }.map(\.label)
    let widest = labels.max() ?? 0
    // Effects are not aligned if a row would become too long by that, because a further line is worse than a table
    // without aligned effects.
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

  /// Moves the arrow, the colon and the effects of a row to the given columns.
  private static func align(_ row: inout StatementLayout, _ parts: Parts, _ places: Places) {
    var end = parts.source
    if let arrow = row.arrow {
      row.align(arrow, to: places.arrow, after: end)
      end = places.arrow + (parts.target ?? 0)
    }
    if let colon = row.colon { row.align(colon, to: places.colon, after: end) }
    if let effects = row.effects, let place = places.effects {
      row.align(effects, to: place, after: places.colon + parts.label)
    }
  }
}
