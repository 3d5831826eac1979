/// The escapes that XML and HTML have in common.
enum Markup {
  /// Returns text, or the value of an attribute in double quotes (XML 1.0, §2.4), escaped. Line feeds stay.
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
