/// A replacement of some bytes of a file.
package struct TextEdit: Hashable, Sendable {
  /// The bytes that are replaced; empty where text is inserted.
  package var range: SourceRange
  package var text: String

  package init(_ range: SourceRange, _ text: String) {
    self.range = range
    self.text = text
  }

  /// Tells whether two edits cannot both be made: they share bytes, or insert at the same place.
  package func overlaps(_ other: TextEdit) -> Bool {
    if range == other.range { return true }
    return range.start < other.range.end && other.range.start < range.end
      || range.isEmpty && other.range.start < range.start && range.start < other.range.end
      || other.range.isEmpty && range.start < other.range.start && other.range.start < range.end
  }
}

extension SourceFile {
  /// The file after some edits, none of which overlaps another.
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

/// How statements are added and taken away, so that the lines around them stay as they are.
extension SourceFile {
  /// Adds a statement behind another: in the next line, with the indentation of the line that the other begins in; in the
  /// same line, behind `;`, where something follows it there.
  package func inserting(_ statement: String, behind range: SourceRange) -> TextEdit {
    let end = endOfLine(from: range.upperBound)
    let rest = bytes[min(range.upperBound, end)..<end].drop(while: Ascii.isBlank)
    guard rest.isEmpty || rest.starts(with: [Ascii.slash, Ascii.slash]) else {
      return TextEdit(SourceRange(range.upperBound, range.upperBound), "; " + statement)
    }
    return TextEdit(SourceRange(end, end), "\n" + indentation(at: range.lowerBound) + statement)
  }

  /// Adds statements at the end of a body, given with its braces: two blanks deeper than the line that it begins in.
  package func inserting(_ statements: [String], atEndOf body: SourceRange) -> TextEdit {
    let brace = body.upperBound - 1
    let outer = indentation(at: body.lowerBound)
    var start = brace
    while start > body.lowerBound + 1, Ascii.isBlank(bytes[start - 1]) { start -= 1 }
    let isAlone = start > 0 && Ascii.isNewline(bytes[start - 1])
    let lines = statements.map { outer + "  " + $0 + "\n" }.joined()
    return TextEdit(SourceRange(start, brace), (isAlone ? "" : "\n") + lines + outer)
  }

  /// Takes an element out of a list, with the comma before it or, where it is the first, behind it.
  ///
  /// - Parameter keyword: what stands before the list, and goes with its only element.
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

  /// Takes something out, with the blanks before it or, at the beginning of a line, those behind it.
  func removing(_ range: SourceRange) -> TextEdit {
    var start = range.lowerBound
    while start > 0, Ascii.isBlank(bytes[start - 1]) { start -= 1 }
    guard start == 0 || Ascii.isNewline(bytes[start - 1]) else {
      return TextEdit(SourceRange(start, range.upperBound), "")
    }
    var end = range.upperBound
    while end < bytes.count, Ascii.isBlank(bytes[end]) { end += 1 }
    // With the line, where nothing else stands in it.
    guard end < bytes.count, Ascii.isNewline(bytes[end]) else {
      return TextEdit(SourceRange(range.lowerBound, end), "")
    }
    end += bytes[end] == Ascii.carriageReturn && end + 1 < bytes.count && bytes[end + 1] == Ascii.lineFeed ? 2 : 1
    return TextEdit(SourceRange(start, end), "")
  }

  /// The blanks that the line of a place begins with.
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

/// The surroundings of a place, as far as no more than blanks are between.
extension SourceFile {
  /// The word that ends before a place.
  package func word(before offset: Int) -> SourceRange? {
    var end = min(offset, bytes.count)
    while end > 0, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, Ascii.continuesIdentifier(bytes[start - 1]) { start -= 1 }
    return start < end ? SourceRange(start, end) : nil
  }

  /// The byte behind a place, line endings passed over.
  package func byte(behind offset: Int) -> UInt8? {
    bytes.dropFirst(offset).first { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
  }

  /// Tells whether a row has only a guard behind its colon, as in a choice: a colon alone would take the next line.
  func isOnlyGuard(_ guardRange: SourceRange) -> Bool {
    guard let brackets = brackets(around: guardRange), byte(behind: brackets.upperBound) != Ascii.slash else {
      return false
    }
    let before = bytes[..<brackets.lowerBound].last { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
    return before == Ascii.colon
  }

  /// A name without the back-ticks that it may stand in.
  package func bare(_ name: SourceRange) -> SourceRange {
    guard name.upperBound - name.lowerBound > 2, bytes[name.lowerBound] == Ascii.backtick else { return name }
    return SourceRange(name.lowerBound + 1, name.upperBound - 1)
  }

  /// The offset within a name for one at the outer end of its back-ticks; any other stays what it is.
  package func nameOffset(at offset: Int) -> Int {
    guard offset <= bytes.count else { return offset }
    let ticks = bytes[Lines.start(bytes, of: offset)..<offset].count { $0 == Ascii.backtick }
    guard ticks % 2 == 0 else { return offset }
    if offset < bytes.count, bytes[offset] == Ascii.backtick { return offset + 1 }
    return offset > 0 && bytes[offset - 1] == Ascii.backtick ? offset - 1 : offset
  }

  /// A name with the back-ticks that it may stand in.
  package func written(_ name: SourceRange) -> SourceRange {
    let (start, end) = (name.lowerBound, name.upperBound)
    guard start > 0, end < bytes.count, bytes[start - 1] == Ascii.backtick, bytes[end] == Ascii.backtick else {
      return name
    }
    return SourceRange(start - 1, end + 1)
  }

  /// The brackets around a guard, with what stands in them; nil where a comment stands in them, too.
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
