/// The bytes and the classes of bytes that the lexers distinguish.
///
/// `public`, like everything that is called for each byte or element: Swift 6.3 does not inline `package` declarations
/// into other modules, and the generator would execute half as many instructions again.
public enum Ascii {
  @inlinable public static var tab: UInt8 { UInt8(ascii: "\t") }
  @inlinable public static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  @inlinable public static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  @inlinable public static var space: UInt8 { UInt8(ascii: " ") }
  package static let quote = UInt8(ascii: "\"")
  package static let apostrophe = UInt8(ascii: "'")
  @inlinable public static var hash: UInt8 { UInt8(ascii: "#") }
  @inlinable public static var leftParen: UInt8 { UInt8(ascii: "(") }
  @inlinable public static var rightParen: UInt8 { UInt8(ascii: ")") }
  @inlinable public static var leftBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable public static var rightBracket: UInt8 { UInt8(ascii: "]") }
  @inlinable public static var leftBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable public static var rightBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable public static var leftAngle: UInt8 { UInt8(ascii: "<") }
  @inlinable public static var rightAngle: UInt8 { UInt8(ascii: ">") }
  @inlinable public static var asterisk: UInt8 { UInt8(ascii: "*") }
  @inlinable public static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable public static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable public static var minus: UInt8 { UInt8(ascii: "-") }
  @inlinable public static var dot: UInt8 { UInt8(ascii: ".") }
  @inlinable public static var slash: UInt8 { UInt8(ascii: "/") }
  @inlinable public static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable public static var colon: UInt8 { UInt8(ascii: ":") }
  package static let semicolon = UInt8(ascii: ";")
  @inlinable public static var equals: UInt8 { UInt8(ascii: "=") }
  @inlinable public static var at: UInt8 { UInt8(ascii: "@") }
  @inlinable public static var backtick: UInt8 { UInt8(ascii: "`") }
  @inlinable public static var ampersand: UInt8 { UInt8(ascii: "&") }
  @inlinable public static var question: UInt8 { UInt8(ascii: "?") }
  @inlinable public static var exclamation: UInt8 { UInt8(ascii: "!") }
  @inlinable public static var underscore: UInt8 { UInt8(ascii: "_") }
  static let tilde = UInt8(ascii: "~")

  /// Returns whether a byte can begin a name: a letter, an underscore, `$`, or any byte beyond ASCII.
  @inline(__always)
  @inlinable public static func beginsIdentifier(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80 || byte == 0x24
  }

  @inline(__always)
  @inlinable public static func isLowercase(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  @inline(__always)
  @inlinable public static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  @inlinable public static func continuesIdentifier(_ byte: UInt8) -> Bool { beginsIdentifier(byte) || isDigit(byte) }

  /// Returns the end of the name whose first byte is at `start`. The first byte is not checked.
  @inlinable public static func endOfIdentifier(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    // A buffer, as an array would be looked up and checked for each byte.
    bytes.withUnsafeBufferPointer { bytes in
      var index = start + 1
      while index < limit, continuesIdentifier(bytes[index]) { index += 1 }
      return index
    }
  }

  @inline(__always)
  @inlinable public static func isNewline(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  /// Returns whether a byte is a blank within a line: space, tab, vertical tab, form feed.
  @inline(__always)
  @inlinable public static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == 0x0B || byte == 0x0C
  }

  /// Returns whether a byte is an operator character, `/` included. The scanner treats `.` separately.
  @inline(__always)
  @inlinable public static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x25, 0x26, 0x2A, 0x2B, 0x2D, 0x2F, 0x3C, 0x3D, 0x3E, 0x3F, 0x5E, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Returns an offset up to which all bytes are ASCII but not NUL. As 8 are compared at once, up to 7 more may be.
  @inlinable public static func endOfPlainText(_ bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBytes { text in
      var index = start
      while index + 8 <= text.count {
        let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // Bytes beyond ASCII have the highest bit set; a NUL has it after 1 is subtracted from each byte.
        guard (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0 else { break }
        index += 8
      }
      return index
    }
  }
}
