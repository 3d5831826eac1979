import StateMachineSyntax

/// Makes regions. Replaces forks and joins by arrows that enter and exit several regions.
extension ChartResolver {
  /// Makes regions of the children of each parallel state, which are active together. Inner parallel states come first,
  /// because a child that has regions cannot itself become a region.
  mutating func makeRegions() {
    for node in chart.nodesInOrder.reversed() where chart.nodes[node].isParallel {
      let states = chart.children(node).filter { [.state, .final].contains(chart.nodes[$0].kind) }
      if states.count > 1 { makeRegions(of: node) }
    }
    for node in chart.nodesInOrder where chart.nodes[node].isOfWhole {
      let parent = chart.nodes[node].parent
      guard chart.nodes[parent].regions.count > 1, !chart.nodes[parent].isParallel else { continue }
      chart.remove(node)
      addHistory(node, to: parent)
    }
  }

  /// Makes regions of the children of one parallel state. A child that has child states becomes a region itself. An
  /// exception is a child with regions, arrows or actions, or one that a guard tests. Such a child, and a child without
  /// child states, stays a state and gets a region of its own.
  private mutating func makeRegions(of node: Int) {
    let children = chart.children(node)
    (chart.nodes[node].regions, chart.nodes[node].regionNames) = ([], [])
    for child in children where !chart.nodes[child].kind.isHistory && chart.nodes[child].kind != .initial {
      let name = chart.nodes[child].title ?? chart.nodes[child].id
      // A state that has nothing but states becomes a region.
      let isRegion = chart.isComposite(child) && chart.nodes[child].regions.count == 1 && !isUsed(child)
      let states = isRegion ? chart.nodes[child].regions[0] : [child]
      for state in states {
        (chart.nodes[state].parent, chart.nodes[state].region) = (node, chart.nodes[node].regions.count)
        chart.nodes[state].isOfWhole = false
      }
      chart.nodes[child].isRegionState = !isRegion
      chart.nodes[node].regions.append(states)
      chart.nodes[node].regionNames.append(isRegion ? name : name + " region")
    }
    for child in children where chart.nodes[child].kind == .initial {
      for arrow in outgoing[child] {
        tell(arrow, "regions begin by themselves: where '\(chart.nodes[node].id)' begins is left out")
      }
    }
    for child in children where chart.nodes[child].kind.isHistory { addHistory(child, to: node) }
  }

  /// Adds the history of a parallel state, whose children have become regions. A deep history is put into the first
  /// region. A shallow history would remember nothing, because all regions are always active together. So arrows to a
  /// shallow history now lead to the parallel state, and a finding reports this.
  private mutating func addHistory(_ history: Int, to node: Int) {
    for arrow in outgoing[history] { merge(arrow) }
    if chart.nodes[history].kind == .history {
      let text = "a shallow history of regions remembers nothing"
      chart.warn(chart.nodes[history].place, "\(text): arrows to it lead to the state around it")
      return redirectArrows(to: history, to: node)
    }
    (chart.nodes[history].isOfWhole, chart.nodes[history].region) = (true, 0)
    chart.nodes[node].regions[0].append(history)
  }

  /// Returns whether a state has something that a region cannot have: arrows from or to it, actions, or a guard that
  /// tests whether it is active.
  private func isUsed(_ state: Int) -> Bool {
    !outgoing[state].isEmpty || !incoming[state].isEmpty || chart.nodes[state].isAskedFor
      || !chart.nodes[state].hasNoActions
  }

  /// Removes regions that contain no states.
  mutating func removeEmptyRegions() {
    index()
    for node in [Chart.root] + chart.nodesInOrder where chart.nodes[node].regions.count > 1 {
      let kept = chart.nodes[node].regions.indices.filter { region in
        chart.nodes[node].regions[region].contains { chart.nodes[$0].kind != .initial || !outgoing[$0].isEmpty }
      }
      let (regions, names) = (chart.nodes[node].regions, chart.nodes[node].regionNames)
      chart.nodes[node].regions = kept.isEmpty ? [[]] : kept.map { regions[$0] }
      chart.nodes[node].regionNames = kept.isEmpty ? [nil] : kept.map { names[$0] }
      for (region, children) in chart.nodes[node].regions.enumerated() {
        for child in children { chart.nodes[child].region = region }
      }
    }
  }

  // MARK: Forks and joins

  /// Finds the forks (one arrow becomes several) and the joins (several arrows become one), and replaces them by
  /// arrows. A node that the chart calls a fork or a join becomes a choice if it is neither.
  mutating func resolveForks() {
    index()
    for node in chart.nodesInOrder where [.fork, .join].contains(chart.nodes[node].kind) {
      // PlantUML's `<<fork>>` is often a join, and `<<join>>` a fork, so the numbers of arrows decide.
      let (into, out) = (incoming[node].count, outgoing[node].count)
      let isFork = out > 1 && (chart.nodes[node].kind == .fork || into < 2)
      chart.nodes[node].kind = isFork ? .fork : into > 1 ? .join : .choice
    }
    for node in chart.nodesInOrder where chart.nodes[node].kind == .fork { resolveFork(node) }
    for node in chart.nodesInOrder where chart.nodes[node].kind == .join { resolveJoin(node) }
  }

  /// Replaces a fork. Each arrow to the fork gets all targets and all effects of the arrows from the fork. If the
  /// targets are not in different regions of one state, the fork becomes a choice, with a finding.
  private mutating func resolveFork(_ fork: Int) {
    let targets = outgoing[fork].flatMap { chart.arrows[$0].targets }
    guard haveRegions(targets) else {
      chart.nodes[fork].kind = .choice
      let text = "the fork '\(chart.nodes[fork].id)' leads to states that are in no regions"
      return chart.warn(chart.nodes[fork].place, "\(text): one of them is taken")
    }
    let effects = outgoing[fork].flatMap { chart.arrows[$0].effects }
    for arrow in incoming[fork] {
      chart.arrows[arrow].targets = targets
      chart.arrows[arrow].effects += effects
    }
    for arrow in outgoing[fork] { merge(arrow) }
    chart.remove(fork)
    index()
  }

  /// Replaces a join by one arrow. It leads from the composite state around the join's sources to the join's target.
  /// Its guard says that all sources are active. If the sources are not in different regions of one state, the join
  /// becomes a choice, with a finding. It also becomes one if not exactly one arrow exits it.
  private mutating func resolveJoin(_ join: Int) {
    let sources = incoming[join].map { chart.arrows[$0].source }
    guard haveRegions(sources), let out = outgoing[join].first, outgoing[join].count == 1 else {
      chart.nodes[join].kind = .choice
      let text = "the join '\(chart.nodes[join].id)' has sources that are in no regions"
      return chart.warn(chart.nodes[join].place, "\(text): it does not wait for all of them")
    }
    chart.arrows[out].source = commonAncestor(of: sources)
    if chart.arrows[out].triggers.isEmpty { chart.arrows[out].triggers = [.always] }
    chart.arrows[out].condition = .active(sources)
    for arrow in incoming[join] {
      chart.arrows[out].effects = chart.arrows[arrow].effects + chart.arrows[out].effects
      let label = chart.arrows[arrow].label
      if !label.isEmpty {
        let text = "the join waits for no event: '\(Chart.quotation(label))' is left out"
        chart.warn(chart.arrows[arrow].place, text)
      }
      merge(arrow)
    }
    chart.remove(join)
  }
}
