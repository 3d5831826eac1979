/// Escapes texts for Markdown, also in cells of tables.
package enum MarkdownText {
  /// The punctuation that has no meaning in Markdown within a line.
  private static let plainPunctuation = Set(" ,.;?'\"()-+=/%".unicodeScalars)

  /// Returns a code span. A `|` in a code span needs a backslash (GFM §4.10). If a backslash is before the `|`, or the
  /// text has backticks, the text is written with entities instead.
  package static func code(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    // Scalars are compared, not characters: a `|` with an accent is a `|` for Markdown.
    var result = "`"
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "`" || scalar == "|" && previous == "\\" { return escaped(text) }
      if scalar == "|" { result += "\\" }
      result.unicodeScalars.append(scalar)
      previous = scalar
    }
    return result + "`"
  }

  /// Returns plain text in which nothing is Markdown or HTML.
  package static func escaped(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLetter = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      // Before a blank, a colon does not begin the name of an emoji.
      let isColon = scalar == ":" && (index + 1 == scalars.count || scalars[index + 1] == " ")
      if isLetter || isColon || plainPunctuation.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "&#\(scalar.value);"
      }
    }
    return result
  }
}
