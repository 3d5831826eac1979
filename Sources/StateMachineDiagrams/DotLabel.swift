import StateMachineSyntax

/// A label with several lines in DOT, in Graphviz' variant of HTML.
///
/// Space before a text is made by table cells, because not every renderer keeps blanks at the beginning of a line:
/// librsvg drops even non-breaking blanks.
struct DotLabel {
  /// A text that is broken into lines, with its color and its font.
  struct Paragraph {
    var lines: [String]
    /// The color of the text; nil for the label's color.
    var color: String?
    var isItalic = false
    /// The identifier of the paragraph in the SVG; nil for no identifier. Graphviz writes an identifier only for a
    /// table cell with a link, so the paragraph's cell gets a link, too.
    var id: String?
  }

  var paragraphs: [Paragraph] = []
  /// The size of the font in points; nil for the label's size.
  var fontSize: Int?
  /// The space around each paragraph in points, which shows readers where a paragraph begins.
  var leading = 0
  /// The space at the left and right side of the label, in points.
  var sides = 0
  /// The space above and below the label, in points.
  var ends = 0
  /// Whether the lines are centered; otherwise they are left-aligned.
  var isCentred = false

  /// The label as a table: `<table …>…</table>`. In a DOT attribute, a second pair of brackets has to be around the
  /// table: `label=<<table …>…</table>>`.
  var table: String {
    let side = sides > 0 ? "<td width=\"\(sides)\"></td>" : ""
    let end = ends > 0 ? "<tr><td height=\"\(ends)\"></td></tr>" : ""
    var table = "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\">\(end)"
    for paragraph in paragraphs {
      let alignment = isCentred ? "" : " align=\"left\""
      let link =
        paragraph.id.map {
          " id=\"\($0)\" href=\"#\" title=\"\(Self.escaped(paragraph.lines.joined(separator: " ")))\""
        } ?? ""
      table += "\n    <tr>\(side)<td\(alignment)\(link) cellpadding=\"\(leading)\">\(text(paragraph))</td>\(side)</tr>"
    }
    return table + "\(end)</table>"
  }

  /// Returns the lines of a paragraph in its font and color, with `<br/>` between them.
  private func text(_ paragraph: Paragraph) -> String {
    let size = fontSize.map { " point-size=\"\($0)\"" } ?? ""
    let color = paragraph.color.map { " color=\"\($0)\"" } ?? ""
    // The break at the end of a line also determines the alignment of the line.
    let text: String
    if isCentred {
      text = paragraph.lines.map(Self.escaped).joined(separator: "<br/>")
    } else {
      let end = paragraph.lines.count > 1 ? "<br align=\"left\"/>" : ""
      text = paragraph.lines.map { Self.escaped($0) + end }.joined()
    }
    if paragraph.isItalic { return "<i>\(text)</i>" }
    return size.isEmpty && color.isEmpty ? text : "<font\(size)\(color)>\(text)</font>"
  }

  /// Returns a text escaped for a label in `<…>`. Graphviz parses such a label as XML. It then replaces `\N` and
  /// similar texts, so each backslash is doubled.
  static func escaped(_ text: String) -> String {
    // Graphviz misreads a text that consists only of `]`, as if it were after the table.
    if text.utf8.allSatisfy({ $0 == Ascii.rightBracket }) { return text.utf8.map { _ in "&#93;" }.joined() }
    let escaped = Markup.escaped(text)
    guard escaped.utf8.contains(Ascii.backslash) else { return escaped }
    return escaped.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined()
  }
}
