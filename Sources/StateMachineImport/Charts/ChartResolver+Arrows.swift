import StateMachineSyntax

/// Chooses the triggers of arrows in a chart, and the order in which the rows of a state are tried.
extension ChartResolver {
  /// Decides which trigger and which guard the row for each arrow has. Some arrows are led through new choices. Arrows
  /// that no row can express are removed, and findings report them.
  mutating func resolveArrows() {
    index()
    for arrow in chart.arrows.indices where !chart.arrows[arrow].isGone { resolveTrigger(of: arrow) }
    for node in [Chart.root] + chart.nodesInOrder {
      outgoing[node] = arrows(of: node)
      if chart.nodes[node].kind == .choice { resolveBranches(of: node) } else { resolveConflicts(of: node) }
    }
    for arrow in chart.arrows.indices where !chart.arrows[arrow].isGone {
      if chart.format == .scxml { leaveMore(arrow) }
      leaveRegions(arrow)
    }
  }

  // MARK: Triggers

  /// Gives an arrow its triggers, with the names of the machine's events. Some arrows are removed, with a finding: one
  /// that would never be taken, or would be taken again and again, or has no event, target and effect. Does nothing for
  /// arrows from choices and histories, which have no triggers.
  private mutating func resolveTrigger(of index: Int) {
    let arrow = chart.arrows[index]
    let source = chart.nodes[arrow.source]
    if source.kind == .choice || source.kind.isHistory { return }
    if arrow.triggers.isEmpty { chart.arrows[index].triggers = [trigger(without: arrow)] }
    switch chart.arrows[index].triggers.first {
    case .always where arrow.targets.isEmpty && arrow.effects.isEmpty:
      tell(index, "the arrow has no event, no target and no effect: it is left out")
    case .always where arrow.targets.isEmpty && arrow.condition == nil && isAfterGuard(index):
      chart.arrows[index].condition = .otherwise
    case .always where arrow.targets.isEmpty && arrow.condition == nil:
      tell(index, "the arrow waits for nothing and stays, and would be taken again and again: it is left out")
    case .done where !hasEnd(arrow.source):
      tell(index, "'\(source.id)' has no final state, and is never done: the arrow is left out")
    default: break
    }
    var triggers: [ChartTrigger] = []
    for trigger in chart.arrows[index].triggers {
      var named = trigger
      if case .event(let text, let parameters) = trigger {
        named = .event(events.name(text, of: arrow.source, parameters: parameters, arrow.place), parameters: "")
      }
      if !triggers.contains(named) { triggers.append(named) }
    }
    chart.arrows[index].triggers = triggers
  }

  /// Returns whether an earlier arrow from the same state has a guard and no trigger. An arrow without a guard and a
  /// trigger is then the `else` of this earlier arrow.
  private func isAfterGuard(_ index: Int) -> Bool {
    outgoing[chart.arrows[index].source].contains { other in
      other < index && chart.arrows[other].triggers == [.always] && chart.arrows[other].condition != nil
    }
  }

  /// Returns the trigger for an arrow that has no trigger in the chart. In SCXML, it is `always`. In other charts, it
  /// is `done` if each region of the source has a final state. Otherwise, it is `always` for an arrow that has a guard
  /// or no target. For any other arrow, it is an event named after the target, such as `toOpen`.
  private func trigger(without arrow: ChartArrow) -> ChartTrigger {
    guard chart.hasLabels else { return .always }
    if hasEnd(arrow.source) { return .done }
    guard let target = arrow.targets.first, arrow.condition == nil || arrow.condition == .otherwise else {
      return .always
    }
    let isEnd = chart.nodes[target].isDot && chart.nodes[target].kind == .final
    return .event(isEnd ? "\(names[arrow.source]) finished" : "to \(shownName(of: target))", parameters: "")
  }

  /// Returns the name of a node for messages, and for events such as `toOpen`. For a history, it is the name of its
  /// composite state.
  private func shownName(of node: Int) -> String {
    let name = names[node].isEmpty ? names[chart.nodes[node].parent] : names[node]
    return name.isEmpty ? "history" : name
  }

  /// Returns whether a composite state has a completion event: each of its regions has a final state.
  private func hasEnd(_ state: Int) -> Bool {
    chart.isComposite(state)
      && chart.nodes[state].regions.allSatisfy { $0.contains { chart.nodes[$0].kind == .final } }
  }

  // MARK: The order of arrows

  /// Makes one arrow of a choice the `else` row, and moves it to the end. It is the last arrow without a guard or with
  /// the guard `else`. If there is no such arrow, it is the last one of all. Every other arrow without a guard gets a
  /// guard whose condition the user has to write.
  private mutating func resolveBranches(of choice: Int) {
    let open = outgoing[choice].filter { [nil, .otherwise].contains(chart.arrows[$0].condition) }
    for arrow in open.dropLast() { ask(arrow) }
    guard let last = open.last ?? outgoing[choice].last else { return }
    if case .text(let text) = chart.arrows[last].condition { chart.arrows[last].remarks.append(text) }
    chart.arrows[last].condition = .otherwise
    moveToEnd(last)
  }

  /// Moves an arrow to after all other arrows from its source.
  private mutating func moveToEnd(_ arrow: Int) {
    let source = chart.arrows[arrow].source
    outgoing[source] = outgoing[source].filter { $0 != arrow } + [arrow]
  }

  /// Gives an arrow a guard, because the chart does not say when the arrow is taken. The guard is named after the
  /// target, such as `leadsToOpen`, and the user has to write its condition.
  private mutating func ask(_ arrow: Int) {
    let target = chart.arrows[arrow].targets.first.map { names[$0].isEmpty ? "history" : names[$0] }
    chart.arrows[arrow].condition = .unsaid(target.map { "leads to \($0)" } ?? "stays")
  }

  /// Finds arrows of a node that wait for the same event, and makes clear which of them is taken. In SCXML, it is the
  /// first one whose guard is true, so arrows that are never taken are removed. In Mermaid and PlantUML, equal arrows
  /// are merged, and others get guards.
  private mutating func resolveConflicts(of node: Int) {
    var arrows: [ChartTrigger: [Int]] = [:]
    var order: [ChartTrigger] = []
    for arrow in outgoing[node] {
      for trigger in chart.arrows[arrow].triggers {
        if arrows[trigger] == nil { order.append(trigger) }
        arrows[trigger, default: []].append(arrow)
      }
    }
    for trigger in order {
      let all = (arrows[trigger] ?? []).filter { !chart.arrows[$0].isGone }
      guard all.count > 1 else { continue }
      let open = all.filter { chart.arrows[$0].condition == nil }
      if chart.hasLabels { resolve(open, of: all, node) } else { firstWins(open, of: all, trigger) }
      if all.count(where: { !chart.arrows[$0].isGone }) > 1 { sharedTriggers[node, default: []].append(trigger) }
    }
  }

  /// Decides which of the arrows without a guard is taken. Arrows with the same targets and effects are merged. Arrows
  /// without targets become one arrow with the effects of all. If several arrows remain, all but the last get guards
  /// whose conditions the user has to write. The last is taken if no guard is true.
  ///
  /// - Parameters:
  ///   - arrows: the arrows of the node for one event that have no guard.
  ///   - all: all arrows of the node for this event.
  private mutating func resolve(_ arrows: [Int], of all: [Int], _ node: Int) {
    var known: [[AnyHashable]: Int] = [:]
    var open: [Int] = []
    for index in arrows {
      let arrow = chart.arrows[index]
      // Several lines of a state for one event become one row, which has the effects of all.
      let key: [AnyHashable] = arrow.targets.isEmpty ? [arrow.triggers] : [arrow.targets, arrow.effects]
      guard let first = known[key] else {
        known[key] = index
        open.append(index)
        continue
      }
      if arrow.targets.isEmpty, arrow.effects != chart.arrows[first].effects {
        chart.arrows[first].effects += arrow.effects
      } else {
        chart.findings.append(.leftOut(arrow.place, "the same arrow stands here twice: it is one row"))
      }
      merge(index)
    }
    for arrow in open.dropLast() {
      ask(arrow)
      let target = chart.arrows[arrow].targets.first.map { names[$0] } ?? names[node]
      let text = "several arrows leave '\(names[node])' with one event: write the guard that leads to '\(target)'"
      chart.findings.append(.leftByHand(chart.arrows[arrow].place, text))
    }
    if let last = open.last, last != all.last { moveToEnd(last) }
  }

  /// Removes arrows that are never taken, because an earlier arrow for the same trigger has no guard. SCXML takes the
  /// first arrow whose guard is true (SCXML, §3.13). An arrow with several triggers only loses this one.
  ///
  /// - Parameters:
  ///   - open: the arrows for the trigger that have no guard.
  ///   - all: all arrows for the trigger.
  private mutating func firstWins(_ open: [Int], of all: [Int], _ trigger: ChartTrigger) {
    guard let first = open.first else { return }
    for arrow in all where arrow > first {
      if chart.arrows[arrow].triggers.count > 1 {
        chart.arrows[arrow].triggers.removeAll { $0 == trigger }
      } else {
        tell(arrow, "an arrow before this one is always taken: this one is left out")
      }
    }
  }

  // MARK: Arrows that exit more than their source

  /// Leads an SCXML arrow through a new choice if SCXML exits a state that the arrow's row would not exit. The choice
  /// is beside this state, so the row to the choice exits it. There are two such states: a `<parallel>`, if the arrow
  /// begins or ends at one of its regions; and the arrow's source, if it has actions and contains all targets.
  private mutating func leaveMore(_ index: Int) {
    let arrow = chart.arrows[index]
    let source = chart.nodes[arrow.source]
    guard source.kind == .state, !arrow.isInternal, !arrow.targets.isEmpty else { return }
    var left: Int?
    for target in arrow.targets {
      let node = chart.nodes[target]
      let isInOwner = target != source.parent && chart.isInside(target, source.parent)
      if source.isRegionState, source.parent != Chart.root, isInOwner { left = source.parent }
      if node.isRegionState, node.parent != Chart.root, chart.isInside(arrow.source, target) { left = node.parent }
    }
    let isInside = arrow.targets.allSatisfy { $0 != arrow.source && chart.isInside($0, arrow.source) }
    if left == nil, isInside, !source.hasNoActions { left = arrow.source }
    if let left { leadThroughChoice(index, beside: left, "enter \(names[arrow.targets[0]]) anew") }
  }

  /// Leads an arrow between two regions of a state through a new choice. The choice is outside of the state, so that
  /// the row to it exits the state with all regions. Between two regions of the machine, no such choice is possible.
  /// The arrow is then removed, with a finding.
  private mutating func leaveRegions(_ index: Int) {
    let arrow = chart.arrows[index]
    guard let target = arrow.targets.first else { return }
    let ancestor = chart.commonAncestor(arrow.source, target)
    guard arrow.source != ancestor, !arrow.targets.contains(ancestor),
      region(of: arrow.source, in: ancestor) != region(of: target, in: ancestor)
    else { return }
    if ancestor == Chart.root {
      return tell(index, "no arrow leads from one region of a machine into another: this one is left out")
    }
    leadThroughChoice(index, beside: ancestor, "leave \(names[ancestor])")
  }

  /// Leads an arrow to a new choice, and the choice to the arrow's targets. The choice is a sibling of `node`, so that
  /// the row to the choice exits `node`. If such a choice for the same targets exists, it is used again.
  ///
  /// - Parameter name: the words of which the choice's name is made.
  private mutating func leadThroughChoice(_ index: Int, beside node: Int, _ name: String) {
    let (targets, place) = (chart.arrows[index].targets, chart.arrows[index].place)
    if let choice = choices[[node] + targets] {
      chart.arrows[index].targets = [choice]
      return
    }
    let new = ChartNode(id: name, kind: .choice, parent: chart.nodes[node].parent, place: place)
    let choice = chart.add(new, region: chart.nodes[node].region)
    names.append(takenNames.insertNumbered(ChartWords.name(name, prefix: "choice")))
    choices[[node] + targets] = choice
    var arrow = ChartArrow(source: choice, targets: targets, place: place)
    (arrow.condition, arrow.count) = (.otherwise, 0)
    outgoing.append([chart.arrows.count])
    chart.arrows.append(arrow)
    chart.arrows[index].targets = [choice]
  }
}
