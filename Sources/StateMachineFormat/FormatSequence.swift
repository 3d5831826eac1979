import StateMachineSyntax

/// Everything in a file except whitespace: its tokens, pieces of Swift and comments in their order.
struct FormatSequence {
  /// A comment. A `/*` comment ends with its `*/`, and a `//` comment with the last character of the line that is not a
  /// blank.
  struct Comment {
    var range: SourceRange
    var isLine: Bool
    /// The number of newlines directly before the comment: 0, 1, or 2 for any larger number.
    var newlinesBefore: Int
  }

  /// A token or a piece of Swift.
  struct Item {
    var kind: SyntaxRecord.Kind
    var range: SourceRange
    /// The comments between the previous item and this one, as indices in `comments`.
    var comments: Range<Int>
    /// The number of newlines directly before the item: 0, 1, or 2 for any larger number.
    var newlinesBefore: Int
    /// Whether a new statement begins with the item, because a newline before it has ended the previous statement.
    var beginsStatement: Bool

    func isToken(_ kind: Token.Kind) -> Bool { self.kind == .token(kind) }
  }

  let bytes: [UInt8]
  private(set) var items: [Item] = []
  private(set) var comments: [Comment] = []
  let bracesOfResults: Set<Int>
  /// The first newline of the file outside of Swift and comments: `\n`, `\r` or `\r\n`. The formatter writes all
  /// newlines like this one.
  private(set) var newline: [UInt8] = []

  /// Creates the sequence from the tokens and pieces of Swift that the parser has recorded. Nil if the text between two
  /// of them contains anything but whitespace and comments, because the parser then has not recorded everything.
  init?(_ source: SourceFile, _ recorder: SyntaxRecorder) {
    bytes = source.bytes
    bracesOfResults = recorder.bracesOfResults
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

  /// The offset at which the text of the file begins: 3 after a byte order mark, otherwise 0.
  var startOfText: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  func text(_ range: SourceRange) -> ArraySlice<UInt8> { bytes[range.lowerBound..<range.upperBound] }

  /// Adds an item, and the comments between the offset `start` and the item. Returns false if anything but whitespace
  /// and comments is between them.
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

  /// Returns the comment that begins at an offset; nil if none begins there. Blanks at the end of a `//` comment are no
  /// part of it.
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

  /// Returns whether another file has the same tokens, pieces of Swift and comments in the same order, and ends its
  /// statements in the same places.
  func isSame(as other: FormatSequence) -> Bool {
    guard items.count == other.items.count, comments.count == other.comments.count else { return false }
    for (one, two) in zip(items, other.items) {
      guard one.kind == two.kind, one.comments == two.comments, text(one.range) == other.text(two.range) else {
        return false
      }
      // A `}` or the end of the file ends a statement without a newline, too.
      let isEnd = one.isToken(.rightBrace) || one.isToken(.endOfFile)
      guard isEnd || one.beginsStatement == two.beginsStatement else { return false }
    }
    return zip(comments, other.comments).allSatisfy { text($0.range) == other.text($1.range) }
  }
}
