import StateMachineSyntax

/// What a row says for one source and one trigger.
extension Resolver {
  /// More branches than this for one transition are a mistake: each is a piece of generated code.
  static let maximumBranches = 256

  /// Resolves what a row says for one source and one trigger: the guard, the effects, and where it leads. The scope has
  /// the names that the row at hand knows there.
  ///
  /// - Parameter changes: those on the way to the choice, where the row is a branch of one.
  /// - Returns: false where something is missing for what it leads to.
  mutating func instantiate(
    _ transition: inout Transition, _ condition: SwiftText?, _ effects: inout [Effect],
    besides changes: [UnreadChange]? = nil
  ) -> Bool {
    instantiate(condition, &effects)
    followChanges()
    // Behind a trap, no payload is given to anything.
    let usagesOfTrap = effects.stop ? scope.usages : nil
    useArguments()
    // What the branches of a choice use is theirs; what is carried over to a target is the transition's own.
    if row.choice != nil { transition.ownUses = scope.usedFields }
    let isSupplied = lead(&transition)
    // The state that stays active behind a choice keeps what has been changed.
    if changes != nil, transition.isInternal, !row.traps { scope.noteRead { _ in true } }
    if isSupplied { reportLostChanges(besides: changes ?? []) }
    if let usagesOfTrap { scope.usages = usagesOfTrap }
    return isSupplied
  }

  /// Gives a transition its target, or the branches of its choice; false where something is missing for it.
  mutating func lead(_ transition: inout Transition) -> Bool {
    transition.domain = row.domain
    guard checkErrors(of: transition), answer(&transition) else { return false }
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

  /// The rows of a choice, resolved for an incoming transition; nil where they, or one of them, are a mistake.
  private mutating func branches(of choice: ChoiceID, _ transition: Transition) -> [Transition]? {
    choices.reached[choice] = true
    guard !isBroken(choice), choices.branchCount <= Self.maximumBranches else { return nil }
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
      var branch = Transition(source: transition.source, trigger: transition.trigger, row: choices.rows[entry].id)
      branch.isConditional = choices.rows[entry].condition != nil
      beginRow(entry, of: choice, behind: incoming.range, branch, domain: incoming.domain)
      row.declaredBefore = incoming.declaredBefore + incoming.declared
      // One `do` holds the way to the choice and its rows.
      if machine.isNoncopyable { row.attempt = row.attempt ?? incoming.attempt }
      row.arguments += incoming.arguments
      let known = scope.entries.count
      let usages = scope.takeUsages()
      defer {
        // What the guard of this row binds, the next one does not know.
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
      // What stands behind it never applies.
      if !branch.isConditional, !neverApplies { break }
    }
    return isComplete ? branches : nil
  }

  /// Makes a row of a choice the one at hand, for a transition that comes in.
  ///
  /// - Parameters:
  ///   - place: what leads there.
  ///   - domain: the innermost composite that the way to the choice does not leave.
  private mutating func beginRow(
    _ entry: ID<ChoiceRow>, of choice: ChoiceID, behind place: SourceRange, _ transition: Transition, domain: StateID?
  ) {
    row = choices.rows[entry].row
    row.carrier = .branch(from: transition.source, on: transition.trigger)
    row.trigger = transition.trigger
    row.expansion = choices.rows[entry].expansions
    row.domain = row.isExternal ? outer(domain, self.domain(ofRow: row, from: choice)) : domain
    choices.rows[entry].incoming.append(place)
    choices.rows[entry].expansions += 1
  }

  /// Resolves the row of a choice that is at hand, and remembers what has been found.
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

  /// Whether a choice has a row with a mistake. Where it leads is reached then, for all that is known.
  mutating func isBroken(_ choice: ChoiceID) -> Bool {
    guard choices.broken.contains(choice) else { return false }
    for case let target? in machine.choices[choice].branches.map(\.target) {
      brokenRows.append(Usage.RowEnds(sources: [], target: target))
    }
    return true
  }
}
