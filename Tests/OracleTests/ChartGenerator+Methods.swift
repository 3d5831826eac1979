/// Makes machines with `interface methods`: the result types and errors of the methods, and the results of rows.
extension ChartGenerator {
  /// The names that an effect of a row, or of a row of a choice, may use.
  struct Scope {
    /// The names that mean one value only, without the machine's properties.
    var names: Set<String>
    /// The names among `names` that are fields of the source, to which an effect can assign a value.
    var assignable: Set<String>

    func formed(with other: Scope) -> Scope {
      Scope(names: names.intersection(other.names), assignable: assignable.intersection(other.assignable))
    }
  }

  /// The facts about all rows that lead to a choice.
  private struct ChoiceEntry {
    var scope: Scope
    var events: Set<Int>
    /// Whether an `always` row or a row for a completion event leads to the choice, too.
    var isEventless: Bool

    func formed(with other: ChoiceEntry) -> ChoiceEntry {
      ChoiceEntry(
        scope: scope.formed(with: other.scope), events: events.union(other.events),
        isEventless: isEventless || other.isEventless)
    }
  }

  mutating func addMethods() {
    chart.unhandled = pick([.ignore, .ignore, .trap, .throwOwn])
    for number in 0..<number(1...3) {
      var answer = Chart.Answer(name: "answer\(number)")
      for label in ["a", "b", "c", "x"] where chance(35) {
        answer.fields.append(Chart.Field(label: label, defaultValue: chance(50) ? self.number(0...5) : nil))
      }
      chart.answers.append(answer)
    }
    for event in chart.events.indices { addResult(to: event) }
    if features.contains(.patterns) { for row in chart.rows.indices { addPatterns(to: row) } }
    let branches = choiceEntries()
    agreeOnDefaults(branches)
    for index in chart.rows.indices {
      var row = chart.rows[index]
      let (scope, events) = (scope(of: row), events(of: row))
      if mayAttempt(events) { addAttempts(&row.effects, &row.target, &row.condition, scope, events) }
      if !chart.traps(row.effects), !leadsToChoice(row.target) { addEnd(to: &row.effects, scope, events) }
      chart.rows[index] = row
    }
    for choice in chart.choices.indices {
      // A row without an event returns no result, and does not throw.
      guard let entry = branches[choice], !entry.isEventless else { continue }
      for branch in chart.choices[choice].branches.indices {
        addResult(to: branch, of: choice, entry.scope, entry.events)
      }
    }
  }

  private mutating func addResult(to event: Int) {
    if chance(25) { chart.events[event].unhandled = pick([.ignore, .trap, .throwOwn]) }
    let policy = chart.unhandled(event)
    let result = pick([Chart.Result.nothing, .number, .number, .action, .action, .optionalAction])
    chart.events[event].result = result
    let throwing = pick([Chart.Throwing.never, .anything, .typed])
    chart.events[event].throwing = policy == .throwOwn && throwing == .never ? .anything : throwing
    chart.events[event].hasDefault = policy == .ignore || chance(60)
  }

  // MARK: What leads where

  func leadsToChoice(_ target: Chart.Target?) -> Bool { if case .choice? = target?.place { true } else { false } }

  private func events(of row: Chart.Row) -> Set<Int> {
    Set(row.triggers.compactMap { if case .event(let event) = $0 { event } else { nil } })
  }

  private func canThrow(_ events: Set<Int>) -> Bool {
    !events.isEmpty && events.allSatisfy { chart.events[$0].throwing != .never }
  }

  private func mayAttempt(_ events: Set<Int>) -> Bool { features.contains(.attempts) && canThrow(events) }

  /// Returns for each choice that a row leads to which names its rows may use, and which events can lead there. A
  /// choice leads only to later choices, so one pass suffices.
  private func choiceEntries() -> [Int: ChoiceEntry] {
    var entries: [Int: ChoiceEntry] = [:]
    func add(_ target: Chart.Target?, _ entry: ChoiceEntry) {
      guard case .choice(let choice)? = target?.place else { return }
      entries[choice] = entries[choice].map { $0.formed(with: entry) } ?? entry
    }
    for row in chart.rows {
      let isEventless = row.triggers.contains { if case .event = $0 { false } else { true } }
      add(row.target, ChoiceEntry(scope: scope(of: row), events: events(of: row), isEventless: isEventless))
    }
    for choice in chart.choices.indices {
      guard var entry = entries[choice] else { continue }
      entry.scope.names.formUnion(chart.choices[choice].declared)
      entries[choice] = entry
      for branch in chart.choices[choice].branches { add(branch.target, entry) }
    }
    return entries
  }

  func scope(of row: Chart.Row) -> Scope {
    let sources = chart.states.indices.filter { row.applies(to: $0, in: chart) }
    let ofSources = sources.map { Set(labels(inScopeOf: $0)) }
    let ofEvents = events(of: row).map { Set(chart.events[$0].labels) }
    let bound = Set(row.patterns.filter { !$0.isConditional }.map(\.label))
    let fields = Set(common(ofSources).filter { label in !ofEvents.contains { $0.contains(label) } })
    let parameters = common(ofEvents).filter { label in
      bound.contains(label) || !ofSources.contains { $0.contains(label) }
    }
    return Scope(names: fields.union(parameters), assignable: sources.count == 1 ? fields : [])
  }

  private func common(_ sets: [Set<String>]) -> Set<String> {
    sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
  }

  // MARK: Results

  /// Gives a default result to events that share a row and return different types, because the row cannot return a
  /// result for all of them.
  private mutating func agreeOnDefaults(_ choices: [Int: ChoiceEntry]) {
    let answerless = choices.values.filter { $0.isEventless || result(of: $0.events) == nil }.map(\.events)
    for events in chart.rows.map(events).filter({ result(of: $0) == nil }) + answerless {
      for event in events { chart.events[event].hasDefault = true }
    }
  }

  /// Returns the result type of some events; nil if their types differ.
  private func result(of events: Set<Int>) -> Chart.Result? {
    let results = Set(events.map { chart.events[$0].result })
    return results.count == 1 ? results.first : nil
  }

  /// Adds an error or a result at the end of a row's effects, at random. The row must not trap.
  private mutating func addEnd(to effects: inout [Chart.Effect], _ scope: Scope, _ events: Set<Int>) {
    let names = scope.names.sorted() + chart.properties.map(\.name)
    if canThrow(events), chance(12) {
      let value = expression(names)
      effects.append(.throw(mayAttempt(events) && chance(20) ? .attempt(value) : value))
      return
    }
    guard let result = result(of: events) else { return }
    let must = events.contains { !chart.events[$0].hasDefault }
    guard must || chance(55) else { return }
    func value(_ generator: inout Self) -> Chart.Expression {
      let value = generator.expression(names)
      return generator.mayAttempt(events) && generator.chance(15) ? .attempt(value) : value
    }
    switch result {
    case .nothing: break
    case .number: effects.append(.reply(.number(value(&self))))
    case .optionalAction where chance(25): effects.append(.reply(.none))
    case .action, .optionalAction:
      guard chance(75) else {
        effects.append(.reply(.action(nil, [])))
        return
      }
      let answer = number(0...(chart.answers.count - 1))
      var arguments: [(label: String, value: Chart.Expression)] = []
      for field in chart.answers[answer].fields {
        let carries = scope.names.contains(field.label)
        // What some of the sources have carries over from these alone.
        if !carries || chance(30) { arguments.append((field.label, value(&self))) }
      }
      effects.append(.reply(.action(answer, arguments)))
    }
  }

  private mutating func addResult(to index: Int, of choice: Int, _ scope: Scope, _ events: Set<Int>) {
    var branch = chart.choices[choice].branches[index]
    guard !branch.traps else { return }
    let names = scope.names.sorted() + chart.properties.map(\.name)
    if case .otherwise = branch.condition {} else if chance(40) { branch.condition = condition(names) }
    if !scope.assignable.isEmpty, branch.stays || result(of: events) == .number, chance(50) {
      // The changed value is read: by the state that stays active, or by an output after the result's expression.
      let label = pick(scope.assignable.sorted())
      branch.effects.append(.assign(label, .sum(expression(names), .constant(1))))
      if !branch.stays { branch.effects.append(.output(0, .name(label))) }
    }
    if mayAttempt(events) {
      var condition: Chart.Condition? = branch.condition
      addAttempts(&branch.effects, &branch.target, &condition, scope, events)
      branch.condition = condition ?? branch.condition
    }
    if !leadsToChoice(branch.target) { addEnd(to: &branch.effects, scope, events) }
    chart.choices[choice].branches[index] = branch
  }

  // MARK: Errors within rows

  private mutating func addAttempts(
    _ effects: inout [Chart.Effect], _ target: inout Chart.Target?, _ condition: inout Chart.Condition?,
    _ scope: Scope, _ events: Set<Int>
  ) {
    let names = scope.names.sorted() + chart.properties.map(\.name)
    if let known = condition, chance(12) {
      if case .otherwise = known {
      } else {
        let attempt = Chart.Condition.less(.attempt(expression(names)), .constant(number(0...4)))
        // Of a typed error, operators forget the type.
        let isTyped = events.contains { chart.events[$0].throwing == .typed }
        condition = isTyped || chance(50) ? .and(attempt, known) : .or(known, attempt)
      }
    }
    // Before it, effects may have changed something; a trap is the last.
    let last = effects.count - (chart.traps(effects) ? 1 : 0)
    if chance(25) { effects.insert(.evaluate(.attempt(expression(names))), at: number(0...last)) }
    if chance(15), let property = chart.properties.first {
      effects.insert(.assign(property.name, .remainder(.attempt(expression(names)), 7)), at: number(0...last))
    }
    if let arguments = target?.arguments, !arguments.isEmpty, chance(20) {
      let place = number(0...(arguments.count - 1))
      target?.arguments[place].value = .attempt(arguments[place].value)
    }
  }

  // MARK: Patterns

  private mutating func addPatterns(to index: Int) {
    var row = chart.rows[index]
    // What ignores events has no conditions, nor does what is the last.
    guard row.condition != nil, !isOtherwise(row.condition), chance(35) else { return }
    let sources = chart.states.indices.filter { row.applies(to: $0, in: chart) }
    if case .listed(let listed) = row.sources, listed.count == 1, row.groups.isEmpty, let source = listed.first {
      for field in chart.states[source].fields where chance(40) {
        row.patterns.append(.init(owner: .source, label: field.label, shape: shape()))
      }
    }
    let ofSources = sources.map { Set(labels(inScopeOf: $0)) }
    let ofEvents = events(of: row).map { Set(chart.events[$0].labels) }
    for label in common(ofEvents).sorted() where chance(40) {
      let isShared = ofSources.contains { $0.contains(label) }
      let changes = row.effects.contains { if case .assign(label, _) = $0 { true } else { false } }
      let shape = !isShared && !changes && chance(30) ? Chart.Pattern.Shape.name : shape()
      row.patterns.append(.init(owner: .event, label: label, shape: shape))
    }
    chart.rows[index] = row
  }

  private func isOtherwise(_ condition: Chart.Condition?) -> Bool {
    if case .otherwise? = condition { true } else { false }
  }

  mutating func shape() -> Chart.Pattern.Shape {
    let first = number(-1...2)
    return chance(40) ? .value(first) : .range(first, first + number(0...3))
  }
}

extension Chart {
  /// Returns the text of the result that an event's method has if the row that is taken gives none.
  func defaultAnswer(to event: Int) -> String {
    switch events[event].result {
    case .nothing: "returned"
    case .number: "-1"
    case .action: "none"
    case .optionalAction: "nil"
    }
  }
}
