import JSON
import StateMachineSyntax

/// The unit in which the client and the server count columns: bytes, or UTF-16 code units.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// Converts the offset of a byte in a text to a line and a column of the protocol, and back. Lines and columns begin at
/// 0.
package struct TextPositions: Sendable {
  private let bytes: [UInt8]
  private let encoding: PositionEncoding
  private let lines: LineTable

  package init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    lines = LineTable(bytes)
  }

  /// Returns the line and the column of an offset. The column is in the unit of the encoding.
  package func position(of offset: Int) -> (line: Int, character: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let (line, column) = lines.position(of: offset)
    let start = offset - (column - 1)
    guard encoding == .utf16 else { return (line - 1, column - 1) }
    return (line - 1, Self.utf16Count(bytes[start..<offset]))
  }

  /// Returns the offset of a line and a column. If the line is shorter, it returns the end of the line. If the text has
  /// fewer lines, it returns the end of the text.
  package func offset(line: Int, character: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < lines.count else { return bytes.count }
    let range = lines.range(ofLine: line + 1, count: bytes.count)
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    guard encoding == .utf16 else { return min(range.lowerBound + max(0, character), end) }
    var units = 0
    var index = range.lowerBound
    // The loop reads whole characters. A column within a character thus means the end of this character.
    while index < end, units < character {
      units += Self.utf16Units(bytes[index])
      index += 1
      while index < end, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index
  }

  /// Returns the number of UTF-16 code units for the first byte of a character: 1 for `ä`, 2 for `😀`. Returns 0 for
  /// each further byte of a character. The sum over all bytes of a text is thus the number of its code units.
  private static func utf16Units(_ byte: UInt8) -> Int {
    if byte & 0xC0 == 0x80 { return 0 }
    return byte >= 0xF0 ? 2 : 1
  }

  private static func utf16Count(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + utf16Units($1) }
  }

  // MARK: JSON

  package func json(_ range: SourceRange) -> JSONValue {
    ["start": json(offset: range.lowerBound), "end": json(offset: max(range.lowerBound, range.upperBound))]
  }

  package func json(offset: Int) -> JSONValue {
    let (line, character) = position(of: offset)
    return ["line": .int(line), "character": .int(character)]
  }

  /// Returns the offset of a position in JSON, `{"line":0,"character":4}`; nil if the JSON is not a position.
  package func offset(_ position: JSONValue?) -> Int? {
    guard let line = position?["line"]?.int, let character = position?["character"]?.int else { return nil }
    return offset(line: line, character: character)
  }

  package func range(_ range: JSONValue?) -> SourceRange? {
    guard let start = offset(range?["start"]), let end = offset(range?["end"]) else { return nil }
    return SourceRange(min(start, end), max(start, end))
  }
}
