import StateMachineSyntax

/// Makes a machine of a draft (a `.sm` file to be written) from a chart whose states and rows are decided.
struct ChartDraft {
  private var resolver: ChartResolver
  private var values: ChartValues
  /// The indices of the arrows that become rows, in the order of the rows, by the body that has the rows.
  private var rows: [ChartResolver.Body: [Int]] = [:]
  /// The states with an output as their `do` activity, by the name of the output.
  private var activities: [String: [Int]] = [:]

  private var chart: Chart { resolver.chart }

  /// - Parameters:
  ///   - name: the name of the machine.
  ///   - remark: a comment with the place of the chart.
  static func machine(_ resolver: ChartResolver, name: String, remark: String) -> (items: [DraftItem], chart: Chart) {
    var draft = ChartDraft(resolver)
    let items = draft.machine(name, remark)
    draft.resolver.chart.findings += draft.values.findings
    return (items, draft.chart)
  }

  private init(_ resolver: ChartResolver) {
    self.resolver = resolver
    values = ChartValues(place: resolver.chart.place)
    for node in chart.nodesInOrder where [.state, .final].contains(chart.nodes[node].kind) {
      let id = chart.nodes[node].id
      if values.paths[id] == nil { values.paths[id] = resolver.path(to: node, from: .outside) }
    }
    sortRows()
    declareVariables()
  }

  /// Sorts the rows by the place of their arrows in the file. Rows of one source keep the resolver's order.
  private mutating func sortRows() {
    var places: [ChartResolver.Body: [(place: Int, arrow: Int)]] = [:]
    for source in chart.nodes.indices {
      var place = 0
      for arrow in resolver.outgoing[source] where !chart.arrows[arrow].isGone {
        place = max(place, arrow)
        places[resolver.body(of: source), default: []].append((place, arrow))
      }
    }
    rows = places.mapValues { arrows in
      let order = arrows.indices.sorted { (arrows[$0].place, $0) < (arrows[$1].place, $1) }
      return order.map { arrows[$0].arrow }
    }
  }

  private mutating func declareVariables() {
    let effects = chart.nodes.flatMap { $0.entry + $0.exit } + chart.arrows.filter { !$0.isGone }.flatMap(\.effects)
    var assigned: [String: ChartExpression] = [:]
    for case .assign(let name, _, let value) in effects where assigned[name] == nil {
      assigned[name] = ChartExpression.literal(value)
    }
    for variable in chart.variables { values.declare(variable, assigned: assigned[variable.name]) }
    values.place = chart.place
    for case .assign(let name, _, let value) in effects { values.declareTarget(name, value) }
  }

  // MARK: Statements

  /// Returns a statement with remarks as a comment behind it, or above it if they are longer than 70 characters.
  private func statement(
    _ text: String, _ place: SourceRange, _ remarks: [String] = [], comments: [String] = [],
    documentation: [String] = []
  ) -> DraftStatement {
    var lead = comments.map { "// " + $0.oneLine } + documentation.map { "/// " + $0.oneLine }
    var comment = remarks.map(\.oneLine).joined(separator: "; ")
    if comment.count > 70 {
      lead.append("// " + comment)
      comment = ""
    }
    return DraftStatement(lead: lead, text: text, comment: comment, place: place)
  }

  /// Returns declarations that begin with one word. Successive names without comments share lines.
  private func list(_ word: String, _ names: [DraftStatement]) -> [DraftItem] {
    var statements: [DraftStatement] = []
    var isOpen = false
    for name in names {
      let isPlain = name.lead.isEmpty && name.comment.isEmpty
      if isPlain, isOpen, let last = statements.last, last.text.count + name.text.count < 90 + word.count {
        statements[statements.count - 1].text += ", " + name.text
      } else {
        statements.append(name)
        statements[statements.count - 1].text = "\(word) \(name.text)"
      }
      isOpen = isPlain
    }
    return statements.map { .statement($0) }
  }

  private func isSaidMore(_ statement: DraftStatement) -> Bool {
    !statement.lead.isEmpty || !statement.comment.isEmpty
  }

  // MARK: The machine

  private mutating func machine(_ name: String, _ remark: String) -> [DraftItem] {
    let states = bodyItems(of: Chart.root)
    let variables = (values.variables + values.delays + values.guards).map { DraftItem.statement($0) }
    let notes = chart.notes.isEmpty ? [] : [DraftItem.comment(chart.notes.map { "// " + $0.oneLine })]
    let parts = [states.declarations, eventItems() + outputItems(), variables, states.rows, notes]
    let head = statement("machine \(name): Sendable", chart.place, documentation: chart.documentation)
    return [
      .comment(["// " + remark] + chart.comments.map { "// " + $0.oneLine }), .block(head, Self.joined(parts)),
    ]
  }

  /// Returns the items of all parts, with a blank line between parts that have items.
  private static func joined(_ parts: [[DraftItem]]) -> [DraftItem] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: [.blankLine]))
  }

  private func eventItems() -> [DraftItem] {
    var plain: [DraftStatement] = []
    var items: [DraftItem] = []
    for event in resolver.events.events {
      let parameters = event.parameters.isEmpty ? "" : "(\(event.parameters))"
      let event = statement(ChartEvents.spelled(event.name) + parameters, event.place, event.remarks)
      if isSaidMore(event) || !parameters.isEmpty { items += list("event", [event]) } else { plain.append(event) }
    }
    return list("event", plain) + items
  }

  private func outputItems() -> [DraftItem] {
    var plain: [DraftStatement] = []
    var items: [DraftItem] = []
    for output in values.outputs {
      let text = output.name + (output.types.isEmpty ? "" : "(\(output.types.joined(separator: ", ")))")
      if let events = output.events {
        let sent = events.isEmpty ? "" : " -> " + events.map(ChartEvents.spelled).joined(separator: ", ")
        items.append(.statement(statement("output \(text) async\(sent)", output.place)))
      } else {
        plain.append(statement(text, output.place))
      }
    }
    return list("output", plain) + items
  }

  // MARK: Bodies

  private mutating func bodyItems(of node: Int) -> (declarations: [DraftItem], rows: [DraftItem]) {
    guard chart.nodes[node].regions.count > 1 else { return items(of: .init(node: node, region: 0)) }
    var items: [DraftItem] = []
    for region in chart.nodes[node].regions.indices {
      let body = self.items(of: .init(node: node, region: region))
      let first = chart.nodes[node].regions[region].first ?? node
      let head = statement("region \(resolver.regionName(node, region))", chart.nodes[first].place)
      items.append(.block(head, Self.joined([body.declarations, body.rows])))
    }
    return (items, [])
  }

  private mutating func items(of body: ChartResolver.Body) -> (declarations: [DraftItem], rows: [DraftItem]) {
    let nodes = resolver.nodes(in: body)
    var items: [DraftItem] = []
    var initial: Int?
    switch resolver.beginnings[body] {
    case .state(let state, let remark, let isGuess):
      initial = state
      items.append(stateItem(state, word: "initial ", remark, isGuess))
    case .arrow(let arrow): items.append(.statement(beginning("initial", arrow, body)))
    case nil: break
    }
    var plain: [DraftStatement] = []
    var ends: [DraftStatement] = []
    for node in nodes where node != initial && [.state, .final].contains(chart.nodes[node].kind) {
      if !isSimple(node) {
        items += list("state", plain) + [stateItem(node)]
        plain = []
      } else if chart.nodes[node].kind == .final {
        ends.append(name(node))
      } else {
        plain.append(name(node))
      }
    }
    let choices = nodes.filter { chart.nodes[$0].kind == .choice }.map { name($0) }
    items += list("state", plain) + list("final state", ends)
    items += list("choice", choices.filter { isSaidMore($0) } + choices.filter { !isSaidMore($0) })
    if let history = history(of: body) { items.append(.statement(history)) }
    return (items, rowItems(of: body))
  }

  private func isSimple(_ state: Int) -> Bool {
    let node = chart.nodes[state]
    return node.hasNoActions && node.documentation.isEmpty && node.comments.isEmpty && !chart.isComposite(state)
  }

  private func name(_ node: Int) -> DraftStatement {
    let (name, node) = (resolver.names[node], chart.nodes[node])
    return statement(name, node.place, comments: node.comments, documentation: node.documentation)
  }

  /// Returns the declaration of an initial state with an arrow, such as `initial -> a / f`.
  private mutating func beginning(_ word: String, _ arrow: ChartArrow, _ body: ChartResolver.Body) -> DraftStatement {
    let effects = effects(arrow.effects, arrow.place)
    let text = "\(word) -> \(targets(arrow, body))" + (effects.isEmpty ? "" : " / " + effects.joined(separator: ", "))
    return statement(text, arrow.place, arrow.remarks + values.takeRemarks(), comments: arrow.comments)
  }

  /// Returns `history -> a` for a body's first history with a default target, as a body has only one; nil for none.
  private mutating func history(of body: ChartResolver.Body) -> DraftStatement? {
    var result: DraftStatement?
    for node in resolver.nodes(in: body) where chart.nodes[node].kind.isHistory {
      let arrows = resolver.outgoing[node].filter { !chart.arrows[$0].isGone }
      if result == nil, let first = arrows.first(where: { !chart.arrows[$0].targets.isEmpty }) {
        result = beginning("history", chart.arrows[first], body)
      } else if result == nil, arrows.isEmpty, case .arrow(let beginning) = resolver.beginnings[body],
        let state = resolver.nodes(in: body).first(where: { chart.nodes[$0].kind == .state })
      {
        // If an arrow is how the body begins, its history needs an arrow, too.
        result = statement("history -> \(resolver.names[state])", beginning.place)
      }
      for arrow in arrows { resolver.merge(arrow) }
    }
    return result
  }

  private mutating func stateItem(
    _ state: Int, word: String = "", _ remark: String = "", _ isGuess: Bool = false
  ) -> DraftItem {
    let node = chart.nodes[state]
    var head = name(state)
    head.text = "\(word)\(node.kind == .final ? "final " : "")state \(head.text)"
    head.comment = remark.oneLine
    if isGuess { head.lead.append("// TODO: the chart does not say where it begins") }
    var actions = actionItems("entry", node.entry, node.place) + activityItems(of: state)
    actions += actionItems("exit", node.exit, node.place)
    if !node.deferred.isEmpty {
      let events = node.deferred.map { ChartEvents.spelled(resolver.events.name($0, node.place)) }
      actions.append(.statement(statement("defer \(events.joined(separator: ", "))", node.place)))
    }
    let body = chart.isComposite(state) ? bodyItems(of: state) : ([], [])
    let items = Self.joined([actions, Self.joined([body.0, body.1])])
    guard !items.isEmpty else { return .statement(head) }
    if !head.comment.isEmpty {
      // Behind the brace, it would be a comment of the body.
      head.lead.append("// " + head.comment)
      head.comment = ""
    }
    return .block(head, items)
  }

  /// Returns the items for entry or exit actions, such as `entry / f, g`.
  private mutating func actionItems(_ word: String, _ list: [ChartEffect], _ place: SourceRange) -> [DraftItem] {
    let effects = effects(list, place)
    let remarks = values.takeRemarks()
    let text = "\(word) / \(effects.joined(separator: ", "))"
    if !effects.isEmpty { return [.statement(statement(text, place, remarks))] }
    return remarks.isEmpty ? [] : [.comment(["// \(word): \(remarks.map(\.oneLine).joined(separator: "; "))"])]
  }

  /// Returns the items for a state's activities, such as `do / f`. States that may be active together share no output.
  private mutating func activityItems(of state: Int) -> [DraftItem] {
    let node = chart.nodes[state]
    return node.activities.flatMap { activity in
      effects([activity], node.place).map { call in
        let name = String(call.prefix { $0 != "(" })
        let isShared = activities[name, default: []].contains { other in
          let ancestor = chart.commonAncestor(state, other)
          return ancestor == state || ancestor == other || chart.nodes[ancestor].regions.count > 1
        }
        activities[name, default: []].append(state)
        let own = isShared ? values.output(like: name, in: resolver.names[state]) : name
        return .statement(statement("do / \(own)\(call.dropFirst(name.count))", node.place, values.takeRemarks()))
      }
    }
  }

  // MARK: Rows

  private mutating func rowItems(of body: ChartResolver.Body) -> [DraftItem] {
    var items: [DraftRow] = []
    var joined: [[String]: Int] = [:]
    for index in rows[body] ?? [] {
      let arrow = chart.arrows[index]
      guard !arrow.isGone, !chart.nodes[arrow.source].kind.isHistory else { continue }
      let row = row(arrow, body)
      resolver.chart.accounting.rows += row.arrows
      let key = [row.target ?? "", row.condition ?? ""] + row.triggers + ["/"] + row.effects
      let isAlone = isAlone(arrow) && row.comment.isEmpty && row.lead.isEmpty
      if isAlone, let place = joined[key] {
        items[place].sources += row.sources
        items[place].arrows += row.arrows
      } else {
        if isAlone { joined[key] = items.count }
        items.append(row)
      }
    }
    return items.map { .row($0) }
  }

  /// Returns whether an arrow is the only row of its source for its event, so that sources can be joined.
  private func isAlone(_ arrow: ChartArrow) -> Bool {
    guard chart.nodes[arrow.source].kind == .state, !arrow.targets.isEmpty else { return false }
    return resolver.sharedTriggers[arrow.source]?.contains { arrow.triggers.contains($0) } != true
  }

  private func source(_ node: Int) -> String {
    guard chart.nodes[node].kind == .anyState else { return resolver.names[node] }
    let names = chart.nodes[node].exceptions.map { ChartWords.name($0, prefix: "state") }
    return names.isEmpty ? "*" : "* except \(names.joined(separator: ", "))"
  }

  private mutating func row(_ arrow: ChartArrow, _ body: ChartResolver.Body) -> DraftRow {
    let effects = effects(arrow.effects, arrow.place)
    let line = statement("", arrow.place, arrow.remarks + values.takeRemarks(), comments: arrow.comments)
    return DraftRow(
      lead: line.lead, sources: [source(arrow.source)], target: arrow.targets.isEmpty ? nil : targets(arrow, body),
      triggers: arrow.triggers.map { trigger($0) }, condition: condition(arrow), effects: effects,
      comment: line.comment, place: arrow.place, arrows: arrow.count)
  }

  private mutating func trigger(_ trigger: ChartTrigger) -> String {
    switch trigger {
    case .event(let name, _): ChartEvents.spelled(name)
    case .after(let delay): "after\(values.declareDelay(delay))"
    case .every(let delay): "every\(values.declareDelay(delay))"
    case .always: "always"
    case .done: "done"
    }
  }

  private mutating func condition(_ arrow: ChartArrow) -> String? {
    let choice = chart.nodes[arrow.source].kind == .choice ? resolver.names[arrow.source] : nil
    let condition: String? =
      switch arrow.condition {
      case nil: nil
      case .otherwise: "else"
      case .active(let states):
        states.map { "in(\(resolver.path(to: $0, from: .outside)))" }.joined(separator: " && ")
      case .unsaid(let name): values.guardName(name, nil)
      case .text(let text): values.condition(text, choice: choice)
      }
    return condition ?? (choice == nil ? nil : "else")
  }

  private func targets(_ arrow: ChartArrow, _ body: ChartResolver.Body) -> String {
    arrow.targets.map { resolver.path(to: $0, from: body) }.joined(separator: ", ")
  }

  private mutating func effects(_ list: [ChartEffect], _ place: SourceRange) -> [String] {
    values.place = place
    return list.compactMap { effect in
      switch effect {
      case .text(let text, let events): return values.effect(text, events: names(of: events, place))
      case .raise(let event): return "raise \(ChartEvents.spelled(resolver.events.name(event, place)))"
      case .assign(let name, let operation, let value): return values.assignment(name, operation, value)
      case .output(let name, let texts, let events):
        return values.output(
          name, types: texts.map { _ in "String" }, arguments: texts.map(ChartExpression.quoted),
          events: names(of: events, place))
      case .cancel(let name): return "cancel\(values.output(name, events: []).capitalizedFirst)"
      case .remark(let text):
        values.remark(text)
        return nil
      }
    }
  }

  private mutating func names(of events: [String]?, _ place: SourceRange) -> [String]? {
    events?.map { resolver.events.name($0, place) }
  }
}
