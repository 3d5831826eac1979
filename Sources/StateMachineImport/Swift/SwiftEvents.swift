import StateMachineSyntax

/// The events of an imported machine with their rows. It also records, for each arm of a `switch` in the Swift file,
/// whether the arm became a row.
struct SwiftEvents {
  typealias Tokens = SwiftCode.Tokens
  typealias Text = SwiftRows.Text

  /// An event of the machine. In the Swift file, it is a method, or a case of the enum that a method takes.
  struct Event {
    var name: String
    /// The event as rows name it: `push`. If another method has the same name, the labels are added: `add(item:)`.
    var trigger: String
    /// The declaration of the event without its policy: `event add(item: Int)`.
    var text: String
    /// The default result, which rows without a result return; nil if the event has none.
    var defaultResult: String?
    var policy: String?
    var lead: [String] = []
    var place: SourceRange
    /// The type of the method's result; nil if it returns nothing.
    var result: String?
    var groups: [Group] = []
  }

  /// The states in which the event has the same rows, and these rows.
  struct Group {
    var states: [Int]
    /// For each state of `states`, the patterns of its rows, such as `(next: nil)`: one text for each row of `texts`.
    /// The text is empty for a row without a pattern. `texts` itself has no patterns, because states with different
    /// patterns may have the same rows.
    var patterns: [[String]]
    var texts: [Text]
    /// The arms of each `switch` from which the rows were read. An arm is given by its first token, `case` or
    /// `default`. A method without arms is given by a negative number, made of its offset in the file.
    var arms: [Int]
    var place: SourceRange
    /// Returns whether a state with the rows `other` can join this group, because the rows are equal to `texts`. If
    /// both have only one row, the comments above the rows may differ. Comments above a row that traps must be equal:
    /// if a policy replaces the row, they are moved to the event.
    func doesTheSame(as other: [Text]) -> Bool {
      guard texts.count == 1, other.count == 1, texts[0].kind != .trap else { return texts == other }
      var (own, other) = (texts[0], other[0])
      (own.lead, other.lead) = ([], [])
      return own == other
    }

    /// The only row of the states, if it has no pattern and does only one thing: it traps, throws, returns a result, or
    /// does nothing. Nil if there are several rows, or if the row does more.
    var simple: Text? {
      guard texts.count == 1, texts[0].kind != .other, patterns.allSatisfy({ $0 == [""] }) else { return nil }
      var text = texts[0]
      text.lead = []
      return text
    }
  }

  let machine: SwiftMachine
  /// The indices of the states that the machine has. Transient states, such as `modifying`, are left out.
  var live: [Int]
  var events: [Event] = []
  /// For each arm of a `switch`, by the arm's first token: whether the arm became a row of its own, and whether a
  /// finding reports the arm. A method without arms has a negative number, made of its offset in the file.
  var outcomes: [Int: (isRow: Bool, isTold: Bool)] = [:]
  /// The arms of `switch` statements that are executed in at least one state, each by its first token.
  var taken: Set<Int> = []
  /// The values of payloads that rows change, so that the `.sm` file has to declare them with `var`. Each is given as
  /// two numbers: the index of the state, and the index of the field.
  var changed: Set<[Int]> = []
  var usesTodo = false
  /// The first tokens of calls of locks, such as `lock.withLock { … }`. A finding reports them, because the machine
  /// does not take locks.
  var locks: [Int] = []
  /// The names of guards that the user has to write. For Swift that the importer cannot translate, it writes a row with
  /// such a guard.
  var openGuards: [String] = []

  private var code: SwiftCode { machine.code }

  init(_ machine: SwiftMachine, live: [Int]) { (self.machine, self.live) = (machine, live) }

  /// Reads the rows of an event in each state, and adds the event to `events`. In the Swift file, the event is a
  /// method, or one case of the enum that a method has as its parameter.
  ///
  /// - Parameters:
  ///   - event: the event without rows.
  ///   - method: the names that the method uses and declares.
  ///   - statements: the statements of the method.
  ///   - number: the index of the case in `cases`; nil for a method that is itself an event.
  ///   - properties: the names of the type's stored properties.
  mutating func read(
    _ event: Event, _ method: SwiftRows.Method, _ statements: [SwiftStatement], _ reader: inout CourseReader,
    case number: Int?, of cases: [SwiftMachine.State], properties: Set<String>
  ) {
    var event = event
    // An arm that contains other arms is not counted: its own rows are those of the inner arms.
    var outer: Set<Int> = []
    for state in live {
      var rows = SwiftRows(
        machine, method, properties: properties, transient: reader.transient, event: number.map { cases[$0] })
      rows.hidesState = reader.reader.hidesBareName
      let course = reader.course(of: statements, in: CourseReader.Position(state: state, event: number))
      var texts = rows.texts(of: course, state: state)
      // A method without arms has a negative key, made of its offset in the file.
      let arm = rows.arms.first?.arm.map { reader.arms[$0] } ?? -event.place.lowerBound - 1
      if arm >= 0, !texts.isEmpty { texts[0].lead.insert(contentsOf: comments(of: arm), at: 0) }
      // If a method has arms, the statements before them belong to none, and need no entry.
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
    // A transition from a state without a payload to itself is written as an internal one.
    for (index, group) in event.groups.enumerated() where group.states.count == 1 {
      for row in group.texts.indices where group.texts[row].target == machine.states[group.states[0]].name {
        event.groups[index].texts[row].target = nil
      }
    }
    event.groups.sort { $0.place.start < $1.place.start }
    events.append(event)
  }

  /// The accounting of the arms of each `switch`: how many became rows, how many were merged with others, and how many
  /// a finding reports.
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

  /// Returns the comments above an arm of a `switch`, and those above the arm's first statement. Each begins with `//`.
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

  /// Returns the rows of an event. A row that leads to a choice is followed by the rows of the choice.
  ///
  /// - Parameter choices: the names of the machine's choices. The names of the event's choices are added.
  mutating func rows(of event: Event, choices: inout [String]) -> [DraftItem] {
    var items: [DraftItem] = []
    for group in event.groups {
      for index in group.texts.indices { items += rows(index, group, event, choices: &choices) }
      if let first = group.arms.first { outcomes[first]?.isRow = true }
    }
    return items
  }

  /// Returns one row of a group of states, followed by the rows of the choice to which it leads. If the group contains
  /// all states of the machine, the source is `*`. Otherwise, the source is a list of the states.
  ///
  /// - Parameter index: the index of the row in the group.
  private mutating func rows(
    _ index: Int, _ group: Group, _ event: Event, choices: inout [String]
  ) -> [DraftItem] {
    let text = group.texts[index]
    let isPlain = group.patterns.allSatisfy { $0[index].isEmpty }
    // `*` stands for all states, but it cannot have patterns.
    let isWhole = Set(group.states) == Set(live) && isPlain && live.count > 1
    var sources = isWhole ? ["*"] : zip(group.states, group.patterns).map { machine.states[$0].name + $1[index] }
    if sources.isEmpty { sources = ["*"] }
    let trigger = text.trigger.isEmpty ? event.trigger : event.trigger.prefix { $0 != "(" } + text.trigger
    return rows(text, sources: sources, triggers: [String(trigger)], group, event, choices: &choices)
  }

  /// Returns a row with the given sources and triggers. It is followed by the rows of the choice to which it leads.
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

  /// Returns the name of the guard in a condition that the user has to write. The importer has made such a name of the
  /// event and the target: `pushLeadsToOpen`. Nil if the condition contains no such name.
  private static func openGuard(_ condition: String) -> String? {
    // `writeByHand` makes these names. The name is the last word of the condition.
    condition.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last.flatMap {
      $0.contains("LeadsTo") ? String($0) : nil
    }
  }
}
