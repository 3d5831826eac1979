import StateMachineSyntax

/// A line of generated code that is too long, and how it is broken into shorter lines. Code is broken as swift-format
/// does: after an opening parenthesis, after commas and before the closing parenthesis. A comment is broken between
/// words. Swift of the `.sm` file is never broken.
struct LongLine {
  /// A part of the line, which becomes a line of its own. `range` is its range in `text`. `steps` is the number of
  /// levels by which the new line is indented more than the long line.
  private struct Piece {
    var range: Range<Int>
    var steps: Int
  }

  let text: [UInt8]
  /// The ranges of the line that contain Swift of the `.sm` file. The line is not broken within them.
  let written: [Range<Int>]
  let layout: CodeLayout
  /// The number of columns of the line's indentation.
  let indentation: Int

  /// Returns the lines that replace the long line; nil if it stays as it is. `steps` is the number of levels by which
  /// such a line is indented more than the long one.
  func broken() -> [(steps: Int, text: [UInt8])]? {
    guard let first = text.first, first != Ascii.hash else { return nil }
    if text.starts(with: [Ascii.slash, Ascii.slash]) { return brokenComment() }
    let pieces = broken(Piece(range: 0..<text.count, steps: 0), depth: 0)
    guard pieces.count > 1 else { return nil }
    return pieces.map { ($0.steps, Array(text[$0.range])) }
  }

  private func width(_ piece: Piece) -> Int { indentation + piece.steps * layout.indent.width + piece.range.count }

  private func fits(_ piece: Piece) -> Bool { width(piece) <= layout.lineWidth }

  // MARK: Comments

  /// Returns the lines into which a comment is broken; nil if the comment fits into one line. In a list item
  /// (`- text`), further lines are aligned with the item's text.
  private func brokenComment() -> [(steps: Int, text: [UInt8])]? {
    var marker = text.prefix { $0 == Ascii.slash } + [Ascii.space]
    // All that follows the slashes: `marker` is the slashes and one space.
    let words = text.dropFirst(marker.count - 1).split(separator: Ascii.space)
    let isItem = words.first.map { $0.elementsEqual([Ascii.minus]) } == true
    var lines: [[UInt8]] = []
    var line = Array(marker)
    if isItem { marker += [Ascii.space, Ascii.space] }
    var isEmpty = true
    for word in words {
      if !isEmpty, indentation + line.count + 1 + word.count > layout.lineWidth {
        lines.append(line)
        line = Array(marker)
        isEmpty = true
      }
      if !isEmpty { line.append(Ascii.space) }
      line += word
      isEmpty = false
    }
    lines.append(line)
    return lines.count > 1 ? lines.map { (0, $0) } : nil
  }

  // MARK: Code

  /// The largest number of lists, one within the other, that are broken. Code with deeper breaks would be hard to read.
  private static let maximumDepth = 4

  /// Returns the lines into which a part of the line is broken. They fit into the width as far as the part can be
  /// broken.
  ///
  /// - Parameter depth: the number of lists around the part that have been broken already.
  private func broken(_ piece: Piece, depth: Int) -> [Piece] {
    guard !fits(piece), depth < Self.maximumDepth else { return [piece] }
    let (lists, commas) = lists(in: piece.range)
    guard let list = lists.max(by: { $0.range.count < $1.range.count }) else {
      return broken(piece, after: commas, depth: depth)
    }
    var pieces = [Piece(range: trimmed(piece.range.lowerBound..<list.range.lowerBound), steps: piece.steps)]
    let whole = Piece(range: trimmed(list.range), steps: piece.steps + 1)
    if fits(whole) {
      pieces.append(whole)
    } else {
      var start = list.range.lowerBound
      for end in list.commas + [list.range.upperBound] {
        let item = Piece(range: trimmed(start..<end), steps: piece.steps + 1)
        if !item.range.isEmpty { pieces += broken(item, depth: depth + 1) }
        start = end
      }
    }
    let rest = Piece(range: trimmed(list.range.upperBound..<piece.range.upperBound), steps: piece.steps)
    pieces += broken(rest, depth: depth + 1)
    // If a break does not make the line shorter, the line stays more readable without it.
    let longest = pieces.map(width).max() ?? 0
    return longest <= layout.lineWidth || !list.commas.isEmpty ? pieces : [piece]
  }

  /// Returns the lines into which a part without parentheses is broken, at the commas of a list such as `case .a, .b:`.
  /// Each line contains as many elements as fit into the width.
  ///
  /// - Parameter commas: the offsets after the commas.
  private func broken(_ piece: Piece, after commas: [Int], depth: Int) -> [Piece] {
    guard !commas.isEmpty else { return [piece] }
    let further = piece.steps + (isArgument(piece.range) ? 0 : 1)
    var pieces: [Piece] = []
    var line = Piece(range: piece.range.lowerBound..<piece.range.lowerBound, steps: piece.steps)
    for end in commas + [piece.range.upperBound] where !trimmed(line.range.upperBound..<end).isEmpty {
      let longer = Piece(
        range: line.range.lowerBound..<trimmed(line.range.lowerBound..<end).upperBound, steps: line.steps)
      if fits(longer) || line.range.isEmpty {
        line = longer
      } else {
        pieces.append(line)
        line = Piece(range: trimmed(line.range.upperBound..<end), steps: further)
      }
    }
    return pieces + [line]
  }

  /// Returns whether a range of the line is an argument or a parameter. It is if it begins with a label, such as
  /// `speed:`, or with `_`.
  private func isArgument(_ range: Range<Int>) -> Bool {
    var swift = SwiftLexer(bytes: text, from: range.lowerBound, to: range.upperBound)
    let first = swift.next()
    let second = swift.next()
    // The first token is `_` alone, or a colon follows it.
    return text[first.start] == UInt8(ascii: "_") && first.end == first.start + 1 || second.isPunctuation(Ascii.colon)
  }

  /// Returns a range without the spaces at its ends.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, text[start] == Ascii.space { start += 1 }
    while end > start, text[end - 1] == Ascii.space { end -= 1 }
    return start..<end
  }

  /// A list in the line, with the offsets after its commas. It is the text between parentheses, brackets, `<…>` or the
  /// braces of a closure. The closure's parameters are not part of it.
  private struct List {
    var opener: UInt8
    var range: Range<Int>
    var commas: [Int] = []
  }

  /// Returns the lists at which a range of the line may be broken. The lists are the outermost ones in parentheses or,
  /// if there are none, the braces of closures. `commas` is the offsets after the commas outside of lists. If the range
  /// is several arguments with such commas, there are no lists: it is broken at the commas.
  private func lists(in range: Range<Int>) -> (lists: [List], commas: [Int]) {
    var swift = SwiftLexer(bytes: text, from: range.lowerBound, to: range.upperBound)
    var open: [List] = []
    var lists: [List] = []
    var commas: [Int] = []
    var previous = SwiftToken(kind: .end, byte: 0, followsNewline: false, start: 0, end: 0)
    func close() {
      // The opening bracket may be on an earlier line.
      guard let list = open.popLast(), open.isEmpty, !list.range.isEmpty else { return }
      if list.opener == Ascii.leftParen || list.opener == Ascii.leftBrace { lists.append(list) }
    }
    while true {
      let isCode = !swift.isInInterpolation
      let token = swift.next()
      if token.kind == .end { break }
      defer { previous = token }
      guard isCode, !isWritten(token.start) else { continue }
      switch token.kind {
      case .identifier
      where open.last?.opener == Ascii.leftBrace && text[token.start..<token.end].elementsEqual("in".utf8):
        open[open.count - 1].range = token.end..<token.end
      case .infixOrPrefix
      where token.byte == Ascii.leftAngle && previous.kind == .identifier && previous.end == token.start:
        open.append(List(opener: Ascii.leftAngle, range: token.end..<token.end))
      case .infixOrPrefix where token.byte == Ascii.rightAngle, .postfix where token.byte == Ascii.rightAngle:
        for byte in text[token.start..<token.end] where byte == Ascii.rightAngle && open.last?.opener == Ascii.leftAngle
        {
          close()
        }
      case .punctuation: readPunctuation(token)
      default: break
      }
    }
    func readPunctuation(_ token: SwiftToken) {
      switch token.byte {
      case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace:
        open.append(List(opener: token.byte, range: token.end..<token.end))
      case Ascii.comma:
        if open.isEmpty { commas.append(token.end) } else { open[open.count - 1].commas.append(token.end) }
      case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace:
        if !open.isEmpty { open[open.count - 1].range = open[open.count - 1].range.lowerBound..<token.start }
        close()
      default: break
      }
    }
    // A list within one of several arguments does not make the line long.
    if !commas.isEmpty, isArgument(range) { return ([], commas) }
    let inParentheses = lists.filter { $0.opener == Ascii.leftParen }
    guard inParentheses.isEmpty else { return (inParentheses, commas) }
    return (lists.map { List(opener: $0.opener, range: $0.range) }, commas)
  }

  /// Returns whether an offset of the line is in Swift of the `.sm` file. The search is binary, because `written` may
  /// have many ranges.
  private func isWritten(_ offset: Int) -> Bool {
    var (low, high) = (0, written.count)
    while low < high {
      let middle = (low + high) / 2
      if written[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < written.count && written[low].contains(offset)
  }
}
