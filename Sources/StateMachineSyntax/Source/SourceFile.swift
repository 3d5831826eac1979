/// The contents of a `.sm` file, and its path as diagnostics show it.
package struct SourceFile: Sendable {
  /// The path as the user gave it, in UTF-8.
  package let path: String
  /// The contents of the file, exactly as read.
  package let bytes: [UInt8]
  /// The other file from which this file was made, such as an imported statechart, with the places in the other file.
  /// Nil for a file that a user wrote.
  package let origin: SourceOrigin?

  package init(path: String, bytes: [UInt8], origin: SourceOrigin? = nil) {
    self.path = path
    self.bytes = bytes
    self.origin = origin
  }

  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The path with all characters visible and on one line, for diagnostics and `#sourceLocation`.
  package var visiblePath: String { path.visible }

  /// The last component of the path, for generated code. With the whole path, the generated code would differ between
  /// computers.
  package var fileName: String {
    guard let slash = path.utf8.lastIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
      return visiblePath
    }
    return String(path[path.utf8.index(after: slash)...]).visible
  }

  /// Returns the text in `range`. Bytes that are not UTF-8 become U+FFFD.
  package func text(_ range: SourceRange) -> String {
    let end = min(range.upperBound, bytes.count)
    guard range.lowerBound < end else { return "" }
    return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
  }

  /// Returns the text of a documentation comment without `///`; empty if `range` is nil.
  package func documentationText(_ range: SourceRange?) -> String {
    guard let range else { return "" }
    return documentationLines(range).map { line in
      String(decoding: line.first == Ascii.space ? line.dropFirst() : line, as: UTF8.self)
    }.joined(separator: "\n")
  }

  /// Returns the text after `///` on each line of `range`, without blanks at its end. Lines with other comments are
  /// left out.
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

/// A table of the starts of lines, which converts offsets into lines and columns.
package struct LineTable: Sendable {
  /// The offset of the first byte of each line; never empty.
  private let starts: [UInt32]

  /// Finds the line starts in the bytes of a file. A line ends at LF, CRLF or a lone CR, as in Swift.
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

  /// The number of lines, including an empty one after the last line ending.
  package var count: Int { starts.count }

  /// Returns the line and the column, in UTF-8 bytes, of an offset; both count from 1.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - Int(starts[low]) + 1)
  }

  /// Returns the range of a line with its line ending.
  ///
  /// - Parameters:
  ///   - line: the number of the line, counted from 1.
  ///   - count: the number of bytes in the file.
  package func range(ofLine line: Int, count: Int) -> Range<Int> {
    let start = Int(starts[line - 1])
    let end = line < starts.count ? Int(starts[line]) : count
    return start..<max(start, end)
  }
}
