import StateMachineSyntax

/// Makes a machine from a chart (a statechart in Mermaid, PlantUML or SCXML). A `ChartResolver` has decided which
/// states and rows the chart becomes. The machine is a list of `DraftItem`s: statements of a `.sm` file.
struct ChartDraft {
  private var resolver: ChartResolver
  private var values: ChartValues
  /// For each body (the machine, a state or a region), the arrows that become its rows. The rows are written in the
  /// order of the list. An arrow is given by its index in `chart.arrows`.
  private var rows: [ChartResolver.Body: [Int]] = [:]
  /// The states that have an activity (`do / play`), by the name of the activity's output.
  private var activities: [String: [Int]] = [:]

  private var chart: Chart { resolver.chart }

  /// Makes a machine from a resolved chart. Returns the machine's statements, and the chart to which all findings of
  /// the import have been added.
  ///
  /// - Parameters:
  ///   - resolver: the chart, with the decisions about its states and rows.
  ///   - name: the name of the machine.
  ///   - remark: the text of a comment above the machine. It says from which chart the machine was made.
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

  /// Computes `rows`: sorts the arrows of each body (the machine, a state or a region) by their positions in the file.
  /// Arrows with the same source keep the order from the resolver, because this order decides which row is tried first.
  private mutating func sortRows() {
    var places: [ChartResolver.Body: [(place: Int, arrow: Int)]] = [:]
    for source in chart.nodes.indices {
      var place = 0
      for arrow in resolver.outgoing[source] where !chart.arrows[arrow].isGone {
        // The position never decreases within a source, so that sorting by it keeps the source's order.
        place = max(place, arrow)
        places[resolver.body(of: source), default: []].append((place, arrow))
      }
    }
    rows = places.mapValues { arrows in
      let order = arrows.indices.sorted { (arrows[$0].place, $0) < (arrows[$1].place, $1) }
      return order.map { arrows[$0].arrow }
    }
  }

  /// Declares a property for each variable of the chart. If an effect assigns a literal to another name, declares a
  /// property for this name, too.
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

  /// Returns a statement with its comments.
  ///
  /// - Parameters:
  ///   - place: the place in the chart from which the statement comes.
  ///   - remarks: comments after the statement, joined by `;`. If they are longer than 70 characters together, they
  ///     become a line above it.
  ///   - comments: lines above the statement, written with `//`.
  ///   - documentation: lines above the statement, written with `///`.
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

  /// Returns declarations of several names, such as `state a, b, c`. Successive names without comments share one
  /// declaration, until its line has about 90 characters.
  ///
  /// - Parameter word: the keyword of the declarations: `state`.
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

  /// Returns whether a statement has comments. Such a statement needs a line of its own.
  private func isSaidMore(_ statement: DraftStatement) -> Bool {
    !statement.lead.isEmpty || !statement.comment.isEmpty
  }

  // MARK: The machine

  /// Returns all statements of the machine.
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

  /// Joins several lists of items, such as the states and the rows of a machine. A blank line comes between two lists.
  /// Empty lists are left out.
  private static func joined(_ parts: [[DraftItem]]) -> [DraftItem] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: [.blankLine]))
  }

  /// Returns the `event` statements of the machine.
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

  /// Returns the `output` statements of the machine.
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

  /// Returns the statements inside the machine or a composite state. If it has several regions, `declarations` contains
  /// a `region` block for each region, and `rows` is empty.
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

  /// Returns the statements of one body (the machine, a state or a region): its initial state, states, choices and
  /// history, and its rows.
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

  /// Returns whether the only thing to declare about a state is its name. Such states can share a declaration:
  /// `state a, b`.
  private func isSimple(_ state: Int) -> Bool {
    let node = chart.nodes[state]
    return node.hasNoActions && node.documentation.isEmpty && node.comments.isEmpty && !chart.isComposite(state)
  }

  /// Returns the declaration of a state or a choice without its keyword: the name, with comments.
  private func name(_ node: Int) -> DraftStatement {
    let (name, node) = (resolver.names[node], chart.nodes[node])
    return statement(name, node.place, comments: node.comments, documentation: node.documentation)
  }

  /// Returns the declaration `initial -> a / f` or `history -> a` for an arrow of the chart. The arrow comes from an
  /// initial dot or a history, and leads to `a`.
  ///
  /// - Parameters:
  ///   - word: `initial` or `history`.
  ///   - body: the machine, state or region that gets the declaration. It decides by which path `a` is named.
  private mutating func beginning(_ word: String, _ arrow: ChartArrow, _ body: ChartResolver.Body) -> DraftStatement {
    let effects = effects(arrow.effects, arrow.place)
    let text = "\(word) -> \(targets(arrow, body))" + (effects.isEmpty ? "" : " / " + effects.joined(separator: ", "))
    return statement(text, arrow.place, arrow.remarks + values.takeRemarks(), comments: arrow.comments)
  }

  /// Returns the declaration `history -> a` of a body (the machine, a state or a region); nil if it needs none. All
  /// histories of a body begin in the same state: `a` is the target of the first arrow from a history. Findings report
  /// arrows that lead elsewhere. If no history has an arrow, and the body is declared with `initial -> b / f`, `a` is
  /// the body's first state.
  private mutating func history(of body: ChartResolver.Body) -> DraftStatement? {
    let histories = resolver.nodes(in: body).filter { chart.nodes[$0].kind.isHistory }
    let arrows = histories.flatMap(resolver.arrows)
    guard let first = arrows.first(where: { !chart.arrows[$0].targets.isEmpty }) else {
      for arrow in arrows { resolver.merge(arrow) }
      // A body that begins with an arrow has no initial state that its history could use, so the history gets an
      // arrow, too.
      guard !histories.isEmpty, case .arrow(let beginning) = resolver.beginnings[body],
        let state = resolver.nodes(in: body).first(where: { chart.nodes[$0].kind == .state })
      else { return nil }
      return statement("history -> \(resolver.names[state])", beginning.place)
    }
    let result = beginning("history", chart.arrows[first], body)
    for arrow in arrows {
      if [[], chart.arrows[first].targets].contains(chart.arrows[arrow].targets) {
        resolver.merge(arrow)
      } else {
        resolver.tell(arrow, "all histories of a state begin in the same one: the arrow is left out")
      }
    }
    return result
  }

  /// Returns the declaration of a state, with its actions and everything inside it.
  ///
  /// - Parameters:
  ///   - word: `initial ` for an initial state; otherwise empty.
  ///   - remark: the text of a comment beside the declaration; empty for no comment.
  ///   - isGuess: whether the chart does not show that the state is initial. A `TODO` above the declaration then says
  ///     so.
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
      // After the brace, the comment would belong to the first statement inside.
      head.lead.append("// " + head.comment)
      head.comment = ""
    }
    return .block(head, items)
  }

  /// Returns the statement for the entry or exit actions of a state, such as `entry / f, g`. A text that cannot be an
  /// effect becomes a comment. If all texts are such, returns only the comment. Empty if there are no actions.
  ///
  /// - Parameter word: `entry` or `exit`.
  private mutating func actionItems(_ word: String, _ list: [ChartEffect], _ place: SourceRange) -> [DraftItem] {
    let effects = effects(list, place)
    let remarks = values.takeRemarks()
    let text = "\(word) / \(effects.joined(separator: ", "))"
    if !effects.isEmpty { return [.statement(statement(text, place, remarks))] }
    return remarks.isEmpty ? [] : [.comment(["// \(word): \(remarks.map(\.oneLine).joined(separator: "; "))"])]
  }

  /// Returns the statements for the activities of a state, such as `do / f`. An output can run only once at a time.
  /// Another state that may be active together with this one may have the same activity. This state then gets its own
  /// output: `fInOpen`.
  private mutating func activityItems(of state: Int) -> [DraftItem] {
    let node = chart.nodes[state]
    return node.activities.flatMap { activity in
      effects([activity], node.place).map { call in
        let name = String(call.prefix { $0 != "(" })
        // Two states may be active together if one contains the other, or if they are in different regions.
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

  /// Returns the rows of a body (the machine, a state or a region). If the order of rows does not matter, `a -> c : e`
  /// and `b -> c : e` become one row `a, b -> c : e`.
  private mutating func rowItems(of body: ChartResolver.Body) -> [DraftItem] {
    var items: [DraftRow] = []
    var joined: [[String]: Int] = [:]
    for index in rows[body] ?? [] {
      let arrow = chart.arrows[index]
      guard !arrow.isGone, !chart.nodes[arrow.source].kind.isHistory else { continue }
      let row = row(arrow, body)
      resolver.chart.accounting.rows += row.arrows
      // Rows with the same key differ only in their sources. The `/` separates triggers from effects.
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

  /// Returns whether the row for an arrow may be joined with equal rows of other states, as in `a, b -> c : e`. The
  /// position of the row must not matter: no other arrow of its source may wait for the same event. An arrow without a
  /// target cannot be joined.
  private func isAlone(_ arrow: ChartArrow) -> Bool {
    guard chart.nodes[arrow.source].kind == .state, !arrow.targets.isEmpty else { return false }
    return resolver.sharedTriggers[arrow.source]?.contains { arrow.triggers.contains($0) } != true
  }

  /// Returns the source of a row as the `.sm` file writes it. This is the name of a state or a choice. For a node of
  /// the chart that stands for all states, it is `*` or `* except a, b`.
  private func source(_ node: Int) -> String {
    guard chart.nodes[node].kind == .anyState else { return resolver.names[node] }
    let names = chart.nodes[node].exceptions.map { ChartWords.name($0, prefix: "state") }
    return names.isEmpty ? "*" : "* except \(names.joined(separator: ", "))"
  }

  /// Returns the row that an arrow becomes.
  private mutating func row(_ arrow: ChartArrow, _ body: ChartResolver.Body) -> DraftRow {
    let effects = effects(arrow.effects, arrow.place)
    let line = statement("", arrow.place, arrow.remarks + values.takeRemarks(), comments: arrow.comments)
    return DraftRow(
      lead: line.lead, sources: [source(arrow.source)], target: arrow.targets.isEmpty ? nil : targets(arrow, body),
      triggers: arrow.triggers.map { trigger($0) }, condition: condition(arrow), effects: effects,
      comment: line.comment, place: arrow.place, arrows: arrow.count)
  }

  /// Returns a trigger as the `.sm` file writes it: `after 5s`.
  private mutating func trigger(_ trigger: ChartTrigger) -> String {
    switch trigger {
    case .event(let name, _): ChartEvents.spelled(name)
    case .after(let delay): "after\(values.declareDelay(delay))"
    case .every(let delay): "every\(values.declareDelay(delay))"
    case .always: "always"
    case .done: "done"
    }
  }

  /// Returns the guard of an arrow's row without its brackets, such as `isFree`; nil for a row without a guard. A row
  /// of a choice always has a guard, at least `else`.
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

  /// Returns the targets of an arrow's row, as paths with commas between them: `a.b, c`.
  private func targets(_ arrow: ChartArrow, _ body: ChartResolver.Body) -> String {
    arrow.targets.map { resolver.path(to: $0, from: body) }.joined(separator: ", ")
  }

  /// Returns effects of the chart as the `.sm` file writes them: `openDoor`, `raise push`. A text that cannot be an
  /// effect is left out. It is stored in `values`. The caller gets it by `takeRemarks()`, and writes it as a comment.
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

  /// Returns the names, in the machine, of the events that can end an activity. Nil if `events` is nil.
  private mutating func names(of events: [String]?, _ place: SourceRange) -> [String]? {
    events?.map { resolver.events.name($0, place) }
  }
}
