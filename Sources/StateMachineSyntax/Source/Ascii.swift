/// The bytes that the lexers distinguish, by name, and tests for kinds of bytes.
///
/// The type is `public`, like all declarations that are called for each byte or element. Swift 6.3 does not inline
/// `package` declarations into other modules. With `package`, the generator would execute one and a half times as many
/// instructions.
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

  /// Returns whether a byte can begin a name: a letter, an underscore, `$`, or any byte of a character outside ASCII.
  @inline(__always)
  @inlinable public static func beginsIdentifier(_ byte: UInt8) -> Bool {
    // `| 0x20` makes a letter lowercase. The subtraction wraps: bytes below `a` become large numbers.
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80 || byte == 0x24
  }

  @inline(__always)
  @inlinable public static func isLowercase(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  @inline(__always)
  @inlinable public static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Returns the byte that two hexadecimal digits mean, `0A` or `0a`; nil for anything else. `UInt8(_:radix:)` would
  /// also read `+5`.
  package static func byte(ofHexDigits digits: some Collection<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  @inline(__always)
  @inlinable public static func continuesIdentifier(_ byte: UInt8) -> Bool { beginsIdentifier(byte) || isDigit(byte) }

  /// Returns the offset after the name whose first byte is at `start`. Bytes from the offset `limit` on are not read.
  /// The caller has checked that the byte at `start` can begin a name.
  @inlinable public static func endOfIdentifier(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    // A buffer is used, because each access to an array would be checked.
    bytes.withUnsafeBufferPointer { bytes in
      var index = start + 1
      while index < limit, continuesIdentifier(bytes[index]) { index += 1 }
      return index
    }
  }

  @inline(__always)
  @inlinable public static func isNewline(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  /// Returns whether a byte is a blank within a line: a space, a tab, a vertical tab or a form feed.
  @inline(__always)
  @inlinable public static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == 0x0B || byte == 0x0C
  }

  /// Returns whether a byte is an operator character of Swift, including `/`. The dot does not count: the scanner
  /// handles it separately.
  @inline(__always)
  @inlinable public static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x25, 0x26, 0x2A, 0x2B, 0x2D, 0x2F, 0x3C, 0x3D, 0x3E, 0x3F, 0x5E, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Returns an offset before which all bytes are ASCII and not NUL. The offset may be up to 7 bytes too small, because
  /// 8 bytes are tested at once.
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
