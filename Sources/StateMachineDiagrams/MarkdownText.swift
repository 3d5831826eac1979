/// Escapes texts for Markdown, also in cells of tables.
package enum MarkdownText {
  /// The punctuation that is never Markdown within a line.
  private static let plainPunctuation = Set(" ,.;?'\"()-+=/%".unicodeScalars)

  /// Returns a text as a code span, with a backslash before each `|` (GFM §4.10). If it has a backslash before a `|`,
  /// or backticks, it is written with entities instead.
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

  /// Returns a text as Markdown that shows it as it is, without marks or tags.
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
