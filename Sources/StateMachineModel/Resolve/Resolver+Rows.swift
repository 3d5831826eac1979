import StateMachineSyntax

/// Resolves rows to transitions.
extension Resolver {
  /// Resolves a row, and adds it and its transitions to the machine: one transition for each source and trigger. A row
  /// with the source `*` gets none for states that always take the trigger by their own rows. A row of a choice is
  /// skipped, because `resolveChoices` resolves it.
  ///
  /// - Parameters:
  ///   - enclosing: the state in whose body the row stands; nil in the body of the machine or of a region.
  ///   - body: the region in whose body the row stands; nil in the body of the machine. It does not matter if
  ///     `enclosing` is not nil.
  mutating func resolve(_ syntax: TransitionSyntax, in enclosing: StateID?, body: StateID? = nil) {
    guard !isChoiceRow(syntax) else { return }
    if isMisread(syntax, in: enclosing ?? body) {
      isIncomplete = true
      return
    }
    row.clear()
    row.range = syntax.range
    row.body = enclosing ?? body
    row.effects = syntax.label.effects
    // Every part is resolved, so that all errors of the row are reported in one run.
    resolveTriggers(syntax)
    resolveSources(syntax, in: enclosing)
    resolveTargets(syntax)
    checkTargetOfPseudostate()
    var effects: [Effect] = []
    let guarding = resolveLabel(syntax, &effects)
    if row.isBroken { return }
    let condition = guarding.text
    reportIdleTimer(syntax)
    choosePairs(isWildcard: syntax.isWildcard)
    let rowID = machine.rows.endIndex
    let firstTransition = machine.transitions.endIndex
    for expansion in row.pairs.indices {
      row.begin(expansion)
      addTransition(condition, &effects, row: rowID, isKept: !guarding.neverApplies)
    }
    checkWrittenNames()
    if row.pairs.isEmpty { markRowLoosely(condition, syntax) }
    let isBroken = row.hasErrors || row.isBroken
    if isBroken { noteBrokenRow() }
    if !row.reported.isEmpty { doubtfulRows.insert(rowID) }
    if machine.transitions.endIndex == firstTransition {
      // The errors of the row are the reason that it has none.
      if isBroken { return }
      idleRows.append(row.ends)
      if syntax.isWildcard, row.sources.isEmpty { emptyWildcards[rowID] = reasonOfEmptyWildcard() }
    }
    machine.rows.append(Row(syntax, guarding, row, effects))
  }

  /// Resolves the guard and the effects of a row. (UML calls this part the label of a transition.) Returns the guard,
  /// and sets `effects` to the row's effects. If the row has an error so far, calls `noteBrokenRow`, and counts all its
  /// names as used.
  mutating func resolveLabel(_ syntax: TransitionSyntax, _ effects: inout [Effect]) -> ResolvedGuard {
    effects = resolveEffects(syntax.label.effects)
    let guarding = resolveGuard(syntax.label.guardSyntax)
    if machine.hasMethods {
      noteAttempts(in: syntax)
      row.namesState = placeOfState(in: syntax)
    }
    if row.isBroken {
      markRowLoosely(guarding.text, syntax)
      noteBrokenRow()
    }
    return guarding
  }

  /// Adds the current row to the rows with errors, with its sources and its target. Its target is then not reported as
  /// unreachable.
  mutating func noteBrokenRow() {
    brokenRows.append(row.ends)
    if let choice = row.choice { choices.ofBrokenRows.insert(choice) }
  }

  /// Counts all names in a row that gets no transition as used, so that declarations do not look unused. In most cases,
  /// the row gets none because it has an error.
  mutating func markRowLoosely(_ condition: SwiftText?, _ syntax: TransitionSyntax) {
    let steps = syntax.targets.flatMap { [$0.first] + $0.rest }
    markLoosely(
      condition, syntax.effects, besides: syntax.timers + steps.flatMap { $0.arguments?.items.map(\.value) ?? [] })
  }

  /// Resolves the current row for its current source and trigger, and adds the transition to the machine. If the
  /// transition is incomplete, for example without an argument for the target, adds nothing and sets `row.isBroken`.
  /// The error has then been reported.
  ///
  /// - Parameter isKept: whether the transition is stored. It is false for a row with the guard `false`, which is only
  ///   checked.
  private mutating func addTransition(
    _ condition: SwiftText?, _ effects: inout [Effect], row rowID: RowID, isKept: Bool
  ) {
    guard let pair = row.pairAtHand else { return }
    let state = row.sources[pair.source].state
    row.trigger = row.triggers[pair.trigger].trigger.plain
    row.domain = domain(from: state)
    enterCarrier()
    choices.branchCount = 0
    var transition = Transition(source: state, trigger: row.trigger ?? trigger(of: pair), row: rowID)
    if machine.hasRegions { checkRegions(from: state) }
    guard instantiate(&transition, condition, &effects) else {
      if let choice = row.choice, choices.branchCount > Self.maximumBranches {
        reportOnce(.tooManyBranches(row.targetRange, text(machine.choices[choice].name.id)))
      }
      row.isBroken = true
      return
    }
    let patterns = scope.usedPatterns
    transition.locals = scope.locals
    transition.isConditional = condition != nil || patterns.contains { !$0.isIrrefutable }
    transition.patterns = patterns
    if isKept { machine.transitions.append(consume transition) }
  }

  /// Returns the trigger of the transition for a pair of a source and a trigger. The pair consists of their indices in
  /// the current row. A timer is created for each source, because each state has timers of its own.
  private mutating func trigger(of pair: (source: Int, trigger: Int)) -> Trigger {
    switch row.triggers[pair.trigger].trigger {
    case .plain(let trigger): trigger
    case .timer(let text): .elapsed(timer(text, of: row.sources[pair.source].state))
    }
  }
}

/// The resolved guard of a row.
struct ResolvedGuard {
  var text: SwiftText?
  var condition: SwiftCode?
  /// Whether the guard is the literal `false`, so that the row is never taken.
  var neverApplies = false
  var bound: [Identifier] = []
}

extension Row {
  /// Creates a row of the model from its syntax and the parts that have been resolved.
  ///
  /// - Parameter row: the row as far as it is resolved; it says whether a `try` of the row may throw, and where.
  init(_ syntax: TransitionSyntax, _ guarding: ResolvedGuard, _ row: RowInProgress, _ effects: [Effect]) {
    self.init(
      documentation: syntax.documentation, comments: syntax.comments, range: syntax.range,
      triggers: syntax.triggerRange, isWildcard: syntax.isWildcard, condition: guarding.condition,
      bound: guarding.bound,
      neverApplies: guarding.neverApplies, effects: [], hasAttempt: row.attempt != nil,
      hasAttemptAfterGuard: row.triesAfterGuard)
    if case .otherwise(let range) = syntax.label.guardSyntax { elseRange = range }
    // The observer of `effects`, which sets `traps` and `stops`, does not run in an initializer.
    set(effects)
  }

  private mutating func set(_ effects: [Effect]) { self.effects = effects }
}

/// The possible meanings of a guard: it is the literal `true`, the literal `false`, or a condition.
enum GuardMeaning {
  case always, never, condition
}
