/// Estimates of the width of texts. The font is unknown, as each program that draws a picture substitutes its own font
/// for Helvetica.
enum TextWidth {
  /// - Parameter size: the size of the font, in points.
  /// - Returns: the width in points, rather more than the width drawn than less.
  static func estimate(_ text: some StringProtocol, size: Int) -> Int {
    let width = text.unicodeScalars.reduce(0) { $0 + hundredths($1) }
    return (width * size + 99) / 100
  }

  /// Returns the width of a character in hundredths of the font's size: of Helvetica, and a little more.
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
