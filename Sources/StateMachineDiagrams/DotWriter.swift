/// Writes a diagram in Graphviz' DOT language (https://graphviz.org/doc/info/lang.html).
///
/// A state is a box with rounded corners, with its entry, exit and internal rows below its name. Boxes have the names
/// of their states and come in the order of the source, so that a changed row moves as little as possible in the text
/// and in the picture.
package struct DotWriter {
  private let diagram: Diagram
  private let options: DiagramOptions
  private let theme: DiagramTheme
  private let identifiers: DiagramIdentifiers
  private let children: [[Int]]
  private let layout: DotLayout
  private let headers: DotHeaders
  private let lineCounts: [Int]
  private let scale: HeatScale
  /// The identifier of the machine, with which names in an SVG begin.
  private let machineIdentifier: String
  private var text = ""
  private static let legendWidth = 48
  /// The number of arrows above which Graphviz does not look for the best layout, as this takes minutes for 500 arrows.
  private static let largeDiagram = 150
  /// The attributes of an invisible node.
  private static let point = "shape=point width=0.01 height=0.01 style=invis"

  private init(_ diagram: Diagram, _ options: DiagramOptions) {
    let diagram = diagram.withForksInside
    self.diagram = diagram
    self.options = options
    theme = DiagramTheme(options.theme ?? .light)
    children = diagram.children
    layout = DotLayout(diagram)
    lineCounts = layout.lineCounts
    scale = HeatScale(diagram)
    identifiers = DiagramIdentifiers(diagram, reserved: ["node", "edge", "graph", "digraph", "subgraph", "strict"])
    headers = DotHeaders(diagram, theme: theme)
    machineIdentifier = options.page.map { "m\($0)" } ?? DiagramIdentifiers.plain(diagram.title)
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
      // The weight keeps the dot right above the box.
      write(layout.initialEdge(to: index), "\(id(index, "--initial")) weight=10 tooltip=\"initial state\"")
    }
    writeArrows()
    for (index, box) in diagram.boxes.enumerated() where box.hasFinalDot {
      let style = lineStyle(box.finalChange)
      write(layout.finalEdge(from: index), "\(id(index, "--final")) weight=10 tooltip=\"final state\"\(style)")
    }
    if let legend = diagram.legend { write(legend) }
    writeStatements()
    text += "}\n"
  }

  private mutating func writeAttributes() {
    let font = "fontname=\"Helvetica,Arial,sans-serif\""
    var graph = "\(font) fontsize=13 fontcolor=\"\(theme.text)\" bgcolor=\"\(theme.background)\""
    graph += " pad=0.2 nodesep=0.28 ranksep=0.23"
    if options.direction == .right { graph += " rankdir=LR" }
    if diagram.boxes.contains(where: \.isComposite) { graph += " compound=true" }
    if diagram.arrows.count > Self.largeDiagram { graph += " nslimit=2 mclimit=0.3" }
    // Otherwise the tooltip of the picture would be Graphviz' name of the graph.
    graph += " tooltip=\(Self.tooltip(diagram.documentation.isEmpty ? diagram.title : diagram.documentation))"
    text += """
        graph [\(graph)]
        node [\(font) fontsize=13 shape=box style="rounded,filled" margin="0.2,0.1" height=0.45 \
      color="\(theme.line)" fillcolor="\(theme.box)" fontcolor="\(theme.text)"]
        edge [\(font) fontsize=11 arrowsize=0.8 color="\(theme.line)" fontcolor="\(theme.text)"]

      """
  }

  // MARK: Boxes

  /// Writes the boxes of a composite state, or those at the top level for nil.
  private mutating func writeBoxes(in parent: Int?) {
    let boxes = children[parent ?? diagram.boxes.count]
    if boxes.contains(where: { diagram.boxes[$0].isInitial }) {
      writeSides(of: parent)
      let identity = id(parent, "--initial-dot")
      writeTop("\(name(.initialDot(in: parent))) [\(identity) \(dot) tooltip=\"initial state\"]", in: parent)
    }
    for index in boxes {
      if diagram.boxes[index].isRegion {
        writeRegion(index)
      } else if diagram.boxes[index].isComposite {
        writeCluster(index)
      } else {
        write(index)
      }
      if diagram.boxes[index].hasFinalDot {
        let change = diagram.boxes[index].finalChange
        let color = change == .none ? "" : " color=\"\(theme.color(change))\""
        text +=
          "  \(name(.finalDot(of: index))) [\(id(index, "--final-dot")) \(dot) peripheries=2 tooltip=\"final state\"\(color)]\n"
      }
    }
    if boxes.contains(where: { diagram.boxes[$0].isInitial }) {
      // A frame without arrows would have an arbitrary place.
      for frame in boxes where diagram.boxes[frame].kind == .anyState && lineCounts[frame] == 0 {
        text += "  \(name(.initialDot(in: parent))) -> \(identifiers[frame]) [style=invis dir=none]\n"
      }
    }
    for label in layout.labels[parent ?? diagram.boxes.count] { writeLabel(label) }
    let regions = boxes.filter { diagram.boxes[$0].isRegion }
    for fork in boxes where diagram.boxes[fork].kind == .fork {
      // These edges keep the fork above the regions.
      for region in regions {
        let top = regions.count > 1 ? .place(of: region) : layout.top(of: region)
        text += "  \(identifiers[fork]) -> \(name(top)) [style=invis]\n"
      }
    }
    if regions.count > 1 { writePlaces(of: regions) }
  }

  /// Writes a node at the top of the body that contains it.
  private mutating func writeTop(_ node: String, in parent: Int?) {
    text += layout.hasSources(in: parent) ? "  { rank=source \(node) }\n" : "  \(node)\n"
  }

  /// Returns edges in one rank that order nodes from left to right, or, if ranks are side by side, from top to bottom:
  /// Graphviz then draws the last node at the top.
  private func inOrder(_ nodes: [String]) -> String {
    (options.direction == .right ? nodes.reversed() : nodes).joined(separator: " -> ")
  }

  /// Keeps labels at the side of their body where the region of their arrows is: an invisible point beside the initial
  /// dot has an edge to each label, which no other edge crosses.
  private mutating func writeSides(of parent: Int?) {
    let dot = name(.initialDot(in: parent))
    for isLeft in [true, false] {
      let labels = layout.sides[parent ?? diagram.boxes.count].filter { $0.isLeft == isLeft }.map { name($0.label) }
      guard !labels.isEmpty else { continue }
      let side = String(dot.dropLast(2)) + (isLeft ? " left)\"" : " right)\"")
      writeTop("\(side) [\(Self.point) group=\(side)]", in: parent)
      text += "  \(inOrder(isLeft ? [side, dot] : [dot, side])) [style=invis dir=none minlen=0]\n"
      for label in labels {
        text += "  \(label) [group=\(side)]\n  \(side) -> \(label) [style=invis weight=0]\n"
      }
    }
  }

  /// Keeps regions in the order of the file. Graphviz orders frames by the edges between them, but points of one rank
  /// by the edges between the points. A point is right above its region, as edges of a group are not crossed.
  private mutating func writePlaces(of regions: [Int]) {
    for region in regions {
      let (place, top) = (name(.place(of: region)), name(layout.top(of: region)))
      let group = "group=\"\(identifiers[region])\""
      text += "  \(place) [\(Self.point) \(group)]\n  \(top) [\(group)]\n  \(place) -> \(top) [style=invis]\n"
    }
    text += "  \(inOrder(regions.map { name(.place(of: $0)) })) [style=invis minlen=0]\n"
  }

  private func name(_ node: DotLayout.Node) -> String {
    switch node {
    case .box(let box): identifiers[box]
    case .initialDot(in: nil): "\"(initial)\""
    case .initialDot(in: let composite?): "\"\(identifiers[composite]) (initial)\""
    case .finalDot(of: let box): "\"\(identifiers[box]) (final)\""
    case .inside(let composite): "\"\(identifiers[composite]) (inside)\""
    case .beginning(let composite): "\"\(identifiers[composite]) (from)\""
    case .place(let region): "\"\(identifiers[region]) (place)\""
    case .label(let route, let number): labelName(layout.routes[route].arrows, number)
    }
  }

  /// Returns the name of a label: the boxes that its arrow connects, with a number from the second label on. If all
  /// were numbered, each new row would change the names.
  private func labelName(_ arrows: [Diagram.Arrow], _ number: Int) -> String {
    guard let arrow = arrows.first else { return "\"(label)\"" }
    if arrow.label.stays { return "\"\(identifiers[arrow.source]) (stays)\"" }
    let ends = "\(identifiers[arrow.source]) - \(identifiers[arrow.target])"
    return number == 1 ? "\"\(ends)\"" : "\"\(ends) \(number)\""
  }

  /// Writes a composite state as a frame with a header (name, payload and rows) and, below, a frame of the same width
  /// with its body.
  private mutating func writeCluster(_ index: Int) {
    let box = diagram.boxes[index]
    let color = box.change == .none ? theme.line : theme.color(box.change)
    let tooltip = Self.tooltip(tooltip(box))
    // Two dashed lines in one place would look like a solid one, so a removed state has only one frame.
    let isRemoved = box.change.isDashed
    let line = "color=\"\(color)\" penwidth=\(box.change == .added || box.change == .changed ? 2 : 1)"
    let header =
      isRemoved ? "rounded,filled,dashed\" fillcolor=\"\(theme.frame)" : "rounded,filled\" fillcolor=\"\(theme.header)"
    // The body is filled and has no line. Inner clusters inherit attributes, so each one sets its line.
    let body =
      isRemoved
      ? "style=invis"
      : "style=\"rounded,filled\" fillcolor=\"\(theme.frame)\" color=\"transparent\" penwidth=0"
    text += "  subgraph \"cluster \(identifiers[index])\" {\n"
    text += "  \(identity(index, "composite"))\n"
    // A left-aligned header does not hide arrows to the middle.
    text += "  style=\"\(header)\" \(line) margin=\(isRemoved ? 0 : 4) labelloc=t labeljust=l"
    text += " label=\(DotBoxLabel(box, theme: theme, page: options.page).text) tooltip=\(tooltip)\n"
    // Without its own name, the body would inherit that of the frame.
    text += "  subgraph \"cluster \(identifiers[index]) (body)\" {\n"
    text += "  \(id(index, "--body")) class=\"body\" \(body) margin=8"
    text += " label=\(bodyLabel(index)) tooltip=\(tooltip)\n"
    if children[index].isEmpty { text += "  \(name(.inside(index))) [\(Self.point)]\n" }
    writeBoxes(in: index)
    text += "  }\n"
    if layout.beginsInside(index) {
      // The point is outside of the body: in the header, below the name.
      let node = name(.beginning(of: index))
      text += "  \(node) [\(Self.point)]\n  \(node) -> \(name(layout.top(of: index))) [style=invis]\n"
    }
    text += "  }\n"
  }

  /// Returns the label of the frame around a composite state's body. If the header is wider than the body, the label is
  /// an empty cell as wide as the header.
  private func bodyLabel(_ index: Int) -> String {
    guard let width = headers.missingWidth(of: index) else { return "\"\"" }
    let cell = "<td width=\"\(width)\" height=\"1\"></td>"
    return "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr>\(cell)</tr></table>>"
  }

  /// Writes a region as a dashed frame with its name; UML 2.5.1 has a dashed line between regions.
  private mutating func writeRegion(_ index: Int) {
    let box = diagram.boxes[index]
    let color = box.change == .none ? theme.line : theme.color(box.change)
    let title = DotLabel.escaped(box.change.mark + box.name)
    text += "  subgraph \"cluster \(identifiers[index])\" {\n"
    text += "  \(identity(index, "region"))\n"
    text += "  style=\"rounded,dashed\" color=\"\(color)\" penwidth=1 margin=8 labelloc=t labeljust=l"
    text += " label=<<font point-size=\"11\" color=\"\(theme.color(box.change))\"><i>\(title)</i></font>>"
    text += " tooltip=\(Self.tooltip("region " + box.name))\n"
    if children[index].isEmpty { text += "  \(name(.inside(index))) [\(Self.point)]\n" }
    writeBoxes(in: index)
    text += "  }\n"
  }

  private mutating func write(_ index: Int) {
    let (box, identifier) = (diagram.boxes[index], identifiers[index])
    guard box.kind != .initial else {
      let identity = identity(index, className(box))
      writeTop("\(identifier) [\(identity) \(dot) tooltip=\(Self.tooltip(tooltip(box)))]", in: box.parent)
      return
    }
    guard box.kind != .fork else {
      text += "  \(identifier) [\(identity(index, className(box))) \(bar) tooltip=\(Self.tooltip(box.path))]\n"
      return
    }
    text +=
      "  \(identifier) [\(identity(index, className(box))) label=\(DotBoxLabel(box, theme: theme, page: options.page).text) tooltip=\(Self.tooltip(tooltip(box)))"
    if !box.lines.isEmpty { text += " margin=0" }
    // Lines that end at a low box need space: the box gets a quarter of an inch for each. A box with rows is not
    // widened, as the line above the rows would not reach its sides.
    if [.state, .anyState].contains(box.kind), box.lines.isEmpty, lineCounts[index] > 1 {
      text += " width=\(Double(40 + 25 * lineCounts[index]) / 100)"
    }
    switch box.kind {
    case .state:
      text += style(box.change)
    case .anyState:
      let color = box.change == .none ? theme.line : theme.color(box.change)
      text += " style=\"rounded,dashed\" color=\"\(color)\""
    case .initial, .fork: break
    case .choice:
      text += " shape=diamond margin=0.02" + style(box.change, shape: "filled")
    case .history, .deepHistory:
      text += " shape=circle margin=0 width=0.28 height=0.28" + style(box.change, shape: "filled")
    }
    text += "]\n"
  }

  /// Returns the name of a box in an SVG, and its class, for style sheets. Names stay the same if a state is added, and
  /// begin with the machine's, so that two pictures in one page have different names.
  private func identity(_ box: Int, _ className: String) -> String {
    "\(id(box)) class=\"\(className)\""
  }

  /// - Parameter part: the part of the box that has the name, written behind `--`, which no box has in its name.
  private func id(_ box: Int?, _ part: String = "") -> String {
    if let page = options.page, let state = box.flatMap({ diagram.boxes[$0].state }), part.isEmpty || part == "--body" {
      return "id=\"m\(page)\(part.isEmpty ? "s" : "b")\(state.index)\""
    }
    return "id=\"\(machineIdentifier)\(box.map { "-" + identifiers[$0] } ?? "")\(part)\""
  }

  private func className(_ box: Diagram.Box) -> String {
    switch box.kind {
    case .state: box.isFinal ? "state final" : box.isInitial ? "state initial" : "state"
    case .anyState: "any"
    case .choice: "choice"
    case .history, .deepHistory: "history"
    case .initial: "initial"
    case .fork: "fork"
    }
  }

  private func tooltip(_ box: Diagram.Box) -> String {
    var tooltip =
      box.documentation.isEmpty ? (box.kind == .state ? box.name : box.path) + box.payload : box.documentation
    switch box.kind {
    case .history: tooltip = "history of \(box.path.dropLast(".history".count))"
    case .deepHistory: tooltip = "deep history of \(box.path.dropLast(".deepHistory".count))"
    case .initial: tooltip = box.documentation.isEmpty ? "initial state" : box.documentation
    case .state, .anyState, .fork, .choice: break
    }
    if let former = box.former(called: box.name) { tooltip += "\nbefore: \(former)" }
    return tooltip
  }

  /// Returns the style of a box or arrow, which shows a change to readers without colors, too.
  private func style(_ change: Diagram.Change, shape: String = "rounded,filled") -> String {
    let plain = shape == "filled" ? " style=filled" : ""
    return switch change {
    case .none, .taken, .uncounted: plain
    case .added, .changed: "\(plain) color=\"\(theme.color(change))\" penwidth=2"
    case .removed, .untaken: " color=\"\(theme.color(change))\" style=\"\(shape),dashed\""
    }
  }

  /// Returns the style for the arrow to a final state's dot, if the word `final` was added or removed.
  private func lineStyle(_ change: Diagram.Change) -> String {
    guard change != .none else { return "" }
    return " color=\"\(theme.color(change))\" " + (change == .removed ? "style=dashed" : "penwidth=2")
  }

  /// UML's dot for an initial state; for a final state, the dot has a ring around it (§14.2.4.5).
  private var dot: String {
    "shape=circle style=filled label=\"\" height=0.16 width=0.16 fixedsize=true fillcolor=\"\(theme.line)\""
  }

  /// UML's bar for a fork (§14.2.4.5), perpendicular to the arrows.
  private var bar: String {
    let (width, height) = options.direction == .right ? (0.05, 0.4) : (0.4, 0.05)
    let size = "width=\(width) height=\(height) fixedsize=true"
    return "shape=box style=filled label=\"\" \(size) fillcolor=\"\(theme.line)\""
  }

  // MARK: Arrows

  private mutating func writeArrows() {
    for route in layout.routes {
      let style = style(route.arrows)
      let tooltip = tooltip(route.arrows)
      var attributes = tooltip + style
      if !route.hasLabelNode, let label = label(route.arrows) {
        // A label without a tooltip of its own would show none.
        attributes = "label=<\(label)> label\(tooltip) \(attributes)"
      }
      // These arrows get the weight of those from the dots of other bodies.
      if route.arrows.first.map({ diagram.boxes[$0.source].kind == .initial }) ?? false { attributes += " weight=10" }
      for edge in route.edges {
        write(edge, "\(identity(route.arrows, edge.hasArrowhead ? "" : "--begin")) \(attributes)")
      }
    }
  }

  /// Returns the name and the class in an SVG for an arrow: for the half of it that has the head. If arrows between two
  /// boxes have different colors, the name contains the change.
  private func identity(_ arrows: [Diagram.Arrow], _ part: String) -> String {
    guard let arrow = arrows.first else { return "class=\"transition\"" }
    let change = change(arrows)
    let end = change == .none || change == .taken || arrow.source == arrow.target ? "" : "-" + change.word
    if options.page != nil {
      return "class=\"\((["transition"] + arrows.flatMap(classes)).joined(separator: " "))\""
    }
    return "\(id(arrow.source, "-\(identifiers[arrow.target])\(end)\(part)")) class=\"transition\""
  }

  /// Returns the classes by which a page that plays the machine finds an arrow: for its transitions, or a choice's row.
  private func classes(_ arrow: Diagram.Arrow) -> [String] {
    arrow.transitions.isEmpty ? arrow.row.map { ["r\($0.index)"] } ?? [] : arrow.transitions.map { "t\($0.index)" }
  }

  /// Returns the name by which a page that plays the machine finds an arrow's label; nil in other pictures.
  private func labelName(_ arrow: Diagram.Arrow) -> String? {
    options.page.flatMap { page in
      arrow.transitions.first?.labelName(in: page) ?? arrow.row.map { "m\(page)r\($0.index)" }
    }
  }

  private mutating func write(_ edge: DotLayout.Edge, _ attributes: String) {
    // Graphviz draws heads below tails, so an edge that leads up is written in the opposite direction.
    let (upper, lower) = edge.leadsUp ? (edge.head, edge.tail) : (edge.tail, edge.head)
    let (upperFrame, lowerFrame) = edge.leadsUp ? (edge.headFrame, edge.tailFrame) : (edge.tailFrame, edge.headFrame)
    text += "  \(name(upper)) -> \(name(lower)) [\(attributes)"
    if let frame = upperFrame { text += " ltail=\"cluster \(identifiers[frame])\"" }
    if let frame = lowerFrame { text += " lhead=\"cluster \(identifiers[frame])\"" }
    if edge.length > 1 { text += " minlen=\(edge.length)" }
    if !edge.hasArrowhead { text += " dir=none" } else if edge.leadsUp { text += " dir=back" }
    text += "]\n"
  }

  /// Writes a label that is a node. Its arrow passes through the label, or ends there.
  private mutating func writeLabel(_ node: DotLayout.Node) {
    guard case .label(let route, _) = node else { return }
    let arrows = layout.routes[route].arrows
    let node = name(node)
    guard let label = layout.routes[route].stays ? stayingLabel(arrows) : label(arrows, isNode: true) else {
      // From left to right, Graphviz reserves no space for headers: the point would be within one.
      let passing =
        options.direction == .right ? "label=\"\" width=0.01 height=0.4 fixedsize=true style=invis" : Self.point
      text += "  \(node) [\(passing)]\n"
      return
    }
    let identity = identity(arrows, "--label")
    text += "  \(node) [\(identity) shape=plain style=\"\" fontsize=11 label=<\(label)> \(tooltip(arrows))]\n"
  }

  /// Returns the label of arrows that are drawn as one; nil if it is empty.
  ///
  /// - Parameter isNode: whether the label is a node, which should be narrow, and not the label of an edge.
  private func label(_ arrows: [Diagram.Arrow], isNode: Bool = false) -> String? {
    guard let first = arrows.first else { return nil }
    let paragraphs = arrows.map { paragraph($0.label, of: $0) }.filter { !$0.lines.isEmpty }
    guard !paragraphs.isEmpty else { return nil }
    guard isNode, first.source != first.target || options.direction == .down else {
      // Space at the ends keeps the label off the line, which is below it from left to right.
      let ends = options.direction == .right && !isNode ? 3 : 0
      return DotLabel(paragraphs: paragraphs, leading: 2, sides: isNode ? 0 : 4, ends: ends).table
    }
    // An arrow leads to the middle of its label, and continues there. So the lines are centered, and there is some
    // space at the ends.
    let isAcross = options.direction == .right
    return DotLabel(
      paragraphs: paragraphs, leading: 2, sides: isAcross ? 4 : 0, ends: isAcross ? 0 : 1, isCentred: true
    ).table
  }

  /// Returns the label for rows of a choice that keep the active state, with the name of that state. An arrow to the
  /// choice would look as if the choice was passed again.
  private func stayingLabel(_ arrows: [Diagram.Arrow]) -> String? {
    guard let choice = arrows.first?.source else { return nil }
    let sources = Set(diagram.arrows.filter { $0.target == choice && $0.source != choice }.map(\.source))
    let source = sources.count == 1 ? sources.first.map { diagram.boxes[$0] } : nil
    var paragraphs = arrows.map { arrow in
      var label = arrow.label
      label.stays = false
      return paragraph(label, of: arrow)
    }.filter { !$0.lines.isEmpty }
    let place = source?.kind == .state ? source.map { " in \($0.name)" } : nil
    paragraphs.append(DotLabel.Paragraph(lines: ["stays" + (place ?? "")], isItalic: true))
    return DotLabel(paragraphs: paragraphs, leading: 2, sides: 0, ends: 1, isCentred: true).table
  }

  private func paragraph(_ label: Diagram.Label, of arrow: Diagram.Arrow) -> DotLabel.Paragraph {
    DotLabel.Paragraph(
      lines: label.lines(marked: arrow.change), color: arrow.change == .none ? nil : theme.color(arrow.change),
      id: labelName(arrow))
  }

  private func paragraph(_ pieces: [String], width: Int, _ change: Diagram.Change) -> DotLabel.Paragraph {
    let color = change == .none ? nil : theme.color(change)
    return DotLabel.Paragraph(lines: LineBreaking.lines(pieces, width: width), color: color)
  }

  /// Returns the color for arrows that one line shows; nil for the default color.
  private func color(_ arrows: [Diagram.Arrow]) -> String? {
    let change = change(arrows)
    return change == .none ? nil : theme.color(change)
  }

  private func change(_ arrows: [Diagram.Arrow]) -> Diagram.Change {
    let change = arrows.first?.change ?? .none
    if arrows.allSatisfy({ $0.change == change }) { return change }
    if arrows.allSatisfy({ $0.heat == nil }) { return .changed }
    return arrows.contains { $0.change == .taken } ? .taken : .uncounted
  }

  private func style(_ arrows: [Diagram.Arrow]) -> String {
    guard let color = color(arrows) else { return "" }
    let line =
      switch change(arrows) {
      case .removed, .untaken: "style=dashed"
      case .uncounted: "style=dotted"
      case .taken: "penwidth=\(scale.thickness(of: arrows))"
      case .none, .added, .changed: "penwidth=2"
      }
    return " color=\"\(color)\" " + line
  }

  private func tooltip(_ arrows: [Diagram.Arrow]) -> String {
    "tooltip=" + Self.tooltip(arrows.map(tooltip).joined(separator: "\n"))
  }

  private func tooltip(_ arrow: Diagram.Arrow) -> String {
    var lines = [arrow.documentation, arrow.text].filter { !$0.isEmpty }
    if let former = arrow.formerLabel { lines.append("before: \(former)") }
    if let heat = arrow.heat { lines.append(heat.note) }
    return lines.joined(separator: "\n")
  }

  private mutating func write(_ legend: Diagram.Legend) {
    text += "  \"(legend)\" [shape=plain style=\"\" tooltip=\"legend\" label=<"
    text += "<table border=\"1\" color=\"\(theme.line)\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\">"
    let colors = [Diagram.Change.added, .removed, .changed].map { paragraph([$0.mark + $0.word], width: .max, $0) }
    let entries = legend.entries.map { paragraph([$0.change.mark + $0.text], width: Self.legendWidth, $0.change) }
    let label = DotLabel(paragraphs: colors + entries, fontSize: 11, leading: 4)
    text += "<tr><td>\(label.table)</td></tr>"
    text += "</table>>]\n"
  }

  /// Writes the statements for tests as a note beside the states.
  private mutating func writeStatements() {
    guard !diagram.statements.isEmpty else { return }
    let paragraphs = diagram.statements.map { paragraph([$0], width: Self.legendWidth, .none) }
    text += "  \"(statements)\" [shape=note style=filled fillcolor=\"\(theme.box)\" color=\"\(theme.line)\""
    text += " tooltip=\"what tests look for\" label=<"
    text += "\(DotLabel(paragraphs: paragraphs, fontSize: 11, leading: 4).table)>]\n"
  }

  // MARK: Escapes

  private mutating func writeComment(_ comment: String, indentation: String = "") {
    for line in comment.split(separator: "\n") { text += "\(indentation)// \(line)\n" }
  }

  /// Returns a text in quotes, for use as the name of the graph.
  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns a text for use as a tooltip, in which Graphviz replaces backslashes twice.
  private static func tooltip(_ text: String) -> String {
    "\"\(escaped(text, backslash: "\\\\\\\\"))\""
  }

  /// Returns a text escaped for a string in quotes, in which Graphviz replaces `\N`, `\G` and character references.
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
}
