/// The nodes between which Graphviz draws the arrows of a diagram.
///
/// In Graphviz, a composite state is a frame around nodes (a cluster), and edges connect nodes. So an arrow to or from
/// a composite state is drawn as the edge of a node in it, clipped at the frame (`lhead`, `ltail`). The choice of the
/// node decides where the arrow meets the frame, and what is drawn higher up.
struct DotLayout {
  enum Node {
    case box(Int)
    /// The dot from which an arrow leads to the initial box of a body.
    case initialDot(in: Int?)
    /// The dot to which an arrow leads from a box that is final.
    case finalDot(of: Int)
    /// An invisible point in a composite state that is empty.
    case inside(Int)
    /// An invisible point below a composite state's name, at which its arrows to descendants begin.
    case beginning(of: Int)
    /// An invisible point above a region, which keeps the region in its place among the other regions.
    case place(of: Int)
    /// A route's label that is a node, with its number among the labels of routes between the same boxes.
    case label(Int, number: Int)
  }

  struct Edge {
    var tail: Node
    var head: Node
    /// The composite state at whose frame the edge begins; nil if it begins at its node.
    var tailFrame: Int?
    /// The composite state at whose frame the edge ends; nil if it ends at its node.
    var headFrame: Int?
    /// Whether the head is drawn above the tail.
    var leadsUp = false
    /// The smallest number of ranks between the two ends of the edge.
    var length = 1
    var hasArrowhead = true
  }

  /// The drawing of arrows that one line shows.
  struct Route {
    var arrows: [Diagram.Arrow]
    var edges: [Edge]
    /// Whether the label is a node, and not the label of an edge.
    var hasLabelNode = false
    /// Whether the arrows are rows of a choice that keep the active state, so that the line ends at their label.
    var stays = false
  }

  private let diagram: Diagram
  private let ranks: DiagramRanks
  private let children: [[Int]]
  /// The node at which an arrow enters a box, by the box's index; `bottoms` has the lowest node of each box.
  private var tops: [Node]
  private var bottoms: [Node]
  /// The composite states with arrows to their descendants, which have a rank for these arrows below their names.
  private let beginsInside: Set<Int>
  private let sources: Set<Int>
  /// The number of ranks in a box's frame above the node at which arrows enter, by the box's index.
  private var headroom: [Int]
  private(set) var routes: [Route] = []
  /// The labels that are nodes, by the index of the body; last, the labels of the machine's body.
  private(set) var labels: [[Node]]
  /// The labels at the left or right side of a body, next to the region whose states their arrows connect: by the index
  /// of the body; last, the labels of the machine's body.
  private(set) var sides: [[Side]]
  private var labelCounts: [LabelEnds: Int] = [:]

  /// A label that is drawn at the left or right side of its body.
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
    // No frame is between the two ends. An arrow from a composite state to a descendant begins below the state's name.
    // One that enters the state anew has its label outside: inside, the state would seem not to be exited.
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

  /// Returns whether a box is in the left half of the regions of a composite state in a body, or in the right half. Nil
  /// if the box is in no region, or in the middle region.
  private func isLeft(_ box: Int, in body: Int?) -> Bool? {
    var (inner, region): (Int, Int?) = (box, nil)
    while let outer = diagram.boxes[inner].parent, outer != body { (inner, region) = (outer, inner) }
    guard let region, diagram.boxes[region].isRegion else { return nil }
    let regions = children[inner].filter { diagram.boxes[$0].isRegion }
    guard let place = regions.firstIndex(of: region), 2 * place != regions.count - 1 else { return nil }
    return 2 * place < regions.count - 1
  }

  /// Returns whether an arrow leads to a history from outside its composite state. The label of such an arrow is below
  /// the history, so that the arrow enters from the side and not through the header.
  private func leadsToHistory(from source: Int, to target: Int) -> Bool {
    diagram.composite(ofHistory: target).map { !diagram.isInside(source, $0) } ?? false
  }

  /// Adds a label for the next route to the labels of a body, or to those of the machine for nil.
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

  /// Returns the edge from the dot of a body to its initial box.
  func initialEdge(to box: Int) -> Edge {
    var edge = Edge(tail: .initialDot(in: diagram.boxes[box].parent), head: .box(box))
    end(&edge, at: box)
    // Makes room for the line before the arrowhead at a frame.
    if edge.headFrame != nil { edge.length += 1 }
    return edge
  }

  /// Returns the edge from a final box to its dot. A final box can be composite if it has states in another version.
  func finalEdge(from box: Int) -> Edge {
    var edge = Edge(tail: .box(box), head: .finalDot(of: box))
    begin(&edge, at: box)
    return edge
  }

  private func begin(_ edge: inout Edge, at source: Int) {
    guard diagram.boxes[source].isComposite else { return }
    // An edge down begins at the bottom, an edge up at the top: otherwise its label would be within the frame.
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

  /// Finds the highest and the lowest node of each composite state, of inner ones first.
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

  /// Returns the dot from which the arrow to a body's initial box leads. If a region begins with a labeled arrow, the
  /// dot is the pseudostate in the region: above it are arrows to the composite state, and forks.
  private func initialNode(of body: Int, _ children: [Int]) -> Node? {
    if children.contains(where: { diagram.boxes[$0].isInitial }) { return .initialDot(in: body) }
    guard diagram.boxes[body].isRegion else { return nil }
    return children.first { diagram.boxes[$0].kind == .initial }.map(Node.box)
  }

  /// The number of lines that end at each box, with the lines from dots.
  var lineCounts: [Int] {
    var counts = diagram.boxes.map { ($0.isInitial ? 1 : 0) + ($0.hasFinalDot ? 1 : 0) }
    for edge in routes.flatMap(\.edges) {
      for case .box(let box) in [edge.tail, edge.head] { counts[box] += 1 }
    }
    return counts
  }

  /// Returns the node at which an arrow from above enters a box.
  func top(of box: Int) -> Node { tops[box] }

  /// Returns whether a body contains boxes that arrows exit and none enters. Graphviz would draw these beside or above
  /// the initial dot.
  func hasSources(in body: Int?) -> Bool { body == nil || sources.contains(body ?? 0) }

  /// Returns whether arrows lead from a composite state to its descendants.
  func beginsInside(_ box: Int) -> Bool { beginsInside.contains(box) }

  /// Returns the box at the top of each body that begins with an arrow: the pseudostate or, if the target is deeper
  /// within the body, the box that contains the target.
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
