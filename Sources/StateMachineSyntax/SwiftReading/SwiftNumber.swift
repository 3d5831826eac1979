/// Reads a number literal part by part, as the grammar of Swift has it (The Swift Programming Language, "Literals").
struct SwiftNumber {
  private var rest: ArraySlice<UInt8>

  /// Tells whether Swift can read a number: not `0x`, `1e` or `5s`.
  static func isValid(_ bytes: [UInt8], _ token: SwiftToken) -> Bool {
    // The sign of an exponent, with its digits, is no part of the token.
    let isSigned =
      token.end + 1 < bytes.count && (bytes[token.end] == Ascii.plus || bytes[token.end] == Ascii.minus)
      && Ascii.isDigit(bytes[token.end + 1])
    var number = SwiftNumber(rest: bytes[token.start..<token.end])
    return number.read(isSigned: isSigned) && number.rest.isEmpty
  }

  private mutating func read(isSigned: Bool) -> Bool {
    // Most numbers are decimal.
    guard rest.first == UInt8(ascii: "0") else { return readDecimal(isSigned: isSigned) }
    if reads("0b") { return readDigits { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") } }
    if reads("0o") { return readDigits { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) } }
    if reads("0x") {
      return readDigits(Self.isHexadecimal) && readFraction(Self.isHexadecimal) && readExponent("p", "P", isSigned)
    }
    return readDecimal(isSigned: isSigned)
  }

  private mutating func readDecimal(isSigned: Bool) -> Bool {
    readDigits(Ascii.isDigit) && readFraction(Ascii.isDigit) && readExponent("e", "E", isSigned)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: Ascii.isDigit(byte)
    }
  }

  private mutating func reads(_ prefix: String) -> Bool {
    guard rest.starts(with: prefix.utf8) else { return false }
    rest = rest.dropFirst(2)
    return true
  }

  /// At least one digit; then underscores may stand among them.
  private mutating func readDigits(_ isDigit: (UInt8) -> Bool) -> Bool {
    guard let first = rest.first, isDigit(first) else { return false }
    rest = rest.drop { isDigit($0) || $0 == Ascii.underscore }
    return true
  }

  private mutating func readFraction(_ isDigit: (UInt8) -> Bool) -> Bool {
    guard rest.first == Ascii.dot else { return true }
    rest.removeFirst()
    return readDigits(isDigit)
  }

  private mutating func readExponent(_ lower: Unicode.Scalar, _ upper: Unicode.Scalar, _ isSigned: Bool) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: lower) || first == UInt8(ascii: upper) else { return true }
    rest.removeFirst()
    return rest.isEmpty ? isSigned : readDigits(Ascii.isDigit)
  }
}
