import StateMachineSyntax

/// Finds out which state contains each node. A chart may name a state before it shows in which state it is.
extension StateDiagramReader {
  private var body: (node: Int, region: Int) { stack[stack.count - 1] }

  /// Returns the node of the state with an identifier, and adds the node if there is none. A known node may move to the
  /// body (a state or the top level) that is being read. The first line that declares the node moves it. In Mermaid,
  /// each declaration within a state moves it. A line in a state that only names the node moves it from the top level.
  ///
  /// - Parameter declares: whether the current line declares the state, and does not only name it.
  mutating func state(_ id: String, _ place: SourceRange, declares: Bool = false) -> Int {
    guard let node = states[id] else {
      let node = add(ChartNode(id: id, kind: .state, parent: body.node, place: place))
      states[id] = node
      chart.nodes[node].isDeclared = declares
      return node
    }
    if chart.isInside(body.node, node) { return node }
    let (parent, region) = (chart.nodes[node].parent, chart.nodes[node].region)
    // In Mermaid, naming a top-level state within another state moves it there.
    let isNamedHere = isMermaid && body.node != Chart.root && (parent == Chart.root || declares)
    let belongsHere = isNamedHere || declares && !chart.nodes[node].isDeclared
    if belongsHere, parent != body.node || region != body.region {
      (chart.nodes[node].parent, chart.nodes[node].region) = body
      order.append(node)
    }
    if declares { (chart.nodes[node].isDeclared, chart.nodes[node].place) = (true, place) }
    return node
  }

  /// Adds a node to the body that is being read: the inside of a state, or the top level.
  private mutating func add(_ node: ChartNode) -> Int {
    chart.nodes.append(node)
    chart.nodes[chart.nodes.count - 1].region = body.region
    order.append(chart.nodes.count - 1)
    return chart.nodes.count - 1
  }

  /// Returns the node of a dot `[*]` or of a history. Adds the node if the body has none. A body is the inside of a
  /// state or the top level.
  ///
  /// - Parameters:
  ///   - kind: `initial`, `final`, `history` or `deepHistory`.
  ///   - state: the composite state; nil for the body that is being read.
  private mutating func dot(_ kind: ChartNode.Kind, of state: Int? = nil, _ place: SourceRange) -> Int {
    let body = state.map { (node: $0, region: 0) } ?? body
    let key = "\(kind) \(body.node) \(body.region)"
    if let dot = dots[key] { return dot }
    let dot = add(ChartNode(dot: kind, parent: body.node, place: place))
    (chart.nodes[dot].region, chart.nodes[dot].isOfWhole) = (body.region, state != nil)
    dots[key] = dot
    return dot
  }

  /// Begins to read the inside of a state. If the state is nested deeper than 60 levels, its children are put beside
  /// it, and a finding reports this.
  mutating func openBody(of node: Int) {
    let isTooDeep = stack.count > Chart.maximumDepth
    if isTooDeep { chart.warn(chart.nodes[node].place, Chart.tooDeep(chart.nodes[node].id)) }
    stack.append(isTooDeep ? body : (node, 0))
  }

  /// Begins another region of the state whose inside is being read.
  mutating func beginRegion() {
    let node = body.node
    chart.nodes[node].regions.append([])
    chart.nodes[node].regionNames.append(nil)
    stack[stack.count - 1].region = chart.nodes[node].regions.count - 1
  }

  /// Adds a text that the chart shows within a state to this state, and also the comments before the text.
  mutating func addText(_ text: String, to node: Int, _ place: SourceRange) {
    chart.nodes[node].comments += takeComments()
    chart.addText(text, to: node, place)
  }

  /// Returns the finished chart: each node is now listed in a region of its parent. The nodes of a region are in the
  /// order of the file. A node that was moved into another state comes at the place of the line that moved it.
  consuming func finish() -> Chart {
    chart.notes += takeComments()
    var seen: Set<Int> = []
    // A node that was moved is in `order` twice. Only its last position counts, so the search begins at the end.
    for node in order.reversed().filter({ seen.insert($0).inserted }).reversed() {
      chart.nodes[chart.nodes[node].parent].regions[chart.nodes[node].region].append(node)
    }
    return chart
  }

  // MARK: Arrows

  /// Reads an arrow such as `a -[#blue]right-> b : label`, and adds it to the chart. A hidden arrow is read but not
  /// added, because it only arranges the picture. Returns false if the line is not an arrow.
  mutating func readArrow(_ text: String, _ line: ChartLine) -> Bool {
    var cursor = ChartCursor(text)
    guard let first = takeEnd(&cursor) else { return false }
    var marks: [ChartCursor] = [cursor]
    skipMarks(&cursor)
    guard let arrow = takeArrow(&cursor), let second = takeEnd(&cursor) else { return false }
    marks.append(cursor)
    skipMarks(&cursor)
    let label = cursor.take(":") ? cursor.takeRest() : ""
    guard cursor.isAtEnd || isMermaid && cursor.take(";") else { return false }
    if arrow.hasStyle, !chart.isOwnPicture { chart.leaveOut("styles", line.place) }
    var ends: [Int] = []
    for (index, id) in [first, second].enumerated() {
      ends.append(end(id, isSource: (index == 0) != arrow.isReversed, line.place))
      readMarks(&marks[index], of: ends[index], line)
    }
    if arrow.isHidden { return true }
    if arrow.isReversed { ends.reverse() }
    var new = ChartArrow(source: ends[0], targets: [ends[1]], place: line.place)
    new.label = isMermaid && !label.contains("#") ? label.trimming(";") : label
    new.comments = takeComments()
    chart.arrows.append(new)
    chart.accounting.arrows += 1
    return true
  }

  /// Reads the name at one end of an arrow, and returns it: `[*]`, `a`, `"a b"`, `a[H]` or, for a bar, `==a==`. In
  /// Mermaid, the name may contain any text except `:`, `;` and `-->`. Nil if there is no name.
  func takeEnd(_ cursor: inout ChartCursor) -> String? {
    cursor.skipBlanks()
    if cursor.take("[*]") { return "[*]" }
    if isMermaid {
      var id = ""
      while let next = cursor.next, next != ":", next != ";", !cursor.rest.hasPrefix("-->") {
        id.append(next)
        _ = cursor.takeNext()
      }
      return id.allSatisfy(\.isWhitespace) ? nil : id.trimmedBlanks
    }
    if cursor.next == "=" {
      let bar = cursor.take { $0 == "=" || $0.isNamePart }
      return bar.hasSuffix("=") && bar.contains(where: \.isNamePart) ? bar : nil
    }
    var id = cursor.take(between: "\"", "\"") ?? cursor.take { $0.isNamePart || ".$\\?".contains($0) }
    for history in ["[H*]", "[H]"] where cursor.take(history) { id += history }
    return id.isEmpty ? nil : id
  }

  /// Skips a stereotype (`<<choice>>`) and a color after the name of a state.
  private func skipMarks(_ cursor: inout ChartCursor) {
    cursor.skipBlanks()
    _ = cursor.take(between: "<<", ">>")
    cursor.skipBlanks()
    if cursor.next == "#" || cursor.rest.hasPrefix(":::") {
      _ = cursor.take(":::")
      _ = cursor.take { !$0.isWhitespace && $0 != ":" }
    }
    cursor.skipBlanks()
  }

  private static let directions: Set<String> = [
    "left", "right", "up", "down", "le", "ri", "do", "l", "r", "u", "d", "hidden",
  ]

  /// Reads the line of an arrow, such as `-->` or `<-left-`. `isReversed` is true for `<-left-`, `isHidden` for
  /// `-[hidden]->`, and `hasStyle` for a line with brackets, `-[#blue]->`. Nil if there is no such line at the cursor.
  private func takeArrow(_ cursor: inout ChartCursor) -> (isReversed: Bool, isHidden: Bool, hasStyle: Bool)? {
    let isBegun = cursor.take("<")
    _ = cursor.take("x")
    guard cursor.next == "-" || cursor.next == "." else { return nil }
    var words: [String] = []
    var hasStyle = false
    while true {
      _ = cursor.take { $0 == "-" || $0 == "." }
      if let style = cursor.take(between: "[", "]") {
        // In `a -[*]`, the brackets belong to the dot and are no style.
        guard style != "*" else { return nil }
        hasStyle = true
        words.append(style)
        continue
      }
      var copy = cursor
      let word = copy.take(while: \.isLetter)
      guard Self.directions.contains(word), copy.next == "-" || copy.next == "." || copy.next == "[" else { break }
      words.append(word)
      cursor = copy
    }
    if !isBegun { _ = cursor.take("x") || cursor.take("X") || cursor.take("o") }
    // An arrow with two heads, `<-->`, leads to the right.
    let hasHead = cursor.take(">")
    _ = cursor.take { $0 == ">" }
    guard hasHead || isBegun else { return nil }
    if let mark = cursor.next, mark == "o" || mark == "x", cursor.rest.dropFirst().first == " " {
      _ = cursor.takeNext()
    }
    return (!hasHead, words.contains { $0.contains("hidden") }, hasStyle)
  }

  /// Returns the node at one end of an arrow.
  ///
  /// - Parameter isSource: whether the arrow begins at this end. `[*]` is then the initial dot; otherwise, it is the
  ///   final dot.
  private mutating func end(_ id: String, isSource: Bool, _ place: SourceRange) -> Int {
    if id == "[*]" { return dot(isSource ? .initial : .final, place) }
    for (mark, kind) in [("[H*]", ChartNode.Kind.deepHistory), ("[H]", .history)] where id.hasSuffix(mark) {
      let owner = String(id.dropLast(mark.count))
      return dot(kind, of: owner.isEmpty ? nil : state(owner, place), place)
    }
    let isBar = !isMermaid && id.first == "="
    let node = state(isBar ? id.filter { $0 != "=" } : id, place)
    if isBar { chart.nodes[node].kind = .fork }
    return node
  }
}

extension Chart {
  /// The largest number of states, one inside another, that are read. Real machines have fewer.
  static let maximumDepth = 60

  /// Returns the message for a state that is nested too deeply.
  static func tooDeep(_ id: String) -> String {
    "states are nested deeper than \(maximumDepth) levels: those within '\(id)' stand beside it"
  }

  /// Moves states that are nested too deeply out of their parents. Findings report this.
  mutating func limitDepth() {
    var pending = children(Self.root).map { ($0, 1) }
    while let (node, depth) = pending.popLast() {
      let children = children(node)
      guard depth >= Self.maximumDepth, !children.isEmpty else {
        pending += children.map { ($0, depth + 1) }
        continue
      }
      warn(nodes[node].place, Self.tooDeep(nodes[node].id))
      (nodes[node].regions, nodes[node].regionNames) = ([[]], [nil])
      let (parent, region) = (nodes[node].parent, nodes[node].region)
      for child in children {
        (nodes[child].parent, nodes[child].region) = (parent, region)
        nodes[parent].regions[region].append(child)
        pending.append((child, depth))
      }
    }
  }

  /// Sets the title of a node. Some titles also decide the node's kind: `any state` in charts that `sm-gen diagram` has
  /// written, and `$H` and similar titles, by which the tool StateSmith shows pseudostates.
  mutating func setTitle(_ title: String, of node: Int) {
    var first = (ChartWords.lines(title).first ?? "").trimmedBlanks
    // A chart has no values for the payload in `closing(persons: Int)`, so the payload is left out.
    if isOwnPicture { first = first.prefix { $0 != "(" }.trimmedBlanks }
    let shown = isOwnPicture ? first : ChartWords.plain(title)
    nodes[node].title = shown
    if isOwnPicture, first.hasPrefix("any state") {
      nodes[node].kind = .anyState
      nodes[node].exceptions = first.removing(["any state", "except "]).split(separator: ",").map(\.trimmedBlanks)
    }
    let isHistory = shown == "$H" || isOwnPicture && shown == "H" && nodes[node].id.hasSuffix("_history")
    if shown == "$initial_state" || shown == "." {
      nodes[node].kind = .initial
    } else if isHistory {
      nodes[node].kind = .history
    } else if shown == "$H*" || isOwnPicture && shown == "H*" {
      nodes[node].kind = .deepHistory
    }
  }
}
