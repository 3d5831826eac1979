/// Finds the beginning of a line, its indentation, and the end of the line before it.
package enum Lines {
  /// Returns the offset of the first byte of the line that contains `offset`.
  package static func start(_ bytes: [UInt8], of offset: Int) -> Int {
    var index = offset
    while index > 0, !Ascii.isNewline(bytes[index - 1]) { index -= 1 }
    return index
  }

  /// Returns the number of blanks at the beginning of the line that contains `offset`.
  package static func indentation(_ bytes: [UInt8], at offset: Int) -> Int {
    let start = start(bytes, of: offset)
    var index = start
    while index < bytes.count, Ascii.isBlank(bytes[index]) { index += 1 }
    return index - start
  }

  /// Returns the offset of the line ending just before the line that contains `offset`; 0 for the first line.
  static func end(_ bytes: [UInt8], before offset: Int) -> Int {
    var index = max(0, start(bytes, of: offset) - 1)
    if index > 0, bytes[index] == Ascii.lineFeed, bytes[index - 1] == Ascii.carriageReturn { index -= 1 }
    return index
  }
}
