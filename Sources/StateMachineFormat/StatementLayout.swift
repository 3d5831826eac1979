import StateMachineSyntax

/// The line breaks within a statement; none if the statement fits on one line.
struct StatementLayout {
  /// The number of blanks by which the lines behind the first are further indented.
  static let continuation = 4
  /// The columns of `/ `, by which a further line of effects is indented to begin below the first effect.
  private static let slash = 2

  private(set) var chunks: [FormatChunk]
  let isRow: Bool
  /// The indentation of the statement, in blanks.
  let indent: Int
  /// The columns of each chunk's first line and last line; nil for the last if there is only one line.
  private var widths: [(first: Int, last: Int?)]
  // The indices of the parts of a row.
  private(set) var arrow: Int?
  private(set) var colon: Int?
  private(set) var condition: Int?
  private(set) var effects: Int?

  /// - Parameter widthOfBody: returns the columns of a body on one line; nil for a body on several lines.
  init(
    _ statement: FormatStatement, indent: Int, _ width: FormatWidth, widthOfBody: (Int) -> Int?
  ) {
    chunks = statement.chunks
    isRow = statement.isRow
    self.indent = min(indent, Self.deepestIndent(of: statement, width.bytes))
    widths = chunks.map { chunk in
      switch chunk.kind {
      case .body(let body): widthOfBody(body).map { ($0, nil) } ?? (1, 1)
      // If a statement with a comment behind it is too long, it would be so without the comment.
      case .lineComment: (0, nil)
      default: width.ofLines(chunk.range)
      }
    }
    if isRow { findParts() }
    for index in chunks.indices where chunks[index].isForced { breakLine(before: index, deeper: Self.continuation) }
    if isRow { breakRow() } else { breakList() }
  }

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

  /// Returns whether a chunk with a bracket is a guard, before which is a blank, unlike before a payload.
  private func isBracket(_ chunk: FormatChunk) -> Bool { chunk.blanks > 0 }

  /// Returns whether the chunk at an index is on one line.
  func isInOneLine(_ index: Int) -> Bool { widths[index].last == nil }

  /// Whether the whole statement is on one line.
  var isOneLine: Bool {
    !chunks.contains { $0.lineIndent != nil } && !widths.contains { $0.last != nil }
  }

  /// Returns the columns from the beginning of a range of chunks to its end, on one line.
  func width(_ range: Range<Int>) -> Int {
    var width = 0
    for index in range { width += (index > range.lowerBound ? chunks[index].blanks : 0) + widths[index].first }
    return width
  }
  /// Moves a chunk to a column, counted from the indentation of the statement.
  mutating func align(_ index: Int, to column: Int, behind end: Int) {
    chunks[index].blanks = column - end
  }

  // MARK: Breaking

  /// Breaks a row that is too long: before its effects and, if still too long, before its guard, or event and guard.
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

  /// Moves the effects of a row to a line of their own.
  mutating func breakBeforeEffects() {
    guard let effects else { return }
    breakLine(before: effects, deeper: Self.continuation)
    fill(effects..<chunks.count, deeper: Self.continuation + Self.slash)
  }

  /// Breaks a statement other than a row that is too long: before Swift behind `=`, and behind commas in a list.
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

  /// Returns whether the line that contains a chunk's beginning is too long.
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

  /// Breaks lines behind commas, where the part up to the next comma does not fit.
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

  /// Returns the columns of the part up to and with the next comma; of its first line if it has several lines.
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

  /// Returns the largest indentation that the statement may have. Swift is copied unchanged, and the scanner takes a
  /// line of Swift that looks like a statement for one if it is indented no deeper than the enclosing statement.
  private static func deepestIndent(of statement: FormatStatement, _ bytes: [UInt8]) -> Int {
    var deepest = Int.max
    for chunk in statement.chunks where chunk.kind == .bracketedSwift || chunk.kind == .swift {
      var index = chunk.range.lowerBound
      // In braces, fewer lines look like statements, as Swift has declarations there, too.
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
        // A line behind a break of a row is deeper than the row.
        if isStatement { deepest = min(deepest, max(0, text - index - 1 - (statement.isRow ? continuation : 0))) }
        index = text
      }
    }
    return deepest
  }
}
