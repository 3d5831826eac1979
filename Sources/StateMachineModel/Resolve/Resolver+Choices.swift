import StateMachineSyntax

/// A row that leaves a choice. What its names stand for is decided anew for each transition that comes in.
struct ChoiceRow {
  var row: RowInProgress
  var id: RowID
  var condition: SwiftText?
  /// Of a choice with parameters: what is written for them.
  var plan: [FieldPattern] = []
  var effects: [Effect]
  /// For how many incoming transitions it has been resolved, and the rows of these.
  var expansions = 0
  var incoming: [SourceRange] = []

  /// Remembers what has been found for one incoming transition.
  mutating func note(_ instance: RowInProgress) {
    row.written = instance.written
    row.propertyNames = instance.propertyNames
    row.reported = instance.reported
  }

  /// Whether a guard or a pattern can keep it from applying.
  var isConditional: Bool {
    condition != nil
      || plan.contains {
        if case .deep(let pattern, _) = $0 { !pattern.isIrrefutable } else { false }
      }
  }
}

/// Choices: a transition that leads to one goes on with the rows of the choice, in one step.
extension Resolver {
  /// More branches than this for one transition are a mistake: each is a piece of generated code.
  static let maximumBranches = 256

  /// Whether a row is one of a choice: its first source says so.
  func isChoiceRow(_ syntax: TransitionSyntax) -> Bool {
    guard !machine.choices.isEmpty, case .listed(let sources) = syntax.sources else { return false }
    return names[sources.first.path[sources.first.path.count - 1].id].choice != nil
  }

  /// Resolves the rows of all choices, before those of the states that lead to them.
  mutating func resolveChoices(_ items: [ItemSyntax]) {
    guard !machine.choices.isEmpty else { return }
    forEachItem(items) { resolver, item, body in
      if case .transition(let syntax) = item, resolver.isChoiceRow(syntax) {
        resolver.resolveChoiceRow(syntax, in: body)
      }
    }
    for choice in machine.choices.indices { checkElse(choice) }
    findCycles()
  }

  private mutating func resolveChoiceRow(_ syntax: TransitionSyntax, in body: StateID?) {
    guard case .listed(let sources) = syntax.sources else { return }
    row.clear()
    row.range = syntax.range
    row.body = body
    row.expansionCount = .max
    if syntax.triggers != nil {
      diagnostics.append(.choiceWithEvent(syntax.triggerRange))
      row.isBroken = true
    }
    var leaving: [ChoiceID] = []
    var plans: [ChoiceID: [FieldPattern]] = [:]
    var written: [ChoiceID: SourceRange] = [:]
    for index in 0..<sources.count {
      let path = sources[index].path
      let last = path[path.count - 1]
      guard let choice = lookUpChoice(path) else {
        if names[last.id].choice == nil {
          diagnostics.append(.choiceAndState(last.range, text(last.id)))
          row.isBroken = true
        }
        continue
      }
      if leaving.contains(choice) {
        diagnostics.append(.namedTwice("choice", text(last.id), last.range))
        row.isBroken = true
      }
      if let pattern = sources[index].pattern, !machine.choices[choice].fields.isEmpty {
        let (fields, name) = (machine.choices[choice].fields, machine.choices[choice].name)
        if let first = pattern.items.first, let last = pattern.items.last {
          let start = first.label?.range.lowerBound ?? first.value.range.lowerBound
          written[choice] = SourceRange(start, last.value.range.upperBound)
        }
        plans[choice] = plan(pattern, for: fields, of: "choice", named: name)
        if plans[choice] == nil { row.isBroken = true }
      } else if let pattern = sources[index].pattern {
        diagnostics.append(.choiceHasNoPayload(pattern.range, text(last.id)))
        row.isBroken = true
      }
      leaving.append(choice)
    }
    resolveTargets(syntax)
    for choice in leaving { checkRegion(of: choice) }
    let effects = resolveEffects(syntax.effects)
    let guarding = resolveGuard(syntax.guardSyntax)
    if machine.hasMethods {
      noteAttempts(in: syntax)
      row.namesState = placeOfState(in: syntax)
    }
    if row.isBroken {
      markLoosely(guarding.text, syntax)
      noteBrokenRow()
      for choice in leaving { choices.broken.insert(choice) }
      return
    }
    if guarding.neverApplies { idleRows.append(row.ends) }
    let id = machine.rows.append(Row(syntax, guarding, row, []))
    let plain = ChoiceRow(row: row, id: id, condition: guarding.text, effects: effects)
    let shared = choices.rows.append(plain)
    for choice in leaving {
      var entry = shared
      if let plan = plans[choice] {
        entry = choices.rows.append(plain)
        choices.rows[entry].plan = plan
      }
      machine.choices[choice].branches.append(
        .init(
          row: id, patterns: written[choice], target: row.target, choice: row.choice, history: row.history,
          otherTargets: row.otherTargets))
      choices.rowsOfChoice[choice].append(entry)
    }
  }

  /// A choice does not lead out of its region: which regions a transition leaves is known before any row runs.
  private mutating func checkRegion(of choice: ChoiceID) {
    guard row.isExternal, let parent = machine.choices[choice].parent,
      let region = machine.states[parent].isRegion ? parent : machine.region(of: parent), !leads(row, into: region)
    else { return }
    let name = machine.choices[choice].name
    reportOnce(
      Diagnostic.choiceLeavesRegion(row.targetRange, text(name.id), region: text(machine.states[region].name.id))
        .note("the choice is here", name.range))
    row.isBroken = true
  }

  /// A choice must lead on: its last row has no condition.
  private mutating func checkElse(_ choice: ChoiceID) {
    guard !choices.broken.contains(choice) else { return }
    let declaration = machine.choices[choice]
    var always: RowID?
    var cover = PatternCover()
    for entry in choices.rowsOfChoice[choice] {
      let id = choices.rows[entry].id
      let row = machine.rows[id]
      if let always {
        let isConditional = choices.rows[entry].isConditional
        diagnostics.append(
          isConditional || row.isElse
            ? Diagnostic.shadowedChoiceRow(row.range, text(declaration.name.id))
              .note("this row always applies before it", machine.rows[always].range)
            : Diagnostic.twoUnconditionalChoiceRows(row.range, text(declaration.name.id))
              .note("the first is here", machine.rows[always].range))
        if !isConditional, !row.isElse { choices.broken.insert(choice) }
        continue
      }
      let patterns = patterns(of: entry)
      if cover.leaves(somethingFor: patterns) {
        if !choices.rows[entry].isConditional, !row.neverApplies { always = id }
        if !row.neverApplies { cover.add(patterns, hasGuard: choices.rows[entry].condition != nil) }
      } else {
        diagnostics.append(.coveredChoiceRow(row.range, text(declaration.name.id)))
      }
    }
    guard always == nil, !cover.isComplete else { return }
    // The row may be in what could not be read.
    if !isExcused(declaration.name.id) {
      diagnostics.append(.choiceWithoutElse(declaration.name.range, text(declaration.name.id)))
    }
    // The row that is missing may lead where no other does.
    isIncomplete = true
    choices.broken.insert(choice)
  }

  /// What a row of a choice asks of the choice's parameters.
  private func patterns(of entry: ID<ChoiceRow>) -> [Pattern] {
    choices.rows[entry].plan.enumerated().compactMap { index, field -> Pattern? in
      guard case .deep(var pattern, _) = field else { return nil }
      (pattern.owner, pattern.field) = (.event, Int32(index))
      return pattern
    }
  }

  /// Refuses choices that lead to one another in a circle.
  private mutating func findCycles() {
    enum Progress { case untouched, active, done }
    var progress = IDMap<Choice, Progress>(repeating: .untouched, count: machine.choices.count)
    for start in machine.choices.indices where progress[start] == .untouched {
      var stack: [(choice: ChoiceID, next: Int)] = [(start, 0)]
      progress[start] = .active
      while let (choice, next) = stack.last {
        guard next < machine.choices[choice].branches.count else {
          progress[choice] = .done
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let branch = machine.choices[choice].branches[next]
        guard let target = branch.choice else { continue }
        if progress[target] == .active {
          let names = (stack.drop { $0.choice != target }.map(\.choice) + [target]).map {
            text(machine.choices[$0].name.id)
          }
          diagnostics.append(.choiceCycle(machine.rows[branch.row].range, names))
          for place in stack { choices.broken.insert(place.choice) }
        } else if progress[target] == .untouched {
          progress[target] = .active
          stack.append((target, 0))
        }
      }
    }
  }

  // MARK: Domains

  /// The innermost composite that a transition to a choice does not leave.
  func domain(from source: StateID, toChoice choice: ChoiceID) -> StateID? {
    guard let parent = machine.choices[choice].parent else { return nil }
    if machine.isInside(parent, source) { return source }
    var domain = machine.states[source].parent
    while let composite = domain, !machine.isInside(parent, composite) { domain = machine.states[composite].parent }
    return domain
  }

  /// The innermost composite that a row of a choice does not leave.
  func domain(ofRow row: RowInProgress, from choice: ChoiceID) -> StateID? {
    var domain = machine.choices[choice].parent
    guard row.isExternal else { return domain }
    while let composite = domain, composite == row.target || !leads(row, into: composite) {
      domain = machine.states[composite].parent
    }
    return domain
  }

  /// Tells whether a row leads to states, or to a choice, within a composite, and to none elsewhere.
  private func leads(_ row: RowInProgress, into composite: StateID) -> Bool {
    if let target = row.target {
      return ([target] + row.otherTargets).allSatisfy { machine.isInside($0, composite) }
    }
    guard let choice = row.choice, let parent = machine.choices[choice].parent else { return false }
    return machine.isInside(parent, composite)
  }

  /// The outer one of two composites, one of which is around the other; nil stands for the machine's body.
  func outer(_ first: StateID?, _ second: StateID?) -> StateID? {
    guard let first, let second else { return nil }
    return machine.isInside(first, second) ? second : first
  }

  // MARK: Branches

  /// Whether a choice has a row with a mistake. Where it leads is reached then, for all that is known.
  mutating func isBroken(_ choice: ChoiceID) -> Bool {
    guard choices.broken.contains(choice) else { return false }
    for case let target? in machine.choices[choice].branches.map(\.target) {
      brokenRows.append(Usage.RowEnds(sources: [], target: target))
    }
    return true
  }

  /// The rows of a choice, resolved for an incoming transition; nil where they, or one of them, are a mistake.
  mutating func branches(of choice: ChoiceID, _ transition: Transition) -> [Transition]? {
    choices.reached[choice] = true
    guard !isBroken(choice) else { return nil }
    guard choices.branchCount <= Self.maximumBranches else { return nil }
    let incoming = row
    defer { row = incoming }
    var branches: [Transition] = []
    var isComplete = true
    // A change is lost that no branch reads.
    let changes = scope.unreadChanges
    var lost = changes
    defer { scope.unreadChanges = lost }
    for entry in choices.rowsOfChoice[choice] {
      scope.unreadChanges = changes
      row = choices.rows[entry].row
      row.declaredBefore = incoming.declaredBefore + incoming.declared
      choices.rows[entry].incoming.append(incoming.range)
      row.expansion = choices.rows[entry].expansions
      row.carrier = .branch(from: transition.source, on: transition.trigger)
      row.trigger = transition.trigger
      // One `do` holds the way to the choice and its rows.
      if machine.isNoncopyable { row.attempt = row.attempt ?? incoming.attempt }
      choices.rows[entry].expansions += 1
      row.arguments += incoming.arguments
      row.domain = row.isExternal ? outer(incoming.domain, domain(ofRow: row, from: choice)) : incoming.domain
      let usages = scope.takeUsages()
      defer { scope.addUsages(usages) }
      var branch = Transition(source: transition.source, trigger: transition.trigger, row: choices.rows[entry].id)
      branch.isConditional = choices.rows[entry].condition != nil
      choices.branchCount += 1
      var effects = choices.rows[entry].effects
      let isSupplied = instantiate(
        &branch, choices.rows[entry].condition, [.body, .branchCondition], &effects, besides: changes)
      choices.rows[entry].effects = effects
      lost.removeAll { !scope.unreadChanges.contains($0) }
      if row.choice == nil { branch.ownUses = scope.usedFields }
      choices.rows[entry].note(row)
      if !isSupplied { isComplete = false }
      let neverApplies = machine.rows[branch.row].neverApplies
      if isSupplied, !neverApplies { branches.append(branch) }
      guard choices.branchCount <= Self.maximumBranches else { return nil }
      // What stands behind it never applies.
      if !branch.isConditional, !neverApplies { break }
    }
    return isComplete ? branches : nil
  }

  /// Gives the rows of choices the effects that incoming transitions have resolved, and says what is wrong with them.
  mutating func finishChoices() {
    for entry in choices.rows {
      machine.rows[entry.id].effects = entry.effects
      machine.rows[entry.id].blockNames = entry.row.blockNames
      machine.rows[entry.id].propertyNames = entry.row.propertyNames
      row = entry.row
      for written in row.written where written.count < entry.expansions {
        let name = text(written.name)
        guard names[written.name].isDeclaredInBlock else {
          reportOnce(.labelNotInAllBranches(name, written.range))
          continue
        }
        reportOnce(
          Diagnostic.notDeclaredOnAllWays(name, written.range)
            .note("this row leads to the choice without '\(name)'", entry.incoming[written.count]))
      }
      if row.hasErrors { noteBrokenRow() }
      if entry.expansions == 0 {
        scope.clear()
        if !row.arguments.isEmpty || !entry.plan.isEmpty { usePatterns(entry.plan) }
        if let condition = entry.condition { use(condition, .condition) }
        useEffects(row.effects)
        useArguments()
      }
    }
    noteOftenPrintedChoices()
    reportUnreachedChoices()
  }

  /// How often the rows of a choice without parameters may be generated without a word.
  private static let manyCopies = 20

  private mutating func noteOftenPrintedChoices() {
    guard brokenRows.isEmpty else { return }
    for choice in machine.choices.indices where machine.choices[choice].fields.isEmpty {
      let count = choices.rowsOfChoice[choice].map { choices.rows[$0].expansions }.max() ?? 0
      guard count > Self.manyCopies else { continue }
      let name = machine.choices[choice].name
      diagnostics.append(.oftenPrintedChoice(name.range, text(name.id), count: count))
    }
  }

  /// Choices to which nothing leads; where such a choice leads counts as reached.
  private mutating func reportUnreachedChoices() {
    let unreached = machine.choices.indices.filter { !choices.reached[$0] && !choices.broken.contains($0) }
    var followsAnother = IDSet<Choice>(count: machine.choices.count)
    for choice in unreached {
      for branch in machine.choices[choice].branches {
        if let next = branch.choice { followsAnother[next] = true }
        if let target = branch.target { idleRows.append(Usage.RowEnds(sources: [], target: target)) }
      }
    }
    guard !isIncomplete, tree.possiblyDeclaredNames.isEmpty else { return }
    for choice in unreached where !followsAnother[choice] && !choices.ofBrokenRows.contains(choice) {
      let name = machine.choices[choice].name
      diagnostics.append(.unreachableState(name.range, text(name.id)))
    }
  }
}
