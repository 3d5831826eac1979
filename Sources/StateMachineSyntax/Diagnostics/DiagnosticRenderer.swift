/// Converts findings to text for a terminal: `path:line:column: error: message [E101]`, the line of the file, a caret
/// below the place, and the notes in the same form.
///
/// Xcode, SwiftPM and editors recognize the first line. Lines and columns count from 1; columns are in UTF-8 bytes.
package struct DiagnosticRenderer {
  /// The largest number of bytes shown of the file's line, because a line may be a megabyte long.
  private static let excerptLimit = 160

  private let source: SourceFile
  private let lines: LineTable
  private let color: Bool

  package init(source: SourceFile, color: Bool = false) {
    self.source = source
    self.lines = LineTable(source.bytes)
    self.color = color
  }

  /// Returns the text of a finding and its notes, which ends with a newline.
  package func render(_ diagnostic: Diagnostic) -> String {
    var text = entry(diagnostic.severity, "\(diagnostic.message) [\(diagnostic.code.rawValue)]", diagnostic.range)
    for note in diagnostic.notes { text += entry(.note, note.message, note.range) }
    return text
  }

  /// Returns the text of a message from another tool, such as the Swift compiler, about a place in the file.
  ///
  /// - Parameters:
  ///   - line: the line, counted from 1. A number beyond the end of the file means the last line.
  ///   - column: the column, counted from 1 in bytes.
  package func render(_ severity: Diagnostic.Severity, _ message: String, line: Int, column: Int) -> String {
    let whole = lines.range(ofLine: max(1, min(line, lines.count)), count: source.bytes.count)
    let offset = min(whole.lowerBound + max(0, column - 1), whole.upperBound)
    return entry(severity, message, SourceRange(offset, offset))
  }

  private func paint(_ text: String, _ style: String) -> String {
    color ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  private func entry(_ severity: Diagnostic.Severity, _ message: String, _ range: SourceRange) -> String {
    let word =
      switch severity {
      case .error: paint("error:", "1;31")
      case .warning: paint("warning:", "1;35")
      case .note: paint("note:", "1;36")
      }
    let offset = min(range.lowerBound, source.bytes.count)
    let (line, column) = lines.position(of: offset)
    let place = paint("\(source.visiblePath):\(line):\(column):", "1")
    return "\(place) \(word) \(paint(message.visible, "1"))\n" + excerpt(line: line, range: range)
  }

  /// Returns the line of the file in which `range` begins, and below it a line with a caret. Of a long line, only 160
  /// bytes around the caret are shown. Returns an empty text if the shown text is blank.
  private func excerpt(line: Int, range: SourceRange) -> String {
    let whole = lines.range(ofLine: line, count: source.bytes.count)
    var end = whole.upperBound
    while end > whole.lowerBound, Ascii.isNewline(source.bytes[end - 1]) { end -= 1 }
    let caret = min(range.lowerBound, end)

    // A window around the caret, which begins and ends between characters.
    var first = whole.lowerBound
    var last = end
    if last - first > Self.excerptLimit {
      first = max(first, caret - Self.excerptLimit / 2)
      last = min(end, first + Self.excerptLimit)
      while first < caret, source.bytes[first] & 0xC0 == 0x80 { first += 1 }
      while last > caret, last < end, source.bytes[last] & 0xC0 == 0x80 { last -= 1 }
    }
    let lead = first > whole.lowerBound ? "…" : ""
    let trail = last < end ? "…" : ""
    let shown = visible(first..<last)
    guard !shown.allSatisfy({ $0 == " " || $0 == "\t" }) else { return "" }

    var marker = lead.isEmpty ? "" : " "
    for character in visible(first..<caret) { marker.append(character == "\t" ? "\t" : " ") }
    let width = max(1, visible(caret..<max(caret, min(range.upperBound, last))).count)
    marker += paint("^" + String(repeating: "~", count: width - 1), "1;32")
    return "\(lead)\(shown)\(trail)\n\(marker)\n"
  }

  /// Returns the text of a range of the file, with invisible characters except tabs replaced, so that they cannot
  /// control the terminal.
  private func visible(_ range: Range<Int>) -> String {
    guard range.lowerBound < range.upperBound else { return "" }
    var text = ""
    for scalar in String(decoding: source.bytes[range], as: UTF8.self).unicodeScalars {
      // Each scalar is replaced by one, so that the caret stays in place.
      text.unicodeScalars.append(scalar.isInvisible && scalar != "\t" ? "\u{FFFD}" : scalar)
    }
    return text
  }
}
