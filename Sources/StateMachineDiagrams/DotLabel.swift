import StateMachineSyntax

/// A label of several lines in Graphviz' variant of HTML.
///
/// Cells make the space before text, as not every renderer keeps blanks at the beginning of a line: librsvg drops even
/// non-breaking blanks.
struct DotLabel {
  /// A text that is broken into lines.
  struct Paragraph {
    var lines: [String]
    /// The color of the text; nil for the label's color.
    var color: String?
    var isItalic = false
    /// The name of the cell in an SVG; nil for no name. Graphviz writes a name only if the cell also has a link.
    var id: String?
  }

  var paragraphs: [Paragraph] = []
  /// The size of the font in points; nil for the label's size.
  var fontSize: Int?
  /// The space around each paragraph, in points, by which readers see where a paragraph begins.
  var leading = 0
  /// The space at the left and right side, in points; `ends` is the space above and below.
  var sides = 0
  var ends = 0
  /// Whether the lines are centered; otherwise they are left-aligned.
  var isCentred = false

  /// The table that makes up the label, without the `<` and `>` around it.
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

  /// Returns a text escaped for a label in `<…>`, which Graphviz parses as XML before it replaces `\N`.
  static func escaped(_ text: String) -> String {
    // Graphviz misreads a text of closing brackets only as one behind the table.
    if text.utf8.allSatisfy({ $0 == Ascii.rightBracket }) { return text.utf8.map { _ in "&#93;" }.joined() }
    let escaped = Markup.escaped(text)
    guard escaped.utf8.contains(Ascii.backslash) else { return escaped }
    return escaped.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined()
  }
}
