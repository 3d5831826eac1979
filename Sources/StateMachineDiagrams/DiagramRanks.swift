/// The distances of boxes from the initial box of their body, which decide what is drawn higher up.
///
/// Boxes are compared with those of the same body. An arrow between two bodies counts as one between their enclosing
/// boxes that are in one body. The order of rows does not matter: a row that moves changes nothing in the picture.
struct DiagramRanks {
  private struct Step: Hashable {
    var source: Int
    var target: Int
  }

  /// The largest number of nested cycles of arrows that are examined one by one. For inner ones, only distances are
  /// compared, so that the time is linear in the size of the machine.
  private static let maximumRounds = 16

  private let diagram: Diagram
  private var depths: [Int] = []
  /// The boxes to which arrows lead within the same body, by the box's index.
  private var successors: [[Int]]
  /// The smallest number of arrows from the initial box of its body to each box, by the box's index.
  private var distances: [Int]
  /// The steps back to the box in which a cycle begins.
  private var stepsBack: Set<Step> = []
  /// The number of boxes above a box in its body, by the box's index; `heights` has the number in it, one below
  /// another.
  private var ranks: [Int]
  private var heights: [Int]
  private var folding: DiagramFolding?

  init(_ diagram: Diagram) {
    self.diagram = diagram
    let count = diagram.boxes.count
    successors = Array(repeating: [], count: count)
    distances = Array(repeating: .max, count: count)
    ranks = Array(repeating: 0, count: count)
    // Below a final box is its dot.
    heights = diagram.boxes.map { $0.hasFinalDot ? 2 : 1 }
    for box in diagram.boxes { depths.append(box.parent.map { depths[$0] + 1 } ?? 0) }
    for arrow in diagram.arrows where !isReturn(from: arrow.source, to: arrow.target) {
      guard let step = step(from: arrow.source, to: arrow.target) else { continue }
      successors[step.source].append(step.target)
    }
    measureDistances()
    findStepsBack()
    measureHeights()
    folding = DiagramFolding(
      diagram, ranks: ranks,
      steps: diagram.arrows.map { step(from: $0.source, to: $0.target).map { ($0.source, $0.target) } })
  }

  /// Returns whether an arrow leads back to the box in which a cycle begins.
  func leadsBack(from source: Int, to target: Int) -> Bool {
    if isReturn(from: source, to: target) { return true }
    return step(from: source, to: target).map(stepsBack.contains) ?? false
  }

  /// Returns whether an arrow points up, as each arrow that leads back does if the body is not folded.
  func leadsUp(from source: Int, to target: Int) -> Bool {
    guard let folding, let step = step(from: source, to: target) else { return leadsBack(from: source, to: target) }
    if let start = folding.heights[step.source], let end = folding.heights[step.target] { return end < start }
    if folding.drops[step.target] < 0 { return true }
    return folding.drops[step.source] >= 0 && leadsBack(from: source, to: target)
  }

  /// Returns by how many rows, due to folding, the lower end of an arrow is further below its upper end.
  func drop(from source: Int, to target: Int) -> Int {
    guard let drops = folding?.drops, let step = step(from: source, to: target) else { return 0 }
    let (start, end) = (drops[step.source], drops[step.target])
    if start < 0 || end < 0 { return -1 - min(start, end) }
    return max(0, leadsUp(from: source, to: target) ? start - end : end - start)
  }

  /// Returns whether an arrow connects a box that folding has drawn above its only neighbor.
  func isRaised(_ source: Int, _ target: Int) -> Bool {
    guard let drops = folding?.drops, let step = step(from: source, to: target) else { return false }
    return min(drops[step.source], drops[step.target]) < 0
  }

  /// Returns whether a box reaches further down in its body than another box.
  func isLower(_ box: Int, than other: Int) -> Bool {
    if let height = folding?.heights[box], let otherHeight = folding?.heights[other] { return height > otherHeight }
    return ranks[box] + heights[box] > ranks[other] + heights[other]
  }

  /// Returns whether an arrow from within a composite state leads to its history, which is drawn at the top.
  private func isReturn(from source: Int, to target: Int) -> Bool {
    diagram.composite(ofHistory: target).map { diagram.isInside(source, $0) } ?? false
  }

  /// Returns the two boxes of one body that are or contain the ends of an arrow; nil if one end contains the other.
  private func step(from source: Int, to target: Int) -> Step? {
    func parent(_ box: Int) -> Int { diagram.boxes[box].parent ?? box }
    var (source, target) = (source, target)
    while depths[source] > depths[target] { source = parent(source) }
    while depths[target] > depths[source] { target = parent(target) }
    guard source != target else { return nil }
    while diagram.boxes[source].parent != diagram.boxes[target].parent {
      (source, target) = (parent(source), parent(target))
    }
    return Step(source: source, target: target)
  }

  /// Measures the distances from the initial box of each body, for all bodies at once, as no step connects two bodies.
  private mutating func measureDistances() {
    var queue = diagram.boxes.indices.filter { diagram.boxes[$0].isInitial || diagram.boxes[$0].kind == .initial }
    for box in queue { distances[box] = 0 }
    var next = 0
    while next < queue.count {
      let box = queue[next]
      next += 1
      for target in successors[box] where distances[target] == .max {
        distances[target] = distances[box] + 1
        queue.append(target)
      }
    }
  }

  /// Finds the steps back to the boxes in which cycles begin: a cycle begins in its box nearest to the initial box.
  /// Without the steps back, smaller cycles may remain, which the next round finds.
  private mutating func findStepsBack() {
    for round in 1...Self.maximumRounds {
      let circles = circles()
      var beginnings: [Int: Int] = [:]
      for box in diagram.boxes.indices {
        guard let other = beginnings[circles[box]] else {
          beginnings[circles[box]] = box
          continue
        }
        if distances[box] < distances[other] { beginnings[circles[box]] = box }
      }
      guard beginnings.count < diagram.boxes.count else { return }
      for source in diagram.boxes.indices {
        for target in successors[source] where circles[source] == circles[target] {
          let isNearer = round == Self.maximumRounds && distances[target] < distances[source]
          if isNearer || beginnings[circles[target]] == target {
            stepsBack.insert(Step(source: source, target: target))
          }
        }
      }
    }
  }

  private func leadsOn(_ source: Int, _ target: Int) -> Bool {
    !stepsBack.contains(Step(source: source, target: target))
  }

  /// Returns a number for each box: equal for boxes that can be reached from each other, and otherwise smaller for a
  /// box than for those from which it can be reached. This is Tarjan's algorithm for strongly connected components,
  /// without recursion, as a machine may have a chain of thousands of states.
  private func circles() -> [Int] {
    let count = diagram.boxes.count
    var circles = Array(repeating: 0, count: count)
    var order: [Int?] = Array(repeating: nil, count: count)
    var lowest = Array(repeating: 0, count: count)
    var isOpen = Array(repeating: false, count: count)
    var open: [Int] = []
    var path: [(box: Int, next: Int)] = []
    var (visited, found) = (0, 0)
    func visit(_ box: Int) {
      order[box] = visited
      lowest[box] = visited
      visited += 1
      isOpen[box] = true
      open.append(box)
      path.append((box, 0))
    }
    for start in diagram.boxes.indices where order[start] == nil {
      visit(start)
      while let (box, next) = path.last {
        if next < successors[box].count {
          path[path.count - 1].next += 1
          let target = successors[box][next]
          guard leadsOn(box, target) else { continue }
          if let seen = order[target] {
            if isOpen[target] { lowest[box] = min(lowest[box], seen) }
          } else {
            visit(target)
          }
          continue
        }
        path.removeLast()
        if let outer = path.last?.box { lowest[outer] = min(lowest[outer], lowest[box]) }
        guard lowest[box] == order[box] else { continue }
        while let member = open.popLast() {
          isOpen[member] = false
          circles[member] = found
          if member == box { break }
        }
        found += 1
      }
    }
    return circles
  }

  /// Measures the longest path to each box, without the steps back.
  private mutating func measureHeights() {
    let circles = circles()
    let order = diagram.boxes.indices.sorted { first, second in
      // A box comes after those within it, and after those that lead to it.
      (depths[second], circles[second], first) < (depths[first], circles[first], second)
    }
    for box in order {
      for target in successors[box] where circles[target] != circles[box] && leadsOn(box, target) {
        ranks[target] = max(ranks[target], ranks[box] + heights[box])
      }
      if let parent = diagram.boxes[box].parent { heights[parent] = max(heights[parent], ranks[box] + heights[box]) }
    }
  }
}
