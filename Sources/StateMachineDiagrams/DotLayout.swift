/// Between which nodes Graphviz draws the arrows of a diagram.
///
/// To Graphviz a composite is a frame around nodes (a cluster), and an edge is between nodes. An arrow to a composite or
/// from one leads to a node in it, or from one, and is cut off at the frame (`lhead`, `ltail`): which node it is decides
/// where at the frame it ends, and what is drawn above what.
struct DotLayout {
  enum Node {
    case box(Int)
    /// The dot that leads to the initial box of a body.
    case initialDot(in: Int?)
    /// The dot that a final box leads to.
    case finalDot(of: Int)
    /// A point in a composite that is empty.
    case inside(Int)
    /// A label that is a node: of this route, and with this number among those between the same boxes.
    case label(Int, number: Int)
  }

  struct Edge {
    var tail: Node
    var head: Node
    /// The composite at whose frame the edge begins.
    var tailFrame: Int?
    /// The composite at whose frame the edge ends.
    var headFrame: Int?
    /// Is true where its head is drawn above its tail.
    var leadsUp = false
    var hasArrowhead = true
  }

  /// How arrows are drawn that are drawn as one.
  struct Route {
    var arrows: [Diagram.Arrow]
    var edges: [Edge]
    /// Is true where the label is a node, and not that of an edge.
    var hasLabelNode = false
    /// Is true for the rows of a choice without an arrow: the line ends at their label.
    var stays = false
  }

  private let diagram: Diagram
  private let ranks: DiagramRanks
  /// By box, the node by which it is entered, and the one that is its lowest.
  private var tops: [Node]
  private var bottoms: [Node]
  private(set) var routes: [Route] = []
  /// The labels that are nodes of a body; last those of the machine's own.
  private(set) var labels: [[Node]]
  private var labelCounts: [LabelEnds: Int] = [:]

  private struct LabelEnds: Hashable {
    var source: Int
    var target: Int
  }

  init(_ diagram: Diagram) {
    self.diagram = diagram
    ranks = DiagramRanks(diagram)
    tops = diagram.boxes.indices.map(Node.box)
    bottoms = diagram.boxes.indices.map { diagram.boxes[$0].hasFinalDot ? .finalDot(of: $0) : .box($0) }
    labels = Array(repeating: [], count: diagram.boxes.count + 1)
    findTopsAndBottoms()
    for arrows in diagram.bundles {
      guard let first = arrows.first else { continue }
      routes.append(route(arrows, from: first.source, to: first.target))
    }
  }

  private mutating func route(_ arrows: [Diagram.Arrow], from source: Int, to target: Int) -> Route {
    let isOut = !diagram.boxes[target].isComposite || !diagram.isInside(source, target)
    let isIn = !diagram.boxes[source].isComposite || !diagram.isInside(target, source)
    if arrows.contains(where: \.label.stays) {
      let label = addLabel(from: source, to: target, in: diagram.boxes[source].parent)
      let edge = Edge(tail: .box(source), head: label, hasArrowhead: false)
      return Route(arrows: arrows, edges: [edge], hasLabelNode: true, stays: true)
    }
    if isOut, isIn {
      let edge = edge(from: source, to: target)
      // A loop has its label beside it, and what has no label is one line.
      guard source != target, arrows.contains(where: { !$0.label.isEmpty }) else {
        return Route(arrows: arrows, edges: [edge])
      }
      let label = addLabel(from: source, to: target, in: diagram.innermostBody(of: [source, target]))
      var (first, second) = (edge, edge)
      (first.head, first.headFrame, first.hasArrowhead) = (label, nil, false)
      (second.tail, second.tailFrame) = (label, nil)
      if leadsToHistory(from: source, to: target) { second.leadsUp = true }
      // The upper half comes first, as it is drawn.
      return Route(arrows: arrows, edges: edge.leadsUp ? [second, first] : [first, second], hasLabelNode: true)
    }
    // There is no frame between the two ends. A transition from a composite into itself begins at its label. One that
    // enters it anew has its label outside, on its way there and back: within, it would look as if nothing was left.
    let label = addLabel(from: source, to: target, in: isOut ? source : diagram.boxes[target].parent)
    var edges: [Edge] = []
    if isOut {
      edges.append(Edge(tail: label, head: .box(target)))
      end(&edges[0], at: target)
    } else {
      var leaving = Edge(tail: .box(source), head: label, hasArrowhead: false)
      begin(&leaving, at: source)
      edges = [leaving, Edge(tail: label, head: tops[target], headFrame: target, leadsUp: true)]
    }
    return Route(arrows: arrows, edges: edges, hasLabelNode: true)
  }

  /// Tells whether an arrow leads to a history from outside its composite: its label is below the history then, wherever
  /// the source is, so that the arrow comes in from the side and not through the header.
  private func leadsToHistory(from source: Int, to target: Int) -> Bool {
    diagram.composite(ofHistory: target).map { !diagram.isInside(source, $0) } ?? false
  }

  /// Adds the label of the next route to those of a body, nil for the machine's own.
  private mutating func addLabel(from source: Int, to target: Int, in body: Int?) -> Node {
    let number = labelCounts[LabelEnds(source: source, target: target), default: 0] + 1
    labelCounts[LabelEnds(source: source, target: target)] = number
    let label = Node.label(routes.count, number: number)
    labels[body ?? diagram.boxes.count].append(label)
    return label
  }

  /// The edge of an arrow between boxes of which neither holds the other.
  private func edge(from source: Int, to target: Int) -> Edge {
    var edge = Edge(tail: .box(source), head: .box(target))
    edge.leadsUp = ranks.leadsBack(from: source, to: target)
    begin(&edge, at: source)
    end(&edge, at: target)
    return edge
  }

  /// The edge from the dot of a body to its initial box.
  func initialEdge(to box: Int) -> Edge {
    var edge = Edge(tail: .initialDot(in: diagram.boxes[box].parent), head: .box(box))
    end(&edge, at: box)
    return edge
  }

  /// The edge from a final box to its dot. A composite is final where another version of it has no states in it.
  func finalEdge(from box: Int) -> Edge {
    var edge = Edge(tail: .box(box), head: .finalDot(of: box))
    begin(&edge, at: box)
    return edge
  }

  private func begin(_ edge: inout Edge, at source: Int) {
    guard diagram.boxes[source].isComposite else { return }
    // An edge down leaves at the bottom, an edge up at the top: else its label would be within the frame.
    edge.tail = edge.leadsUp ? tops[source] : bottoms[source]
    edge.tailFrame = source
  }

  private func end(_ edge: inout Edge, at target: Int) {
    guard diagram.boxes[target].isComposite else { return }
    edge.head = tops[target]
    edge.headFrame = target
  }

  /// A box comes after the one that it stands in: each composite is looked at once, after those in it.
  private mutating func findTopsAndBottoms() {
    let children = diagram.children
    let beginnings = beginnings()
    for index in diagram.boxes.indices.reversed() where diagram.boxes[index].isComposite {
      guard let first = children[index].first else {
        tops[index] = .inside(index)
        bottoms[index] = .inside(index)
        continue
      }
      tops[index] = initialNode(of: index, children[index]) ?? tops[beginnings[index] ?? first]
      let lowest = children[index].dropFirst().reduce(first) { ranks.isLower($1, than: $0) ? $1 : $0 }
      bottoms[index] = bottoms[lowest]
    }
  }

  /// The dot of a body. Where a region begins by an arrow, that is its pseudostate, and no box further in: an arrow to the
  /// composite, and a bar, stand above it.
  private func initialNode(of body: Int, _ children: [Int]) -> Node? {
    if children.contains(where: { diagram.boxes[$0].isInitial }) { return .initialDot(in: body) }
    guard diagram.boxes[body].isRegion else { return nil }
    return children.first { diagram.boxes[$0].kind == .initial }.map(Node.box)
  }

  /// By box: how many lines end at it, that of a dot among them.
  var lineCounts: [Int] {
    var counts = diagram.boxes.map { ($0.isInitial ? 1 : 0) + ($0.hasFinalDot ? 1 : 0) }
    for edge in routes.flatMap(\.edges) {
      for case .box(let box) in [edge.tail, edge.head] { counts[box] += 1 }
    }
    return counts
  }

  /// The node by which a box is entered from above.
  func top(of box: Int) -> Node { tops[box] }

  /// The top boxes of bodies that begin by an arrow: its dot or, as that stands further down where the arrow leads further
  /// in, what holds its target.
  private func beginnings() -> [Int: Int] {
    var beginnings: [Int: Int] = [:]
    for arrow in diagram.arrows where diagram.boxes[arrow.source].kind == .initial {
      guard let body = diagram.boxes[arrow.source].parent else { continue }
      var box = arrow.target
      while let parent = diagram.boxes[box].parent, parent != body { box = parent }
      beginnings[body] = diagram.boxes[box].isComposite ? box : arrow.source
    }
    return beginnings
  }
}
