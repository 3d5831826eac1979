/// A replacement of bytes in a file.
package struct TextEdit: Hashable, Sendable {
  /// The bytes to replace; empty for an insertion.
  package var range: SourceRange
  package var text: String

  package init(_ range: SourceRange, _ text: String) {
    self.range = range
    self.text = text
  }

  /// Returns whether only one of two edits can be made, because they replace a common byte, both insert at the same
  /// offset, or one inserts within the range of the other.
  package func overlaps(_ other: TextEdit) -> Bool {
    if range == other.range { return true }
    // Two ranges with a common byte overlap. An empty range, which inserts, overlaps only if it is inside the other.
    return range.start < other.range.end && other.range.start < range.end
      || range.isEmpty && other.range.start < range.start && range.start < other.range.end
      || other.range.isEmpty && range.start < other.range.start && other.range.start < range.end
  }
}

extension SourceFile {
  /// Returns the file with `edits` applied. The edits do not overlap, and may be in any order.
  package func applying(_ edits: [TextEdit]) -> SourceFile {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.utf8.count })
    var position = 0
    for edit in edits.sorted(by: { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }) {
      let start = min(max(edit.range.lowerBound, position), bytes.count)
      result += bytes[position..<start]
      result += Array(edit.text.utf8)
      position = min(max(edit.range.upperBound, start), bytes.count)
    }
    result += bytes[position...]
    return SourceFile(path: path, bytes: result)
  }
}

/// Makes edits that add and remove statements and keep the layout of the lines around them.
extension SourceFile {
  /// Returns an edit that adds `statement` after the statement in `range`: on a new line with the same indentation, or,
  /// if something other than a `//` comment follows on the line, after a `;`.
  package func inserting(_ statement: String, after range: SourceRange) -> TextEdit {
    let end = endOfLine(from: range.upperBound)
    let rest = bytes[min(range.upperBound, end)..<end].drop(while: Ascii.isBlank)
    guard rest.isEmpty || rest.starts(with: [Ascii.slash, Ascii.slash]) else {
      return TextEdit(SourceRange(range.upperBound, range.upperBound), "; " + statement)
    }
    return TextEdit(SourceRange(end, end), "\n" + indentation(at: range.lowerBound) + statement)
  }

  /// Returns an edit that adds `statements` at the end of a body in braces, each on a line of its own, and indented two
  /// blanks deeper than the line of the `{`.
  package func inserting(_ statements: [String], atEndOf body: SourceRange) -> TextEdit {
    let brace = body.upperBound - 1
    let outer = indentation(at: body.lowerBound)
    var start = brace
    while start > body.lowerBound + 1, Ascii.isBlank(bytes[start - 1]) { start -= 1 }
    let isAlone = start > 0 && Ascii.isNewline(bytes[start - 1])
    let lines = statements.map { outer + "  " + $0 + "\n" }.joined()
    return TextEdit(SourceRange(start, brace), (isAlone ? "" : "\n") + lines + outer)
  }

  /// Returns an edit that removes an element and a comma from a list such as `a, b`: the comma before the element or,
  /// for the first element, the comma after it.
  ///
  /// - Parameter keyword: the word before the list, which is removed with the only element: `except` in `* except a`.
  func removingElement(_ range: SourceRange, after keyword: String? = nil) -> TextEdit {
    var start = range.lowerBound
    while start > 0, Ascii.isBlank(bytes[start - 1]) || Ascii.isNewline(bytes[start - 1]) { start -= 1 }
    if start > 0, bytes[start - 1] == Ascii.comma { return TextEdit(SourceRange(start - 1, range.upperBound), "") }
    var end = range.upperBound
    while end < bytes.count, Ascii.isBlank(bytes[end]) || Ascii.isNewline(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == Ascii.comma else {
      let word = word(before: range.lowerBound).flatMap { text($0) == keyword ? $0 : nil }
      return removing(word?.union(range) ?? range)
    }
    end += 1
    while end < bytes.count, Ascii.isBlank(bytes[end]) { end += 1 }
    return TextEdit(SourceRange(range.lowerBound, end), "")
  }

  /// Returns an edit that removes a range and the blanks before it. If the range is at the beginning of its line, the
  /// blanks after it are removed instead. If the line contains nothing else, the whole line is removed.
  func removing(_ range: SourceRange) -> TextEdit {
    var start = range.lowerBound
    while start > 0, Ascii.isBlank(bytes[start - 1]) { start -= 1 }
    guard start == 0 || Ascii.isNewline(bytes[start - 1]) else {
      return TextEdit(SourceRange(start, range.upperBound), "")
    }
    var end = range.upperBound
    while end < bytes.count, Ascii.isBlank(bytes[end]) { end += 1 }
    // The whole line is removed if nothing else is on it.
    guard end < bytes.count, Ascii.isNewline(bytes[end]) else {
      return TextEdit(SourceRange(range.lowerBound, end), "")
    }
    end += bytes[end] == Ascii.carriageReturn && end + 1 < bytes.count && bytes[end + 1] == Ascii.lineFeed ? 2 : 1
    return TextEdit(SourceRange(start, end), "")
  }

  /// Returns the blanks at the beginning of the line that contains `offset`.
  func indentation(at offset: Int) -> String {
    var start = min(offset, bytes.count)
    while start > 0, !Ascii.isNewline(bytes[start - 1]) { start -= 1 }
    return String(decoding: bytes[start...].prefix(while: Ascii.isBlank), as: UTF8.self)
  }

  private func endOfLine(from offset: Int) -> Int {
    var end = min(offset, bytes.count)
    while end < bytes.count, !Ascii.isNewline(bytes[end]) { end += 1 }
    return end
  }
}

/// Searches for the word, the byte or the brackets next to an offset.
extension SourceFile {
  /// Returns the range of the word before `offset`, if only blanks are between them. Nil if no word precedes `offset`.
  package func word(before offset: Int) -> SourceRange? {
    var end = min(offset, bytes.count)
    while end > 0, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, Ascii.continuesIdentifier(bytes[start - 1]) { start -= 1 }
    return start < end ? SourceRange(start, end) : nil
  }

  /// Returns the first byte at or after `offset` that is neither a blank nor a line ending; nil at the end of the file.
  package func byte(after offset: Int) -> UInt8? {
    bytes.dropFirst(offset).first { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
  }

  /// Returns whether only a guard follows the row's colon, as in `choice -> open : [isReady]`. Such a guard cannot be
  /// removed, because a row with nothing after its colon is a mistake.
  ///
  /// - Parameter guardRange: the range of the guard without its brackets.
  func isOnlyGuard(_ guardRange: SourceRange) -> Bool {
    guard let brackets = brackets(around: guardRange), byte(after: brackets.upperBound) != Ascii.slash else {
      return false
    }
    let before = bytes[..<brackets.lowerBound].last { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
    return before == Ascii.colon
  }

  /// Returns the range of `name` without its back-ticks, if it has some.
  package func bare(_ name: SourceRange) -> SourceRange {
    guard name.upperBound - name.lowerBound > 2, bytes[name.lowerBound] == Ascii.backtick else { return name }
    return SourceRange(name.lowerBound + 1, name.upperBound - 1)
  }

  /// Returns an offset in the text of a name, for a cursor at one of the name's back-ticks. For the offset before the
  /// first back-tick, it is the offset after it. For the offset after the last back-tick, it is the offset before it.
  /// Returns any other offset unchanged.
  package func nameOffset(at offset: Int) -> Int {
    guard offset <= bytes.count else { return offset }
    let ticks = bytes[Lines.start(bytes, of: offset)..<offset].count { $0 == Ascii.backtick }
    guard ticks % 2 == 0 else { return offset }
    if offset < bytes.count, bytes[offset] == Ascii.backtick { return offset + 1 }
    return offset > 0 && bytes[offset - 1] == Ascii.backtick ? offset - 1 : offset
  }

  /// Returns the range of `name` with the back-ticks around it, if there are some.
  package func written(_ name: SourceRange) -> SourceRange {
    let (start, end) = (name.lowerBound, name.upperBound)
    guard start > 0, end < bytes.count, bytes[start - 1] == Ascii.backtick, bytes[end] == Ascii.backtick else {
      return name
    }
    return SourceRange(start - 1, end + 1)
  }

  /// Returns the range of a guard with its brackets, to remove the whole guard. Nil if the brackets contain a comment,
  /// which would be lost.
  ///
  /// - Parameter range: the range of the guard without its brackets.
  func brackets(around range: SourceRange) -> SourceRange? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, Ascii.isBlank(bytes[start - 1]) || Ascii.isNewline(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, Ascii.isBlank(bytes[end]) || Ascii.isNewline(bytes[end]) { end += 1 }
    guard start > 0, end < bytes.count, bytes[start - 1] == Ascii.leftBracket, bytes[end] == Ascii.rightBracket else {
      return nil
    }
    return SourceRange(start - 1, end + 1)
  }
}
