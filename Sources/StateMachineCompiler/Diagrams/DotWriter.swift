/// Writes a diagram in Graphviz' DOT language (https://graphviz.org/doc/info/lang.html).
///
/// Every state is a box with rounded corners; one that has entry, exit or internal rows has them in a compartment below
/// its name. Boxes have the names of their states and come in the order of the source, so that a changed row moves as
/// little as possible, in the text and in the picture.
package struct DotWriter {
  private let diagram: Diagram
  private let options: DiagramOptions
  private let theme: DiagramTheme
  private let identifiers: DiagramIdentifiers
  private let children: [[Int]]
  private var text = ""
  /// Where a label is broken, in characters.
  private static let labelWidth = 36
  private static let lineWidth = 48
  /// From this many arrows on, Graphviz is told not to look for the best layout: it would take minutes for 500.
  private static let largeDiagram = 150

  private init(_ diagram: Diagram, _ options: DiagramOptions) {
    self.diagram = diagram
    self.options = options
    theme = DiagramTheme(options.theme)
    children = diagram.children
    identifiers = DiagramIdentifiers(diagram, reserved: ["node", "edge", "graph", "digraph", "subgraph", "strict"])
  }

  package static func write(_ diagram: Diagram, options: DiagramOptions) -> String {
    var writer = DotWriter(diagram, options)
    writer.writeGraph()
    return writer.text
  }

  private mutating func writeGraph() {
    if let heading = options.heading { writeComment(heading) }
    text += "digraph \(Self.quoted(diagram.title)) {\n"
    writeAttributes()
    for remark in diagram.remarks { writeComment(remark, indentation: "  ") }
    text += "\n"
    writeBoxes(in: nil)
    text += "\n"
    for (index, box) in diagram.boxes.enumerated() where box.isInitial {
      text += "  \(initialDot(in: box.parent)) -> \(identifiers[index]) [tooltip=\"initial state\"\(clip(to: index))]\n"
    }
    writeArrows()
    for (index, box) in diagram.boxes.enumerated() where box.isFinal {
      text += "  \(identifiers[index]) -> \"\(identifiers[index]) (final)\" [tooltip=\"final state\"]\n"
    }
    if let legend = diagram.legend { write(legend) }
    text += "}\n"
  }

  private mutating func writeAttributes() {
    let font = "fontname=\"Helvetica,Arial,sans-serif\""
    var graph = "\(font) bgcolor=\"\(theme.background)\" pad=0.3 nodesep=0.5 ranksep=0.6"
    if options.direction == .right { graph += " rankdir=LR" }
    if diagram.boxes.contains(where: \.isComposite) {
      graph += " compound=true"
      // Composites of two versions side by side are more than the older ranking copes with: "trouble in init_rank".
      if diagram.legend != nil { graph += " newrank=true" }
    }
    if diagram.arrows.count > Self.largeDiagram { graph += " nslimit=2 mclimit=0.3" }
    // Else the picture's tooltip would be the machine's name in the form that Graphviz has for it.
    graph += " tooltip=\(Self.tooltip(diagram.documentation.isEmpty ? diagram.title : diagram.documentation))"
    text += """
        graph [\(graph)]
        node [\(font) fontsize=13 shape=box style="rounded,filled" margin="0.2,0.1" height=0.45 \
      color="\(theme.line)" fillcolor="\(theme.box)" fontcolor="\(theme.text)"]
        edge [\(font) fontsize=11 arrowsize=0.8 color="\(theme.line)" fontcolor="\(theme.text)"]

      """
  }

  // MARK: Boxes

  /// Writes the boxes at the top level, or within a composite.
  private mutating func writeBoxes(in parent: Int?) {
    let boxes = children[parent ?? diagram.boxes.count]
    // First, so that it is at the top left.
    if boxes.contains(where: { diagram.boxes[$0].isInitial }) {
      text += "  \(initialDot(in: parent)) [\(dot) tooltip=\"initial state\"]\n"
    }
    for index in boxes {
      if diagram.boxes[index].isRegion {
        writeRegion(index)
      } else if diagram.boxes[index].isComposite {
        writeCluster(index)
      } else {
        write(diagram.boxes[index], identifiers[index])
      }
    }
  }

  private func initialDot(in parent: Int?) -> String {
    parent.map { "\"\(identifiers[$0]) (initial)\"" } ?? "\"(initial)\""
  }

  /// A composite is a frame around its children. Its name and rows are a node in it, at which its arrows end: Graphviz
  /// clips them at the frame.
  private mutating func writeCluster(_ index: Int) {
    let box = diagram.boxes[index]
    let identifier = identifiers[index]
    let color = box.change == .none ? theme.line : theme.color(box.change)
    let width = box.change == .added || box.change == .changed ? 2 : 1
    let style = box.change == .removed ? "rounded,dashed" : "rounded"
    let tooltip = Self.tooltip(tooltip(box))
    text += "  subgraph \"cluster \(identifier)\" {\n"
    text += "  style=\"\(style)\" color=\"\(color)\" penwidth=\(width) margin=12 label=\"\" tooltip=\(tooltip)\n"
    text += "  \(identifier) [shape=plain style=\"\" label=\(label(box)) tooltip=\(tooltip)]\n"
    writeBoxes(in: index)
    if children[index].contains(where: { diagram.boxes[$0].isInitial }) {
      text += "  \(identifier) -> \(initialDot(in: index)) [style=invis]\n"
    }
    text += "  }\n"
  }

  /// A region is a dashed frame (UML 2.5.1 has a dashed line between regions): it has a name, and no arrow leads to it.
  private mutating func writeRegion(_ index: Int) {
    let box = diagram.boxes[index]
    let color = box.change == .none ? theme.line : theme.color(box.change)
    let name = Self.html(box.change.mark + box.name)
    text += "  subgraph \"cluster \(identifiers[index])\" {\n"
    text += "  style=\"rounded,dashed\" color=\"\(color)\" margin=12 labeljust=l"
    text += " label=<<font point-size=\"11\" color=\"\(theme.text)\"><i>\(name)</i></font>>"
    text += " tooltip=\(Self.tooltip("region " + box.name))\n"
    writeBoxes(in: index)
    text += "  }\n"
  }

  /// What ends an arrow at the frame of a composite, unless it comes from within. Arrows that leave one are drawn from
  /// its name: clipped, they would leave their labels behind in the frame.
  private func clip(from source: Int? = nil, to target: Int) -> String {
    guard diagram.boxes[target].isComposite, !(source.map { diagram.isInside($0, target) } ?? false) else { return "" }
    return " lhead=\"cluster \(identifiers[target])\""
  }

  private mutating func write(_ box: Diagram.Box, _ identifier: String) {
    guard box.kind != .initial else {
      text += "  \(identifier) [\(dot) tooltip=\(Self.tooltip(tooltip(box)))]\n"
      return
    }
    text += "  \(identifier) [label=\(label(box)) tooltip=\(Self.tooltip(tooltip(box)))"
    if !box.lines.isEmpty { text += " margin=0" }
    switch box.kind {
    case .state: text += style(box.change)
    case .anyState:
      let color = box.change == .none ? theme.line : theme.color(box.change)
      text += " style=\"rounded,dashed\" color=\"\(color)\""
    case .initial: break
    case .choice:
      text += " shape=diamond margin=0.02" + style(box.change, shape: "filled")
    case .history, .deepHistory:
      text += " shape=circle margin=0.01 width=0.3 height=0.3" + style(box.change, shape: "filled")
    }
    text += "]\n"
    if box.isFinal { text += "  \"\(identifier) (final)\" [\(dot) peripheries=2 tooltip=\"final state\"]\n" }
  }

  private func tooltip(_ box: Diagram.Box) -> String {
    var tooltip =
      box.documentation.isEmpty ? (box.kind == .state ? box.name : box.path) + box.payload : box.documentation
    switch box.kind {
    case .history: tooltip = "history of \(box.path.dropLast(".history".count))"
    case .deepHistory: tooltip = "deep history of \(box.path.dropLast(".deepHistory".count))"
    case .initial: tooltip = box.documentation.isEmpty ? "initial state" : box.documentation
    case .state, .anyState, .choice: break
    }
    if let former = box.formerPayload { tooltip += "\nbefore: \(box.name)\(former)" }
    return tooltip
  }

  /// How a changed box or arrow differs, besides in colour: for print, and for those who do not see colours.
  private func style(_ change: Diagram.Change, shape: String = "rounded,filled") -> String {
    let plain = shape == "filled" ? " style=filled" : ""
    return switch change {
    case .none: plain
    case .added, .changed: "\(plain) color=\"\(theme.color(change))\" penwidth=2"
    case .removed: " color=\"\(theme.color(change))\" style=\"\(shape),dashed\""
    }
  }

  private func label(_ box: Diagram.Box) -> String {
    let name = title(box)
    guard !box.lines.isEmpty else { return "<\(name)>" }
    var label = "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\">"
    label += "<tr><td cellpadding=\"8\">\(name)</td></tr><hr/><tr><td cellpadding=\"6\">"
    label += "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\">"
    for line in box.lines {
      let color = line.change == .none ? "" : " color=\"\(theme.color(line.change))\""
      let broken = LineBreaking.lines(line.label.pieces, width: Self.lineWidth)
      for (index, part) in broken.enumerated() {
        let mark = index == 0 ? line.change.mark : ""
        let indentation = index == 0 ? "" : "&#160;&#160;&#160;&#160;"
        label += "\n    <tr><td align=\"left\"><font point-size=\"11\"\(color)>"
        label += "\(indentation)\(Self.html(mark + part))</font></td></tr>"
      }
    }
    return label + "</table></td></tr></table>>"
  }

  private func title(_ box: Diagram.Box) -> String {
    switch box.kind {
    case .anyState:
      return "<i>" + LineBreaking.lines([box.name], width: Self.labelWidth).map(Self.html).joined(separator: "<br/>")
        + "</i>"
    case .initial, .choice, .history, .deepHistory:
      let name = "<font point-size=\"11\">\(Self.html(box.change.mark + box.name))</font>"
      return box.change == .none ? name : "<font color=\"\(theme.color(box.change))\">\(name)</font>"
    case .state:
      let payload = LineBreaking.lines([box.payload], width: Self.labelWidth).map(Self.html).joined(separator: "<br/>")
      let isShort = box.name.count + box.payload.count <= Self.labelWidth
      let title =
        "<b>\(Self.html(box.change.mark + box.name))</b>" + (isShort || payload.isEmpty ? "" : "<br/>") + payload
      guard box.change != .none else { return title }
      return "<font color=\"\(theme.color(box.change))\">\(title)</font>"
    }
  }

  /// UML's dot for the initial state; with a ring around it for a final one (§14.2.4.5).
  private var dot: String {
    "shape=circle style=filled label=\"\" height=0.18 width=0.18 fillcolor=\"\(theme.line)\""
  }

  // MARK: Arrows

  /// Writes the arrows in the order of their rows. Those of one state to itself become one arrow with several labels:
  /// Graphviz draws such arrows within one another, across their labels.
  private mutating func writeArrows() {
    var loops: [Int: [Diagram.Arrow]] = [:]
    for arrow in diagram.arrows where arrow.source == arrow.target { loops[arrow.source, default: []].append(arrow) }
    for arrow in diagram.arrows {
      if arrow.source != arrow.target {
        write([arrow])
      } else if let arrows = loops.removeValue(forKey: arrow.source) {
        write(arrows)
      }
    }
  }

  /// Writes arrows between the same two boxes as one.
  private mutating func write(_ arrows: [Diagram.Arrow]) {
    guard let first = arrows.first else { return }
    text += "  \(identifiers[first.source]) -> \(identifiers[first.target]) ["
    let label = arrows.map { self.label($0, indentsFurtherLines: arrows.count > 1) }.joined()
    if !label.isEmpty {
      // From left to right, the label is above the line and would touch it.
      text += "label=\"\(label)\(options.direction == .right ? " \\l" : "")\" "
    }
    let tooltip = arrows.map(tooltip).joined(separator: "\n")
    text += "tooltip=\(Self.tooltip(tooltip))"
    // Else the label, where the pointer rests most, would have none.
    if !label.isEmpty { text += " labeltooltip=\(Self.tooltip(tooltip))" }
    text += clip(from: first.source, to: first.target)
    let change = arrows.allSatisfy { $0.change == first.change } ? first.change : .changed
    if change != .none {
      let color = theme.color(change)
      text += " color=\"\(color)\" fontcolor=\"\(color)\""
      text += change == .removed ? " style=dashed" : " penwidth=2"
    }
    text += "]\n"
  }

  private func label(_ arrow: Diagram.Arrow, indentsFurtherLines: Bool) -> String {
    // From left to right, a loop stands on its box, and other arrows leave beside it.
    let isAboveBox = options.direction == .right && arrow.source == arrow.target
    let width = isAboveBox ? Self.labelWidth / 2 : Self.labelWidth
    return LineBreaking.lines(arrow.label.pieces, width: width).enumerated().map { index, line in
      let start = index == 0 ? arrow.change.mark : indentsFurtherLines ? "    " : ""
      // Blanks keep the text off the line.
      return "  \(start)\(Self.escaped(line))  \\l"
    }.joined()
  }

  private func tooltip(_ arrow: Diagram.Arrow) -> String {
    var lines = [arrow.documentation, arrow.text].filter { !$0.isEmpty }
    if let former = arrow.formerLabel { lines.append("before: \(former)") }
    return lines.joined(separator: "\n")
  }

  private mutating func write(_ legend: Diagram.Legend) {
    text += "  \"(legend)\" [shape=plain style=\"\" tooltip=\"legend\" label=<"
    text += "<table border=\"1\" color=\"\(theme.line)\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\">"
    for change in [Diagram.Change.added, .removed, .changed] {
      text += "\n    <tr><td align=\"left\"><font point-size=\"11\" color=\"\(theme.color(change))\">"
      text += "\(Self.html(change.mark + change.word))</font></td></tr>"
    }
    for entry in legend.entries {
      for (index, line) in LineBreaking.lines([entry.change.mark + entry.text], width: Self.lineWidth).enumerated() {
        text += "\n    <tr><td align=\"left\"><font point-size=\"11\" color=\"\(theme.color(entry.change))\">"
        text += "\(index == 0 ? "" : "&#160;&#160;")\(Self.html(line))</font></td></tr>"
      }
    }
    text += "</table>>]\n"
  }

  // MARK: Escapes

  private mutating func writeComment(_ comment: String, indentation: String = "") {
    for line in comment.split(separator: "\n") { text += "\(indentation)// \(line)\n" }
  }

  /// The name of the graph.
  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A tooltip: Graphviz looks twice for backslashes there.
  private static func tooltip(_ text: String) -> String {
    "\"\(escaped(text, backslash: "\\\\\\\\"))\""
  }

  /// Text between quotes. Graphviz replaces `\N`, `\G` and the like, and character references, in every such string.
  private static func escaped(_ text: String, backslash: String = "\\\\") -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += backslash
      case "\n": result += "\\n"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text of a label in `<…>`, which is read as XML first and searched for `\N` then.
  private static func html(_ text: String) -> String {
    let escaped = Markup.escaped(text)
    guard escaped.utf8.contains(Ascii.backslash) else { return escaped }
    return escaped.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined()
  }
}
