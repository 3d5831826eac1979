/// Checks that a file is text in UTF-8. This is the first check of a file.
package enum SourceCheck {
  /// Returns whether a file is text in UTF-8. If not, reports the first NUL or, in a file without NUL, the first byte
  /// that is not UTF-8. A file that begins like UTF-16 is reported at its first byte.
  package static func run(_ source: SourceFile, _ diagnostics: inout DiagnosticList) -> Bool {
    let bytes = source.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      // UTF-16 begins like this, and has a NUL in every other byte.
      diagnostics.append(.notUTF8(at: 0))
      return false
    }
    // Most files are ASCII from the first byte to the last.
    let plain = Ascii.endOfPlainText(bytes, from: 0)
    if let nul = bytes[plain...].firstIndex(of: 0) {
      diagnostics.append(.nulByte(at: nul))
      return false
    }
    // Other findings could be caused by such a byte.
    if let invalid = firstInvalidByte(bytes, from: plain) {
      diagnostics.append(.notUTF8(at: invalid))
      return false
    }
    return true
  }

  /// Returns the offset of the first byte at or after `start` that is not UTF-8; nil if all these bytes are UTF-8. By
  /// RFC 3629, encoded surrogates and overlong encodings are not UTF-8 either.
  private static func firstInvalidByte(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        index = max(index + 1, Ascii.endOfPlainText(bytes, from: index))
        continue
      }
      let length: Int
      var lowest: UInt8 = 0x80
      var highest: UInt8 = 0xBF
      switch byte {
      case 0xC2...0xDF: length = 2
      case 0xE0...0xEF:
        length = 3
        if byte == 0xE0 { lowest = 0xA0 }
        if byte == 0xED { highest = 0x9F }
      case 0xF0...0xF4:
        length = 4
        if byte == 0xF0 { lowest = 0x90 }
        if byte == 0xF4 { highest = 0x8F }
      default: return index
      }
      guard index + length <= bytes.count, bytes[index + 1] >= lowest, bytes[index + 1] <= highest else { return index }
      for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return index }
      index += length
    }
    return nil
  }
}

extension SyntaxTree {
  /// Returns the syntax tree of a file, without the statements that have mistakes, and reports nothing. Nil if the file
  /// is not text.
  package static func read(_ source: SourceFile) -> SyntaxTree? {
    var diagnostics = DiagnosticList()
    return SourceCheck.run(source, &diagnostics) ? Parser.parse(source).tree : nil
  }
}
