import StateMachineSyntax

/// A statement with its line breaks. A statement that fits on one line has no line breaks.
struct StatementLayout {
  /// The number of blanks by which all lines of a statement but the first are indented more than the first.
  static let continuation = 4
  /// The width of `/ `. Further lines with effects of a row are indented by it, so that all effects begin in the same
  /// column.
  private static let slash = 2

  private(set) var chunks: [FormatChunk]
  let isRow: Bool
  /// The number of blanks before the statement.
  let indent: Int
  /// The number of columns that each chunk (such as a token or a comment) needs: `first` on its first line, and `last`
  /// on its last line. `last` is nil for a chunk on one line.
  private var widths: [(first: Int, last: Int?)]
  // The indices, in `chunks`, at which the parts of a row begin; nil for a part that the row does not have.
  private(set) var arrow: Int?
  private(set) var colon: Int?
  private(set) var condition: Int?
  private(set) var effects: Int?

  /// Breaks a statement into lines where it is too long.
  ///
  /// - Parameter widthOfBody: returns the number of columns of the body at an index of `FormatTree.bodies`, if the body
  ///   is written on one line; nil if it is written on several lines.
  init(
    _ statement: FormatStatement, indent: Int, _ width: FormatWidth, widthOfBody: (Int) -> Int?
  ) {
    chunks = statement.chunks
    isRow = statement.isRow
    self.indent = min(indent, Self.deepestIndent(of: statement, width.bytes))
    widths = chunks.map { chunk in
      switch chunk.kind {
      // A body on several lines begins with `{` and ends with `}`, which are one column each.
      case .body(let body): widthOfBody(body).map { ($0, nil) } ?? (1, 1)
      // A comment at the end does not count. If the line is too long only by the comment, breaking the statement would
      // not help.
      case .lineComment: (0, nil)
      default: width.ofLines(chunk.range)
      }
    }
    if isRow { findParts() }
    for index in chunks.indices where chunks[index].isForced { breakLine(before: index, deeper: Self.continuation) }
    if isRow { breakRow() } else { breakList() }
  }

  /// Finds the chunks at which the parts of a row begin: its arrow, its colon, its guard and its effects. A guard and a
  /// `/` count only after the colon.
  private mutating func findParts() {
    for (index, chunk) in chunks.enumerated() {
      if colon == nil {
        if arrow == nil, chunk.isToken(.arrow) { arrow = index }
        if chunk.isToken(.colon) { colon = index }
      } else if effects == nil {
        if condition == nil, chunk.kind == .bracketedSwift, isBracket(chunk) { condition = index }
        if chunk.isToken(.slash) { effects = index }
      }
    }
  }

  /// Returns whether a piece of Swift in brackets is a guard `[…]`, and not a payload `(…)`. There is a blank before a
  /// guard, but not before a payload.
  private func isBracket(_ chunk: FormatChunk) -> Bool { chunk.blanks > 0 }

  /// Returns whether the chunk (such as a token or a comment) at an index is written on one line.
  func isInOneLine(_ index: Int) -> Bool { widths[index].last == nil }

  /// Whether the whole statement fits on one line.
  var isOneLine: Bool {
    !chunks.contains { $0.lineIndent != nil } && !widths.contains { $0.last != nil }
  }

  /// Returns the number of columns that several chunks (such as tokens and comments) need on one line.
  func width(_ range: Range<Int>) -> Int {
    var width = 0
    for index in range { width += (index > range.lowerBound ? chunks[index].blanks : 0) + widths[index].first }
    return width
  }
  /// Moves a chunk (such as a token or a comment) to a column, by changing the number of blanks before it. Columns are
  /// counted from the indentation of the statement.
  ///
  /// - Parameter end: the column after the last character of the previous chunk.
  mutating func align(_ index: Int, to column: Int, after end: Int) {
    chunks[index].blanks = column - end
  }

  // MARK: Breaking

  /// Breaks a row that is too long into lines. It is broken before its effects. If a line is still too long, it is also
  /// broken before its guard, and then before its event.
  private mutating func breakRow() {
    if let effects, chunks[effects].lineIndent == nil, isTooLong(at: effects) { breakBeforeEffects() }
    if let condition, chunks[condition].lineIndent == nil, isTooLong(at: condition) {
      breakLine(before: condition, deeper: Self.continuation)
    }
    if let colon, isTooLong(at: colon), colon + 1 < (condition ?? effects ?? chunks.count) {
      breakLine(before: colon + 1, deeper: Self.continuation)
      if let condition, !chunks[condition].isForced {
        chunks[condition].lineIndent = nil
        if isTooLong(at: condition) { breakLine(before: condition, deeper: Self.continuation) }
      }
    }
    fill(0..<(effects ?? chunks.count), deeper: Self.continuation)
    if let effects { fill(effects..<chunks.count, deeper: Self.continuation + Self.slash) }
  }

  /// Moves the effects of a row to the next line.
  mutating func breakBeforeEffects() {
    guard let effects else { return }
    breakLine(before: effects, deeper: Self.continuation)
    fill(effects..<chunks.count, deeper: Self.continuation + Self.slash)
  }

  /// Breaks a statement that is not a row into lines, if it is too long. It is broken before the Swift after `=`, and
  /// after the commas of a list.
  private mutating func breakList() {
    if let equals = chunks.lastIndex(where: { $0.isToken(.equals) }), equals + 1 < chunks.count,
      chunks[equals + 1].kind == .swift, isTooLong(at: equals + 1)
    {
      breakLine(before: equals + 1, deeper: Self.continuation)
    }
    fill(chunks.indices, deeper: Self.continuation)
  }

  private mutating func breakLine(before index: Int, deeper: Int) {
    guard index > 0 else { return }
    chunks[index].lineIndent = indent + deeper
  }

  /// Returns whether a line is too long: the line in which the chunk (such as a token or a comment) at an index begins.
  private func isTooLong(at index: Int) -> Bool {
    var column = indent
    for (number, chunk) in chunks.enumerated() {
      if let lineIndent = chunk.lineIndent {
        if number > index { return false }
        column = lineIndent
      } else if number > 0, chunk.kind != .lineComment {
        column += chunk.blanks
      }
      column += widths[number].first
      if number >= index, column > FormatWidth.limit { return true }
      if let last = widths[number].last {
        if number >= index { return false }
        column = last
      }
    }
    return false
  }

  /// Breaks lines within a range of chunks (such as tokens and comments). A line is broken after a comma if the text up
  /// to the next comma would not fit on it.
  ///
  /// - Parameter deeper: the number of blanks by which the new lines are indented more than the statement.
  private mutating func fill(_ range: Range<Int>, deeper: Int) {
    var column = indent
    for index in range {
      if let lineIndent = chunks[index].lineIndent {
        column = lineIndent
      } else if index > 0, chunks[index].kind != .lineComment {
        if index > range.lowerBound, chunks[index - 1].isToken(.comma),
          column + chunks[index].blanks + widthOfPart(from: index, to: range.upperBound) > FormatWidth.limit
        {
          breakLine(before: index, deeper: deeper)
          column = indent + deeper
        } else {
          column += chunks[index].blanks
        }
      }
      column = widths[index].last ?? column + widths[index].first
    }
  }

  /// Returns the number of columns of the chunks (such as tokens and comments) from `start` to the next comma. The
  /// comma is included. If a chunk has several lines, only its first line counts, and the chunks after it do not.
  ///
  /// - Parameter end: the index at which the search for a comma ends.
  private func widthOfPart(from start: Int, to end: Int) -> Int {
    var width = 0
    for index in start..<end {
      if index > start {
        if chunks[index].lineIndent != nil { break }
        width += chunks[index].blanks
      }
      width += widths[index].first
      if widths[index].last != nil || chunks[index].isToken(.comma) { break }
    }
    return width
  }

  // MARK: Swift in several lines

  /// Returns the largest indentation that a statement with Swift on several lines may have. The lines of this Swift
  /// keep their indentation. If a line of the Swift looks like a statement of the machine, it must be indented deeper
  /// than the statement that contains it; otherwise, the parser would read it as a statement.
  private static func deepestIndent(of statement: FormatStatement, _ bytes: [UInt8]) -> Int {
    var deepest = Int.max
    for chunk in statement.chunks where chunk.kind == .bracketedSwift || chunk.kind == .swift {
      var index = chunk.range.lowerBound
      // Inside of braces, Swift contains declarations such as `let`, too, so fewer lines look like statements of the
      // machine.
      let inBraces = bytes[index] == Ascii.leftBrace
      while index < chunk.range.upperBound {
        guard Ascii.isNewline(bytes[index]) else {
          index += 1
          continue
        }
        index += 1
        var text = index
        while text < chunk.range.upperBound, Ascii.isBlank(bytes[text]) { text += 1 }
        let isStatement = StatementStart.isCertain(bytes, at: text, limit: chunk.range.upperBound, inBraces: inBraces)
        // Further lines of a row are indented more than the row, and the Swift must be indented deeper than these.
        if isStatement { deepest = min(deepest, max(0, text - index - 1 - (statement.isRow ? continuation : 0))) }
        index = text
      }
    }
    return deepest
  }
}
