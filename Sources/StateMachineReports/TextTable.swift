/// A table for a terminal. Its lines have at most 80 characters, unless the first column and one other column need
/// more. If the table has too many columns, it is written in several parts, one below the other. Each part begins with
/// the first column of the table.
struct TextTable {
  /// The number of characters in a line that every terminal can show.
  private static let width = 80
  /// The largest number of characters for which a cell is written in one line: `a, b`. In a longer cell, each element
  /// of its list gets a line.
  private static let cellWidth = 32
  private static let gap = 2

  private struct Column {
    /// The lines of the column's heading, and then the lines of each cell below the heading.
    var cells: [[String]]
    var width: Int { cells.lazy.joined().map(\.count).max() ?? 0 }
  }

  private var columns: [Column] = []

  /// Adds a column to the table.
  ///
  /// - Parameters:
  ///   - heading: the parts of the heading: `["a", "b"]` is written as `a, b`, or on two lines if it is long.
  ///   - cells: the parts of each cell, written in the same form.
  mutating func append(_ heading: [String], _ cells: [[String]]) {
    columns.append(Column(cells: ([heading] + cells).map(Self.lines)))
  }

  private static func lines(_ parts: [String]) -> [String] {
    let text = parts.joined(separator: ", ")
    guard text.count > cellWidth else { return [text] }
    return parts.enumerated().map { $0.offset < parts.count - 1 ? $0.element + "," : $0.element }
  }

  /// The whole table as text.
  var text: String { blocks.map(text).joined(separator: "\n") }

  /// The parts in which the table is written, each at most 80 characters wide if possible. A part is a range of
  /// columns. The first column of the table is in no range, because it is written before each part.
  private var blocks: [ArraySlice<Column>] {
    guard let first = columns.first, columns.count > 1 else { return [columns[0..<0]] }
    var blocks: [ArraySlice<Column>] = []
    var start = 1
    var width = first.width
    for (index, column) in columns.enumerated().dropFirst() {
      width += Self.gap + column.width
      // A part has at least one column, even if this column is too wide.
      guard width > Self.width, index > start else { continue }
      blocks.append(columns[start..<index])
      start = index
      width = first.width + Self.gap + column.width
    }
    return blocks + [columns[start...]]
  }

  /// Returns one part of the table as text: the first column of the table, and the columns in `block`.
  private func text(of block: ArraySlice<Column>) -> String {
    let columns = columns.prefix(1) + block
    let widths = columns.map(\.width)
    var text = ""
    for row in columns.first?.cells.indices ?? 0..<0 {
      for line in 0..<(columns.map { $0.cells[row].count }.max() ?? 0) {
        text += Self.line(columns.map { line < $0.cells[row].count ? $0.cells[row][line] : "" }, widths) + "\n"
      }
    }
    return text
  }

  /// Returns one line of text with a blank-padded cell for each column, which makes the columns align. There are no
  /// blanks at the end of the line.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var text = ""
    var blanks = 0
    for (cell, width) in zip(cells, widths) {
      if !cell.isEmpty {
        text += String(repeating: " ", count: blanks) + cell
        blanks = 0
      }
      blanks += width - cell.count + gap
    }
    return text
  }
}
