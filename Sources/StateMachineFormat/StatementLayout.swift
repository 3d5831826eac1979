import StateMachineSyntax

/// Where a statement begins new lines: nowhere if that fits.
struct StatementLayout {
  /// How much deeper the lines behind the first are indented.
  static let continuation = 4
  /// The columns of `/ `: a line of effects that follows one is as deep as the first effect.
  private static let slash = 2

  private(set) var chunks: [FormatChunk]
  let isRow: Bool
  /// How far the statement is indented.
  let indent: Int
  /// The columns of each chunk in its first line and in its last.
  private var widths: [(first: Int, last: Int?)]
  // The parts of a row.
  private(set) var arrow: Int?
  private(set) var colon: Int?
  private(set) var condition: Int?
  private(set) var effects: Int?

  /// - Parameter widthOfBody: the columns of a body that stands in one line; nil for one that does not, or is none.
  init(
    _ statement: FormatStatement, indent: Int, _ width: FormatWidth, widthOfBody: (Int) -> Int?
  ) {
    chunks = statement.chunks
    isRow = statement.isRow
    self.indent = min(indent, Self.deepestIndent(of: statement, width.bytes))
    widths = chunks.map { chunk in
      switch chunk.kind {
      case .body(let body): widthOfBody(body).map { ($0, nil) } ?? (1, 1)
      // A statement too long to stand beside a comment would be too long without it.
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

  /// Tells whether it is a guard, and no payload: these follow a name without a blank.
  private func isBracket(_ chunk: FormatChunk) -> Bool { chunk.blanks > 0 }

  /// Tells whether a body stands in one line.
  func isInOneLine(_ index: Int) -> Bool { widths[index].last == nil }

  /// Is true where the statement takes one line.
  var isOneLine: Bool {
    !chunks.contains { $0.lineIndent != nil } && !widths.contains { $0.last != nil }
  }

  /// The columns from the beginning of a chunk to the end of another, in one line.
  func width(_ range: Range<Int>) -> Int {
    var width = 0
    for index in range { width += (index > range.lowerBound ? chunks[index].blanks : 0) + widths[index].first }
    return width
  }
  /// Puts a chunk in a column, counted from the statement's indentation.
  mutating func align(_ index: Int, to column: Int, behind end: Int) {
    chunks[index].blanks = column - end
  }

  // MARK: Breaking

  /// Of a row that is too long, the effects stand in a line of their own; where it still is, its guard, or event and guard.
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

  /// Puts the effects of a row into a line of their own.
  mutating func breakBeforeEffects() {
    guard let effects else { return }
    breakLine(before: effects, deeper: Self.continuation)
    fill(effects..<chunks.count, deeper: Self.continuation + Self.slash)
  }

  /// Of another statement that is too long, Swift behind `=` stands in a line of its own, and a list takes several lines.
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

  /// Tells whether the line in which a chunk begins is too long.
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

  /// Begins new lines behind commas, where the parts between these do not fit.
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

  /// The columns of what stands before the next comma, with it; in the first line, if there are several.
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

  /// How deep the statement may stand: a line of Swift that looks like a statement is one to the scanner where it is
  /// indented no deeper than what it stands in, and Swift is copied as it is.
  private static func deepestIndent(of statement: FormatStatement, _ bytes: [UInt8]) -> Int {
    var deepest = Int.max
    for chunk in statement.chunks where chunk.kind == .bracketedSwift || chunk.kind == .swift {
      var index = chunk.range.lowerBound
      // In braces, fewer lines look like statements: Swift has declarations there, too.
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
