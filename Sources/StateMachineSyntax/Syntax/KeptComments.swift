/// A search for the `//` comments that are copied into the generated code: the comments of rows, and the comments at
/// the beginning of the file.
struct KeptComments {
  let bytes: [UInt8]

  // MARK: Rows

  /// Returns the comments that belong to the row in `range`, one range per line: the comment lines directly above the
  /// row, and a comment after the row on its last line.
  ///
  /// A comment above several rows belongs to the first of them if it is a sentence, which ends in `.`, `!` or `?`.
  /// Otherwise, it is a heading of all these rows, and is left out. Also left out are `MARK:` and lines of dashes. If
  /// one of the lines above is a row that is commented out, all of them are left out.
  func ofRow(_ range: SourceRange) -> [SourceRange] {
    let after = comment(after: range.upperBound)
    var above = comments(above: range.lowerBound)
    if let last = above.last, !endsSentence(last), !standsAlone(endingAt: after?.upperBound ?? range.upperBound) {
      above = []
    }
    if above.contains(where: { isStatement($0) }) { above = [] }
    return above.filter(isKept) + (after.map { [$0] } ?? []).filter(isKept)
  }

  /// Returns the `//` lines directly above the row at the offset `row`, in the order of the file. Empty if other text
  /// precedes the row on its line.
  private func comments(above row: Int) -> [SourceRange] {
    var start = row
    while start > 0, Ascii.isBlank(bytes[start - 1]) { start -= 1 }
    var found: [SourceRange] = []
    while start > 0, Ascii.isNewline(bytes[start - 1]) {
      let end = Lines.end(bytes, before: start)
      let line = Lines.start(bytes, of: end)
      var text = line
      while text < end, Ascii.isBlank(bytes[text]) { text += 1 }
      guard let comment = comment(at: text) else { break }
      found.append(comment)
      start = line
    }
    return found.reversed()
  }

  private func comment(after end: Int) -> SourceRange? {
    var index = end
    while index < bytes.count, Ascii.isBlank(bytes[index]) { index += 1 }
    return comment(at: index)
  }

  /// Returns whether a row that ends at the offset `end` is the last of several rows: a `}` or a comment follows it on
  /// its line; or nothing follows there, and the next line is empty, a comment or a `}`.
  private func standsAlone(endingAt end: Int) -> Bool {
    var index = end
    while index < bytes.count, Ascii.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count, Ascii.isNewline(bytes[index]) else { return index == bytes.count || isEnd(index) }
    index = startOfNextLine(index)
    while index < bytes.count, Ascii.isBlank(bytes[index]) { index += 1 }
    return index >= bytes.count || isEnd(index)
  }

  private func isEnd(_ index: Int) -> Bool {
    Ascii.isNewline(bytes[index]) || bytes[index] == Ascii.rightBrace || bytes[index] == Ascii.slash
  }

  /// Returns the range of the `//` comment that begins at `start`, up to the end of its line, without trailing blanks.
  /// Nil if no comment begins at `start`, or if it is a `///` comment, which is documentation.
  private func comment(at start: Int) -> SourceRange? {
    guard start + 1 < bytes.count, bytes[start] == Ascii.slash, bytes[start + 1] == Ascii.slash else { return nil }
    var end = start
    while end < bytes.count, !Ascii.isNewline(bytes[end]) { end += 1 }
    while end > start, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    // A fourth slash makes it an ordinary comment.
    let isDocumentation =
      start + 2 < end && bytes[start + 2] == Ascii.slash && !(start + 3 < end && bytes[start + 3] == Ascii.slash)
    return isDocumentation ? nil : SourceRange(start, end)
  }

  // MARK: Texts of comments

  private func text(_ comment: SourceRange) -> Int {
    var text = comment.lowerBound + 2
    while text < comment.upperBound, Ascii.isBlank(bytes[text]) { text += 1 }
    return text
  }

  /// Returns whether a comment line is text for readers. A line is no such text if it is empty, or begins with `MARK:`,
  /// `sm-gen:` or a further `/`. It is none either if it begins with two of the characters `-`, `=` and `*`: `// ----`.
  private func isKept(_ comment: SourceRange) -> Bool {
    let text = text(comment)
    guard text < comment.upperBound else { return false }
    if SwiftKeyword.matches("MARK:", bytes, text) || SwiftKeyword.matches("sm-gen:", bytes, text) { return false }
    let marks = bytes[text..<comment.upperBound].prefix {
      $0 == Ascii.minus || $0 == Ascii.equals || $0 == Ascii.asterisk
    }
    return marks.count < 2 && bytes[text] != Ascii.slash
  }

  private func endsSentence(_ comment: SourceRange) -> Bool {
    switch bytes[comment.upperBound - 1] {
    case Ascii.dot, Ascii.exclamation, Ascii.question: true
    default: false
    }
  }

  private func isStatement(_ comment: SourceRange) -> Bool {
    StatementStart.isRow(bytes, at: text(comment), limit: comment.upperBound)
  }

  // MARK: The file

  /// Returns the comments at the beginning of the file, one range per line. Only comments with a blank line after them
  /// count, because a comment directly above a statement belongs to the statement. The range of a blank line is empty.
  func ofFile() -> [SourceRange] {
    var groups: [[SourceRange]] = []
    var group: [SourceRange] = []
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count {
      while index < bytes.count, Ascii.isBlank(bytes[index]) { index += 1 }
      if let comment = comment(at: index) {
        group.append(comment)
        while index < bytes.count, !Ascii.isNewline(bytes[index]) { index += 1 }
      } else {
        guard index < bytes.count, Ascii.isNewline(bytes[index]) else { break }
        if !group.isEmpty { groups.append(group) }
        group = []
      }
      index = startOfNextLine(index)
    }
    return Array(groups.joined(separator: [SourceRange(0, 0)]))
  }

  /// Returns the offset of the next line, given the offset `end` of a line ending (CR LF counts as one).
  private func startOfNextLine(_ end: Int) -> Int {
    guard end + 1 < bytes.count, bytes[end] == Ascii.carriageReturn, bytes[end + 1] == Ascii.lineFeed else {
      return end + 1
    }
    return end + 2
  }
}
