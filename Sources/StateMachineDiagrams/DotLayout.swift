/// Decides, for the DOT writer, which nodes of Graphviz the arrows of a diagram connect.
///
/// In Graphviz, a composite state is only a frame around nodes (a cluster), and an edge can connect only nodes. So an
/// arrow to or from a composite state is drawn to a node inside the state, and cut off at the frame (`lhead`, `ltail`).
/// The choice of the node decides where the arrow meets the frame, and which boxes are drawn higher up.
struct DotLayout {
  /// A node of Graphviz. The associated integers are indices of the diagram's boxes.
  enum Node {
    case box(Int)
    /// The dot from which an arrow leads to the initial state of the composite state `in`; nil for the machine's
    /// initial state.
    case initialDot(in: Int?)
    /// The dot to which an arrow leads from the final state `of`.
    case finalDot(of: Int)
    /// An invisible point in a composite state without children, because Graphviz does not draw an empty frame. The
    /// value is the index of the composite state.
    case inside(Int)
    /// An invisible point below the name of the composite state `of`. Arrows from this state to its own descendants
    /// begin at the point.
    case beginning(of: Int)
    /// An invisible point above the region `of`. The points keep the regions in the order of the file.
    case place(of: Int)
    /// The label of a line between two boxes, if the label is drawn as a node. The first value is the index of the line
    /// in `routes`. `number` is 1 for the first label between these two boxes, 2 for the second, and so on.
    case label(Int, number: Int)
  }

  /// An edge of Graphviz from the node `tail` to the node `head`.
  struct Edge {
    var tail: Node
    var head: Node
    /// The composite state at whose frame the edge begins; nil if the edge begins at the node `tail`.
    var tailFrame: Int?
    /// The composite state at whose frame the edge ends; nil if the edge ends at the node `head`.
    var headFrame: Int?
    /// Whether the head is drawn above the tail.
    var leadsUp = false
    /// The smallest number of Graphviz' ranks (rows of nodes) that the edge crosses.
    var length = 1
    var hasArrowhead = true
  }

  /// A line of the picture between two boxes: the arrows of the diagram that it shows, and the edges of Graphviz of
  /// which it consists.
  struct Route {
    var arrows: [Diagram.Arrow]
    var edges: [Edge]
    /// Whether the label is a node through which the line passes. If not, the line is a single edge with a label.
    var hasLabelNode = false
    /// Whether the arrows are rows of a choice that keep the active state (`a : [else]`). The line then ends at their
    /// label, because it leads to no box.
    var stays = false
  }

  private let diagram: Diagram
  private let ranks: DiagramRanks
  private let children: [[Int]]
  /// For each box, the node at which arrows from above enter the box. The index is that of the box.
  private var tops: [Node]
  /// For each box, the lowest node in it, at which arrows to boxes below begin. The index is that of the box.
  private var bottoms: [Node]
  /// The composite states from which arrows lead to their own descendants. Such an arrow begins at a point below the
  /// composite state's name.
  private let beginsInside: Set<Int>
  /// The composite states that directly contain a box that arrows exit but none enters. A history that an arrow exits
  /// counts, too.
  private let sources: Set<Int>
  /// For each box, the number of Graphviz' ranks (rows of nodes) in it above the node where arrows enter it. An edge
  /// from above must be longer by this number, so that these ranks have space. The index is that of the box.
  private var headroom: [Int]
  private(set) var routes: [Route] = []
  /// The labels that are nodes, in a list for each composite state in which they are drawn. The last list has the
  /// labels at the top level.
  private(set) var labels: [[Node]]
  /// The labels at the left or right side of a composite state's children, in a list for each composite state. Such a
  /// label belongs to an arrow that leads to or from a box in a region. It is on the side of this region. The last list
  /// has the labels at the top level.
  private(set) var sides: [[Side]]
  private var labelCounts: [LabelEnds: Int] = [:]

  /// A label that is drawn at the left or right side of a composite state's children.
  struct Side {
    var label: Node
    var isLeft: Bool
  }

  private struct LabelEnds: Hashable {
    var source: Int
    var target: Int
  }

  /// Computes the nodes at which arrows enter and exit each box. Then makes the line for each group of arrows between
  /// two boxes.
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
    // Boxes without arrows into them, other than initial states. A history counts even with arrows into it.
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

  /// Returns the line for all arrows from `source` to `target`. An arrow with a label is two edges, with the label as a
  /// node between them. An arrow without a label is one edge, and so is one from a simple box to itself. If one end is
  /// a composite state that is or contains the other end, there is always a node. A row that keeps the active state is
  /// one edge to its label.
  private mutating func route(_ arrows: [Diagram.Arrow], from source: Int, to target: Int) -> Route {
    // `isOut` is false if the arrow leads from inside a composite state to this state itself, and `isIn` is false if it
    // leads from a composite state to a descendant.
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
      // A loop has its label beside it, and an arrow without a label is a single edge.
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
      // The label is near the end that is outside of the row.
      if edge.leadsUp != ranks.isRaised(source, target) { second.length += drop } else { first.length += drop }
      if leadsToHistory(from: source, to: target) { second.leadsUp = true }
      // The upper half comes first, as it is drawn first.
      return Route(arrows: arrows, edges: edge.leadsUp ? [second, first] : [first, second], hasLabelNode: true)
    }
    // One end of the arrow contains the other, so no frame is between the two ends. An arrow from a composite state to
    // a descendant begins below the state's name. An arrow that enters the state again has its label outside: inside,
    // it would look as if the state was not exited.
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

  /// Returns true for a box on the left side of a composite state with regions, and false for the right. Labels of the
  /// box's arrows are drawn on that side. The first of three regions is left, the last one is right, and nil is
  /// returned for the middle one. Nil also if no composite state directly in `body` has a region that contains the box.
  private func isLeft(_ box: Int, in body: Int?) -> Bool? {
    var (inner, region): (Int, Int?) = (box, nil)
    // Go outward up to the composite state that is directly in the body; `region` is then its child around the box.
    while let outer = diagram.boxes[inner].parent, outer != body { (inner, region) = (outer, inner) }
    guard let region, diagram.boxes[region].isRegion else { return nil }
    let regions = children[inner].filter { diagram.boxes[$0].isRegion }
    // `2 * place` is compared with `count - 1`, because the middle one of an odd number of regions is on neither side.
    guard let place = regions.firstIndex(of: region), 2 * place != regions.count - 1 else { return nil }
    return 2 * place < regions.count - 1
  }

  /// Returns whether an arrow leads to a history from outside of the history's composite state. The label of such an
  /// arrow is drawn below the history. So the arrow enters from the side, and does not cross the composite state's
  /// header.
  private func leadsToHistory(from source: Int, to target: Int) -> Bool {
    diagram.composite(ofHistory: target).map { !diagram.isInside(source, $0) } ?? false
  }

  /// Adds a node for the label of the line that is being created, and returns the node.
  ///
  /// - Parameter body: the composite state in which the label is drawn; nil for the machine.
  private mutating func addLabel(from source: Int, to target: Int, in body: Int?) -> Node {
    let number = labelCounts[LabelEnds(source: source, target: target), default: 0] + 1
    labelCounts[LabelEnds(source: source, target: target)] = number
    let label = Node.label(routes.count, number: number)
    labels[body ?? diagram.boxes.count].append(label)
    return label
  }

  /// Returns the edge for an arrow between two boxes of which neither contains the other.
  private func edge(from source: Int, to target: Int) -> Edge {
    var edge = Edge(tail: .box(source), head: .box(target))
    edge.leadsUp = ranks.leadsUp(from: source, to: target)
    begin(&edge, at: source)
    end(&edge, at: target)
    return edge
  }

  /// Returns the edge from the initial dot to an initial state.
  func initialEdge(to box: Int) -> Edge {
    var edge = Edge(tail: .initialDot(in: diagram.boxes[box].parent), head: .box(box))
    end(&edge, at: box)
    // Leaves space for the line before the arrowhead, which ends at a frame.
    if edge.headFrame != nil { edge.length += 1 }
    return edge
  }

  /// Returns the edge from a final state to the dot that shows that it is final. If the state is composite, the edge
  /// begins at its frame. Only in a comparison of two versions, a final state may be composite: its child states are
  /// then in the other version.
  func finalEdge(from box: Int) -> Edge {
    var edge = Edge(tail: .box(box), head: .finalDot(of: box))
    begin(&edge, at: box)
    return edge
  }

  /// Makes an edge begin at the frame of its source, if the source is a composite state.
  private func begin(_ edge: inout Edge, at source: Int) {
    guard diagram.boxes[source].isComposite else { return }
    // An edge down begins at the lowest node, an edge up at the highest: otherwise its label would be within the frame.
    edge.tail = edge.leadsUp ? tops[source] : bottoms[source]
    edge.tailFrame = source
    if edge.leadsUp { edge.length += headroom[source] }
  }

  /// Makes an edge end at the frame of its target, if the target is a composite state.
  private func end(_ edge: inout Edge, at target: Int) {
    guard diagram.boxes[target].isComposite else { return }
    edge.head = tops[target]
    edge.headFrame = target
    if !edge.leadsUp { edge.length += headroom[target] }
  }

  /// Computes `tops` and `bottoms`: for each composite state, the nodes at which arrows enter it from above and exit it
  /// at the bottom. Inner composite states come first, because an outer state may use the node of an inner one.
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
      // Of boxes that are equally low, the first one is taken.
      let lowest = children[index].dropFirst().reduce(first) { ranks.isLower($1, than: $0) ? $1 : $0 }
      bottoms[index] = bottoms[lowest]
    }
  }

  /// Returns the node in `body`, a composite state or a region, from which an arrow leads to the initial state. This is
  /// usually the initial dot. If a region begins with `initial -> a / f`, it is the box of this pseudostate. If a
  /// composite state begins so, the result is nil, and the caller chooses the box at the top.
  private func initialNode(of body: Int, _ children: [Int]) -> Node? {
    if children.contains(where: { diagram.boxes[$0].isInitial }) { return .initialDot(in: body) }
    guard diagram.boxes[body].isRegion else { return nil }
    return children.first { diagram.boxes[$0].kind == .initial }.map(Node.box)
  }

  /// The number of lines that begin or end at each box, including those from initial dots and to final dots. A box with
  /// more lines is drawn wider.
  var lineCounts: [Int] {
    var counts = diagram.boxes.map { ($0.isInitial ? 1 : 0) + ($0.hasFinalDot ? 1 : 0) }
    for edge in routes.flatMap(\.edges) {
      for case .box(let box) in [edge.tail, edge.head] { counts[box] += 1 }
    }
    return counts
  }

  /// Returns the node at which an arrow from above enters the given box.
  func top(of box: Int) -> Node { tops[box] }

  /// Returns whether a composite state directly contains a box that arrows exit but none enters. A history that an
  /// arrow exits counts, too. Always true for the machine (nil). Graphviz could draw such a box beside or above the
  /// initial dot. So the dot must then be put into the top row.
  func hasSources(in body: Int?) -> Bool { body == nil || sources.contains(body ?? 0) }

  /// Returns whether arrows lead from the given composite state to its own descendants.
  func beginsInside(_ box: Int) -> Bool { beginsInside.contains(box) }

  /// Returns the box to draw at the top of each composite state that begins with a labeled arrow (`initial -> a / f`).
  /// This is the child that is or contains the arrow's target, if this child is composite. Otherwise, it is the
  /// pseudostate at which the arrow begins.
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
