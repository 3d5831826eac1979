/// Estimates of the width of texts. The real width is unknown, because each program that draws a picture uses another
/// font in place of Helvetica.
enum TextWidth {
  /// Returns the estimated width of a text in points. The estimate is more often too large than too small.
  ///
  /// - Parameter size: the size of the font, in points.
  static func estimate(_ text: some StringProtocol, size: Int) -> Int {
    let width = text.unicodeScalars.reduce(0) { $0 + hundredths($1) }
    return (width * size + 99) / 100
  }

  /// Returns the width of a character in hundredths of the font's size. It is a little more than the width in
  /// Helvetica.
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
