import StateMachineSyntax

/// Labels of several lines in Graphviz' own kind of HTML.
///
/// Space is made by cells, as not every renderer keeps blanks at the beginning of a line: librsvg drops even those that
/// are not to be broken.
struct DotLabel {
  /// A text that is broken into lines.
  struct Paragraph {
    var lines: [String]
    /// Nil where it is that of the label.
    var color: String?
    var isItalic = false
    /// The name of its cell in an SVG; nil where nobody asks for it. Graphviz keeps it only where a link goes with it.
    var id: String?
  }

  var paragraphs: [Paragraph] = []
  /// In points; nil where it is that of the label.
  var fontSize: Int?
  /// How much is left free around each paragraph, in points: so it is seen where one begins.
  var leading = 0
  /// How much is left free at either side, and above and below, in points.
  var sides = 0
  var ends = 0
  /// Is true where the lines are centred, and else begin at the left.
  var isCentred = false

  /// The table that a label holds; whole labels are written between `<` and `>`.
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
    // The break at the end of a line also says how the line is aligned.
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

  /// Text of a label in `<…>`, which is read as XML first and searched for `\N` then.
  static func escaped(_ text: String) -> String {
    // Graphviz takes a text that is nothing but closing brackets for one behind the table.
    if text.utf8.allSatisfy({ $0 == Ascii.rightBracket }) { return text.utf8.map { _ in "&#93;" }.joined() }
    let escaped = Markup.escaped(text)
    guard escaped.utf8.contains(Ascii.backslash) else { return escaped }
    return escaped.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined()
  }
}
