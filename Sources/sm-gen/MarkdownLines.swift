import StateMachineSyntax

/// Reads the lines of a Markdown page one after the other. For each line, it finds the quotations and list items that
/// contain the line (CommonMark 0.31, §5), and whether the line is code.
struct MarkdownLines {
  typealias Line = ArraySlice<UInt8>

  struct Place {
    /// The text of the line after blanks and the signs of quotations and list items, such as `>` and `-`. Nil in fenced
    /// code.
    var text: Line?
    /// Whether the text is code because it is indented by four blanks or more.
    var isIndentedCode: Bool
    /// The signs and blanks with which further lines of the same quotation or list item must begin: `> `, for example.
    /// A generated line begins with them, so that it stays in the item.
    var prefix: [UInt8]
    /// The number of quotations and list items in which the line is.
    var depth: Int
    /// The number of quotations and list items that contain both this line and the line before. It is smaller than the
    /// `depth` of the line before if one of them has ended.
    var keptDepth: Int
  }

  private enum Container {
    case quotation
    case item(width: Int)
  }

  /// The largest number of nested quotations and list items that is read. Real pages have fewer. The signs of further
  /// ones count as text.
  private static let limit = 50
  private var containers: [Container] = []
  private var block = CodeBlock()
  private var isAfterText = false

  /// Returns the quotations and list items that contain the next line of the page, and whether the line is code.
  ///
  /// - Parameter line: the line, without its newline.
  mutating func next(_ line: Line) -> Place {
    var (rest, kept) = continuation(line)
    if kept < containers.count {
      containers.removeLast(containers.count - kept)
      block = CodeBlock()
    }
    var isIndented = false
    if !block.isOpen {
      rest = opening(rest)
      // An indented line within a paragraph belongs to the paragraph.
      isIndented = Self.indentation(rest) >= 4 && !isAfterText
    }
    let isCode = !isIndented && block.kind(of: rest) != .text
    let text = rest.drop(while: Ascii.isBlank)
    isAfterText = !isCode && !isIndented && !Self.isEmpty(text) && text.first != Ascii.hash
    let prefix = line[..<text.startIndex].map { $0 == UInt8(ascii: ">") || Ascii.isBlank($0) ? $0 : Ascii.space }
    return Place(
      text: isCode ? nil : text, isIndentedCode: isIndented, prefix: prefix, depth: containers.count, keptDepth: kept)
  }

  /// Returns a line without the signs of the quotations and list items that continue in it, and their number. For `>
  /// text` after a line of a quotation, these are `text` and 1. Quotations and list items after that number have ended
  /// before the line.
  private func continuation(_ line: Line) -> (rest: Line, count: Int) {
    var rest = line
    for (index, container) in containers.enumerated() {
      switch container {
      case .quotation:
        guard let inner = Self.quotation(rest) else { return (rest, index) }
        rest = inner
      case .item(let width):
        if Self.isEmpty(rest) { continue }
        guard Self.indentation(rest) >= width else { return (rest, index) }
        rest = Self.dropping(width, of: rest)
      }
    }
    return (rest, containers.count)
  }

  /// Returns a line without the signs of quotations and list items that begin in it: `text` for `- > text`. Adds these
  /// quotations and list items to the open ones.
  private mutating func opening(_ line: Line) -> Line {
    var rest = line
    while containers.count < Self.limit, Self.indentation(rest) < 4 {
      if let inner = Self.quotation(rest) {
        containers.append(.quotation)
        rest = inner
      } else if let width = Self.itemWidth(rest) {
        containers.append(.item(width: width))
        rest = rest.dropFirst(width)
      } else {
        break
      }
    }
    return rest
  }

  private static func isEmpty(_ line: Line) -> Bool { line.allSatisfy { Ascii.isBlank($0) || $0 == 0x0D } }

  private static func columns(_ byte: UInt8) -> Int { byte == Ascii.tab ? 4 : 1 }

  private static func indentation(_ line: Line) -> Int {
    line.prefix(while: Ascii.isBlank).reduce(0) { $0 + columns($1) }
  }

  private static func dropping(_ width: Int, of line: Line) -> Line {
    var rest = line
    var column = 0
    while column < width, let byte = rest.first, Ascii.isBlank(byte) {
      column += columns(byte)
      rest.removeFirst()
    }
    return rest
  }

  /// Returns the text after the `>` at the beginning of a line. Nil if the line does not begin with `>`.
  private static func quotation(_ line: Line) -> Line? {
    let text = line.drop(while: Ascii.isBlank)
    guard text.first == UInt8(ascii: ">"), indentation(line) < 4 else { return nil }
    let inner = text.dropFirst()
    return inner.first.map(Ascii.isBlank) == true ? inner.dropFirst() : inner
  }

  /// Returns the number of bytes before the text of a list item: 2 for `- text`. Nil if the line does not begin a list
  /// item.
  private static func itemWidth(_ line: Line) -> Int? {
    let text = line.drop(while: Ascii.isBlank)
    let digits = text.prefix { (0x30...0x39).contains($0) }
    let mark = digits.isEmpty ? "-+*" : ".)"
    guard digits.count < 10, let byte = text.dropFirst(digits.count).first, mark.utf8.contains(byte) else { return nil }
    let after = text.dropFirst(digits.count + 1)
    let blanks = after.prefix(while: Ascii.isBlank)
    guard !blanks.isEmpty || isEmpty(after) else { return nil }
    // More than four blanks are one blank and indented code (CommonMark 0.31, §5.2).
    let gap = isEmpty(after) ? 0 : blanks.count > 4 ? 1 : blanks.count
    return text.startIndex - line.startIndex + digits.count + 1 + gap
  }
}
