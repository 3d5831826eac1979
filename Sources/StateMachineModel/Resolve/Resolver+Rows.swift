import StateMachineSyntax

/// Rows, and their transitions.
extension Resolver {
  /// Adds the row and its transitions: one for each source and trigger, except for those that it leaves to other rows.
  ///
  /// - Parameters:
  ///   - enclosing: the state in whose body the row stands.
  ///   - body: the region, if the row stands in a region's body.
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

  /// Resolves the effects of a row, and its guard, which it returns. Notes a row with an error.
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

  /// Notes the sources and targets of a row with an error: these states may be reached.
  mutating func noteBrokenRow() {
    brokenRows.append(row.ends)
    if let choice = row.choice { choices.ofBrokenRows.insert(choice) }
  }

  /// Marks the names in a row with an error as used.
  mutating func markRowLoosely(_ condition: SwiftText?, _ syntax: TransitionSyntax) {
    let steps = syntax.targets.flatMap { [$0.first] + $0.rest }
    markLoosely(
      condition, syntax.effects, besides: syntax.timers + steps.flatMap { $0.arguments?.items.map(\.value) ?? [] })
  }

  /// Adds the transition of the current expansion, unless something is missing for it.
  ///
  /// - Parameter isKept: false if the row never applies.
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

  /// Returns the trigger of a pair: each source of a row has a timer of its own.
  private mutating func trigger(of pair: (source: Int, trigger: Int)) -> Trigger {
    switch row.triggers[pair.trigger].trigger {
    case .plain(let trigger): trigger
    case .timer(let text): .elapsed(timer(text, of: row.sources[pair.source].state))
    }
  }
}

/// A row's guard after it is resolved.
struct ResolvedGuard {
  var text: SwiftText?
  var condition: SwiftCode?
  /// Whether the guard is the literal `false`.
  var neverApplies = false
  var bound: [Identifier] = []
}

extension Row {
  /// Creates a row from its syntax, its resolved guard and effects, and the other resolved parts.
  init(_ syntax: TransitionSyntax, _ guarding: ResolvedGuard, _ row: RowInProgress, _ effects: [Effect]) {
    self.init(
      documentation: syntax.documentation, comments: syntax.comments, range: syntax.range,
      triggers: syntax.triggerRange, isWildcard: syntax.isWildcard, condition: guarding.condition,
      bound: guarding.bound,
      neverApplies: guarding.neverApplies, effects: [], hasAttempt: row.attempt != nil,
      hasAttemptBehindGuard: row.triesBehindGuard)
    if case .otherwise(let range) = syntax.label.guardSyntax { elseRange = range }
    // The observer of `effects`, which sets `traps` and `stops`, does not run in an initializer.
    set(effects)
  }

  private mutating func set(_ effects: [Effect]) { self.effects = effects }
}

/// The meanings of guards.
enum GuardMeaning {
  case always, never, condition
}
