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
  private let layout: DotLayout
  private let headers: DotHeaders
  private let lineCounts: [Int]
  private let scale: HeatScale
  /// The machine's name, as far as it can stand in names of an SVG.
  private let machineIdentifier: String
  private var text = ""
  private static let legendWidth = 48
  /// From this many arrows on, Graphviz is told not to look for the best layout: it would take minutes for 500.
  private static let largeDiagram = 150
  /// An invisible node.
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
      // So that the dot stands right above.
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
      // A frame without arrows would stand anywhere.
      for frame in boxes where diagram.boxes[frame].kind == .anyState && lineCounts[frame] == 0 {
        text += "  \(name(.initialDot(in: parent))) -> \(identifiers[frame]) [style=invis dir=none]\n"
      }
    }
    for label in layout.labels[parent ?? diagram.boxes.count] { writeLabel(label) }
    let regions = boxes.filter { diagram.boxes[$0].isRegion }
    for fork in boxes where diagram.boxes[fork].kind == .fork {
      // So that the bar stands above the regions.
      for region in regions {
        let top = regions.count > 1 ? .place(of: region) : layout.top(of: region)
        text += "  \(identifiers[fork]) -> \(name(top)) [style=invis]\n"
      }
    }
    if regions.count > 1 { writePlaces(of: regions) }
  }

  /// Writes what stands at the top of its body.
  private mutating func writeTop(_ node: String, in parent: Int?) {
    text += layout.hasSources(in: parent) ? "  { rank=source \(node) }\n" : "  \(node)\n"
  }

  /// Edges within a rank, which put its nodes in an order: from left to right or, where ranks stand side by side, from
  /// the top down, which Graphviz does from the last one up.
  private func inOrder(_ nodes: [String]) -> String {
    (options.direction == .right ? nodes.reversed() : nodes).joined(separator: " -> ")
  }

  /// Keeps labels at the side of their body where the region is that their arrows lead to: beside the initial dot is a
  /// point, whose edge to the label nothing crosses.
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

  /// Keeps regions in the order of the file. Graphviz orders frames by the lines between them, but points of one rank by
  /// the edges between these; a point has its region right below, as edges within a group are crossed by no other.
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

  /// A label is named after the boxes that its arrow is between, with a number only where they have several: numbers for
  /// all would change with each row.
  private func labelName(_ arrows: [Diagram.Arrow], _ number: Int) -> String {
    guard let arrow = arrows.first else { return "\"(label)\"" }
    if arrow.label.stays { return "\"\(identifiers[arrow.source]) (stays)\"" }
    let ends = "\(identifiers[arrow.source]) - \(identifiers[arrow.target])"
    return number == 1 ? "\"\(ends)\"" : "\"\(ends) \(number)\""
  }

  /// A composite is a frame whose label is its header: name, payload and rows, across the top. Below, in a frame as wide,
  /// stands what it holds.
  private mutating func writeCluster(_ index: Int) {
    let box = diagram.boxes[index]
    let color = box.change == .none ? theme.line : theme.color(box.change)
    let tooltip = Self.tooltip(tooltip(box))
    // Two dashed lines in one place would make one that is not: what has been removed has one frame.
    let isRemoved = box.change.isDashed
    let line = "color=\"\(color)\" penwidth=\(box.change == .added || box.change == .changed ? 2 : 1)"
    let header =
      isRemoved ? "rounded,filled,dashed\" fillcolor=\"\(theme.frame)" : "rounded,filled\" fillcolor=\"\(theme.header)"
    // A card without a line, on the header's ground, which shows around it. Clusters within inherit: each says its line.
    let body =
      isRemoved
      ? "style=invis"
      : "style=\"rounded,filled\" fillcolor=\"\(theme.frame)\" color=\"transparent\" penwidth=0"
    text += "  subgraph \"cluster \(identifiers[index])\" {\n"
    text += "  \(identity(index, "composite"))\n"
    // At the left, the header is out of the way of arrows that lead to what is in the middle.
    text += "  style=\"\(header)\" \(line) margin=\(isRemoved ? 0 : 4) labelloc=t labeljust=l"
    text += " label=\(DotBoxLabel(box, theme: theme, page: options.page).text) tooltip=\(tooltip)\n"
    // It would inherit the name of the frame.
    text += "  subgraph \"cluster \(identifiers[index]) (body)\" {\n"
    text += "  \(id(index, "--body")) class=\"body\" \(body) margin=8"
    text += " label=\(bodyLabel(index)) tooltip=\(tooltip)\n"
    if children[index].isEmpty { text += "  \(name(.inside(index))) [\(Self.point)]\n" }
    writeBoxes(in: index)
    text += "  }\n"
    if layout.beginsInside(index) {
      // Outside of the card: it is in the header, below the name.
      let node = name(.beginning(of: index))
      text += "  \(node) [\(Self.point)]\n  \(node) -> \(name(layout.top(of: index))) [style=invis]\n"
    }
    text += "  }\n"
  }

  /// The label of a composite's frame, which makes it as wide as the header, where that is wider: an empty cell of this
  /// width.
  private func bodyLabel(_ index: Int) -> String {
    guard let width = headers.missingWidth(of: index) else { return "\"\"" }
    let cell = "<td width=\"\(width)\" height=\"1\"></td>"
    return "<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr>\(cell)</tr></table>>"
  }

  /// A region is a dashed frame (UML 2.5.1 has a dashed line between regions): it has a name, and no arrow leads to it.
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
    // The more lines end at a low box, the nearer are their ends: a quarter of an inch is for each. The rule above a
    // compartment is as wide as its table, and would not reach the sides of a wider box.
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

  /// The name of a box in an SVG, and its class, for style sheets: names stay when a state is added, and the machine's own
  /// keeps two pictures in one page apart.
  private func identity(_ box: Int, _ className: String) -> String {
    "\(id(box)) class=\"\(className)\""
  }

  /// - Parameter part: a part of the box, behind two dashes: no name of a box has one.
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

  /// How a changed box or arrow differs, besides in colour: for print, and for those who do not see colours.
  private func style(_ change: Diagram.Change, shape: String = "rounded,filled") -> String {
    let plain = shape == "filled" ? " style=filled" : ""
    return switch change {
    case .none, .taken, .uncounted: plain
    case .added, .changed: "\(plain) color=\"\(theme.color(change))\" penwidth=2"
    case .removed, .untaken: " color=\"\(theme.color(change))\" style=\"\(shape),dashed\""
    }
  }

  /// The line of an arrow to the dot of a final state, where `final` has come or gone.
  private func lineStyle(_ change: Diagram.Change) -> String {
    guard change != .none else { return "" }
    return " color=\"\(theme.color(change))\" " + (change == .removed ? "style=dashed" : "penwidth=2")
  }

  /// UML's dot for the initial state; with a ring around it for a final one (§14.2.4.5).
  private var dot: String {
    "shape=circle style=filled label=\"\" height=0.16 width=0.16 fixedsize=true fillcolor=\"\(theme.line)\""
  }

  /// UML's bar for a fork (§14.2.4.5), across the way.
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
        // The label is where the pointer rests most: by itself it would have no tooltip.
        attributes = "label=<\(label)> label\(tooltip) \(attributes)"
      }
      // As of the dots of other bodies.
      if route.arrows.first.map({ diagram.boxes[$0.source].kind == .initial }) ?? false { attributes += " weight=10" }
      for edge in route.edges {
        write(edge, "\(identity(route.arrows, edge.hasArrowhead ? "" : "--begin")) \(attributes)")
      }
    }
  }

  /// The name and the class of an arrow in an SVG: those of the half with the head. Arrows between two boxes that differ in
  /// colour have their change in their name.
  private func identity(_ arrows: [Diagram.Arrow], _ part: String) -> String {
    guard let arrow = arrows.first else { return "class=\"transition\"" }
    let change = change(arrows)
    let end = change == .none || change == .taken || arrow.source == arrow.target ? "" : "-" + change.word
    if options.page != nil {
      return "class=\"\((["transition"] + arrows.flatMap(classes)).joined(separator: " "))\""
    }
    return "\(id(arrow.source, "-\(identifiers[arrow.target])\(end)\(part)")) class=\"transition\""
  }

  /// The classes of an arrow in a page that plays the machine: one for each transition, or for the row of a choice.
  private func classes(_ arrow: Diagram.Arrow) -> [String] {
    arrow.transitions.isEmpty ? arrow.row.map { ["r\($0.index)"] } ?? [] : arrow.transitions.map { "t\($0.index)" }
  }

  /// The name of an arrow's label there.
  private func labelName(_ arrow: Diagram.Arrow) -> String? {
    options.page.flatMap { page in
      arrow.transitions.first?.labelName(in: page) ?? arrow.row.map { "m\(page)r\($0.index)" }
    }
  }

  private mutating func write(_ edge: DotLayout.Edge, _ attributes: String) {
    // Graphviz draws heads below tails: what leads up is written as if it led down.
    let (upper, lower) = edge.leadsUp ? (edge.head, edge.tail) : (edge.tail, edge.head)
    let (upperFrame, lowerFrame) = edge.leadsUp ? (edge.headFrame, edge.tailFrame) : (edge.tailFrame, edge.headFrame)
    text += "  \(name(upper)) -> \(name(lower)) [\(attributes)"
    if let frame = upperFrame { text += " ltail=\"cluster \(identifiers[frame])\"" }
    if let frame = lowerFrame { text += " lhead=\"cluster \(identifiers[frame])\"" }
    if edge.length > 1 { text += " minlen=\(edge.length)" }
    if !edge.hasArrowhead { text += " dir=none" } else if edge.leadsUp { text += " dir=back" }
    text += "]\n"
  }

  /// A label that is a node: its arrow begins there, or passes.
  private mutating func writeLabel(_ node: DotLayout.Node) {
    guard case .label(let route, _) = node else { return }
    let arrows = layout.routes[route].arrows
    let node = name(node)
    guard let label = layout.routes[route].stays ? stayingLabel(arrows) : label(arrows, isNode: true) else {
      // From left to right, Graphviz keeps no place free for headers: the point would be within one.
      let passing =
        options.direction == .right ? "label=\"\" width=0.01 height=0.4 fixedsize=true style=invis" : Self.point
      text += "  \(node) [\(passing)]\n"
      return
    }
    let identity = identity(arrows, "--label")
    text += "  \(node) [\(identity) shape=plain style=\"\" fontsize=11 label=<\(label)> \(tooltip(arrows))]\n"
  }

  /// The labels of arrows that are drawn as one; nil where they have none.
  ///
  /// - Parameter isNode: whether the label has a place of its own, which is to be narrow, and not one beside a line.
  private func label(_ arrows: [Diagram.Arrow], isNode: Bool = false) -> String? {
    guard let first = arrows.first else { return nil }
    let paragraphs = arrows.map { paragraph($0.label, of: $0) }.filter { !$0.lines.isEmpty }
    guard !paragraphs.isEmpty else { return nil }
    guard isNode, first.source != first.target || options.direction == .down else {
      // Off the line: which from left to right is below the label.
      let ends = options.direction == .right && !isNode ? 3 : 0
      return DotLabel(paragraphs: paragraphs, leading: 2, sides: isNode ? 0 : 4, ends: ends).table
    }
    // An arrow leads to the middle of its label, and goes on there: so the lines are centred, and a little is left free
    // where it ends.
    let isAcross = options.direction == .right
    return DotLabel(
      paragraphs: paragraphs, leading: 2, sides: isAcross ? 4 : 0, ends: isAcross ? 0 : 1, isCentred: true
    ).table
  }

  /// The label of a choice's rows without an arrow, which says what stays active instead of a loop: an arrow to the choice
  /// would look as if it was passed again.
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

  /// The colour of arrows that are drawn as one; nil where it is that of all.
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

  /// A note beside the states.
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
}
