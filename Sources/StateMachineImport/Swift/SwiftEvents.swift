import StateMachineSyntax

/// The events of a machine with their rows, and the results for the cases (arms) of the `switch` statements in Swift.
struct SwiftEvents {
  typealias Tokens = SwiftCode.Tokens
  typealias Text = SwiftRows.Text

  /// An event: a method of the type, or a case of the enum that a method takes.
  struct Event {
    var name: String
    /// The event as rows name it: with its labels if another method has the same name.
    var trigger: String
    /// The declaration of the event, without the policy.
    var text: String
    /// The default result, which rows without a result return; nil if there is none.
    var answer: String?
    var policy: String?
    var lead: [String] = []
    var place: SourceRange
    /// The type of the method's result; nil if it returns nothing.
    var result: String?
    var groups: [Group] = []
  }

  /// States with equal rows on the event.
  struct Group {
    var states: [Int]
    /// The patterns of each state, one pattern for each row.
    var patterns: [[String]]
    var texts: [Text]
    /// The first tokens of these states' arms (cases of a `switch`); a negative number for a method without arms.
    var arms: [Int]
    var place: SourceRange
    /// Returns whether other rows are equal to the group's rows, apart from the comments above a single row. For rows
    /// that trap, the comments must be equal, too, as they stay if a policy replaces the rows.
    func doesTheSame(as other: [Text]) -> Bool {
      guard texts.count == 1, other.count == 1, texts[0].kind != .trap else { return texts == other }
      var (own, other) = (texts[0], other[0])
      (own.lead, other.lead) = ([], [])
      return own == other
    }

    /// The group's only row if it has no pattern, and only traps, throws, returns a result or does nothing; else nil.
    var simple: Text? {
      guard texts.count == 1, texts[0].kind != .other, patterns.allSatisfy({ $0 == [""] }) else { return nil }
      var text = texts[0]
      text.lead = []
      return text
    }
  }

  let machine: SwiftMachine
  /// The states of the machine, without states that methods assign only for a moment.
  var live: [Int]
  var events: [Event] = []
  /// The result for each arm, by its first token: whether it became a row of its own, and whether it was reported.
  var outcomes: [Int: (isRow: Bool, isTold: Bool)] = [:]
  /// The first tokens of the arms that are executed in some state.
  var taken: Set<Int> = []
  var changed: Set<[Int]> = []
  var usesTodo = false
  /// The first tokens of locks, which the machine does not have.
  var locks: [Int] = []
  /// The names of guards that are to be written by hand.
  var openGuards: [String] = []

  private var code: SwiftCode { machine.code }

  init(_ machine: SwiftMachine, live: [Int]) { (self.machine, self.live) = (machine, live) }

  /// Reads the rows of an event: of a method, or of one case of the enum that a method takes.
  mutating func read(
    _ event: Event, _ method: SwiftRows.Method, _ statements: [SwiftStatement], _ reader: inout CourseReader,
    case number: Int?, of cases: [SwiftMachine.State], properties: Set<String>
  ) {
    var event = event
    // An arm that contains others is not counted.
    var outer: Set<Int> = []
    for state in live {
      var rows = SwiftRows(
        machine, method, properties: properties, transient: reader.transient, event: number.map { cases[$0] })
      rows.hidesState = reader.reader.hidesBareName
      let course = reader.course(of: statements, in: CourseReader.Position(state: state, event: number))
      var texts = rows.texts(of: course, state: state)
      let arm = rows.arms.first?.arm.map { reader.arms[$0] } ?? -event.place.lowerBound - 1
      if arm >= 0, !texts.isEmpty { texts[0].lead.insert(contentsOf: comments(of: arm), at: 0) }
      // Statements before the arms of a method belong to no arm.
      for (number, isTold) in rows.arms where number != nil || reader.arms.isEmpty || isTold {
        let key = number.map { reader.arms[$0] } ?? -event.place.lowerBound - 1
        outcomes[key, default: (false, false)].isTold = outcomes[key]?.isTold == true || isTold
        taken.insert(key)
      }
      changed.formUnion(rows.changed)
      outer.formUnion(rows.passed.map { reader.arms[$0] })
      usesTodo = usesTodo || rows.usesTodo
      let patterns = texts.map(\.pattern)
      for index in texts.indices { texts[index].pattern = "" }
      if let index = event.groups.firstIndex(where: { $0.doesTheSame(as: texts) }) {
        if event.groups[index].texts != texts { event.groups[index].texts[0].lead += texts[0].lead }
        event.groups[index].states.append(state)
        event.groups[index].patterns.append(patterns)
        if !event.groups[index].arms.contains(arm) { event.groups[index].arms.append(arm) }
      } else {
        let place = arm >= 0 ? code.place(arm..<arm + 1) : event.place
        event.groups.append(Group(states: [state], patterns: [patterns], texts: texts, arms: [arm], place: place))
      }
    }
    for arm in reader.arms where outcomes[arm] == nil && !outer.contains(arm) { outcomes[arm] = (false, false) }
    for lock in reader.locks where !locks.contains(lock) { locks.append(lock) }
    // A transition from a state without a payload to itself becomes an internal one.
    for (index, group) in event.groups.enumerated() where group.states.count == 1 {
      for row in group.texts.indices where group.texts[row].target == machine.states[group.states[0]].name {
        event.groups[index].texts[row].target = nil
      }
    }
    event.groups.sort { $0.place.start < $1.place.start }
    events.append(event)
  }

  var accounting: Importer.Accounting {
    var accounting = Importer.Accounting(arrows: outcomes.count)
    for (arm, outcome) in outcomes {
      if outcome.isTold || !taken.contains(arm) {
        accounting.told += 1
      } else if outcome.isRow {
        accounting.rows += 1
      } else {
        accounting.merged += 1
      }
    }
    return accounting
  }

  /// Returns the comments above an arm, and those above its first statement.
  private func comments(of arm: Int) -> [String] {
    var lines = code.comments(above: arm)
    if let colon = code.first(in: arm..<code.tokens.count, where: { code.word($0) == ":" }),
      colon + 1 < code.tokens.count
    {
      lines += code.comments(above: colon + 1)
    }
    return lines.map { $0.hasPrefix("///") ? "//" + $0.dropFirst(3) : $0 }
  }

  // MARK: Rows

  /// Returns the rows of an event, and appends to `choices` those to which the rows lead.
  mutating func rows(of event: Event, choices: inout [String]) -> [DraftItem] {
    var items: [DraftItem] = []
    for group in event.groups {
      for index in group.texts.indices { items += rows(index, group, event, choices: &choices) }
      if let first = group.arms.first { outcomes[first]?.isRow = true }
    }
    return items
  }

  private mutating func rows(
    _ index: Int, _ group: Group, _ event: Event, choices: inout [String]
  ) -> [DraftItem] {
    let text = group.texts[index]
    let isPlain = group.patterns.allSatisfy { $0[index].isEmpty }
    let isWhole = Set(group.states) == Set(live) && isPlain && live.count > 1
    var sources = isWhole ? ["*"] : zip(group.states, group.patterns).map { machine.states[$0].name + $1[index] }
    if sources.isEmpty { sources = ["*"] }
    let trigger = text.trigger.isEmpty ? event.trigger : event.trigger.prefix { $0 != "(" } + text.trigger
    return rows(text, sources: sources, triggers: [String(trigger)], group, event, choices: &choices)
  }

  private mutating func rows(
    _ text: Text, sources: [String], triggers: [String], _ group: Group, _ event: Event, choices: inout [String]
  ) -> [DraftItem] {
    var row = DraftRow(
      lead: text.lead, sources: sources, target: text.target, triggers: triggers, condition: text.condition,
      effects: text.effects, place: group.place)
    if let condition = text.condition, let guardName = Self.openGuard(condition), !openGuards.contains(guardName) {
      openGuards.append(guardName)
    }
    guard !text.choice.isEmpty else { return [.row(row)] }
    let name = (event.name.filter { $0 != "`" } + "Decided").unused(in: Set(choices))
    choices.append(name)
    row.target = name
    return [.row(row)]
      + text.choice.flatMap { rows($0, sources: [name], triggers: [], group, event, choices: &choices) }
  }

  private static func openGuard(_ condition: String) -> String? {
    condition.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last.flatMap {
      $0.contains("LeadsTo") ? String($0) : nil
    }
  }
}
