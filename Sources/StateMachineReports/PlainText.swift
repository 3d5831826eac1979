/// What a terminal shows of Markdown.
enum PlainText {
  /// The words of a paragraph: code stands in quotes, as in messages, and a link is what it is called.
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

  /// The text before a character, which is taken away with it.
  private static func taken(from rest: inout Substring, to end: Character) -> Substring {
    let part = rest.prefix { $0 != end }
    rest = rest[part.endIndex...].dropFirst()
    return part
  }
}
