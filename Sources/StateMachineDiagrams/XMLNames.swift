import StateMachineSyntax

/// Identifiers for an XML document. Each identifier may be used only once in it.
struct XMLNames {
  private var taken: Set<String> = []

  func contains(_ name: String) -> Bool { taken.contains(name) }

  /// Returns a valid identifier made of a text, such as `open`. If this identifier has been returned before, a number
  /// is added: `open_2`.
  mutating func unique(_ text: String) -> String {
    taken.insertNumbered(Self.name(text), separator: "_")
  }

  /// Returns a text as a name in XML (an `NCName`; Namespaces in XML 1.0, §3). A character other than a common letter,
  /// a digit or `_` is written as a code: `a_x2E_b` for `a.b`. A dot would separate the levels of an event's name
  /// (SCXML §3.12.1). A digit at the beginning becomes a code, too.
  static func name(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isDigit = ("0"..."9").contains(scalar)
      if isLetter(scalar.value) || isDigit && !name.isEmpty {
        name.unicodeScalars.append(scalar)
      } else {
        name += "_x\(String(scalar.value, radix: 16, uppercase: true))_"
      }
    }
    return name
  }

  /// Returns whether a character is `_`, or a letter in every edition of XML 1.0. For some rare letters, the result is
  /// false. Only the longer ranges of the first editions (production 84) are listed here.
  private static func isLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0x5F: true
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E: true
    case 0x3A3...0x3CE, 0x40E...0x44F, 0x451...0x45C, 0x5D0...0x5EA, 0x641...0x64A: true
    case 0x3041...0x3094, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3: true
    default: false
    }
  }
}
