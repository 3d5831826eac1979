import StateMachineSyntax

/// Decides which states and rows of a machine the nodes and arrows of a chart become. The decisions are the same for
/// Mermaid, PlantUML and SCXML.
///
/// In the resolved chart, each node is a state, a final state, a choice or a history, or stands for any state. Each
/// arrow that was not removed becomes a row, or says where a history begins.
struct ChartResolver {
  var chart: Chart
  /// For each body (the machine, a composite state or a region), its initial state or its initial arrow.
  var beginnings: [Body: Beginning] = [:]
  /// The names of states and choices in the machine, by the index of the node. The names of regions are not here, but
  /// in the chart's nodes (`regionNames`).
  var names: [String] = []
  var takenNames: Set<String> = []
  /// The choices that `leadThroughChoice` has added. When another arrow needs a choice at the same node for the same
  /// targets, the function finds the choice here. The key is the index of the node beside which the choice is, followed
  /// by the indices of the targets. The value is the index of the choice.
  var choices: [[Int]: Int] = [:]
  var events = ChartEvents()
  /// The triggers for which a node has several arrows, by the index of the node.
  var sharedTriggers: [Int: [ChartTrigger]] = [:]
  /// For each node, the arrows that exit it, in their order. The index is that of the node. The function ``index()``
  /// computes this list.
  var outgoing: [[Int]] = []
  /// For each node, the arrows that enter it. The index is that of the node. The function ``index()`` computes this
  /// list.
  var incoming: [[Int]] = []

  /// A part of the resolved chart that has its own rows and its own initial state: the machine, a composite state or a
  /// region. In a node with one region, the region is not declared, and its number is 0.
  struct Body: Hashable {
    let node: Int
    let region: Int

    /// Stands for no body at all. Guards name states by paths that are valid anywhere in the machine, such as
    /// `in(playing.track)`. The region -1 exists in no machine. So the path of a state in a region of the machine also
    /// names this region.
    static let outside = Body(node: Chart.root, region: -1)
  }

  /// The beginning of a body: an initial state, or an arrow (`initial -> a / f`).
  enum Beginning {
    /// The body begins in a state, which is given by its index. `remark` is the label of the arrow from the initial
    /// dot; empty if the chart has no such arrow. `isGuess` is true if the state was guessed and the guess is
    /// uncertain.
    case state(Int, remark: String = "", isGuess: Bool = false)
    case arrow(ChartArrow)
  }

  /// Makes all decisions for a chart, and returns the resolver with the results.
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

  /// Returns whether the given nodes are all in different regions of one state. False if there is only one node.
  func haveRegions(_ nodes: [Int]) -> Bool {
    guard nodes.count > 1 else { return false }
    let ancestor = commonAncestor(of: nodes)
    guard ancestor != Chart.root, !nodes.contains(ancestor) else { return false }
    return Set(nodes.map { region(of: $0, in: ancestor) }).count == nodes.count
  }

  /// Returns the innermost node that contains all of the given nodes.
  func commonAncestor(of nodes: [Int]) -> Int { nodes.reduce(nodes[0]) { chart.commonAncestor($0, $1) } }

  /// Returns the index of the region of `outer` that contains its descendant `inner`.
  func region(of inner: Int, in outer: Int) -> Int { chart.nodes[chart.child(of: outer, holding: inner)].region }

  /// Computes `outgoing` and `incoming`, the arrows that exit and enter each node.
  mutating func index() {
    outgoing = Array(repeating: [], count: chart.nodes.count)
    incoming = outgoing
    for (index, arrow) in chart.arrows.enumerated() where !arrow.isGone {
      outgoing[arrow.source].append(index)
      for target in arrow.targets { incoming[target].append(index) }
    }
  }

  // MARK: Fates of arrows

  /// Returns the arrows that exit a node, except for those that were removed.
  func arrows(of node: Int) -> [Int] { outgoing[node].filter { !chart.arrows[$0].isGone } }

  /// Removes an arrow that a declaration or another arrow replaces. `accounting`, which counts what became of each
  /// arrow, counts it as merged.
  mutating func merge(_ arrow: Int) {
    guard !chart.arrows[arrow].isGone else { return }
    chart.arrows[arrow].isGone = true
    chart.accounting.merged += chart.arrows[arrow].count
  }

  /// Removes an arrow that the machine cannot have, and adds a finding with the reason. `accounting`, which counts what
  /// became of each arrow, counts it as reported.
  ///
  /// - Parameter message: the reason, as the text of the finding.
  mutating func tell(_ arrow: Int, _ message: String) {
    guard !chart.arrows[arrow].isGone else { return }
    chart.arrows[arrow].isGone = true
    chart.accounting.told += chart.arrows[arrow].count
    chart.warn(chart.arrows[arrow].place, message)
  }

  /// Changes all arrows that lead to the node `old`: they now lead to the node `new`.
  mutating func redirectArrows(to old: Int, to new: Int) {
    for arrow in incoming[old] {
      chart.arrows[arrow].targets = chart.arrows[arrow].targets.map { $0 == old ? new : $0 }
    }
    incoming[new] += incoming[old]
  }

  // MARK: Labels

  /// Splits the labels of all arrows into triggers, guards and effects. If a label has several lines that are rows,
  /// each row becomes an arrow.
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

  /// Removes states of SCXML that `sm-gen diagram` wrote only because SCXML cannot express `initial -> a / f` or
  /// `history -> a / f`. The arrow to such a state and the arrow from it become one arrow. The import then writes the
  /// two statements again.
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

  /// Finds the final states. A state is final if its only arrow has no label and leads to a final dot `[*]`; this arrow
  /// is removed. Except in SCXML, a top-level state is also final if arrows enter it and none exits it. This does not
  /// apply to a machine with regions, or if a node stands for any state. A state that the chart calls final becomes an
  /// ordinary one, with a finding, if arrows exit it, for example.
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

  /// Returns whether a node has nothing that a final state cannot have: child states, activities, exit actions or
  /// deferred events.
  private func mayEnd(_ node: Int) -> Bool {
    let state = chart.nodes[node]
    return !chart.isComposite(node) && state.activities.isEmpty && state.exit.isEmpty && state.deferred.isEmpty
  }

  /// Returns whether a state can be made final. It must not be initial, and must have no child states, activities, exit
  /// actions or deferred events.
  private func canBeFinal(_ state: Int) -> Bool {
    chart.nodes[state].kind == .state && mayEnd(state)
      && !incoming[state].contains { chart.nodes[chart.arrows[$0].source].kind == .initial }
  }

  /// Returns whether an arrow to a final dot `[*]` means only that its source is a final state. It must be the source's
  /// only arrow, and have no label and no effects. The source must be able to be final. It must be in the same body
  /// (machine, composite state or region) as the dot.
  ///
  /// - Parameters:
  ///   - index: the index of the arrow.
  ///   - dot: the dot to which the arrow leads.
  private func saysTheEnd(_ index: Int, _ dot: Int) -> Bool {
    let arrow = chart.arrows[index]
    return outgoing[arrow.source] == [index] && canBeFinal(arrow.source) && arrow.label.isEmpty
      && arrow.effects.isEmpty && body(of: arrow.source) == body(of: dot)
  }

  // MARK: Targets and choices

  /// Removes some targets of arrows that have several. The targets that stay are all in different regions of one state.
  /// A history is first replaced by its composite state, with a finding. A target that contains another target is
  /// removed without a finding. Then targets are removed from the end of the list, with one finding.
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
      // A target is redundant if another target is inside it.
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

  /// Makes a state of each choice that a machine cannot have, such as a choice without arrows. At a choice, an arrow's
  /// label without brackets becomes its guard; if the arrow has a guard already, it becomes a comment. A history
  /// directly in the machine becomes a choice or, without arrows, a state, with a finding.
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

  /// Returns whether arrows lead from a choice back to itself through choices only, which a machine does not allow. In
  /// a chart of `sm-gen diagram`, an arrow from a choice to itself stands for a row without a target. The function
  /// removes the target of such an arrow.
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

  /// Returns whether a choice in a region has an arrow that leads out of the region. Only a state may have such a row,
  /// so the choice must become a state.
  private func leavesRegion(_ choice: Int) -> Bool {
    chart.chain(choice).dropLast().contains { node in
      chart.nodes[chart.nodes[node].parent].regions.count > 1
        && outgoing[choice].contains { !leadsInto(body(of: node), $0) }
    }
  }

  // MARK: Circles

  /// Removes an arrow from each cycle of arrows without events and guards, with a finding. Without this, a run of the
  /// machine would never end.
  private mutating func breakCircles() {
    // The state from which the search came to each node: the same one again means a cycle.
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

  /// Returns the arrow that is taken as soon as a node is active: it has neither an event nor a guard. For a choice, it
  /// is the choice's only arrow. For a state, it is an arrow of the state or of an ancestor. Nil if there is no such
  /// arrow.
  private func freeArrow(of node: Int) -> Int? {
    if chart.nodes[node].kind == .choice { return arrows(of: node).count == 1 ? arrows(of: node)[0] : nil }
    return chart.chain(node).dropLast().lazy.flatMap { arrows(of: $0) }.first { index in
      let arrow = chart.arrows[index]
      return arrow.condition == nil && !arrow.targets.isEmpty
        && (arrow.triggers == [.always] || arrow.triggers.isEmpty && !chart.hasLabels)
    }
  }

  /// Returns the leaf state that is active after a node is entered. In a composite state with regions, it is the leaf
  /// state of the first region.
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
