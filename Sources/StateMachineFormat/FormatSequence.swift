import StateMachineSyntax

/// The contents of a file other than blanks and newlines: tokens, pieces of Swift and comments.
struct FormatSequence {
  /// A comment, with its closing `*/`, or up to the last character of its line that is not a blank.
  struct Comment {
    var range: SourceRange
    var isLine: Bool
    /// The number of newlines before the comment: 0, 1, or 2 for any number of blank lines.
    var newlinesBefore: Int
  }

  /// A token or a piece of Swift.
  struct Item {
    var kind: SyntaxRecord.Kind
    var range: SourceRange
    /// The comments before the item, as a range of indices in `comments`.
    var comments: Range<Int>
    /// The number of newlines before the item, behind its last comment: 0, 1, or 2 for any number of blank lines.
    var newlinesBefore: Int
    /// Whether a newline before the item ends a statement.
    var beginsStatement: Bool

    func isToken(_ kind: Token.Kind) -> Bool { self.kind == .token(kind) }
  }

  let bytes: [UInt8]
  private(set) var items: [Item] = []
  private(set) var comments: [Comment] = []
  let bracesOfAnswers: Set<Int>
  /// The first newline outside of Swift and comments, which is written in place of all others.
  private(set) var newline: [UInt8] = []

  /// Creates the sequence; nil if anything but comments is between the records, as a record then is missing.
  init?(_ source: SourceFile, _ recorder: SyntaxRecorder) {
    bytes = source.bytes
    bracesOfAnswers = recorder.bracesOfAnswers
    items.reserveCapacity(recorder.records.count + 1)
    var position = startOfText
    var beginsStatement = false
    for record in recorder.records {
      if record.kind == .token(.separator), record.range.isEmpty {
        beginsStatement = true
        continue
      }
      guard append(record.kind, record.range, from: position, beginsStatement) else { return nil }
      position = record.range.upperBound
      beginsStatement = false
    }
    let end = SourceRange(bytes.count, bytes.count)
    guard append(.token(.endOfFile), end, from: position, beginsStatement) else { return nil }
    if newline.isEmpty { newline = [Ascii.lineFeed] }
  }

  /// The offset of the text: 3 behind a byte order mark, otherwise 0.
  var startOfText: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  func text(_ range: SourceRange) -> ArraySlice<UInt8> { bytes[range.lowerBound..<range.upperBound] }

  /// Adds an item and the comments before it; returns false if anything else is before it.
  private mutating func append(
    _ kind: SyntaxRecord.Kind, _ range: SourceRange, from start: Int, _ beginsStatement: Bool
  ) -> Bool {
    let firstComment = comments.count
    var newlines = 0
    var index = start
    guard start <= range.lowerBound else { return false }
    while index < range.lowerBound {
      let byte = bytes[index]
      if Ascii.isBlank(byte) {
        index += 1
      } else if Ascii.isNewline(byte) {
        let isPair =
          byte == Ascii.carriageReturn && index + 1 < range.lowerBound && bytes[index + 1] == Ascii.lineFeed
        let end = index + (isPair ? 2 : 1)
        if newline.isEmpty { newline = Array(bytes[index..<end]) }
        newlines = min(2, newlines + 1)
        index = end
      } else {
        guard let comment = comment(at: index, newlines, limit: range.lowerBound) else { return false }
        comments.append(comment)
        newlines = 0
        index = comment.range.upperBound
      }
    }
    items.append(
      Item(
        kind: kind, range: range, comments: firstComment..<comments.count, newlinesBefore: newlines,
        beginsStatement: beginsStatement))
    return true
  }

  private func comment(at start: Int, _ newlines: Int, limit: Int) -> Comment? {
    guard bytes[start] == Ascii.slash, start + 1 < limit else { return nil }
    if bytes[start + 1] == Ascii.asterisk {
      let end = BlockComment.skip(bytes, from: start, to: limit).end
      return Comment(range: SourceRange(start, end), isLine: false, newlinesBefore: newlines)
    }
    guard bytes[start + 1] == Ascii.slash else { return nil }
    var end = start
    while end < limit, !Ascii.isNewline(bytes[end]) { end += 1 }
    while end > start, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    return Comment(range: SourceRange(start, end), isLine: true, newlinesBefore: newlines)
  }

  // MARK: Comparing

  /// Returns whether another file has the same sequence of tokens, Swift, comments and ends of statements.
  func isSame(as other: FormatSequence) -> Bool {
    guard items.count == other.items.count, comments.count == other.comments.count else { return false }
    for (one, two) in zip(items, other.items) {
      guard one.kind == two.kind, one.comments == two.comments, text(one.range) == other.text(two.range) else {
        return false
      }
      // The end of a body ends the last statement, too.
      let isEnd = one.isToken(.rightBrace) || one.isToken(.endOfFile)
      guard isEnd || one.beginsStatement == two.beginsStatement else { return false }
    }
    return zip(comments, other.comments).allSatisfy { text($0.range) == other.text($1.range) }
  }
}
