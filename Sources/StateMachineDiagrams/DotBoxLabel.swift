import StateMachineModel

/// The label of a box in DOT, for a state or for the header of a composite state. It has the name with the payload. If
/// the box shows rows, they are below a horizontal line.
struct DotBoxLabel {
  let box: Diagram.Box
  let theme: DiagramTheme
  /// The index of the machine in a page that plays the machine; nil for other pictures.
  let page: Int?
  /// The rows that the box shows.
  private let lines: [Diagram.Line]
  private static let titleSize = 13
  private static let rowSize = 11

  init(_ box: Diagram.Box, theme: DiagramTheme, page: Int? = nil) {
    self.box = box
    self.theme = theme
    self.page = page
    lines = box.joinedLines
  }

  /// The label as the value of a DOT attribute, in Graphviz' variant of HTML: `<<b>open</b>(persons: Int)>`.
  var text: String {
    guard box.isComposite || !lines.isEmpty else { return "<\(title)>" }
    let (above, below, alignment) = box.isComposite ? (4, 4, " align=\"left\"") : (6, 6, "")
    var label = "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\">"
    label += "<tr><td cellpadding=\"\(above)\"\(alignment)>\(title)</td></tr>"
    if !lines.isEmpty {
      let paragraphs = zip(lines, rows).map { line, lines in
        DotLabel.Paragraph(
          lines: lines, color: line.change == .none ? nil : theme.color(line.change),
          id: page.flatMap { line.transitions.first?.labelName(in: $0) })
      }
      let table = DotLabel(paragraphs: paragraphs, fontSize: Self.rowSize, leading: 2).table
      // The line of a header would be as wide as the header, and not as the frame.
      label += (box.isComposite ? "" : "<hr/>") + "<tr><td cellpadding=\"\(below)\" align=\"left\">\(table)</td></tr>"
    }
    return label + "</table>>"
  }

  /// The estimated width of the label in points. It is rather too large than too small.
  var estimatedWidth: Int {
    let titles = [name + (box.isTitleShort ? box.payload : "")] + box.payloadLines
    let widths = titles.map { TextWidth.estimate($0, size: Self.titleSize) }
    let margin = 16
    return margin + (widths + rows.joined().map { TextWidth.estimate($0, size: Self.rowSize) }).reduce(0, max)
  }

  /// The rows that the box shows, each as its lines of text.
  private var rows: [[String]] {
    lines.map(\.textLines)
  }

  /// The first part of the label: name and payload. Their font depends on the kind of the box, and their color on its
  /// highlighting.
  private var title: String {
    let title =
      switch box.kind {
      case .anyState:
        "<i>\(LineBreaking.lines([box.name], width: box.titleWidth).map(DotLabel.escaped).joined(separator: "<br/>"))</i>"
      case .initial, .fork, .choice, .history, .deepHistory:
        "<font point-size=\"\(Self.rowSize)\">\(DotLabel.escaped(name))</font>"
      case .state: nameAndPayload
      }
    let isColored = box.kind != .anyState && box.change != .none
    return isColored ? "<font color=\"\(theme.color(box.change))\">\(title)</font>" : title
  }

  private var name: String { box.change.mark + box.name }

  /// The name in bold, and the payload after it or on lines below it. The text is centered in a box, and left-aligned
  /// in the header of a composite state.
  private var nameAndPayload: String {
    let name = "<b>\(DotLabel.escaped(name))</b>"
    if box.isTitleShort { return name + DotLabel.escaped(box.payload) }
    let end = box.isComposite ? "<br align=\"left\"/>" : "<br/>"
    let lines = [name] + box.payloadLines.map(DotLabel.escaped)
    return lines.joined(separator: end) + (box.isComposite ? end : "")
  }
}

extension TransitionID {
  /// Returns the identifier of a transition's label in the SVG of a page that plays machines: `m0t7`.
  func labelName(in page: Int) -> String { "m\(page)t\(index)" }
}

/// The estimated widths of the headers of composite states, and of the boxes below the headers, by the index of the
/// composite state. The frame of a composite state is as wide as the wider of the two.
struct DotHeaders {
  private var headers: [Int]
  private var bodies: [Int]

  init(_ diagram: Diagram, theme: DiagramTheme) {
    headers = Array(repeating: 0, count: diagram.boxes.count)
    bodies = headers
    // A box comes after the box that contains it, so this reversed loop visits inner boxes first.
    for (index, box) in diagram.boxes.enumerated().reversed() {
      if !box.isRegion { headers[index] = DotBoxLabel(box, theme: theme).estimatedWidth }
      guard let parent = box.parent else { continue }
      // The header may be narrower than estimated.
      let width = max(headers[index] * 5 / 6, bodies[index] + 16)
      // Regions are side by side.
      bodies[parent] = box.isRegion ? bodies[parent] + width : max(bodies[parent], width)
    }
  }

  /// Returns the width in points that the frame around a composite state's children needs, if the header is wider than
  /// the children. Nil if the frame is wide enough without that.
  func missingWidth(of composite: Int) -> Int? {
    headers[composite] > bodies[composite] ? headers[composite] : nil
  }
}
