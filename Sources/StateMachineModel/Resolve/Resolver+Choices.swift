import StateMachineSyntax

/// A row of a choice, resolved as far as this does not depend on the transition that leads to the choice. The names in
/// the row are looked up again for each such transition.
struct ChoiceRow {
  var row: RowInProgress
  var id: RowID
  var condition: SwiftText?
  var effects: [Effect]
  /// The number of transitions to the choice for which the row has been resolved so far.
  var expansions = 0
  /// The range of the row that leads to the choice, for each of the transitions in `expansions`.
  var incoming: [SourceRange] = []

  /// Copies `written` (the labels that the row uses) and `reported` (the row's findings) from `instance`. `instance` is
  /// a copy of the row, which has been resolved for one transition to the choice. Resolving the row for the next
  /// transition begins with these lists, so that no finding is reported twice.
  mutating func note(_ instance: RowInProgress) {
    row.written = instance.written
    row.reported = instance.reported
  }
}

/// Resolves choices. A transition to a choice goes on with one of the choice's rows, in the same microstep.
extension Resolver {

  /// Resolves the rows of all choices as far as this does not depend on the transitions that lead to the choices, and
  /// checks the rows. This happens before the rows of states are resolved, because those may lead to choices.
  mutating func resolveChoices(_ items: [ItemSyntax]) {
    guard !machine.choices.isEmpty else { return }
    forEachItem(items) { resolver, item, body in
      if case .transition(let syntax) = item, resolver.isChoiceRow(syntax) {
        resolver.resolveChoiceRow(syntax, in: body)
      }
    }
    for choice in machine.choices.indices { checkElse(choice, items) }
    findCycles()
  }

  /// Resolves one row of a choice, and stores it in `choices.rows`. A row with several choices as sources is stored
  /// once, and is a row of each of them. A row with an error makes its choices count as broken.
  private mutating func resolveChoiceRow(_ syntax: TransitionSyntax, in body: StateID?) {
    guard case .listed(let sources) = syntax.sources else { return }
    row.clear()
    row.range = syntax.range
    row.body = body
    row.expansionCount = .max
    if syntax.triggers != nil {
      reject(.choiceWithEvent(syntax.triggerRange))
    }
    var leaving: [ChoiceID] = []
    for index in 0..<sources.count {
      let path = sources[index].path
      let last = path[path.count - 1]
      guard let choice = lookUpChoice(path) else {
        if let choice = names[last.id].choice {
          choices.broken.insert(choice)
        } else {
          reject(.choiceAndState(last.range, text(last.id)))
        }
        continue
      }
      if leaving.contains(choice) {
        reject(.namedTwice("choice", text(last.id), last.range))
      }
      if let pattern = sources[index].pattern {
        reject(.choiceHasNoPayload(pattern.range, text(last.id)))
      }
      leaving.append(choice)
    }
    resolveTargets(syntax)
    for choice in leaving { checkRegion(of: choice) }
    var effects: [Effect] = []
    let guarding = resolveLabel(syntax, &effects)
    if row.isBroken {
      for choice in leaving { choices.broken.insert(choice) }
      return
    }
    if guarding.neverApplies { idleRows.append(row.ends) }
    let id = machine.rows.append(Row(syntax, guarding, row, []))
    let entry = choices.rows.append(ChoiceRow(row: row, id: id, condition: guarding.text, effects: effects))
    for choice in leaving {
      machine.choices[choice].branches.append(
        .init(
          row: id, target: row.target, choice: row.choice, history: row.history, otherTargets: row.otherTargets))
      choices.rowsOfChoice[choice].append(entry)
    }
  }

  /// Reports a row of a choice within a region if the row exits that region. A row to the region's own history exits
  /// it, too. This is not allowed: a transition must know which regions it exits before it chooses a row of the choice.
  private mutating func checkRegion(of choice: ChoiceID) {
    guard row.isExternal, let parent = machine.choices[choice].parent,
      let region = machine.states[parent].isRegion ? parent : machine.region(of: parent),
      // The history of the region itself exits the region, and enters it again.
      !leads(row, into: region) || row.target == region
    else { return }
    let name = machine.choices[choice].name
    reportOnce(
      Diagnostic.choiceLeavesRegion(row.targetRange, text(name.id), region: stateName(region))
        .note("the choice is here", name.range))
    row.isBroken = true
  }

  /// Reports a choice whose rows all have conditions, because it may happen that none of the conditions is true. Also
  /// reports rows of the choice that are never reached, because they stand after a row without a condition.
  ///
  /// - Parameter items: the statements in the machine's body. If one of them may be meant as the row without a
  ///   condition, no missing row is reported.
  private mutating func checkElse(_ choice: ChoiceID, _ items: [ItemSyntax]) {
    guard !choices.broken.contains(choice) else { return }
    let declaration = machine.choices[choice]
    var always: RowID?
    for entry in choices.rowsOfChoice[choice] {
      let id = choices.rows[entry].id
      let row = machine.rows[id]
      let isConditional = choices.rows[entry].condition != nil
      if let always {
        diagnostics.append(
          isConditional || row.isElse
            ? Diagnostic.shadowedChoiceRow(row.range, text(declaration.name.id))
              .note("this row always applies before it", machine.rows[always].range)
            : Diagnostic.twoUnconditionalChoiceRows(row.range, text(declaration.name.id))
              .note("the first is here", machine.rows[always].range))
        if !isConditional, !row.isElse { choices.broken.insert(choice) }
        idleRows.append(Usage.RowEnds(sources: [], target: choices.rows[entry].row.target))
        continue
      }
      if !isConditional, !row.neverApplies { always = id }
    }
    guard always == nil else { return }
    // The row may stand in text that could not be read, or lack its source.
    if !isExcused(declaration.name.id), !items.contains(where: mayBeOfChoice) {
      diagnostics.append(.choiceWithoutElse(declaration.name.range, text(declaration.name.id)))
    }
    // The missing row may lead to states to which no other row leads.
    isIncomplete = true
    choices.broken.insert(choice)
  }

  /// Returns whether a statement may be meant as a row of a choice: it is a row without a trigger, and its source is
  /// not declared or is missing.
  private func mayBeOfChoice(_ item: ItemSyntax) -> Bool {
    guard case .transition(let row) = item, row.label.triggers == nil else { return false }
    return beginsInUndeclaredName(row, in: nil) && !isChoiceRow(row)
  }

  /// Reports choices whose rows lead to one another in a cycle: from `a` to `b`, and from `b` to `a`.
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

  /// Stores the resolved effects in the rows of all choices, and reports the errors in these rows. This happens after
  /// the rows of states, when all transitions to the choices are known.
  mutating func finishChoices() {
    // By name: the incoming rows that do not declare it. All rows of their choice share the error.
    var told: [NameID: Set<Int>] = [:]
    for entry in choices.rows {
      machine.rows[entry.id].effects = entry.effects
      row = entry.row
      for written in row.written where written.count < entry.expansions {
        let name = text(written.name)
        guard names[written.name].isDeclaredInBlock else {
          reportOnce(.labelNotInAllBranches(name, written.range))
          continue
        }
        // The name is known for the first `count` transitions to the choice, and unknown for the next one.
        let row = entry.incoming[written.count]
        guard told[written.name, default: []].insert(row.lowerBound).inserted else {
          noteBrokenRow()
          continue
        }
        reportOnce(
          Diagnostic.notDeclaredOnAllPaths(name, written.range)
            .note("this row leads to the choice without '\(name)'", row))
      }
      if row.hasErrors { noteBrokenRow() }
      if entry.expansions == 0 {
        scope.clear()
        if let condition = entry.condition { use(condition, .condition) }
        useEffects(row.effects)
        useArguments()
      }
    }
    noteOftenPrintedChoices()
    reportUnreachedChoices()
  }

  /// The limit for copies of a choice's rows in the generated code; more copies are reported. The code has one copy for
  /// each transition that leads to the choice.
  private static let manyCopies = 20

  private mutating func noteOftenPrintedChoices() {
    // A machine with methods has no alternative: no transition without an event follows a method.
    guard brokenRows.isEmpty, !machine.hasMethods else { return }
    for choice in machine.choices.indices {
      let count = choices.rowsOfChoice[choice].map { choices.rows[$0].expansions }.max() ?? 0
      guard count > Self.manyCopies else { continue }
      let name = machine.choices[choice].name
      diagnostics.append(.oftenPrintedChoice(name.range, text(name.id), count: count))
    }
  }

  /// Reports choices to which no row leads. Nothing is reported if a mistake elsewhere makes this uncertain. The
  /// targets of its rows are stored in `idleRows`, so that they are not reported as unreachable, too.
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
