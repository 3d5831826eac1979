/// The rules for names in Swift, with and without back-ticks (SE-0451).
package enum SwiftName {
  /// The reason why a name cannot be declared.
  package enum Mistake: Equatable {
    /// The name has a character that no name can have, such as a line break, a backslash, or a blank other than U+0020.
    case character(Unicode.Scalar)
    /// A name without back-ticks has a character that only names in back-ticks can have.
    case unquoted(Unicode.Scalar)
    /// `blank`: the name has only blanks. `isOperator`: the name is an operator, such as `+`.
    case blank, isOperator
    /// The name begins with `$`, which Swift reserves.
    case dollar
  }

  /// Returns the reason why the characters of a name prevent its declaration; nil if they do not. Keywords and names
  /// such as `_` are not considered.
  ///
  /// - Parameter isQuoted: whether the name is in back-ticks in the file.
  package static func mistake(in name: some StringProtocol, isQuoted: Bool) -> Mistake? {
    // Most names are plain.
    if isPlainName(name.utf8) { return nil }
    let scalars = name.unicodeScalars
    if let scalar = scalars.first(where: isForbidden) { return .character(scalar) }
    guard isQuoted else {
      let odd = scalars.first { !isPlain($0) } ?? scalars.first.flatMap { canBegin($0) ? nil : $0 }
      return odd.map(Mistake.unquoted) ?? (name.utf8.first == dollar ? .dollar : nil)
    }
    if scalars.allSatisfy({ $0 == " " || $0.value == 0x200E || $0.value == 0x200F }) { return .blank }
    if let first = scalars.first, beginsOperator(first), scalars.allSatisfy(continuesOperator) { return .isOperator }
    return name.utf8.first == dollar && scalars.allSatisfy(isPlain) && name.utf8.count > 1 ? .dollar : nil
  }

  /// Returns whether a name needs no back-ticks, as far as its characters show. The result for the keyword `class` is
  /// true, and for an empty name false. There is one overload for each type of text, because other modules would call a
  /// generic function without specialization.
  package static func isPlain(_ name: String.UTF8View) -> Bool { isPlainName(name) }
  package static func isPlain(_ name: ArraySlice<UInt8>) -> Bool { isPlainName(name) }

  private static func isPlainName(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, first != dollar else { return false }
    if name.allSatisfy({ $0 < 0x80 && Ascii.continuesIdentifier($0) }) { return !Ascii.isDigit(first) }
    let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
    return scalars.allSatisfy(isPlain) && scalars.first.map(canBegin) == true
  }

  /// Returns a name or a path as it is written in a `.sm` file: `player.paused` unchanged. If a part of a path is no
  /// plain name, the whole path is in one pair of back-ticks.
  package static func written(_ name: String) -> String {
    func quoted(_ name: some StringProtocol) -> String { isPlainName(name.utf8) ? String(name) : "`\(name)`" }
    let steps = name.split(separator: ".", omittingEmptySubsequences: false)
    return steps.allSatisfy { isPlainName($0.utf8) } ? name : quoted(name)
  }

  /// Returns whether a text can be a name, perhaps only in back-ticks.
  package static func isUsable(_ name: String) -> Bool {
    !name.isEmpty && name != "_" && !SwiftKeyword.unusable.contains(name) && mistake(in: name, isQuoted: true) == nil
  }

  /// Returns a name as it is written in a `.sm` file and in Swift: in back-ticks if it is a keyword of Swift or no
  /// plain name.
  package static func spelled(_ name: String) -> String {
    isPlainName(name.utf8) && !SwiftKeyword.reserved.contains(name) ? name : "`\(name)`"
  }

  /// Returns the words of a message that say why a name needs back-ticks, such as `begins with a digit`. Nil if the
  /// name needs no back-ticks.
  package static func reasonForBackTicks(_ name: String) -> String? {
    if SwiftKeyword.reserved.contains(name) { return "is a keyword of Swift" }
    guard !isPlainName(name.utf8) else { return nil }
    if let first = name.utf8.first, Ascii.isDigit(first) { return "begins with a digit" }
    if name.contains(" ") { return "has a blank in it" }
    return "has characters that stand in no name of Swift"
  }

  private static let dollar = UInt8(ascii: "$")

  // MARK: Characters, as Swift's lexer classifies them

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x80: Ascii.continuesIdentifier(UInt8(truncatingIfNeeded: scalar.value))
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F,
      0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x202A...0x202E, 0x203F...0x2040, 0x2054, 0x2060...0x218F,
      0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F,
      0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFF8:
      true
    // The last two of each plane are no characters.
    case 0x10000...0xEFFFD: scalar.value & 0xFFFF <= 0xFFFD
    default: false
    }
  }

  private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: false
    default: true
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x5C, 0x60, 0x7F, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  private static func beginsOperator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x80:
      scalar == "." || Ascii.isOperator(UInt8(truncatingIfNeeded: scalar.value))
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7, 0x2016, 0x2017, 0x2020...0x2027,
      0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF,
      0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3020, 0x3030:
      true
    default: false
    }
  }

  private static func continuesOperator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF: true
    default: beginsOperator(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// The code point as text, such as `U+00D7`.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
