/// Turns diagnostics into what a terminal shows: `path:line:column: error: message [E101]`, the line, a caret under the
/// place, and the notes in the same form.
///
/// The first line is the form that Xcode, SwiftPM and editors recognise; columns are 1-based and count UTF-8 bytes.
package struct DiagnosticRenderer {
  /// The longest excerpt of a line that is shown, in bytes: a line may be a megabyte long.
  private static let excerptLimit = 160

  private let source: SourceFile
  private let lines: LineTable
  private let color: Bool

  package init(source: SourceFile, color: Bool = false) {
    self.source = source
    self.lines = LineTable(source.bytes)
    self.color = color
  }

  /// The text of one diagnostic with its notes; ends with a newline.
  package func render(_ diagnostic: Diagnostic) -> String {
    var text = entry(diagnostic.severity, "\(diagnostic.message) [\(diagnostic.code.rawValue)]", diagnostic.range)
    for note in diagnostic.notes { text += entry(.note, note.message, note.range) }
    return text
  }

  /// The text of what another tool says of a place in the file, such as the Swift compiler.
  ///
  /// - Parameters:
  ///   - line: 1-based; one that the file does not have means its last.
  ///   - column: 1-based, in bytes.
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

  /// The line of the place, and under it the caret.
  private func excerpt(line: Int, range: SourceRange) -> String {
    let whole = lines.range(ofLine: line, count: source.bytes.count)
    var end = whole.upperBound
    while end > whole.lowerBound, Ascii.isNewline(source.bytes[end - 1]) { end -= 1 }
    let caret = min(range.lowerBound, end)

    // A window around the caret, cut where characters begin.
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

  /// The bytes as text, with control characters made visible so that no terminal is upset by a file.
  private func visible(_ range: Range<Int>) -> String {
    guard range.lowerBound < range.upperBound else { return "" }
    var text = ""
    for scalar in String(decoding: source.bytes[range], as: UTF8.self).unicodeScalars {
      // One character for each: the caret stands below.
      text.unicodeScalars.append(scalar.isInvisible && scalar != "\t" ? "\u{FFFD}" : scalar)
    }
    return text
  }
}
