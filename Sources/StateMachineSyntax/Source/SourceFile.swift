/// The bytes of one `.sm` file, and the name under which diagnostics show it.
package struct SourceFile: Sendable {
  /// The path as the user gave it, in UTF-8.
  package let path: String
  /// The contents, exactly as read.
  package let bytes: [UInt8]
  /// Where the file comes from, where it is made of another one.
  package let origin: SourceOrigin?

  package init(path: String, bytes: [UInt8], origin: SourceOrigin? = nil) {
    self.path = path
    self.bytes = bytes
    self.origin = origin
  }

  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The path on one line: what diagnostics and `#sourceLocation` show.
  package var visiblePath: String { path.visible }

  /// The last component of the path, on one line: what the header of generated code names, so that the text does not
  /// depend on the machine that it was made on.
  package var fileName: String {
    guard let slash = path.utf8.lastIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
      return visiblePath
    }
    return String(path[path.utf8.index(after: slash)...]).visible
  }

  /// The text of `range`; bytes that are not UTF-8 are replaced.
  package func text(_ range: SourceRange) -> String {
    let end = min(range.upperBound, bytes.count)
    guard range.lowerBound < end else { return "" }
    return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
  }

  /// The text of a comment before a declaration; empty where there is none.
  package func documentationText(_ range: SourceRange?) -> String {
    guard let range else { return "" }
    return documentationLines(range).map { line in
      String(decoding: line.first == Ascii.space ? line.dropFirst() : line, as: UTF8.self)
    }.joined(separator: "\n")
  }

  /// The text behind `///` on each line of `range`, without blanks at the ends of lines; other comments may stand
  /// between the lines and are left out.
  package func documentationLines(_ range: SourceRange) -> [ArraySlice<UInt8>] {
    bytes[range.lowerBound..<range.upperBound].split(whereSeparator: Ascii.isNewline).compactMap { line in
      let text = line.drop(while: Ascii.isBlank)
      guard text.starts(with: [Ascii.slash, Ascii.slash, Ascii.slash]) else { return nil }
      var comment = text.dropFirst(3)
      while let last = comment.last, Ascii.isBlank(last) { comment.removeLast() }
      return comment
    }
  }
}

/// Where each line of a file begins: turns offsets into lines and columns.
package struct LineTable: Sendable {
  /// The offset of the first byte of each line; never empty.
  private let starts: [UInt32]

  /// Reads `bytes` once. A line ends at LF, CRLF or a lone CR, as in Swift.
  package init(_ bytes: [UInt8]) {
    var starts: [UInt32] = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == Ascii.lineFeed {
        starts.append(UInt32(truncatingIfNeeded: index))
      } else if byte == Ascii.carriageReturn {
        if index < bytes.count, bytes[index] == Ascii.lineFeed { index += 1 }
        starts.append(UInt32(truncatingIfNeeded: index))
      }
    }
    self.starts = starts
  }

  /// How many lines there are; an empty one behind the last line ending counts.
  package var count: Int { starts.count }

  /// The 1-based line and the 1-based column, in UTF-8 bytes, of an offset.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - Int(starts[low]) + 1)
  }

  /// The offsets of the 1-based `line`, its line ending included.
  package func range(ofLine line: Int, count: Int) -> Range<Int> {
    let start = Int(starts[line - 1])
    let end = line < starts.count ? Int(starts[line]) : count
    return start..<max(start, end)
  }
}
