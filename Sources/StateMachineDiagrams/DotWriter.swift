/// Writes a diagram in Graphviz' DOT language (https://graphviz.org/doc/info/lang.html).
///
/// A state is a box with rounded corners. Its entry, exit and internal rows are below its name. Boxes are named after
/// their states and come in the order of the `.sm` file, so that a changed row moves as little as possible in the text
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
  /// The identifier of the machine: `m0` in a page that plays machines, otherwise made of the machine's name. The
  /// identifiers of elements in an SVG begin with it.
  private let machineIdentifier: String
  private var text = ""
  private static let legendWidth = 48
  /// The number of arrows above which Graphviz does not look for the best layout. For 500 arrows, the search would take
  /// minutes.
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

  /// Returns the diagram as text in the DOT language.
  package static func write(_ diagram: Diagram, options: DiagramOptions) -> String {
    var writer = DotWriter(diagram, options)
    writer.writeGraph()
    return writer.text
  }

  /// Writes the whole graph: attributes, boxes, the arrows at initial and final dots, and then all other arrows, the
  /// legend and the note.
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

  /// Writes the attributes that apply to all boxes and arrows without attributes of their own: fonts, colors and
  /// distances.
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

  /// Writes the boxes, dots and label nodes in a composite state. If `parent` is nil, writes those at the top level.
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

  /// Writes a node that Graphviz has to draw at the top of the composite state `parent`, or of the machine for nil. The
  /// node gets `rank=source` only if Graphviz could draw other boxes above it.
  private mutating func writeTop(_ node: String, in parent: Int?) {
    text += layout.hasSources(in: parent) ? "  { rank=source \(node) }\n" : "  \(node)\n"
  }

  /// Returns text that puts nodes into an order from left to right: `a -> b -> c`. In a picture from left to right, the
  /// nodes are reversed, because Graphviz then draws the last node at the top.
  private func inOrder(_ nodes: [String]) -> String {
    (options.direction == .right ? nodes.reversed() : nodes).joined(separator: " -> ")
  }

  /// Writes invisible nodes and edges that keep labels at the left or right side of a composite state's children. For a
  /// label of the top level, `parent` is nil. An edge connects each label with a point beside the initial dot. No other
  /// edge crosses this edge, so the label stays on the side of the point.
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

  /// Writes invisible nodes and edges that keep the regions of a composite state in the order of the file. Without
  /// them, edges between frames could change this order. Each region gets a point above it, and edges connect the
  /// points in order. A point and the top node of its region are in one `group`, whose edges are not crossed.
  private mutating func writePlaces(of regions: [Int]) {
    for region in regions {
      let (place, top) = (name(.place(of: region)), name(layout.top(of: region)))
      let group = "group=\"\(identifiers[region])\""
      text += "  \(place) [\(Self.point) \(group)]\n  \(top) [\(group)]\n  \(place) -> \(top) [style=invis]\n"
    }
    text += "  \(inOrder(regions.map { name(.place(of: $0)) })) [style=invis minlen=0]\n"
  }

  /// Returns the name of a node in the DOT text, such as `open` or `"open (final)"`.
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

  /// Returns the name of a label node, made of the two boxes that its arrow connects: `"a - b"`. The second label
  /// between these boxes is `"a - b 2"`. The first name has no number, so that a new row changes no other names. A row
  /// that keeps the active state has `"a (stays)"`.
  private func labelName(_ arrows: [Diagram.Arrow], _ number: Int) -> String {
    guard let arrow = arrows.first else { return "\"(label)\"" }
    if arrow.label.stays { return "\"\(identifiers[arrow.source]) (stays)\"" }
    let ends = "\(identifiers[arrow.source]) - \(identifiers[arrow.target])"
    return number == 1 ? "\"\(ends)\"" : "\"\(ends) \(number)\""
  }

  /// Writes a composite state as two frames, one inside the other. The outer one has the header: name, payload and
  /// rows. The inner one has the child states; it is below the header and at least as wide.
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

  /// Returns the label of the frame around a composite state's children. If the header is wider than the children, the
  /// label is an invisible cell with the width of the header. Otherwise, the label is an empty text.
  private func bodyLabel(_ index: Int) -> String {
    guard let width = headers.missingWidth(of: index) else { return "\"\"" }
    let cell = "<td width=\"\(width)\" height=\"1\"></td>"
    return "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr>\(cell)</tr></table>>"
  }

  /// Writes a region as a dashed frame with its name, because UML 2.5.1 has a dashed line between regions.
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

  /// Writes the box of a state without children, or of a pseudostate, as a node.
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

  /// Returns the identifier and the class of a box in an SVG: `id="door-open" class="state"`. The identifier does not
  /// change if another state is added. In a page that plays machines, a state has an identifier with its index instead,
  /// `m0s3`. Identifiers begin with the machine's identifier, so that two pictures in one page have different
  /// identifiers.
  private func identity(_ box: Int, _ className: String) -> String {
    "\(id(box)) class=\"\(className)\""
  }

  /// Returns the attribute with the identifier of a box in an SVG, or of a part of the box:
  /// `id="door-open--final-dot"`. In a page that plays machines, a state has its index instead, `m0s3`, and its inner
  /// frame `m0b3`.
  ///
  /// - Parameters:
  ///   - box: the index of the box; nil for the machine.
  ///   - part: the part of the box, such as `--final-dot`; empty for the box itself. No name of a box contains `--`.
  private func id(_ box: Int?, _ part: String = "") -> String {
    if let page = options.page, let state = box.flatMap({ diagram.boxes[$0].state }), part.isEmpty || part == "--body" {
      return "id=\"m\(page)\(part.isEmpty ? "s" : "b")\(state.index)\""
    }
    return "id=\"\(machineIdentifier)\(box.map { "-" + identifiers[$0] } ?? "")\(part)\""
  }

  /// Returns the class of a box in an SVG. Style sheets find all boxes of one kind by their class.
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

  /// Returns the text that is shown while the pointer is over a box: the state's documentation or its name. If its
  /// declaration has changed, the old declaration is added.
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

  /// Returns the style attributes of a box, by its highlighting. The box has a colored line if it was added, removed or
  /// changed, or if tests have not reached it. The line is also thick or dashed, for readers who do not see colors.
  private func style(_ change: Diagram.Change, shape: String = "rounded,filled") -> String {
    let plain = shape == "filled" ? " style=filled" : ""
    return switch change {
    case .none, .taken, .uncounted: plain
    case .added, .changed: "\(plain) color=\"\(theme.color(change))\" penwidth=2"
    case .removed, .untaken: " color=\"\(theme.color(change))\" style=\"\(shape),dashed\""
    }
  }

  /// Returns the style attributes of the arrow from a final state to its dot. Empty unless a comparison shows that the
  /// final state, or its word `final`, was added or removed.
  private func lineStyle(_ change: Diagram.Change) -> String {
    guard change != .none else { return "" }
    return " color=\"\(theme.color(change))\" " + (change == .removed ? "style=dashed" : "penwidth=2")
  }

  /// The Graphviz attributes of a filled circle, UML's sign of an initial state (UML 2.5.1, §14.2.4.5). A final state
  /// has the same circle with a ring around it, which other code adds.
  private var dot: String {
    "shape=circle style=filled label=\"\" height=0.16 width=0.16 fixedsize=true fillcolor=\"\(theme.line)\""
  }

  /// The attributes of a fork: UML's bar (§14.2.4.5), at a right angle to the arrows.
  private var bar: String {
    let (width, height) = options.direction == .right ? (0.05, 0.4) : (0.4, 0.05)
    let size = "width=\(width) height=\(height) fixedsize=true"
    return "shape=box style=filled label=\"\" \(size) fillcolor=\"\(theme.line)\""
  }

  // MARK: Arrows

  /// Writes the edges of all lines between boxes, with labels, tooltips and colors.
  private mutating func writeArrows() {
    for route in layout.routes {
      let style = style(route.arrows)
      let tooltip = tooltip(route.arrows)
      var attributes = tooltip + style
      if !route.hasLabelNode, let label = label(route.arrows) {
        // A label without a tooltip of its own would show none.
        attributes = "label=<\(label)> label\(tooltip) \(attributes)"
      }
      // An arrow from the pseudostate of a labeled arrow gets the weight of an arrow from an initial dot.
      if route.arrows.first.map({ diagram.boxes[$0.source].kind == .initial }) ?? false { attributes += " weight=10" }
      for edge in route.edges {
        write(edge, "\(identity(route.arrows, edge.hasArrowhead ? "" : "--begin")) \(attributes)")
      }
    }
  }

  /// Returns the identifier and the class of one edge of a line in an SVG: `id="door-open-closed" class="transition"`.
  /// Lines of different colors may connect the same boxes, so the identifier of a highlighted line ends with the change
  /// (`-added`). That of an arrow from a box to itself has no such end. In a page that plays the machine, there are
  /// only classes.
  ///
  /// - Parameter part: the text that distinguishes this edge or a label from others of the line, such as `--begin`.
  ///   Empty for the edge with the arrowhead.
  private func identity(_ arrows: [Diagram.Arrow], _ part: String) -> String {
    guard let arrow = arrows.first else { return "class=\"transition\"" }
    let change = change(arrows)
    let end = change == .none || change == .taken || arrow.source == arrow.target ? "" : "-" + change.word
    if options.page != nil {
      return "class=\"\((["transition"] + arrows.flatMap(classes)).joined(separator: " "))\""
    }
    return "\(id(arrow.source, "-\(identifiers[arrow.target])\(end)\(part)")) class=\"transition\""
  }

  /// Returns the classes of an arrow: `t7` for each of its transitions, or `r7` for a row of a choice. A page that
  /// plays the machine finds the arrow by them.
  private func classes(_ arrow: Diagram.Arrow) -> [String] {
    arrow.transitions.isEmpty ? arrow.row.map { ["r\($0.index)"] } ?? [] : arrow.transitions.map { "t\($0.index)" }
  }

  /// Returns the identifier of an arrow's label: `m0t7`, or `m0r7` for a row of a choice. A page that plays the machine
  /// finds the label by it. Nil in other pictures.
  private func labelName(_ arrow: Diagram.Arrow) -> String? {
    options.page.flatMap { page in
      arrow.transitions.first?.labelName(in: page) ?? arrow.row.map { "m\(page)r\($0.index)" }
    }
  }

  /// Writes an edge with the given attributes.
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

  /// Writes a label that is a node of its own. The line passes through the label or, for a row that keeps the active
  /// state, ends at it. If the labels of all arrows are empty, the node is an invisible point.
  private mutating func writeLabel(_ node: DotLayout.Node) {
    guard case .label(let route, _) = node else { return }
    let arrows = layout.routes[route].arrows
    let node = name(node)
    guard let label = layout.routes[route].stays ? stayingLabel(arrows) : label(arrows, isNode: true) else {
      // If ranks are side by side, Graphviz reserves no space for headers, so a point would be drawn in a header. An
      // invisible node with a height is not.
      let passing =
        options.direction == .right ? "label=\"\" width=0.01 height=0.4 fixedsize=true style=invis" : Self.point
      text += "  \(node) [\(passing)]\n"
      return
    }
    let identity = identity(arrows, "--label")
    text += "  \(node) [\(identity) shape=plain style=\"\" fontsize=11 label=<\(label)> \(tooltip(arrows))]\n"
  }

  /// Returns the label of a line, which has the labels of all arrows that the line shows. Nil if all labels are empty.
  ///
  /// - Parameter isNode: whether the label is a node, which should be narrow, and not the label of an edge.
  private func label(_ arrows: [Diagram.Arrow], isNode: Bool = false) -> String? {
    guard let first = arrows.first else { return nil }
    let paragraphs = arrows.map { paragraph($0.label, of: $0) }.filter { !$0.lines.isEmpty }
    guard !paragraphs.isEmpty else { return nil }
    guard isNode, first.source != first.target || options.direction == .down else {
      // Space above and below keeps the label off the line, which is right below it if ranks are side by side.
      let ends = options.direction == .right && !isNode ? 3 : 0
      return DotLabel(paragraphs: paragraphs, leading: 2, sides: isNode ? 0 : 4, ends: ends).table
    }
    // A line leads to the middle of a label node and continues on its other side. So the lines of text are centered,
    // and there is some space where the line ends.
    let isAcross = options.direction == .right
    return DotLabel(
      paragraphs: paragraphs, leading: 2, sides: isAcross ? 4 : 0, ends: isAcross ? 0 : 1, isCentred: true
    ).table
  }

  /// Returns the label for rows of a choice that keep the active state. Its last line is `stays in open` if `open` is
  /// the only source of the choice, and otherwise `stays`. There is no arrow back to the choice, because it would look
  /// as if the machine passed the choice again.
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

  /// Returns the label of an arrow as a paragraph of the line's label, in the color of the arrow's highlighting.
  private func paragraph(_ label: Diagram.Label, of arrow: Diagram.Arrow) -> DotLabel.Paragraph {
    DotLabel.Paragraph(
      lines: label.lines(marked: arrow.change), color: arrow.change == .none ? nil : theme.color(arrow.change),
      id: labelName(arrow))
  }

  /// Returns a paragraph whose lines have at most `width` characters, in the color for `change`.
  private func paragraph(_ pieces: [String], width: Int, _ change: Diagram.Change) -> DotLabel.Paragraph {
    let color = change == .none ? nil : theme.color(change)
    return DotLabel.Paragraph(lines: LineBreaking.lines(pieces, width: width), color: color)
  }

  /// Returns the color of a line by the highlighting of the arrows that it shows; nil for the default color.
  private func color(_ arrows: [Diagram.Arrow]) -> String? {
    let change = change(arrows)
    return change == .none ? nil : theme.color(change)
  }

  /// Returns the highlighting of a line that shows several arrows. If all arrows have the same one, it is this.
  /// Otherwise, a comparison of two versions shows the line as changed. A picture with numbers of tests shows it as
  /// taken if one of the arrows is taken. Otherwise, it shows it as uncounted.
  private func change(_ arrows: [Diagram.Arrow]) -> Diagram.Change {
    let change = arrows.first?.change ?? .none
    if arrows.allSatisfy({ $0.change == change }) { return change }
    if arrows.allSatisfy({ $0.heat == nil }) { return .changed }
    return arrows.contains { $0.change == .taken } ? .taken : .uncounted
  }

  /// Returns the color and the line style of a line that shows the given arrows. Empty for a line without highlighting.
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

  /// Writes the legend as a table beside the states: the meaning of the colors, and the list of changes.
  private mutating func write(_ legend: Diagram.Legend) {
    text += "  \"(legend)\" [shape=plain style=\"\" tooltip=\"legend\" label=<"
    text += "<table border=\"1\" color=\"\(theme.line)\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\">"
    let colors = [Diagram.Change.added, .removed, .changed].map { paragraph([$0.mark + $0.word], width: .max, $0) }
    let entries = legend.entries.map { paragraph([$0.change.mark + $0.text], width: Self.legendWidth, $0.change) }
    let label = DotLabel(paragraphs: colors + entries, fontSize: 11, leading: 4)
    text += "<tr><td>\(label.table)</td></tr>"
    text += "</table>>]\n"
  }

  /// Writes a note with the file's statements for tests, such as `never open`, beside the states. Writes nothing if the
  /// picture shows no statements.
  private mutating func writeStatements() {
    guard !diagram.statements.isEmpty else { return }
    let paragraphs = diagram.statements.map { paragraph([$0], width: Self.legendWidth, .none) }
    text += "  \"(statements)\" [shape=note style=filled fillcolor=\"\(theme.box)\" color=\"\(theme.line)\""
    text += " tooltip=\"what tests look for\" label=<"
    text += "\(DotLabel(paragraphs: paragraphs, fontSize: 11, leading: 4).table)>]\n"
  }

  // MARK: Escapes

  /// Writes a comment, each line of it after `//`.
  private mutating func writeComment(_ comment: String, indentation: String = "") {
    for line in comment.split(separator: "\n") { text += "\(indentation)// \(line)\n" }
  }

  /// Returns a text escaped and in quotes, for the name of the graph.
  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns a text escaped and in quotes, for a tooltip. Each backslash is written as four, because Graphviz replaces
  /// backslashes in a tooltip twice.
  private static func tooltip(_ text: String) -> String {
    "\"\(escaped(text, backslash: "\\\\\\\\"))\""
  }

  /// Returns a text escaped for a string in quotes. Without this, Graphviz would replace `\N`, `\G` and character
  /// references such as `&amp;`.
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
