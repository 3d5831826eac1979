private import EmbeddedFiles
import StateMachineSyntax

/// The explanation of one diagnostic, as text for a terminal. It is an entry on a page such as `DiagnosticsText.md`.
///
/// All texts come from the pages, with the same line breaks.
package struct Explanation: Sendable {
  package let code: DiagnosticCode
  /// The title of the section of the page that contains the entry.
  package let section: String
  /// The title of the entry, which is written after the code: `title` in ``### `CODE`: title``.
  package let title: String
  /// The text of the entry after its heading. Examples are indented.
  package let body: String

  /// The whole text that is printed: the code, the title and the body.
  package var text: String { "\(code.rawValue): \(title)\n\n\(body)\n" }

  /// The explanations of all diagnostics, in the order of the pages.
  package static let all = entries(of: pages)

  private static let pages = String(cString: embeddedDiagnosticsPages())

  /// Returns the explanation of a code, which may be written in upper or lower case: `e101` or `E101`. Nil if no
  /// diagnostic has this code.
  package static func of(_ name: String) -> Explanation? {
    let code = name.uppercased()
    return all.first { $0.code.rawValue == code }
  }

  /// Returns up to three codes that the user may have meant by a wrong code. These are the codes with the same number,
  /// such as `W101` for `E101`. If no code has the same number, returns codes that differ in one character.
  package static func suggestions(for name: String) -> [String] {
    let codes = all.map(\.code.rawValue)
    let number = name.drop { !("0"..."9").contains($0) }
    let sameNumber = codes.filter { $0.dropFirst() == number }
    let others = sameNumber.isEmpty ? codes.filter { Spelling.nearest(to: name, among: [$0]) != nil } : sameNumber
    return Array(others.prefix(3))
  }

  // MARK: The pages

  /// Returns the explanations on pages.
  ///
  /// - Parameter pages: the text of all pages, one after the other. Each page begins with a heading `# Title`, and has
  ///   sections (`## Title`) with one entry for each code (``### `CODE`: title``). A comment `<!--` may end a page.
  static func entries(of pages: String) -> [Explanation] {
    var entries: [Explanation] = []
    var section = ""
    var heading: (code: DiagnosticCode, title: String)?
    var lines: [Substring] = []
    func end() {
      guard let heading else { return }
      entries.append(
        Explanation(code: heading.code, section: section, title: heading.title, body: plainText(of: lines)))
    }
    var isCode = false
    for line in pages.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, ["# ", "## ", "### ", "<!--"].contains(where: { line.hasPrefix($0) }) else {
        lines.append(line)
        continue
      }
      end()
      lines = []
      heading = nil
      if line.hasPrefix("## ") {
        section = PlainText.words(of: line.dropFirst(3))
      } else if let code = DiagnosticCode(rawValue: String(line.dropFirst(5).prefix(4))) {
        heading = (code, PlainText.words(of: line.dropFirst(12)))
      }
    }
    end()
    return entries
  }

  /// Returns lines of Markdown as plain text. Blocks of code are indented.
  static func plainText(of lines: [Substring]) -> String {
    var text: [String] = []
    // The lines of a paragraph are converted together, because a code span or a link may continue on the next line.
    var paragraph: [Substring] = []
    func endParagraph() {
      guard !paragraph.isEmpty else { return }
      text.append(PlainText.words(of: paragraph.joined(separator: "\n")[...]))
      paragraph = []
    }
    var isCode = false
    for line in lines {
      if line.hasPrefix("```") {
        endParagraph()
        isCode.toggle()
      } else if isCode {
        text.append(line.isEmpty ? "" : "    " + line)
      } else if line.isEmpty {
        endParagraph()
        text.append("")
      } else {
        paragraph.append(line)
      }
    }
    endParagraph()
    let body = text.drop(while: \.isEmpty)
    return body.prefix(body.count - body.reversed().prefix(while: \.isEmpty).count).joined(separator: "\n")
  }
}
