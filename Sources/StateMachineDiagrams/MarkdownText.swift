/// Texts as Markdown shows them: in cells of tables, too.
package enum MarkdownText {
  /// The punctuation that is no Markdown within a line.
  private static let plainPunctuation = Set(" ,.;?'\"()-+=/%".unicodeScalars)

  /// A code span. A `|` in one is escaped all the same (GFM §4.10); where a backslash before it would turn that round,
  /// and where back-ticks stand in the text, entities do it.
  package static func code(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    // Scalars, not characters: a `|` with an accent is a `|` for Markdown.
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

  /// Plain text in which nothing is Markdown or HTML.
  package static func escaped(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLetter = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      // Before a blank, it is not that of an emoji's name.
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
