/// Conversion of Markdown to text for a terminal.
enum PlainText {
  /// Returns the words of a paragraph, with code in quotes as in messages, and links without their addresses.
  static func words(of markdown: Substring) -> String {
    var text = ""
    var rest = markdown
    while let character = rest.popFirst() {
      switch character {
      case "`":
        text += "'" + taken(from: &rest, to: "`") + "'"
      case "[" where rest.contains("](") || rest.contains("]["):
        text += words(of: taken(from: &rest, to: "]"))
        if rest.first == "(" { _ = taken(from: &rest, to: ")") }
        if rest.first == "[" { _ = taken(from: &rest, to: "]") }
      case "*": break
      default: text.append(character)
      }
    }
    return text
  }

  /// Removes the text up to a character, and the character, and returns the text before the character.
  private static func taken(from rest: inout Substring, to end: Character) -> Substring {
    let part = rest.prefix { $0 != end }
    rest = rest[part.endIndex...].dropFirst()
    return part
  }
}
