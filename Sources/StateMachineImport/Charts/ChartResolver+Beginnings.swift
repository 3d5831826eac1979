import StateMachineSyntax

/// Chooses initial states. A body, which is the machine, a composite state or a region, begins in its initial state.
extension ChartResolver {
  /// Chooses an initial state or an initial arrow for each body (the machine, a composite state or a region). Also
  /// removes arrows that lead from a history out of its composite state, with findings.
  mutating func resolveBeginnings() {
    index()
    for node in chart.nodesInOrder where chart.nodes[node].kind.isHistory {
      let parent = chart.nodes[node].parent
      for arrow in outgoing[node] {
        let isWithin = chart.arrows[arrow].targets.allSatisfy {
          chart.isInside($0, parent) && $0 != parent && $0 != node
        }
        if !isWithin { tell(arrow, "where a history begins must be beside it: the arrow is left out") }
      }
    }
    for node in [Chart.root] + chart.nodesInOrder {
      for region in chart.nodes[node].regions.indices
      where node == Chart.root || !chart.nodes[node].regions[region].isEmpty {
        resolveBeginning(of: Body(node: node, region: region))
      }
    }
    index()
  }

  /// Chooses where a body (the machine, a composite state or a region) begins. It begins at the target of the arrow
  /// from its dot `[*]`. If such arrows have different targets, the dot becomes a state `start`. It also does if all of
  /// them lead out of a composite state or region. If only some arrows lead out, these are removed, with findings. If
  /// there are no such arrows, the initial state is guessed.
  private mutating func resolveBeginning(of body: Body) {
    let dots = nodes(in: body).filter { chart.nodes[$0].kind == .initial }
    for dot in dots { leadOut(dot, body) }
    let begun = dots.flatMap { arrows(of: $0) }
    let inner = begun.filter { leadsInto(body, $0) }
    // An arrow may lead from the dot out of the body, which is then exited as soon as it is entered.
    let isLeft = body.node != Chart.root && inner.isEmpty && !begun.isEmpty
    if isLeft || Set(inner.map { chart.arrows[$0].targets }).count > 1 {
      beginAtState(body, dots[0])
      for arrow in isLeft ? begun : inner {
        chart.arrows[arrow].source = dots[0]
        if isLeft { chart.arrows[arrow].triggers = [.always] }
      }
      for dot in dots.dropFirst() { chart.remove(dot) }
    } else {
      for dot in dots { chart.remove(dot) }
      for arrow in inner { merge(arrow) }
      if let first = inner.first { begin(body, with: chart.arrows[first]) } else { guessBeginning(of: body) }
    }
    for arrow in begun where !isLeft && !leadsInto(body, arrow) {
      tell(arrow, "where a body begins must be within it: the arrow is left out")
    }
  }

  /// Makes a dot `[*]` the initial state of a body, with the name `start`. The arrows from the dot become rows of this
  /// state.
  private mutating func beginAtState(_ body: Body, _ dot: Int) {
    chart.nodes[dot].kind = .state
    (chart.nodes[dot].id, chart.nodes[dot].title) = ("start", nil)
    beginnings[body] = .state(dot)
  }

  /// Returns whether all targets of an arrow are inside a body (the machine, a composite state or a region), at any
  /// depth. False if the arrow has no targets.
  func leadsInto(_ body: Body, _ arrow: Int) -> Bool {
    let targets = chart.arrows[arrow].targets
    return !targets.isEmpty
      && targets.allSatisfy {
        $0 != body.node && chart.isInside($0, body.node) && region(of: $0, in: body.node) == body.region
      }
  }

  /// Changes arrows that lead to the initial dot `[*]` of a body (the machine, a composite state or a region). They now
  /// lead to the state around the body or, in the machine, to its first state. If the machine has no state, they are
  /// removed, with findings.
  private mutating func leadOut(_ dot: Int, _ body: Body) {
    let first = nodes(in: body).first { chart.nodes[$0].kind == .state }
    if let target = body.node == Chart.root ? first : body.node { return redirectArrows(to: dot, to: target) }
    for arrow in incoming[dot] { tell(arrow, "the arrow leads to no state: it is left out") }
  }

  /// Makes a body (the machine, a composite state or a region) begin at the targets of an arrow. The declaration will
  /// be `initial a` if the arrow has no effects and its only target is a state directly in the body. Otherwise, it will
  /// be `initial -> a / f`.
  private mutating func begin(_ body: Body, with first: ChartArrow) {
    var arrow = first
    if let history = arrow.targets.first, chart.nodes[history].kind.isHistory,
      chart.nodes[history].parent == body.node
    {
      // A body cannot begin at its own history. So arrows to the state lead to the history, and the body begins at the
      // history's default target.
      if body.node != Chart.root { redirectArrows(to: body.node, to: history) }
      arrow.targets = arrows(of: history).first.map { chart.arrows[$0].targets } ?? []
      if arrow.targets.isEmpty { return guessBeginning(of: body) }
    }
    let remark = chart.isOwnPicture ? "" : arrow.label
    if arrow.targets.count == 1, let target = arrow.targets.first, chart.nodes[target].parent == body.node,
      arrow.effects.isEmpty, [.state, .final].contains(chart.nodes[target].kind)
    {
      beginnings[body] = .state(target, remark: remark)
      chart.nodes[target].comments.insert(contentsOf: arrow.comments, at: 0)
    } else {
      if arrow.effects.isEmpty, !remark.isEmpty { arrow.remarks.append(remark) }
      beginnings[body] = .arrow(arrow)
    }
  }

  /// Guesses the initial state of a body (the machine, a composite state or a region). It is the only state to which
  /// arrows lead from outside of the body. If there is not exactly one, it is a state that no other state's arrow
  /// enters (not in SCXML). Otherwise, it is the first state. A finding reports an uncertain guess. A body without
  /// states gets a state `start`.
  private mutating func guessBeginning(of body: Body) {
    let all = nodes(in: body)
    let states = all.filter { chart.nodes[$0].kind == .state }
    let candidates = states.isEmpty ? all.filter { chart.nodes[$0].kind == .final } : states
    let isRoot = body.node == Chart.root
    guard let first = candidates.first else {
      let start = ChartNode(id: "start", kind: .state, parent: body.node, place: chart.nodes[body.node].place)
      beginnings[body] = .state(chart.add(start, region: body.region))
      outgoing.append([])
      incoming.append([])
      if isRoot { chart.findings.append(.guessed(chart.place, "the chart has no states: 'start' is one")) }
      return
    }
    let entered = isRoot ? [] : candidates.filter { isEnteredFromOutside($0, body) }
    let unentered = chart.hasLabels ? candidates.filter { !isEntered($0, body) } : []
    // A state that no arrow exits can hardly be the initial one, so a state with arrows is preferred.
    let guess = unentered.first { !outgoing[$0].isEmpty } ?? unentered.first ?? first
    let pick = entered.count == 1 ? entered[0] : guess
    // The only state is certain. So is the only one that arrows enter, if none enters the composite state itself.
    let isAlone = candidates.count == 1 || entered.count == 1 && incoming[body.node].isEmpty
    let isSaid = !chart.hasLabels || isAlone
    beginnings[body] = .state(pick, isGuess: !isSaid)
    if isRoot, chart.nodes[pick].kind == .final { chart.nodes[pick].kind = .state }
    if isSaid { return }
    let (id, place) = (chart.nodes[pick].id, chart.nodes[pick].place)
    let whole = isRoot ? "the chart" : "'\(chart.nodes[body.node].id)'"
    chart.findings.append(.guessed(place, "\(whole) does not say where it begins: '\(id)' is taken"))
  }

  /// Returns whether an arrow leads to a state from another node that has the same parent. The parent is the machine or
  /// a composite state. The two nodes may be in different regions of it.
  private func isEntered(_ state: Int, _ body: Body) -> Bool {
    incoming[state].map { chart.arrows[$0].source }.contains { $0 != state && chart.nodes[$0].parent == body.node }
  }

  /// Returns whether an arrow leads from outside of a composite state to a node in it. An arrow to a descendant of the
  /// node counts, too. An arrow from another region of the same composite state does not count.
  ///
  /// - Parameter body: the composite state or its region that contains the node.
  private func isEnteredFromOutside(_ node: Int, _ body: Body) -> Bool {
    var pending = [node]
    while let node = pending.popLast() {
      if incoming[node].contains(where: { !chart.isInside(chart.arrows[$0].source, body.node) }) { return true }
      pending += chart.children(node)
    }
    return false
  }
}
