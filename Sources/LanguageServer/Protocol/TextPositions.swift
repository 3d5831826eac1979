import JSON
import StateMachineSyntax

/// The unit of columns on which the client and the server have agreed.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// Converts offsets in a text to positions of the protocol, and back. Lines and columns begin at 0.
package struct TextPositions: Sendable {
  private let bytes: [UInt8]
  private let encoding: PositionEncoding
  private let lines: LineTable

  package init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    lines = LineTable(bytes)
  }

  /// Returns the line of an offset, and the column in the unit agreed upon.
  package func position(of offset: Int) -> (line: Int, character: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let (line, column) = lines.position(of: offset)
    let start = offset - (column - 1)
    guard encoding == .utf16 else { return (line - 1, column - 1) }
    return (line - 1, Self.utf16Count(bytes[start..<offset]))
  }

  /// Returns the offset of a position. If the position is beyond its line or the text, the offset is that of the end.
  package func offset(line: Int, character: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < lines.count else { return bytes.count }
    let range = lines.range(ofLine: line + 1, count: bytes.count)
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    guard encoding == .utf16 else { return min(range.lowerBound + max(0, character), end) }
    var units = 0
    var index = range.lowerBound
    while index < end, units < character {
      units += Self.utf16Units(bytes[index])
      index += 1
      while index < end, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index
  }

  /// Returns how many UTF-16 code units a character has, by its first byte; 0 for any other byte of a character.
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

  /// Returns the offset of a position in JSON; nil if the JSON is no position.
  package func offset(_ position: JSONValue?) -> Int? {
    guard let line = position?["line"]?.int, let character = position?["character"]?.int else { return nil }
    return offset(line: line, character: character)
  }

  package func range(_ range: JSONValue?) -> SourceRange? {
    guard let start = offset(range?["start"]), let end = offset(range?["end"]) else { return nil }
    return SourceRange(min(start, end), max(start, end))
  }
}
