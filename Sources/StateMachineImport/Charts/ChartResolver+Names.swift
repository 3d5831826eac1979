import StateMachineSyntax

/// Chooses the names of states, choices and regions, so that each name is used only once in the machine. Also returns
/// the paths by which rows name states.
extension ChartResolver {
  /// Chooses the names of all regions, and of all nodes except histories.
  mutating func nameNodes() {
    names = Array(repeating: "", count: chart.nodes.count)
    let order = chart.nodesInOrder
    let dots = order.count { chart.nodes[$0].isDot && chart.nodes[$0].kind == .final }
    for node in order where !chart.nodes[node].kind.isHistory { nameNode(node, isOnlyDot: dots == 1) }
    var count = 0
    for node in [Chart.root] + order where chart.nodes[node].regions.count > 1 { nameRegions(of: node, &count) }
  }

  /// Chooses the name of a node. It is made of the node's title if that is short, and otherwise of its identifier. A
  /// final dot `[*]` is named after the state around it: `playingEnded`.
  ///
  /// - Parameter isOnlyDot: whether the chart has only one final dot, which is then named `ended`.
  private mutating func nameNode(_ node: Int, isOnlyDot: Bool) {
    let parent = chart.nodes[node].parent
    var base = chart.nodes[node].id
    if chart.nodes[node].isDot, chart.nodes[node].kind == .final {
      base = parent == Chart.root || isOnlyDot ? "ended" : "\(names[parent]) ended"
      let states = nodes(in: body(of: node)).filter { chart.nodes[$0].kind == .state }
      // If there are several regions, the final state of each is named after the region's only state.
      if chart.nodes[parent].regions.count > 1, states.count == 1 { base = "\(names[states[0]]) ended" }
    } else if let title = chart.nodes[node].title, isName(title) {
      base = title
    }
    var name = ChartWords.name(base, prefix: "state", limit: 6)
    // After a dot, as in `playing.history`, these words are keywords.
    if name == "history" || name == "deepHistory" { name += "State" }
    if takenNames.contains(name), parent != Chart.root {
      name = ChartWords.name("\(names[parent]) \(base)", prefix: "state")
    }
    names[node] = takenNames.insertNumbered(name)
    describe(node, base)
  }

  /// Returns whether a title can become a name: it has one to four words, and no sign such as `:` or `=`.
  private func isName(_ title: String) -> Bool {
    (1...4).contains(ChartWords.words(title).count) && !title.contains { ":;{}=".contains($0) }
  }

  /// Adds the title of a state to the state's documentation. Removes lines of the documentation that say the same as
  /// the state's name or as another line.
  ///
  /// - Parameter base: the text of which the state's name was made, such as its identifier.
  private mutating func describe(_ node: Int, _ base: String) {
    let title = chart.nodes[node].title.map { $0 == base ? [] : [$0] } ?? []
    var seen: Set<String> = [ChartWords.essence(names[node]), ChartWords.essence(base)]
    chart.nodes[node].documentation = (title + chart.nodes[node].documentation).filter { line in
      ChartWords.words(line).isEmpty || seen.insert(ChartWords.essence(line)).inserted
    }
  }

  /// Chooses the names of the regions of a node. A region has the name that the chart gives it. Otherwise, it has the
  /// common beginning of its states' names; if they have none, a name such as `region1`.
  ///
  /// - Parameter count: how many regions of the chart have got a name such as `region1`. The function increases it.
  private mutating func nameRegions(of node: Int, _ count: inout Int) {
    for region in chart.nodes[node].regions.indices {
      let given = chart.nodes[node].regionNames[region] ?? sharedName(of: chart.nodes[node].regions[region])
      if given == nil { count += 1 }
      let name = ChartWords.name(given ?? "region\(count)", prefix: "region")
      chart.nodes[node].regionNames[region] = takenNames.insertNumbered(name)
    }
  }

  /// Returns the common beginning of the names of a region's states, which becomes the region's name: `numLock` for
  /// `numLockOff` and `numLockOn`. Nil if the names have fewer than three letters in common, or if there are fewer than
  /// two states.
  private func sharedName(of nodes: [Int]) -> String? {
    let names = nodes.filter { chart.nodes[$0].kind == .state }.map { self.names[$0] }
    guard names.count > 1, var shared = names.first else { return nil }
    for name in names { shared = String(zip(shared, name).prefix { $0 == $1 }.map(\.0)) }
    let isBeginning: (Character) -> Bool = { $0.isUppercase || $0.isNumber }
    if names.contains(where: { $0.dropFirst(shared.count).first.map(isBeginning) == false }) {
      shared = String(shared[..<(shared.lastIndex(where: isBeginning) ?? shared.startIndex)])
    }
    return shared.count > 2 ? shared : nil
  }

  // MARK: Paths

  /// Returns the shortest path by which the rows of a body (the machine, a composite state or a region) can name a
  /// node: `playing.track`. A node directly in this body, or in a body around it, is named without its ancestors.
  func path(to node: Int, from body: Body) -> String {
    let chain = Array(chart.chain(node).dropLast().reversed())
    let owners = chart.chain(body.node)
    var start = 0
    for (index, step) in chain.enumerated() {
      let parent = chart.nodes[step].parent
      if owners.contains(parent), sees(step, body) || chart.nodes[parent].regions.count == 1 { start = index }
    }
    // A history is named together with its state: `playing.history`.
    if chart.nodes[node].kind.isHistory { start = max(0, min(start, chain.count - 2)) }
    var steps: [String] = []
    for (index, step) in chain.enumerated().dropFirst(start) {
      let parent = chart.nodes[step].parent
      let isHistory = chart.nodes[step].kind.isHistory
      let needsRegion = chart.nodes[parent].regions.count > 1 && !chart.nodes[step].isOfWhole
      if needsRegion, index > start || isHistory || !sees(step, body) {
        steps.append(regionName(parent, chart.nodes[step].region))
      }
      steps.append(isHistory ? chart.nodes[step].kind == .history ? "history" : "deepHistory" : names[step])
    }
    return steps.joined(separator: ".")
  }

  /// Returns whether the rows of a body can name a node without its region. They can if the node is directly in this
  /// body, or directly in a body that contains this body.
  ///
  /// - Parameter body: the machine, a composite state or a region.
  private func sees(_ node: Int, _ body: Body) -> Bool {
    let parent = chart.nodes[node].parent
    if parent == body.node { return chart.nodes[node].region == body.region || chart.nodes[parent].regions.count == 1 }
    return chart.isInside(body.node, parent) && region(of: body.node, in: parent) == chart.nodes[node].region
  }
}
