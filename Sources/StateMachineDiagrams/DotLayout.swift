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
    /// A point below the name of a composite, where its arrows to states within it begin.
    case beginning(of: Int)
    /// A point above a region, which keeps it at its place among those beside it.
    case place(of: Int)
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
    /// How many ranks its lower end is below its upper one, at least.
    var length = 1
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
  private let children: [[Int]]
  /// By box, the node by which it is entered, and the one that is its lowest.
  private var tops: [Node]
  private var bottoms: [Node]
  /// The composites from which arrows lead to states within them: below their names is a rank where these begin.
  private let beginsInside: Set<Int>
  private let sources: Set<Int>
  /// By box, how many ranks are within its frame above the node by which it is entered.
  private var headroom: [Int]
  private(set) var routes: [Route] = []
  /// The labels that are nodes of a body; last those of the machine's own.
  private(set) var labels: [[Node]]
  /// The labels that stand at the left or at the right of a body, where a region is whose states their arrows are of.
  /// By body; last those of the machine's own.
  private(set) var sides: [[Side]]
  private var labelCounts: [LabelEnds: Int] = [:]

  /// A label at a side of its body.
  struct Side {
    var label: Node
    var isLeft: Bool
  }

  private struct LabelEnds: Hashable {
    var source: Int
    var target: Int
  }

  init(_ diagram: Diagram) {
    self.diagram = diagram
    ranks = DiagramRanks(diagram)
    children = diagram.children
    tops = diagram.boxes.indices.map(Node.box)
    bottoms = diagram.boxes.indices.map { diagram.boxes[$0].hasFinalDot ? .finalDot(of: $0) : .box($0) }
    labels = Array(repeating: [], count: diagram.boxes.count + 1)
    sides = Array(repeating: [], count: diagram.boxes.count + 1)
    headroom = Array(repeating: 0, count: diagram.boxes.count)
    beginsInside = Set(
      diagram.arrows.lazy.filter { diagram.leadsInside(from: $0.source, to: $0.target) }.map(\.source))
    let targets = Set(diagram.arrows.map(\.target))
    sources = Set(
      diagram.arrows.lazy.map(\.source).filter { !targets.contains($0) || diagram.composite(ofHistory: $0) != nil }
        .filter { !diagram.boxes[$0].isInitial && diagram.boxes[$0].kind != .initial }
        .compactMap { diagram.boxes[$0].parent })
    findTopsAndBottoms()
    for arrows in diagram.bundles {
      guard let first = arrows.first else { continue }
      routes.append(route(arrows, from: first.source, to: first.target))
    }
  }

  private mutating func route(_ arrows: [Diagram.Arrow], from source: Int, to target: Int) -> Route {
    let isOut = !diagram.boxes[target].isComposite || !diagram.isInside(source, target)
    let isIn = !diagram.leadsInside(from: source, to: target)
    if arrows.contains(where: \.label.stays) {
      let label = addLabel(from: source, to: target, in: diagram.boxes[source].parent)
      let edge = Edge(tail: .box(source), head: label, hasArrowhead: false)
      return Route(arrows: arrows, edges: [edge], hasLabelNode: true, stays: true)
    }
    if isOut, isIn {
      var edge = edge(from: source, to: target)
      let drop = 2 * ranks.drop(from: source, to: target)
      // A loop has its label beside it, and what has no label is one line.
      guard source != target, arrows.contains(where: { !$0.label.isEmpty }) else {
        edge.length += drop
        return Route(arrows: arrows, edges: [edge])
      }
      let body = diagram.innermostBody(of: [source, target])
      let label = addLabel(from: source, to: target, in: body)
      if let isLeft = isLeft(source, in: body) ?? isLeft(target, in: body) {
        sides[body ?? diagram.boxes.count].append(Side(label: label, isLeft: isLeft))
      }
      var (first, second) = (edge, edge)
      (first.head, first.headFrame, first.hasArrowhead) = (label, nil, false)
      (second.tail, second.tailFrame) = (label, nil)
      if edge.leadsUp { second.length = 1 } else { first.length = 1 }
      // The label is near the end that stands away from its row.
      if edge.leadsUp != ranks.isRaised(source, target) { second.length += drop } else { first.length += drop }
      if leadsToHistory(from: source, to: target) { second.leadsUp = true }
      // The upper half comes first, as it is drawn.
      return Route(arrows: arrows, edges: edge.leadsUp ? [second, first] : [first, second], hasLabelNode: true)
    }
    // There is no frame between the two ends. A transition from a composite into itself begins below its name. One that
    // enters it anew has its label outside, on its way there and back: within, it would look as if nothing was left.
    let label = addLabel(from: source, to: target, in: isOut ? source : diagram.boxes[target].parent)
    var edges: [Edge] = []
    if isOut {
      let beginning = Edge(tail: .beginning(of: source), head: label, hasArrowhead: false)
      edges = [beginning, Edge(tail: label, head: .box(target))]
      end(&edges[1], at: target)
    } else {
      var leaving = Edge(tail: .box(source), head: label, hasArrowhead: false)
      begin(&leaving, at: source)
      edges = [leaving, Edge(tail: label, head: .box(target), leadsUp: true)]
      end(&edges[1], at: target)
    }
    return Route(arrows: arrows, edges: edges, hasLabelNode: true)
  }

  /// Tells whether a box stands in the left one or in the right one of the regions of a composite in a body; nil where it
  /// stands in none of them.
  private func isLeft(_ box: Int, in body: Int?) -> Bool? {
    var (inner, region): (Int, Int?) = (box, nil)
    while let outer = diagram.boxes[inner].parent, outer != body { (inner, region) = (outer, inner) }
    guard let region, diagram.boxes[region].isRegion else { return nil }
    let regions = children[inner].filter { diagram.boxes[$0].isRegion }
    guard let place = regions.firstIndex(of: region), 2 * place != regions.count - 1 else { return nil }
    return 2 * place < regions.count - 1
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
    edge.leadsUp = ranks.leadsUp(from: source, to: target)
    begin(&edge, at: source)
    end(&edge, at: target)
    return edge
  }

  /// The edge from the dot of a body to its initial box.
  func initialEdge(to box: Int) -> Edge {
    var edge = Edge(tail: .initialDot(in: diagram.boxes[box].parent), head: .box(box))
    end(&edge, at: box)
    // Far enough from a frame that more is seen than the head.
    if edge.headFrame != nil { edge.length += 1 }
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
    if edge.leadsUp { edge.length += headroom[source] }
  }

  private func end(_ edge: inout Edge, at target: Int) {
    guard diagram.boxes[target].isComposite else { return }
    edge.head = tops[target]
    edge.headFrame = target
    if !edge.leadsUp { edge.length += headroom[target] }
  }

  /// A box comes after the one that it stands in: each composite is looked at once, after those in it.
  private mutating func findTopsAndBottoms() {
    let beginnings = beginnings()
    for index in diagram.boxes.indices.reversed() where diagram.boxes[index].isComposite {
      guard let first = children[index].first else {
        tops[index] = .inside(index)
        bottoms[index] = .inside(index)
        continue
      }
      let regions = children[index].filter { diagram.boxes[$0].isRegion }
      let beginning = beginnings[index] ?? first
      if let node = initialNode(of: index, children[index]) {
        tops[index] = node
      } else if regions.count > 1 {
        tops[index] = .place(of: regions[regions.count / 2])
      } else {
        (tops[index], headroom[index]) = (tops[beginning], headroom[beginning])
      }
      if beginsInside.contains(index) { headroom[index] += 1 }
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

  /// Tells whether something in a body would stand beside its initial dot, or above: from where arrows lead on, and
  /// none to it.
  func hasSources(in body: Int?) -> Bool { body == nil || sources.contains(body ?? 0) }

  /// Tells whether arrows lead from a composite to states within it.
  func beginsInside(_ box: Int) -> Bool { beginsInside.contains(box) }

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
