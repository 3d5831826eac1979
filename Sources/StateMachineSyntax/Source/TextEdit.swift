/// A replacement of bytes in a file.
package struct TextEdit: Hashable, Sendable {
  /// The bytes to replace; empty for an insertion.
  package var range: SourceRange
  package var text: String

  package init(_ range: SourceRange, _ text: String) {
    self.range = range
    self.text = text
  }

  /// Returns whether two edits exclude each other: they share bytes, or insert at the same offset.
  package func overlaps(_ other: TextEdit) -> Bool {
    if range == other.range { return true }
    return range.start < other.range.end && other.range.start < range.end
      || range.isEmpty && other.range.start < range.start && range.start < other.range.end
      || other.range.isEmpty && range.start < other.range.start && other.range.start < range.end
  }
}

extension SourceFile {
  /// Returns the file after some edits that do not overlap.
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

/// Edits that add and remove statements and leave the lines around them as they are.
extension SourceFile {
  /// Returns an edit that adds a statement after another: on a new line with the same indentation, or on the same line
  /// after `;` if something else follows there.
  package func inserting(_ statement: String, behind range: SourceRange) -> TextEdit {
    let end = endOfLine(from: range.upperBound)
    let rest = bytes[min(range.upperBound, end)..<end].drop(while: Ascii.isBlank)
    guard rest.isEmpty || rest.starts(with: [Ascii.slash, Ascii.slash]) else {
      return TextEdit(SourceRange(range.upperBound, range.upperBound), "; " + statement)
    }
    return TextEdit(SourceRange(end, end), "\n" + indentation(at: range.lowerBound) + statement)
  }

  /// Returns an edit that adds statements at the end of a body in braces, two blanks deeper than the body's first line.
  package func inserting(_ statements: [String], atEndOf body: SourceRange) -> TextEdit {
    let brace = body.upperBound - 1
    let outer = indentation(at: body.lowerBound)
    var start = brace
    while start > body.lowerBound + 1, Ascii.isBlank(bytes[start - 1]) { start -= 1 }
    let isAlone = start > 0 && Ascii.isNewline(bytes[start - 1])
    let lines = statements.map { outer + "  " + $0 + "\n" }.joined()
    return TextEdit(SourceRange(start, brace), (isAlone ? "" : "\n") + lines + outer)
  }

  /// Returns an edit that removes an element from a list, with the comma before it (for the first element, after it).
  ///
  /// - Parameter keyword: the word before the list, which is removed with a sole element.
  func removingElement(_ range: SourceRange, behind keyword: String? = nil) -> TextEdit {
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

  /// Returns an edit that removes a range with the blanks before it, or with those after it at the beginning of a line.
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

  /// Returns the blanks at the beginning of the line that contains an offset.
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

/// Searches from an offset for the nearest word, byte or bracket.
extension SourceFile {
  /// Returns the word that ends before an offset, with blanks between allowed; nil if there is none.
  package func word(before offset: Int) -> SourceRange? {
    var end = min(offset, bytes.count)
    while end > 0, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, Ascii.continuesIdentifier(bytes[start - 1]) { start -= 1 }
    return start < end ? SourceRange(start, end) : nil
  }

  /// Returns the first byte from an offset on that is no blank and no line ending; nil if there is none.
  package func byte(behind offset: Int) -> UInt8? {
    bytes.dropFirst(offset).first { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
  }

  /// Returns whether a row has only a guard after its colon, as in a choice, so that the guard cannot be left out.
  func isOnlyGuard(_ guardRange: SourceRange) -> Bool {
    guard let brackets = brackets(around: guardRange), byte(behind: brackets.upperBound) != Ascii.slash else {
      return false
    }
    let before = bytes[..<brackets.lowerBound].last { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
    return before == Ascii.colon
  }

  /// Returns the range of a name without its back-ticks.
  package func bare(_ name: SourceRange) -> SourceRange {
    guard name.upperBound - name.lowerBound > 2, bytes[name.lowerBound] == Ascii.backtick else { return name }
    return SourceRange(name.lowerBound + 1, name.upperBound - 1)
  }

  /// Returns the offset inside a name for an offset just outside its back-ticks; other offsets are unchanged.
  package func nameOffset(at offset: Int) -> Int {
    guard offset <= bytes.count else { return offset }
    let ticks = bytes[Lines.start(bytes, of: offset)..<offset].count { $0 == Ascii.backtick }
    guard ticks % 2 == 0 else { return offset }
    if offset < bytes.count, bytes[offset] == Ascii.backtick { return offset + 1 }
    return offset > 0 && bytes[offset - 1] == Ascii.backtick ? offset - 1 : offset
  }

  /// Returns the range of a name with its back-ticks.
  package func written(_ name: SourceRange) -> SourceRange {
    let (start, end) = (name.lowerBound, name.upperBound)
    guard start > 0, end < bytes.count, bytes[start - 1] == Ascii.backtick, bytes[end] == Ascii.backtick else {
      return name
    }
    return SourceRange(start - 1, end + 1)
  }

  /// Returns the brackets around a guard, with the guard; nil if they contain a comment, too.
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
