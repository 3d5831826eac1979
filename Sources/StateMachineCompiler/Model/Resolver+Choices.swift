/// A row that leaves a choice. What its names stand for is decided anew for each arrow that comes in.
struct ChoiceRow {
  var row: RowInProgress
  /// An index of the machine's rows.
  var index: Int
  var condition: SwiftText?
  var effects: [Effect?]
  /// For how many ways in it has been resolved.
  var expansions = 0
}

/// Choices: an arrow that leads to one goes on with the rows of the choice, in one step.
extension Resolver {
  /// More ways through choices than this for one arrow are a mistake: each is a piece of generated code.
  static let maximumWays = 256

  /// Whether a row is one of a choice: its first source says so.
  func isChoiceRow(_ syntax: TransitionSyntax) -> Bool {
    guard !machine.choices.isEmpty, case .listed(let sources) = syntax.sources else { return false }
    return choices[sources.first.path[sources.first.path.count - 1].id] != nil
  }

  /// Resolves the rows of all choices, before those of the states that lead to them.
  mutating func resolveChoices(_ items: [ItemSyntax]) {
    guard !machine.choices.isEmpty else { return }
    resolveChoiceRows(items, in: -1)
    for choice in machine.choices.indices { checkElse(choice) }
    findCycles()
  }

  private mutating func resolveChoiceRows(_ items: [ItemSyntax], in body: Int) {
    for item in items {
      switch item {
      case .transition(let syntax) where isChoiceRow(syntax):
        resolveChoiceRow(syntax, in: body)
      case .state(let syntax):
        guard let state = declaredState(syntax.name) else { continue }
        resolveChoiceRows(syntax.body, in: state)
      case .region(let name, let inner):
        guard let region = declaredState(name) else { continue }
        resolveChoiceRows(inner, in: region)
      default:
        break
      }
    }
  }

  /// The number of a state or a region, unless it is declared twice and this is not the first.
  func declaredState(_ name: NameSyntax) -> Int? {
    guard let state = states[name.id], stateSyntax[state].name.range == name.range else { return nil }
    return state
  }

  private mutating func resolveChoiceRow(_ syntax: TransitionSyntax, in body: Int) {
    guard case .listed(let sources) = syntax.sources else { return }
    row.clear()
    row.body = body
    row.expansionCount = .max
    if syntax.triggers != nil {
      diagnostics.append(.choiceWithEvent(syntax.triggerRange))
      row.isBroken = true
    }
    var leaving: [Int] = []
    for index in 0..<sources.count {
      let path = sources[index].path
      let last = path[path.count - 1]
      guard let choice = lookUpChoice(path) else {
        if choices[last.id] == nil {
          diagnostics.append(.choiceAndState(last.range, text(last.id)))
          row.isBroken = true
        }
        continue
      }
      if leaving.contains(choice) {
        diagnostics.append(.namedTwice("choice", text(last.id), last.range))
        row.isBroken = true
      }
      if let pattern = sources[index].pattern {
        diagnostics.append(.choiceHasNoPayload(pattern.range, text(last.id)))
        row.isBroken = true
      }
      leaving.append(choice)
    }
    resolveTarget(syntax.target)
    for choice in leaving { checkRegion(of: choice) }
    let effects = resolveEffects(syntax.effects)
    let traps = syntax.effects.contains { if case .trap = $0 { true } else { false } }
    if !row.isBroken, !row.hasArrow, !traps {
      diagnostics.append(.choiceWithoutTarget(syntax.range))
      row.isBroken = true
    }
    let (resolved, condition) = resolvedRow(syntax)
    if row.isBroken {
      markLoosely(condition, syntax)
      brokenRows.append(([], row.target))
      for choice in leaving { brokenChoices.insert(choice) }
      return
    }
    let index = machine.rows.count
    machine.rows.append(resolved)
    for choice in leaving {
      machine.choices[choice].arrows.append(
        .init(row: index, target: row.target ?? -1, choice: row.choice ?? -1, history: row.history))
      choiceRows[choice].append(choiceRowList.count)
    }
    choiceRowList.append(ChoiceRow(row: row, index: index, condition: condition, effects: effects))
  }

  /// A choice does not lead out of its region: which regions an arrow leaves is known before any row runs.
  private mutating func checkRegion(of choice: Int) {
    let parent = Int(machine.choices[choice].parent)
    guard parent >= 0, let target = row.target ?? row.choice.map({ Int(machine.choices[$0].parent) }) else { return }
    let region = machine.states[parent].isRegion ? parent : machine.region(of: parent)
    guard region >= 0, target < 0 || !machine.isInside(target, region) else { return }
    let name = machine.choices[choice].name
    reportOnce(
      Diagnostic.choiceLeavesRegion(row.targetRange, text(name.id), region: text(machine.states[region].name.id))
        .note("the choice is here", name.range))
    row.isBroken = true
  }

  /// A choice must lead on: its last row has no condition.
  private mutating func checkElse(_ choice: Int) {
    guard !brokenChoices.contains(choice) else { return }
    let declaration = machine.choices[choice]
    var always: Int?
    for place in choiceRows[choice] {
      let index = choiceRowList[place].index
      let row = machine.rows[index]
      if let always {
        let isConditional = choiceRowList[place].condition != nil
        diagnostics.append(
          isConditional || row.isElse
            ? Diagnostic.shadowedChoiceRow(row.range, text(declaration.name.id))
              .note("this row always applies before it", machine.rows[always].range)
            : Diagnostic.twoUnconditionalChoiceRows(row.range, text(declaration.name.id))
              .note("the first is here", machine.rows[always].range))
        if !isConditional, !row.isElse { brokenChoices.insert(choice) }
      } else if choiceRowList[place].condition == nil, !row.neverApplies {
        always = index
      }
    }
    guard always == nil else { return }
    diagnostics.append(.choiceWithoutElse(declaration.name.range, text(declaration.name.id)))
    // The row that is missing may lead where no other does.
    isIncomplete = true
    brokenChoices.insert(choice)
  }

  /// Refuses choices that lead to one another in a circle.
  private mutating func findCycles() {
    enum Progress { case untouched, active, done }
    var progress = Array(repeating: Progress.untouched, count: machine.choices.count)
    for start in machine.choices.indices where progress[start] == .untouched {
      var stack: [(choice: Int, next: Int)] = [(start, 0)]
      progress[start] = .active
      while let (choice, next) = stack.last {
        guard next < machine.choices[choice].arrows.count else {
          progress[choice] = .done
          stack.removeLast()
          // What it leads to is done before it.
          setSafeDomain(of: choice)
          continue
        }
        stack[stack.count - 1].next += 1
        let arrow = machine.choices[choice].arrows[next]
        guard arrow.choice >= 0 else { continue }
        if progress[arrow.choice] == .active {
          let names = (stack.drop { $0.choice != arrow.choice }.map(\.choice) + [arrow.choice]).map {
            text(machine.choices[$0].name.id)
          }
          diagnostics.append(.choiceCycle(machine.rows[arrow.row].range, names))
          for place in stack { brokenChoices.insert(place.choice) }
        } else if progress[arrow.choice] == .untouched {
          progress[arrow.choice] = .active
          stack.append((arrow.choice, 0))
        }
      }
    }
  }

  // MARK: Domains

  /// The innermost composite that an arrow to a choice does not leave.
  func domain(from source: Int, toChoice choice: Int) -> Int {
    let parent = Int(machine.choices[choice].parent)
    if machine.isInside(parent, source), parent >= 0 { return source }
    var domain = Int(machine.states[source].parent)
    while domain >= 0, parent < 0 || !machine.isInside(parent, domain) { domain = Int(machine.states[domain].parent) }
    return domain
  }

  /// The innermost composite that a row of a choice does not leave.
  private func domain(ofRow row: RowInProgress, from choice: Int) -> Int {
    var domain = Int(machine.choices[choice].parent)
    let target = row.target ?? row.choice.map { Int(machine.choices[$0].parent) } ?? domain
    while domain >= 0,
      target < 0 || !machine.isInside(target, domain) || row.target == domain
    {
      domain = Int(machine.states[domain].parent)
    }
    return domain
  }

  /// The outer one of two composites, one of which is around the other.
  func outer(_ first: Int, _ second: Int) -> Int {
    first < 0 || second < 0 ? -1 : machine.isInside(first, second) ? second : first
  }

  /// The composite that no way through a choice leaves; what the choice leads to has been asked before.
  private mutating func setSafeDomain(of choice: Int) {
    guard !brokenChoices.contains(choice) else { return }
    var domain = Int(machine.choices[choice].parent)
    for place in choiceRows[choice] {
      let row = choiceRowList[place].row
      guard row.hasArrow else { continue }
      domain = outer(domain, self.domain(ofRow: row, from: choice))
      if let next = row.choice { domain = outer(domain, safeDomains[next]) }
    }
    safeDomains[choice] = domain
  }

  // MARK: Ways through

  /// The rows of a choice, resolved for an arrow that comes in; nil where they, or one of them, are a mistake.
  mutating func branches(of choice: Int, _ arrow: Transition) -> [Transition]? {
    isReached[choice] = true
    if brokenChoices.contains(choice) {
      // Where it leads is reached, for all that is known.
      for arrow in machine.choices[choice].arrows where arrow.target >= 0 { brokenRows.append(([], arrow.target)) }
      return nil
    }
    guard wayCount <= Self.maximumWays else { return nil }
    let incoming = row
    defer { row = incoming }
    var branches: [Transition] = []
    var isComplete = true
    for place in choiceRows[choice] {
      row = choiceRowList[place].row
      row.expansion = choiceRowList[place].expansions
      choiceRowList[place].expansions += 1
      row.arguments += incoming.arguments
      row.targetRange = choiceRowList[place].row.targetRange
      row.domain = row.hasArrow ? outer(incoming.domain, domain(ofRow: row, from: choice)) : incoming.domain
      row.safeDomain = row.choice.map { outer(row.domain, safeDomains[$0]) } ?? row.domain
      let usages = scope.takeUsages()
      defer { scope.addUsages(usages) }
      if let condition = choiceRowList[place].condition { use(condition, .body) }
      useEffects(row.effects)
      var effects = choiceRowList[place].effects
      assignFields(&effects)
      choiceRowList[place].effects = effects
      useArguments()
      var branch = Transition(source: arrow.source, event: arrow.event, row: Int32(choiceRowList[place].index))
      branch.isConditional = choiceRowList[place].condition != nil
      wayCount += 1
      // What the ways on from another choice use is theirs; what is carried over to a target is this way's own.
      if row.choice != nil { branch.ownUses = scope.usedFields }
      let isSupplied = lead(&branch)
      if row.choice == nil { branch.ownUses = scope.usedFields }
      choiceRowList[place].row.written = row.written
      choiceRowList[place].row.reported = row.reported
      if !isSupplied { isComplete = false }
      if isSupplied, !machine.rows[choiceRowList[place].index].neverApplies { branches.append(branch) }
      guard wayCount <= Self.maximumWays else { return nil }
      // What stands behind it never applies.
      if branch.isConditional == false, !machine.rows[choiceRowList[place].index].neverApplies { break }
    }
    return isComplete ? branches : nil
  }

  /// Gives the rows of choices the effects that the ways in have resolved, and says what is wrong with them.
  mutating func finishChoices() {
    for entry in choiceRowList {
      machine.rows[entry.index].effects = entry.effects.compactMap { $0 }
      machine.rows[entry.index].blockNames = entry.row.blockNames
      row = entry.row
      for written in row.written where written.count < entry.expansions {
        reportOnce(.labelNotOnAllWays(text(written.name), written.range))
      }
      if !row.reported.isEmpty { brokenRows.append(([], row.target)) }
      if entry.expansions == 0 {
        scope.clear()
        if let condition = entry.condition { use(condition, .condition) }
        useEffects(row.effects)
        useArguments()
      }
    }
    for choice in machine.choices.indices where !isReached[choice] && !brokenChoices.contains(choice) && !isIncomplete {
      let name = machine.choices[choice].name
      diagnostics.append(.unreachableState(name.range, text(name.id)))
    }
  }
}
