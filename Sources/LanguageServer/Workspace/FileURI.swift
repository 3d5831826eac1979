import StateMachineSyntax

/// Converts paths to URIs such as `file:///a%20b/Door.sm` (RFC 8089, RFC 3986), and back.
package enum FileURI {
  /// Returns the path in the URI of a file: `/a b/Door.sm` for `file:///a%20b/Door.sm`. Nil if the URI is not that of a
  /// file.
  package static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    // The name of a computer, usually `localhost`, can come before the path.
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var encoded = Array(rest[slash...].utf8)[...]
    while let byte = encoded.popFirst() {
      if byte == UInt8(ascii: "%"), let value = Ascii.byte(ofHexDigits: encoded.prefix(2)) {
        bytes.append(value)
        encoded = encoded.dropFirst(2)
      } else if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        break
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the URI of the file with a path. Blanks, for example, become `%20`.
  package static func uri(_ path: String) -> String {
    var text = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
    return text
  }
}
