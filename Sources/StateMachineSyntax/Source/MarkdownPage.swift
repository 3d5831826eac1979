extension SourceFile {
  /// Returns the file that a user named, given its contents. Of a Markdown page, only the code blocks of the language
  /// `sm` remain. All other bytes except line endings become blanks, so that offsets and lines are those of the page.
  ///
  /// - Parameter contents: the bytes of the file.
  package static func named(_ path: String, contents: [UInt8]) -> SourceFile {
    SourceFile(path: path, bytes: isPage(path) ? machines(inPage: contents) : contents)
  }

  /// Whether the file is a Markdown page, by the extension of its name. The text outside of its machines is then blank.
  package var isPage: Bool { Self.isPage(path) }

  /// The file name extensions of Markdown files, the usual one first.
  package static let pageEndings = ["md", "markdown"]

  private static func isPage(_ path: String) -> Bool {
    let name = path.lowercased()
    return pageEndings.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether the contents have a code block of the language `sm`, whatever the extension of the file is.
  package var looksLikeAPage: Bool {
    var block = CodeBlock()
    return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      block.kind(of: line) == .fence && block.language == "sm"
    }
  }

  private static func machines(inPage page: [UInt8]) -> [UInt8] {
    var bytes = page
    var block = CodeBlock()
    var start = 0
    while start < page.count {
      let end = page[start...].firstIndex(of: UInt8(ascii: "\n")) ?? page.count
      if block.kind(of: page[start..<end]) != .code || block.language != "sm" {
        for index in start..<end where bytes[index] != UInt8(ascii: "\r") { bytes[index] = UInt8(ascii: " ") }
      }
      start = end + 1
    }
    return bytes
  }
}

/// A reader of a Markdown page that distinguishes text from fenced code blocks, line by line (CommonMark 0.31, §4.5).
package struct CodeBlock {
  package enum LineKind {
    case text, fence, code
  }

  private var fence: (mark: UInt8, count: Int)?
  /// Whether the last line that was read is in a code block, or began one.
  package var isOpen: Bool { fence != nil }
  /// The language of the last code block: `sm` if it began with three back-ticks and `sm`.
  package private(set) var language = ""

  package init() {}

  /// Reads the next line, and returns whether it is text, code, or a fence that begins or ends a code block.
  ///
  /// - Parameter line: the next line of the page, without its newline.
  package mutating func kind(of line: some BidirectionalCollection<UInt8>) -> LineKind {
    let text = line.drop(while: Ascii.isBlank)
    guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return fence == nil ? .text : .code
    }
    let count = text.prefix { $0 == mark }.count
    let rest = text.dropFirst(count)
    if let fence {
      // The closing fence has the mark of the opening one at least as often. Only blanks or a CR may follow.
      let isEnd = mark == fence.mark && count >= fence.count && rest.allSatisfy { Ascii.isBlank($0) || $0 == 0x0D }
      if isEnd { self.fence = nil }
      return isEnd ? .fence : .code
    }
    // Text between back-ticks on one line is a code span.
    guard count >= 3, mark == UInt8(ascii: "~") || !rest.contains(mark) else { return .text }
    fence = (mark, count)
    language = String(decoding: rest.drop(while: Ascii.isBlank).prefix { $0 > 0x20 }, as: UTF8.self)
    return .fence
  }
}
