private import EmbeddedFiles
import StateMachineSyntax

/// The entry of one diagnostic on a page such as `DiagnosticsText.md`, as text for a terminal.
///
/// All texts are from the pages, with the same line breaks.
package struct Explanation: Sendable {
  package let code: DiagnosticCode
  /// The title of the section that contains the entry.
  package let section: String
  /// The title of the entry, which follows the code in the heading.
  package let title: String
  /// The text of the entry below the heading, with indented examples.
  package let body: String

  /// The entry as printed, with its heading.
  package var text: String { "\(code.rawValue): \(title)\n\n\(body)\n" }

  /// All entries, in the order of the pages.
  package static let all = entries(of: pages)

  private static let pages = String(cString: embeddedDiagnosticsPages())

  /// Returns the entry of a code, as a user has written it in upper or lower case; nil if there is no such code.
  package static func of(_ name: String) -> Explanation? {
    let code = name.uppercased()
    return all.first { $0.code.rawValue == code }
  }

  /// Returns up to three codes that may be meant by a name without an entry: those with its number, or else those that
  /// differ in one letter.
  package static func suggestions(for name: String) -> [String] {
    let codes = all.map(\.code.rawValue)
    let number = name.drop { !("0"..."9").contains($0) }
    let sameNumber = codes.filter { $0.dropFirst() == number }
    let others = sameNumber.isEmpty ? codes.filter { Spelling.nearest(to: name, among: [$0]) != nil } : sameNumber
    return Array(others.prefix(3))
  }

  // MARK: The pages

  /// - Parameter pages: the text of the pages, in which each begins with a heading `# Title`. A page has sections
  ///   (`## Title`) with entries (``### `CODE`: title``). A comment may follow the last of them.
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

  /// Returns lines of Markdown as plain text, with blocks of code indented.
  static func plainText(of lines: [Substring]) -> String {
    var text: [String] = []
    // A code span or a link may continue on the next line.
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
