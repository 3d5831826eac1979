/// The escaping of texts that is the same in XML and in HTML.
enum Markup {
  /// Returns a text escaped for XML or HTML (XML 1.0, §2.4). The result can be used as text, or as an attribute in
  /// double quotes. Line feeds are kept.
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
