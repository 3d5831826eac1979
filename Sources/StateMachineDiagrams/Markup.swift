/// The escapes that XML and HTML have in common.
enum Markup {
  /// Returns a text escaped for use as text or as an attribute in double quotes (XML 1.0, §2.4). Line feeds stay.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
