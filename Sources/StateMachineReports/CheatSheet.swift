private import EmbeddedFiles

/// The cheat sheet of the page `Language.md` as text for a terminal. Each row of a table becomes a line with two
/// columns.
package enum CheatSheet {
  package static let text =
    text(of: String(cString: embeddedLanguagePage()))
    + "\n\nThe page Language.md of the documentation says what each of them means.\n"

  /// Returns the cheat sheet in a page as text.
  ///
  /// - Parameter page: a page in Markdown. Its section `Cheat sheet` contains paragraphs, and tables with two columns.
  static func text(of page: String) -> String {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let section = lines.drop { $0 != "## Cheat sheet" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    var text: [String] = []
    var isBelowHead = false
    for line in section where !line.isEmpty {
      guard line.hasPrefix("|") else {
        isBelowHead = false
        let isTitle = line.hasPrefix("**")
        text.append((isTitle ? "\n" : "") + plain(line))
        continue
      }
      if isBelowHead, !line.hasPrefix("| ---") { text.append(row(line)) }
      isBelowHead = true
    }
    return text.joined(separator: "\n")
  }

  /// Returns a row of a table as a line of text.
  ///
  /// - Parameter line: a row of a Markdown table, with code in the first column and its meaning in the second.
  private static func row(_ line: Substring) -> String {
    let cells = line.replacing("`", with: "").replacing("…", with: "...").split(separator: "|")
    let (code, meaning) = (cells[0].dropFirst().dropLast(), plain(cells[1].dropFirst().dropLast()))
    return "  \(code)\(String(repeating: " ", count: max(0, 38 - code.count)))  \(meaning)"
  }

  private static func plain(_ markdown: Substring) -> String {
    PlainText.words(of: markdown).replacing("…", with: "...")
  }
}
