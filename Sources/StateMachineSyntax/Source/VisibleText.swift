extension String {
  /// The text on one line, with invisible characters written as code points, such as `⟨U+001B⟩`. A name or a path may
  /// contain an escape sequence for a terminal, or a line ending that would end a comment.
  package var visible: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar == "\t" {
        result += " "
      } else if scalar.isInvisible {
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "⟨U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code + "⟩"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is replaced in visible text: it is a control character, a line ending, a control of writing
  /// direction (UAX #9), or no character at all.
  var isInvisible: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
    }
  }
}
