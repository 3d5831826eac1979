/// How wide a text will be about, in a font that nobody knows yet: whoever draws a picture takes the one that it has for
/// Helvetica.
enum TextWidth {
  /// - Parameter size: of the font, in points.
  /// - Returns: points; rather too much than too little.
  static func estimate(_ text: some StringProtocol, size: Int) -> Int {
    let width = text.unicodeScalars.reduce(0) { $0 + hundredths($1) }
    return (width * size + 99) / 100
  }

  /// The width of a character in hundredths of the font's size. Helvetica's bold letters, and a tenth more for its
  /// substitutes.
  private static func hundredths(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i", "j", "l", "f", "t", "I", " ", "'", "|", ".", ",", ":", ";", "!", "(", ")", "[", "]", "/", "\\": 37
    case "m", "w", "M", "W", "@", "%", "&": 100
    case "A"..."Z", "<", ">", "=", "+", "#": 78
    case "\u{0}"..."\u{7F}": 64
    default: 110
    }
  }
}
