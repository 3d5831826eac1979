/// Folds diagrams that would be far too tall or too wide for a page: moves boxes so that the picture is nearer to a
/// square. A long column of states becomes several columns, which run down and up alternately. A wide row of states
/// becomes several rows.
///
/// The boxes of each composite state are folded separately, and so are the boxes at the top level. Boxes that fit on a
/// page are not folded. Sizes are estimates, in points.
struct DiagramFolding {
  /// The number of points above which boxes are folded. A column of boxes is folded if its height is larger, and also
  /// more than three times its width. A row of boxes is folded if its width is larger. It must also be more than three
  /// times the height of all rows.
  private static let page = 1400
  /// The height of one row of boxes in points: a box, a text at an arrow, and the space between them.
  private static let rowHeight = 84
  /// The width in points of the space for an arrow that passes a box.
  private static let lineWidth = 20

  private struct Size {
    var width: Int
    var height: Int
  }

  private let diagram: Diagram
  private var sizes: [Size]
  /// For each box, the width of the texts at the arrows between the box and the boxes above it.
  private var labelWidths: [Int]
  private var lineCounts: [Int]
  private var neighbors: [Set<Int>]
  /// For each box, its distance in points from the top of its composite state. Nil unless the boxes of that composite
  /// state are folded into columns.
  private(set) var heights: [Int?]
  /// For each box, the number of rows by which it is drawn lower, because its wide row became several rows. 0 for a box
  /// that is not moved. A negative number, such as -1, is for a box that is drawn above its wide row. Arrows connect
  /// such a box with only one other box.
  private(set) var drops: [Int]

  /// Estimates the sizes of all boxes. Then folds the boxes of a composite state if together they are too tall or too
  /// wide. The same is done with the boxes at the top level.
  ///
  /// - Parameters:
  ///   - ranks: for each box, the number of rows of boxes above it in its composite state.
  ///   - steps: for each arrow, the two boxes of one composite state that are or contain its ends. For an arrow from
  ///     `open.wide` to `closed`, these are `open` and `closed`. Nil if one end of the arrow contains the other.
  init(_ diagram: Diagram, ranks: [Int], steps: [(source: Int, target: Int)?]) {
    self.diagram = diagram
    let none = Array(repeating: 0, count: diagram.boxes.count)
    (labelWidths, lineCounts, drops) = (none, none, none)
    heights = Array(repeating: nil, count: diagram.boxes.count)
    neighbors = Array(repeating: [], count: diagram.boxes.count)
    sizes = diagram.boxes.indices.map { index in
      let box = diagram.boxes[index]
      let texts = box.titleLines + box.joinedLines.flatMap(\.textLines)
      return Size(width: 30 + Self.width(of: texts), height: (box.isFinal ? 2 : 1) * Self.rowHeight)
    }
    for (arrow, step) in zip(diagram.arrows, steps) {
      guard let step else { continue }
      // The texts at an arrow need space above the lower one of its two boxes.
      let lower = ranks[step.target] >= ranks[step.source] ? step.target : step.source
      labelWidths[lower] += Self.lineWidth + Self.width(of: arrow.label.lines(marked: arrow.change))
      lineCounts[lower] += 1
      neighbors[step.source].insert(step.target)
      neighbors[step.target].insert(step.source)
    }
    let children = diagram.children
    // A box comes after the box that contains it, so this reversed loop folds inner boxes first.
    for body in diagram.boxes.indices.reversed() where diagram.boxes[body].isComposite {
      let size = fold(children[body], ranks)
      sizes[body].width = max(sizes[body].width, size.width + 2 * Self.lineWidth)
      sizes[body].height = size.height + Self.rowHeight / 2
    }
    _ = fold(children[diagram.boxes.count], ranks)
  }

  private static func width(of lines: [String]) -> Int {
    lines.map { TextWidth.estimate($0, size: 12) }.reduce(0, max)
  }

  private func width(of box: Int) -> Int { max(sizes[box].width, labelWidths[box]) + Self.lineWidth }

  /// Folds boxes if they are too wide or too tall together. Regions are never folded. Returns the size that the boxes
  /// need, folded or not.
  ///
  /// - Parameter boxes: all boxes of a composite state, or all boxes at the top level.
  private mutating func fold(_ boxes: [Int], _ ranks: [Int]) -> Size {
    guard boxes.allSatisfy({ !diagram.boxes[$0].isRegion }) else {
      return Size(width: boxes.map(width).reduce(0, +), height: boxes.map { sizes[$0].height }.reduce(0, max))
    }
    let levels = Dictionary(grouping: boxes) { ranks[$0] }.sorted { $0.key < $1.key }.map(\.value)
    var rows = levels.map { level in
      Size(width: level.map(width).reduce(0, +), height: level.map { sizes[$0].height }.reduce(0, max))
    }
    var size = Size(width: rows.map(\.width).reduce(0, max), height: rows.map(\.height).reduce(0, +))
    for (index, level) in levels.enumerated() where level.count > 2 {
      guard rows[index].width > max(Self.page, 3 * size.height) else { continue }
      size.height -= rows[index].height
      rows[index] = dropRows(level, rows[index], besides: size.height)
      size.height += rows[index].height
    }
    size.width = rows.map(\.width).reduce(0, max)
    guard size.height > max(Self.page, 3 * size.width) else { return size }
    return foldColumn(levels, rows, size)
  }

  /// Distributes the boxes of one wide row over several rows, and returns the size of these rows. With two rows, the
  /// boxes `a b c d` become the rows `a c` and `b d`. Some boxes are connected by arrows with only one other box. The
  /// first half of these is drawn above the wide row instead.
  ///
  /// - Parameters:
  ///   - level: the boxes of the wide row.
  ///   - row: the size of the wide row.
  ///   - height: the height of the other rows in the composite state. With a larger height, fewer rows are made.
  private mutating func dropRows(_ level: [Int], _ row: Size, besides height: Int) -> Size {
    let passing = level.map { lineCounts[$0] }.reduce(0, +) * Self.lineWidth
    let spokes = level.filter { neighbors[$0].count == 1 }
    let upper = Array(spokes.prefix(spokes.count / 2))
    let isUpper = Set(upper)
    let lower = level.filter { !isUpper.contains($0) }
    // The estimated size if each half is distributed over `count` rows.
    func size(_ count: Int) -> Size {
      let share = lower.count * 100 / level.count
      return Size(
        width: (row.width / count + passing * (count - 1) / count) * share / 100,
        height: row.height * count * (upper.isEmpty ? 1 : 2))
    }
    // The smallest number of rows with which all boxes together are at most twice as wide as they are high.
    let count = (1...lower.count).first { size($0).width <= 2 * (height + size($0).height) } ?? lower.count
    let rows = (row.height + Self.rowHeight - 1) / Self.rowHeight
    // Neighboring boxes go to different rows. With two rows, the boxes `a b c` become the rows `a c` and `b`. Upper
    // boxes get negative numbers.
    for (place, box) in upper.enumerated() { drops[box] = -1 - place % count * rows }
    for (place, box) in lower.enumerated() { drops[box] = place % count * rows }
    return size(count)
  }

  /// Distributes the rows of a tall composite state over columns of about the same height, and returns the new size.
  /// The rows `a b c d` become a column `a b`, which runs down, and a column `c d`, which runs up.
  ///
  /// - Parameters:
  ///   - levels: the boxes of each row, from the top.
  ///   - rows: the sizes of these rows.
  ///   - size: the size of all rows, one below another.
  private mutating func foldColumn(_ levels: [[Int]], _ rows: [Size], _ size: Size) -> Size {
    // The smallest number of columns with which the height is at most twice the width.
    let count = (2...levels.count + 1).first { size.height / $0 <= 2 * $0 * size.width } ?? 2
    let height = size.height / count + 1
    var above = 0
    for (level, row) in zip(levels, rows) {
      let (column, offset) = above.quotientAndRemainder(dividingBy: height)
      // Every second column runs up, so its distances are counted from the bottom.
      for box in level { heights[box] = column.isMultiple(of: 2) ? offset : height - offset }
      above += row.height
    }
    return Size(width: size.width * count, height: height)
  }
}
