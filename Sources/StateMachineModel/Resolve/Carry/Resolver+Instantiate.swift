import StateMachineSyntax

/// Resolves a row for one source and one trigger.
extension Resolver {
  /// The limit for the rows of choices that one transition may reach. Code is generated for each of these rows.
  static let maximumBranches = 256

  /// Resolves the current row for one source and one trigger: its guard, its effects and its targets. Before the call,
  /// `scope` must contain the names that the row can use for this source and this trigger.
  ///
  /// - Parameters:
  ///   - transition: the transition; its targets, arguments, branches and result are set.
  ///   - condition: the guard of the row; nil if it has none.
  ///   - effects: the effects of the row, which are resolved in place.
  ///   - changes: for a row of a choice, the changes of payloads on the path to the choice that nothing has read; nil
  ///     for other rows.
  /// - Returns: false if the transition has an error, which has been reported. An argument may be missing, for example.
  mutating func instantiate(
    _ transition: inout Transition, _ condition: SwiftText?, _ effects: inout [Effect],
    besides changes: [UnreadChange]? = nil
  ) -> Bool {
    instantiate(condition, &effects)
    followChanges()
    // After a trap, no payload is passed to anything.
    let usagesOfTrap = effects.stop ? scope.usages : nil
    useArguments()
    // Each branch of a choice notes its own uses; values that are carried over to a target are the transition's uses.
    if row.choice != nil { transition.ownUses = scope.usedFields }
    let isSupplied = lead(&transition)
    // A state that stays active after a choice keeps its changes.
    if changes != nil, transition.isInternal, !row.traps { scope.noteRead { _ in true } }
    if isSupplied { reportLostChanges(besides: changes ?? []) }
    if let usagesOfTrap { scope.usages = usagesOfTrap }
    return isSupplied
  }

  /// Sets the target of a transition with the arguments for it. For a transition to a choice, sets the rows of the
  /// choice instead. Also sets the result for the caller of the event's method. Returns false if the transition has an
  /// error, which has been reported. An argument may be missing, for example.
  mutating func lead(_ transition: inout Transition) -> Bool {
    transition.domain = row.domain
    guard checkErrors(of: transition), addResult(to: &transition) else { return false }
    if let choice = row.choice {
      transition.choice = choice
      guard let branches = branches(of: choice, transition) else { return false }
      transition.branches = branches
    } else if let target = row.target {
      let leaf = row.history == nil ? machine.leaf(of: target) : historyLeaf(of: target)
      transition.target = target
      transition.otherTargets = row.otherTargets
      transition.history = row.history
      transition.leaf = leaf
      guard let arguments = supply(leaf) else { return false }
      transition.arguments = arguments
      noteKept(transition.domain)
      if machine.hasRegions {
        guard let regions = regionEntries(leaf) else { return false }
        transition.regions = regions
      }
      if let kind = row.history {
        guard let returns = returns(to: target, kind) else { return false }
        transition.returns = returns
      }
    }
    return true
  }

  mutating func useArguments() {
    for argument in row.arguments {
      for value in argument.values { if let value { use(value, .body) } }
    }
  }

  /// Returns the rows of a choice, each resolved for a transition that leads to the choice. Rows that are never taken
  /// are left out: those with `[false]`, and those after a row without a condition. Nil if one of the rows has an
  /// error. Also nil if the transition reaches more than `maximumBranches` rows.
  private mutating func branches(of choice: ChoiceID, _ transition: Transition) -> [Transition]? {
    choices.reached[choice] = true
    guard !isBroken(choice), choices.branchCount <= Self.maximumBranches else { return nil }
    let incoming = row
    defer { row = incoming }
    var branches: [Transition] = []
    var isComplete = true
    // A change is lost if no branch reads it.
    let changes = scope.unreadChanges
    var lost = changes
    defer { scope.unreadChanges = lost }
    for entry in choices.rowsOfChoice[choice] {
      scope.unreadChanges = changes
      var branch = Transition(source: transition.source, trigger: transition.trigger, row: choices.rows[entry].id)
      branch.isConditional = choices.rows[entry].condition != nil
      beginRow(entry, of: choice, after: incoming.range, branch, domain: incoming.domain)
      row.declaredBefore = incoming.declaredBefore + incoming.declared
      // One `do` statement contains the path to the choice and its rows.
      if machine.isNoncopyable { row.attempt = row.attempt ?? incoming.attempt }
      row.arguments += incoming.arguments
      let known = scope.entries.count
      let usages = scope.takeUsages()
      defer {
        // The next row does not know the names that this row's guard binds.
        scope.removeEntries(from: known)
        scope.addUsages(usages)
      }
      choices.branchCount += 1
      let isSupplied = instantiate(entry, &branch, besides: changes)
      lost.removeAll { !scope.unreadChanges.contains($0) }
      if row.choice == nil { branch.ownUses = scope.usedFields }
      if !isSupplied { isComplete = false }
      let neverApplies = machine.rows[branch.row].neverApplies
      if isSupplied, !neverApplies { branches.append(branch) }
      guard choices.branchCount <= Self.maximumBranches else { return nil }
      // The rows after this one never apply.
      if !branch.isConditional, !neverApplies { break }
    }
    return isComplete ? branches : nil
  }

  /// Makes a row of a choice the current row. The row is then resolved for one transition that leads to the choice.
  ///
  /// - Parameters:
  ///   - place: the range of the row that leads to the choice.
  ///   - domain: the innermost composite state that the transition does not exit on its path to the choice.
  private mutating func beginRow(
    _ entry: ID<ChoiceRow>, of choice: ChoiceID, after place: SourceRange, _ transition: Transition, domain: StateID?
  ) {
    row = choices.rows[entry].row
    row.carrier = .branch(from: transition.source, on: transition.trigger)
    row.trigger = transition.trigger
    row.expansion = choices.rows[entry].expansions
    row.domain = row.isExternal ? outer(domain, self.domain(ofRow: row, from: choice)) : domain
    choices.rows[entry].incoming.append(place)
    choices.rows[entry].expansions += 1
  }

  /// Resolves the current row, which is a row of a choice, for one transition that leads to the choice. Stores the
  /// row's effects, names and findings in `choices`. Returns false if an argument or a result is missing, which has
  /// been reported.
  ///
  /// - Parameter changes: the changes of payloads on the path to the choice that nothing has read.
  private mutating func instantiate(
    _ entry: ID<ChoiceRow>, _ transition: inout Transition, besides changes: [UnreadChange]
  ) -> Bool {
    var effects = choices.rows[entry].effects
    defer {
      choices.rows[entry].effects = effects
      choices.rows[entry].note(row)
    }
    return instantiate(&transition, choices.rows[entry].condition, &effects, besides: changes)
  }

  /// Returns whether a row of a choice has an error. If so, adds the targets of the choice to `brokenRows`. They then
  /// count as reached, and are not reported as states that cannot be reached.
  mutating func isBroken(_ choice: ChoiceID) -> Bool {
    guard choices.broken.contains(choice) else { return false }
    for case let target? in machine.choices[choice].branches.map(\.target) {
      brokenRows.append(Usage.RowEnds(sources: [], target: target))
    }
    return true
  }
}
