/// Decides which boxes are drawn above which. An arrow leads from a box to a lower one, unless it leads back to the
/// beginning of a cycle.
///
/// Only boxes of the same body are compared: the children of one composite state, or the boxes at the top level. An
/// arrow from `open.wide` to `closed` counts as one from `open` to `closed`. The order of rows does not matter, so a
/// row that moves in the file changes nothing in the picture.
struct DiagramRanks {
  private struct Step: Hashable {
    var source: Int
    var target: Int
  }

  /// The largest number of rounds in `findStepsBack()`, so that the time stays linear in the size of the machine. Each
  /// round finds cycles that remain after the round before. In the last round, each arrow of a cycle that leads nearer
  /// to the initial box counts as leading back.
  private static let maximumRounds = 16

  private let diagram: Diagram
  private var depths: [Int] = []
  /// For each box, the boxes to which its arrows lead. Only boxes of the same composite state count. Boxes at the top
  /// level count as those of one composite state. The index is that of the box.
  private var successors: [[Int]]
  /// For each box, the smallest number of arrows on a path to it from the initial box. The path lies within the
  /// composite state of the box, or at the top level. The index is that of the box.
  private var distances: [Int]
  /// The arrows that lead back to the box in which a cycle begins, such as the second one of
  /// `closed -> open -> closed`.
  private var stepsBack: Set<Step> = []
  /// For each box, the number of rows of boxes above it in its composite state, or at the top level. The index is that
  /// of the box.
  private var ranks: [Int]
  /// For each box, the number of boxes that are drawn one below another inside it; 1 for a box without children. The
  /// index is that of the box.
  private var heights: [Int]
  private var folding: DiagramFolding?

  /// Computes for each box how many rows of boxes are above it. If boxes are too tall or too wide for a page together,
  /// they are then folded: drawn in several columns or rows.
  init(_ diagram: Diagram) {
    self.diagram = diagram
    let count = diagram.boxes.count
    successors = Array(repeating: [], count: count)
    distances = Array(repeating: .max, count: count)
    ranks = Array(repeating: 0, count: count)
    // A final state has its dot below it, which needs a rank of its own.
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

  /// Returns whether an arrow leads back to the box in which a cycle begins. In `closed -> open -> closed`, this is the
  /// second arrow. An arrow from inside a composite state to its history leads back, too.
  func leadsBack(from source: Int, to target: Int) -> Bool {
    if isReturn(from: source, to: target) { return true }
    return step(from: source, to: target).map(stepsBack.contains) ?? false
  }

  /// Returns whether an arrow points up in the picture. Normally, only arrows that lead back to the beginning of a
  /// cycle point up. If the boxes are folded into columns or rows, the positions of the two boxes decide.
  func leadsUp(from source: Int, to target: Int) -> Bool {
    guard let folding, let step = step(from: source, to: target) else { return leadsBack(from: source, to: target) }
    if let start = folding.heights[step.source], let end = folding.heights[step.target] { return end < start }
    if folding.drops[step.target] < 0 { return true }
    return folding.drops[step.source] >= 0 && leadsBack(from: source, to: target)
  }

  /// Returns the number of rows of boxes by which folding lengthens an arrow; 0 if it does not. Folding makes several
  /// rows of a wide row, so an arrow may have to pass some of them.
  func drop(from source: Int, to target: Int) -> Int {
    guard let drops = folding?.drops, let step = step(from: source, to: target) else { return 0 }
    let (start, end) = (drops[step.source], drops[step.target])
    // A box above its only neighbor has a negative drop. The nearest of these rows, -1, does not lengthen an arrow.
    if start < 0 || end < 0 { return -1 - min(start, end) }
    return max(0, leadsUp(from: source, to: target) ? start - end : end - start)
  }

  /// Returns whether folding draws one of the two boxes of an arrow above the other. This happens to a box in a wide
  /// row that arrows connect with only one other box.
  func isRaised(_ source: Int, _ target: Int) -> Bool {
    guard let drops = folding?.drops, let step = step(from: source, to: target) else { return false }
    return min(drops[step.source], drops[step.target]) < 0
  }

  /// Returns whether the lower edge of a box is further down than that of another box. Both are in one composite state,
  /// or at the top level.
  func isLower(_ box: Int, than other: Int) -> Bool {
    if let height = folding?.heights[box], let otherHeight = folding?.heights[other] { return height > otherHeight }
    return ranks[box] + heights[box] > ranks[other] + heights[other]
  }

  /// Returns whether an arrow leads from inside a composite state to the history of this state. The history is drawn at
  /// the top of the state. So such an arrow leads back, like one to the beginning of a cycle.
  private func isReturn(from source: Int, to target: Int) -> Bool {
    diagram.composite(ofHistory: target).map { diagram.isInside(source, $0) } ?? false
  }

  /// Returns two boxes that are or contain the ends of an arrow. Both are in one composite state, or at the top level.
  /// For an arrow from `open.wide` to `closed`, these are `open` and `closed`. Nil if one end contains the other, or if
  /// both ends are the same box.
  private func step(from source: Int, to target: Int) -> Step? {
    func parent(_ box: Int) -> Int { diagram.boxes[box].parent ?? box }
    var (source, target) = (source, target)
    // Go outward from the deeper end until both are at one depth, and then from both until they are in one body.
    while depths[source] > depths[target] { source = parent(source) }
    while depths[target] > depths[source] { target = parent(target) }
    guard source != target else { return nil }
    while diagram.boxes[source].parent != diagram.boxes[target].parent {
      (source, target) = (parent(source), parent(target))
    }
    return Step(source: source, target: target)
  }

  /// Computes `distances`: for each box, the smallest number of arrows on a path from the initial box of its body. It
  /// is a breadth-first search. One search is enough for all composite states, because `successors` connects only boxes
  /// of the same one.
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

  /// Finds the arrows that lead back to the beginning of a cycle. A cycle begins in that of its boxes that is nearest
  /// to the initial box. Without these arrows, smaller cycles may remain. The next round finds the arrows that lead
  /// back in these.
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

  /// Returns whether an arrow is none of `stepsBack`. These are the arrows found so far that lead back to the beginning
  /// of a cycle.
  private func leadsOn(_ source: Int, _ target: Int) -> Bool {
    !stepsBack.contains(Step(source: source, target: target))
  }

  /// Returns the number of a cycle for each box. Two boxes have the same number if arrows lead from each to the other,
  /// directly or through other boxes. Otherwise, the box to which arrows lead has the smaller number. Arrows in
  /// `stepsBack` are ignored. This is Tarjan's algorithm for strongly connected components. It has no recursion,
  /// because a machine may have a chain of thousands of states.
  private func circles() -> [Int] {
    let count = diagram.boxes.count
    var circles = Array(repeating: 0, count: count)
    var order: [Int?] = Array(repeating: nil, count: count)
    // For each box, the smallest number in `order` of the open boxes that it is known to reach.
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
        // If the box reaches no open box that was visited before it, it began a cycle. This cycle consists of the box
        // and all open boxes after it.
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

  /// Computes `ranks` (the boxes above each box) and `heights` (the boxes inside it, one below another). For
  /// `a -> b -> c`, the ranks are 0, 1 and 2; a composite state around them has the height 3. Arrows that lead back to
  /// the beginning of a cycle are left out.
  private mutating func measureHeights() {
    let circles = circles()
    let order = diagram.boxes.indices.sorted { first, second in
      // A box is visited after the boxes inside it, and after the boxes from which arrows lead to it.
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
