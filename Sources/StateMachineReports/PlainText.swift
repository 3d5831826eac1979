/// Converts Markdown to text for a terminal.
enum PlainText {
  /// Returns the text of a paragraph. Code is in quotes as in messages (`'open'`). A link is replaced by its text,
  /// without the address. Asterisks are left out.
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

  /// Removes the text before the next `end`, and the `end` itself, from the beginning of `rest`. Returns the removed
  /// text without `end`: `a` for `a](b)` and `]`. The text `(b)` then remains.
  private static func taken(from rest: inout Substring, to end: Character) -> Substring {
    let part = rest.prefix { $0 != end }
    rest = rest[part.endIndex...].dropFirst()
    return part
  }
}
