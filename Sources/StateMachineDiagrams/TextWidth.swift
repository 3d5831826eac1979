/// How wide a text will be about, in a font that nobody knows yet: whoever draws a picture takes the one that it has for
/// Helvetica.
enum TextWidth {
  /// - Parameter size: of the font, in points.
  /// - Returns: points; rather too much than too little.
  static func estimate(_ text: some StringProtocol, size: Int) -> Int {
    let width = text.unicodeScalars.reduce(0) { $0 + hundredths($1) }
    return (width * size + 99) / 100
  }

  /// The width of a character in hundredths of the font's size: Helvetica's, and a little more for its substitutes.
  private static func hundredths(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i", "j", "l", "'", "|", "I", " ", ".", ",", ":", ";", "!", "/", "\\", "t", "f", "[", "]": 30
    case "r", "(", ")", "{", "}", "-", "\"": 37
    case "m", "M", "W", "@", "%": 95
    case "w", "A"..."Z", "&": 74
    case "\u{0}"..."\u{7F}": 59
    default: 110
    }
  }
}
