import StateMachineSyntax

/// Decides which states and rows the nodes and arrows of a chart become, for all formats.
///
/// In the resulting chart, nodes are states, final states, choices and histories, and arrows are rows.
struct ChartResolver {
  var chart: Chart
  /// The initial state, or the initial arrow, of each body.
  var beginnings: [Body: Beginning] = [:]
  /// The names of states and choices, by the node's index; the names of regions are in the chart.
  var names: [String] = []
  var takenNames: Set<String> = []
  /// The choices that were added between a node and its targets: by the index of the node, followed by the targets'.
  var choices: [[Int]: Int] = [:]
  var events = ChartEvents()
  /// The triggers that more than one arrow of a node has, by the node's index.
  var sharedTriggers: [Int: [ChartTrigger]] = [:]
  /// The arrows that exit each node, by the node's index, in order; ``index()`` sets this list and `incoming`.
  var outgoing: [[Int]] = []
  var incoming: [[Int]] = []

  /// The body of a machine, a state or a region: the nodes directly in it.
  struct Body: Hashable {
    let node: Int
    let region: Int

    /// The body outside of the machine's regions, from which the paths in guards begin.
    static let outside = Body(node: Chart.root, region: -1)
  }

  enum Beginning {
    /// An initial state, with the label of the arrow to it; `isGuess` if the chart has no such arrow.
    case state(Int, remark: String = "", isGuess: Bool = false)
    case arrow(ChartArrow)
  }

  static func resolve(_ chart: Chart) -> ChartResolver {
    var resolver = ChartResolver(chart: chart)
    resolver.chart.limitDepth()
    resolver.readLabels()
    for node in chart.nodes.indices.dropFirst() where chart.isComposite(node) && chart.nodes[node].kind != .final {
      // A pseudostate has no child states.
      resolver.chart.nodes[node].kind = .state
    }
    resolver.foldPseudostates()
    resolver.makeRegions()
    resolver.resolveForks()
    resolver.resolveFinals()
    resolver.resolveTargets()
    resolver.resolveChoices()
    resolver.removeEmptyRegions()
    resolver.resolveBeginnings()
    resolver.breakCircles()
    resolver.nameNodes()
    resolver.resolveArrows()
    return resolver
  }

  // MARK: The tree

  func nodes(in body: Body) -> [Int] { chart.nodes[body.node].regions[body.region] }

  func body(of node: Int) -> Body { Body(node: chart.nodes[node].parent, region: chart.nodes[node].region) }

  func regionName(_ node: Int, _ region: Int) -> String { chart.nodes[node].regionNames[region] ?? "region" }

  /// Returns whether some nodes are each in a different region of one state.
  func haveRegions(_ nodes: [Int]) -> Bool {
    guard nodes.count > 1 else { return false }
    let ancestor = commonAncestor(of: nodes)
    guard ancestor != Chart.root, !nodes.contains(ancestor) else { return false }
    return Set(nodes.map { region(of: $0, in: ancestor) }).count == nodes.count
  }

  func commonAncestor(of nodes: [Int]) -> Int { nodes.reduce(nodes[0]) { chart.commonAncestor($0, $1) } }

  /// Returns the index of the region of `outer` that contains its descendant `inner`.
  func region(of inner: Int, in outer: Int) -> Int { chart.nodes[chart.child(of: outer, holding: inner)].region }

  mutating func index() {
    outgoing = Array(repeating: [], count: chart.nodes.count)
    incoming = outgoing
    for (index, arrow) in chart.arrows.enumerated() where !arrow.isGone {
      outgoing[arrow.source].append(index)
      for target in arrow.targets { incoming[target].append(index) }
    }
  }

  // MARK: Fates of arrows

  /// Returns the arrows that exit a node, without removed ones.
  func arrows(of node: Int) -> [Int] { outgoing[node].filter { !chart.arrows[$0].isGone } }

  /// Removes an arrow that is replaced by a declaration or by another arrow.
  mutating func merge(_ arrow: Int) {
    guard !chart.arrows[arrow].isGone else { return }
    chart.arrows[arrow].isGone = true
    chart.accounting.merged += chart.arrows[arrow].count
  }

  /// Removes an arrow, and reports the reason.
  mutating func tell(_ arrow: Int, _ message: String) {
    guard !chart.arrows[arrow].isGone else { return }
    chart.arrows[arrow].isGone = true
    chart.accounting.told += chart.arrows[arrow].count
    chart.warn(chart.arrows[arrow].place, message)
  }

  /// Changes the target of all arrows to `old` to the node `new`.
  mutating func redirectArrows(to old: Int, to new: Int) {
    for arrow in incoming[old] {
      chart.arrows[arrow].targets = chart.arrows[arrow].targets.map { $0 == old ? new : $0 }
    }
    incoming[new] += incoming[old]
  }

  // MARK: Labels

  private mutating func readLabels() {
    guard chart.hasLabels else { return }
    chart.arrows = chart.arrows.flatMap { arrow in
      let isOfChoice = chart.nodes[arrow.source].kind == .choice
      return ChartLabel.rows(arrow.label, isOwn: chart.isOwnPicture).enumerated().map { place, row in
        var copy = arrow
        let label = ChartLabel(row, isOfChoice: isOfChoice, isOwn: chart.isOwnPicture)
        copy.label = ChartWords.plain(row)
        (copy.triggers, copy.condition, copy.effects) = (label.triggers, label.condition, label.effects)
        copy.remarks += label.remarks
        if place > 0 { (copy.count, copy.comments) = (0, []) }
        return copy
      }
    }
  }

  /// Removes states that `sm-gen diagram` writes in SCXML for `initial -> a / f` and `history -> a / f`.
  private mutating func foldPseudostates() {
    index()
    guard chart.isOwnPicture, chart.format == .scxml else { return }
    for node in chart.nodesInOrder where ["initial", "history"].contains(chart.nodes[node].id.prefix(7)) {
      guard outgoing[node].count == 1, incoming[node].count == 1 else { continue }
      let (out, into) = (outgoing[node][0], incoming[node][0])
      let kind = chart.nodes[chart.arrows[into].source].kind
      guard chart.arrows[out].triggers == [.always], kind == .initial || kind.isHistory else { continue }
      chart.arrows[into].targets = chart.arrows[out].targets
      chart.arrows[into].effects += chart.arrows[out].effects
      merge(out)
      chart.remove(node)
    }
    index()
  }

  // MARK: Finals

  /// Makes the source of an arrow to a final dot final if the arrow says nothing else, and finds other final states.
  private mutating func resolveFinals() {
    index()
    for node in chart.nodesInOrder
    where chart.nodes[node].kind == .final && (!outgoing[node].isEmpty || !mayEnd(node)) {
      chart.nodes[node].kind = .state
      chart.warn(chart.nodes[node].place, "'\(chart.nodes[node].id)' is final and has more than an end: it is a state")
    }
    guard chart.hasLabels else { return }
    for dot in chart.nodesInOrder where chart.nodes[dot].kind == .final && chart.nodes[dot].isDot {
      let ends = incoming[dot].filter { saysTheEnd($0, dot) }
      for arrow in ends {
        chart.nodes[chart.arrows[arrow].source].kind = .final
        chart.nodes[chart.arrows[arrow].source].comments += chart.arrows[arrow].comments
        merge(arrow)
      }
      if !ends.isEmpty, ends.count == incoming[dot].count { chart.remove(dot) }
    }
    index()
    let root = chart.children(Chart.root)
    let leavesAll = root.contains { chart.nodes[$0].kind == .anyState }
    if leavesAll || chart.nodes[Chart.root].regions.count > 1 { return }
    for state in root where outgoing[state].isEmpty && !incoming[state].isEmpty && canBeFinal(state) {
      chart.nodes[state].kind = .final
    }
  }

  /// Returns whether a node can be a final state: whether it has nothing that a final state cannot have.
  private func mayEnd(_ node: Int) -> Bool {
    let state = chart.nodes[node]
    return !chart.isComposite(node) && state.activities.isEmpty && state.exit.isEmpty && state.deferred.isEmpty
  }

  private func canBeFinal(_ state: Int) -> Bool {
    chart.nodes[state].kind == .state && mayEnd(state)
      && !incoming[state].contains { chart.nodes[chart.arrows[$0].source].kind == .initial }
  }

  /// Returns whether an arrow to a dot only marks its source as the final state of the body.
  private func saysTheEnd(_ index: Int, _ dot: Int) -> Bool {
    let arrow = chart.arrows[index]
    return outgoing[arrow.source] == [index] && canBeFinal(arrow.source) && arrow.label.isEmpty
      && arrow.effects.isEmpty && body(of: arrow.source) == body(of: dot)
  }

  // MARK: Targets and choices

  /// Removes targets of arrows that are not in different regions of one state, and reports the removed ones.
  private mutating func resolveTargets() {
    for index in chart.arrows.indices where !chart.arrows[index].isGone && chart.arrows[index].targets.count > 1 {
      let place = chart.arrows[index].place
      let targets = chart.arrows[index].targets.map { target in
        guard chart.nodes[target].kind.isHistory else { return target }
        let parent = chart.nodes[target].parent
        let text = "a history is the only target of its arrow"
        chart.warn(place, "\(text): '\(chart.nodes[parent].id)' begins anew")
        return parent
      }
      // An ancestor of another target is redundant.
      var kept = targets.filter { target in !targets.contains { $0 != target && chart.isInside($0, target) } }
      while kept.count > 1, !haveRegions(kept) { kept.removeLast() }
      if kept.isEmpty { kept = [targets[0]] }
      chart.arrows[index].targets = kept
      if let lost = targets.first(where: { target in !kept.contains { chart.isInside($0, target) } }) {
        let text = "'\(chart.nodes[lost].id)' is in no region of its own beside the other targets"
        chart.warn(place, "\(text): the arrow does not lead there")
      }
    }
  }

  private mutating func resolveChoices() {
    index()
    if chart.nodes[Chart.root].regions.count == 1 {
      for node in chart.children(Chart.root) where chart.nodes[node].kind.isHistory {
        chart.nodes[node].kind = outgoing[node].isEmpty ? .state : .choice
        let text = "a machine has no history, as it is left only once"
        chart.warn(chart.nodes[node].place, "\(text): '\(chart.nodes[node].id)' remembers nothing")
      }
    }
    for node in chart.nodesInOrder where chart.nodes[node].kind == .choice {
      if outgoing[node].isEmpty || leadsBack(node) || leavesRegion(node) { chart.nodes[node].kind = .state }
      for arrow in outgoing[node] where !chart.arrows[arrow].triggers.isEmpty {
        let label = chart.arrows[arrow].label
        if chart.hasLabels, chart.arrows[arrow].condition == nil {
          chart.arrows[arrow].condition = ChartLabel.condition(label)
        } else if chart.hasLabels {
          chart.arrows[arrow].remarks.append(label)
        }
        chart.arrows[arrow].triggers = []
      }
    }
  }

  /// Returns whether a choice has a path back to itself. In pictures of sm-gen, such an arrow is an internal row.
  private mutating func leadsBack(_ choice: Int) -> Bool {
    for arrow in outgoing[choice] where chart.isOwnPicture && chart.arrows[arrow].targets == [choice] {
      chart.arrows[arrow].targets = []
    }
    var seen: Set<Int> = []
    var pending = [choice]
    while let node = pending.popLast(), seen.count < 1_000 {
      for target in outgoing[node].flatMap({ chart.arrows[$0].targets }) where chart.nodes[target].kind == .choice {
        if seen.insert(target).inserted { pending.append(target) }
      }
    }
    return seen.contains(choice) || seen.count >= 1_000
  }

  /// Returns whether a choice in a region has an arrow that exits the region, which only states can.
  private func leavesRegion(_ choice: Int) -> Bool {
    chart.chain(choice).dropLast().contains { node in
      chart.nodes[chart.nodes[node].parent].regions.count > 1
        && outgoing[choice].contains { !leadsInto(body(of: node), $0) }
    }
  }

  // MARK: Circles

  /// Removes one arrow of each cycle of arrows without events and guards, as such a machine would never stop.
  private mutating func breakCircles() {
    var walks: [Int: Int] = [:]
    for start in chart.nodesInOrder {
      var node = start
      while walks[node] == nil, let arrow = freeArrow(of: node), let target = chart.arrows[arrow].targets.first {
        walks[node] = start
        node = leaf(of: target)
        if walks[node] == start {
          tell(arrow, "arrows without events and guards lead in a circle: this one is left out")
        }
      }
    }
    index()
  }

  /// Returns an arrow of a node, or of an ancestor, that has neither a trigger nor a guard; nil if there is none.
  private func freeArrow(of node: Int) -> Int? {
    if chart.nodes[node].kind == .choice { return arrows(of: node).count == 1 ? arrows(of: node)[0] : nil }
    return chart.chain(node).dropLast().lazy.flatMap { arrows(of: $0) }.first { index in
      let arrow = chart.arrows[index]
      return arrow.condition == nil && !arrow.targets.isEmpty
        && (arrow.triggers == [.always] || arrow.triggers.isEmpty && !chart.hasLabels)
    }
  }

  /// Returns the leaf state that is active after a state is entered.
  private func leaf(of node: Int) -> Int {
    var node = node
    for _ in 0..<200 where chart.isComposite(node) {
      switch beginnings[Body(node: node, region: 0)] {
      case .state(let state, _, _): node = state
      case .arrow(let arrow): node = arrow.targets.first ?? node
      case nil: break
      }
    }
    return node
  }
}
