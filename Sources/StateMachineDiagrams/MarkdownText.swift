/// Escapes texts for Markdown, including texts in cells of tables.
package enum MarkdownText {
  /// The punctuation that never has a meaning for Markdown within a line.
  private static let plainPunctuation = Set(" ,.;?'\"()-+=/%".unicodeScalars)

  /// Returns a text as a code span of Markdown. Each `|` gets a backslash before it, because it would otherwise end the
  /// cell of a table (GFM §4.10). A text with a backtick, or with a `|` after a backslash, cannot be a code span, so it
  /// is escaped instead.
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

  /// Returns a text escaped so that Markdown shows it unchanged. A character that might have a meaning for Markdown
  /// becomes an entity, such as `&#42;`.
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
