/// The bytes that the lexers look for, and the classes of bytes that they know.
enum Ascii {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let leftParen = UInt8(ascii: "(")
  static let rightParen = UInt8(ascii: ")")
  static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")
  static let leftAngle = UInt8(ascii: "<")
  static let rightAngle = UInt8(ascii: ">")
  static let asterisk = UInt8(ascii: "*")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let backslash = UInt8(ascii: "\\")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let at = UInt8(ascii: "@")
  static let backtick = UInt8(ascii: "`")
  static let ampersand = UInt8(ascii: "&")
  static let question = UInt8(ascii: "?")
  static let exclamation = UInt8(ascii: "!")
  static let underscore = UInt8(ascii: "_")
  static let tilde = UInt8(ascii: "~")

  /// A letter, an underscore, `$`, or any byte beyond ASCII: all that can begin a name.
  @inline(__always)
  static func beginsIdentifier(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80 || byte == 0x24
  }

  @inline(__always)
  static func isLowercase(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func continuesIdentifier(_ byte: UInt8) -> Bool { beginsIdentifier(byte) || isDigit(byte) }

  /// Where the name ends whose first byte, at `start`, is known to be part of it.
  static func endOfIdentifier(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    // Through a buffer: an array would be looked up and checked for each byte.
    bytes.withUnsafeBufferPointer { bytes in
      var index = start + 1
      while index < limit, continuesIdentifier(bytes[index]) { index += 1 }
      return index
    }
  }

  @inline(__always)
  static func isNewline(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  /// Blank within a line: space, tab, vertical tab, form feed.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab || byte == 0x0B || byte == 0x0C }

  /// A character of a Swift operator (`/` and `.` are told apart by the scanner, as they also begin other tokens).
  @inline(__always)
  static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x25, 0x26, 0x2A, 0x2B, 0x2D, 0x2F, 0x3C, 0x3D, 0x3E, 0x3F, 0x5E, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Where a run of ASCII without NUL ends, or up to seven bytes before that: it is looked at eight bytes at a time.
  static func endOfPlainText(_ bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBytes { text in
      var index = start
      while index + 8 <= text.count {
        let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // The highest bit is set in a byte beyond ASCII; in a NUL, when one is taken from each byte.
        guard (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0 else { break }
        index += 8
      }
      return index
    }
  }
}
