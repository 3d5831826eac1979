import StateMachineSyntax

extension Resolver {
  /// Resolves the row or the action that an item is.
  ///
  /// - Parameter body: the state or region whose body it stands in; nil for the machine's.
  mutating func resolveRow(_ item: ItemSyntax, in body: StateID?) {
    let state = state(ofBody: body)
    switch (item, state) {
    case (.transition(let row), _): resolve(row, in: state, body: body)
    case (.initialTransition(let row), _): resolve(pseudostate: machine.initialPseudostate(of: body), row)
    case (.historyDefault(let row), _):
      resolve(pseudostate: body.flatMap { machine.states[$0].historyDefault }, row)
    case (.action(let action), let state?): resolve(action, of: state)
    case (.defer(let names, let keyword), let state?): resolve(defer: names, keyword, in: state)
    default: break
    }
  }

  // MARK: One row

  /// - Parameters:
  ///   - enclosing: the state in whose body the row stands.
  ///   - body: the region, if it stands in a region's.
  package mutating func resolve(_ syntax: TransitionSyntax, in enclosing: StateID?, body: StateID? = nil) {
    guard !isChoiceRow(syntax) else { return }
    if isMisread(syntax, in: enclosing ?? body) {
      isIncomplete = true
      return
    }
    row.clear()
    row.range = syntax.range
    row.body = enclosing ?? body
    row.effects = syntax.label.effects
    // Every part is looked at, so that all mistakes of the row come out in one run.
    resolveTriggers(syntax)
    resolveSources(syntax, in: enclosing)
    resolveTargets(syntax)
    checkTargetOfPseudostate()
    var effects = resolveEffects(syntax.label.effects)
    let guarding = resolveGuard(syntax.label.guardSyntax)
    let condition = guarding.text
    if machine.hasMethods {
      noteAttempts(in: syntax)
      row.namesState = placeOfState(in: syntax)
    }
    if row.isBroken {
      markLoosely(condition, syntax)
      noteBrokenRow()
      return
    }

    reportIdleTimer(syntax)
    choosePairs(isWildcard: syntax.isWildcard)
    let rowID = machine.rows.endIndex
    let firstTransition = machine.transitions.endIndex
    for pair in row.pairs.indices {
      let (source, trigger) = row.pairs[pair]
      expand(source, trigger, condition, &effects, row: rowID, isKept: !guarding.neverApplies)
      row.expansion += 1
    }
    checkWrittenNames()
    if row.pairs.isEmpty { markLoosely(condition, syntax) }
    let isBroken = row.hasErrors || row.isBroken
    if isBroken { noteBrokenRow() }
    if machine.transitions.endIndex == firstTransition {
      // What is wrong with the row is the reason that it has none.
      if isBroken { return }
      idleRows.append(row.ends)
      if syntax.isWildcard, row.sources.isEmpty { emptyWildcards[rowID] = reasonOfEmptyWildcard() }
    }
    machine.rows.append(Row(syntax, guarding, row, effects))
  }

  /// Notes what a row with a mistake connects: that may be reached.
  mutating func noteBrokenRow() {
    brokenRows.append(row.ends)
    if let choice = row.choice { choices.ofBrokenRows.insert(choice) }
  }

  /// Counts what a row uses that cannot be resolved, so that one mistake does not also make things look unused.
  mutating func markLoosely(_ condition: SwiftText?, _ syntax: TransitionSyntax) {
    scope.clear()
    if let condition { use(condition, .condition) }
    for timer in syntax.timers { use(timer, .body) }
    for step in syntax.targets.flatMap({ [$0.first] + $0.rest }) {
      for argument in step.arguments?.items ?? [] { use(argument.value, .body) }
    }
    useEffects(syntax.effects)
  }

  private mutating func resolveTriggers(_ syntax: TransitionSyntax) {
    guard let triggers = syntax.label.triggers else {
      if !beginsInUndeclaredName(syntax) { diagnostics.append(.rowWithoutEvent(syntax.range)) }
      row.isBroken = true
      return
    }
    namedEvents.clear()
    for index in 0..<triggers.count {
      guard !isMisread(triggers[index]) else {
        row.isBroken = true
        continue
      }
      switch triggers[index] {
      case .event(let name, let pattern):
        guard let event = event(name, pattern) else { continue }
        let pattern = pattern?.labels == nil ? pattern : nil
        used.events[event] = true
        guard namedEvents.insert(event) else {
          diagnostics.append(.namedTwice("event", text(name.id), name.range))
          row.isBroken = true
          continue
        }
        let declared = machine.events[event].name
        guard let plan = plan(pattern, for: machine.events[event].fields, of: "event", named: declared) else {
          row.isBroken = true
          continue
        }
        row.triggers.append((.plain(.event(event)), plan))
      case .timer(let timer):
        addTimer(timer)
      case .always(let keyword):
        addTrigger(.always, [], keyword)
      case .done(let pattern, let keyword):
        guard let plan = plan(ofDone: pattern) else {
          row.isBroken = true
          continue
        }
        addTrigger(.done, plan, keyword)
      }
    }
  }

  /// Whether what stands in the place of an event is called like one that is declared without back-ticks: that has been
  /// reported.
  private mutating func isMisread(_ trigger: TriggerSyntax) -> Bool {
    guard let keyword = trigger.keyword, let name = tree.names.find(keyword.lowerBound, keyword.upperBound),
      names[name].isUnsupported, let event = names[name].event
    else { return false }
    used.events[event] = true
    return true
  }

  /// Whether the first source is not declared: it may be meant to be a choice, whose rows have no event.
  private func beginsInUndeclaredName(_ syntax: TransitionSyntax) -> Bool {
    guard case .listed(let sources) = syntax.sources else { return false }
    return group(sources.first.path) == nil && names[sources.first.path[sources.first.path.count - 1].id].state == nil
  }

  private mutating func addTrigger(_ trigger: Trigger, _ plan: [FieldPattern], _ keyword: SourceRange) {
    if row.triggers.contains(where: { $0.trigger.plain == trigger }) {
      diagnostics.append(.namedTwice("trigger", source.text(keyword), keyword))
      row.isBroken = true
    } else {
      row.triggers.append((.plain(trigger), plan))
    }
  }

  mutating func resolveSources(_ syntax: TransitionSyntax, in enclosing: StateID?) {
    switch syntax.sources {
    case .enclosingState:
      guard let enclosing else {
        diagnostics.append(.missingSource(SourceRange(syntax.range.lowerBound, syntax.range.lowerBound + 1)))
        row.isBroken = true
        isIncomplete = true
        return
      }
      checkDone(enclosing, syntax.triggerRange)
      addSource(enclosing, [], at: syntax.range)
    case .listed(let sources):
      beginStates()
      for index in 0..<sources.count { addSources(sources[index], syntax.triggerRange) }
    case .wildcard(_, let exceptions, let others):
      addStatesOfWildcard(except: exceptions)
      guard let others else { return }
      beginStates()
      for source in row.sources { addNamed(source.state) }
      for index in 0..<others.count { addSources(others[index], syntax.triggerRange) }
    }
  }

  /// Adds what a list of sources names: a state, or those of a group, each with the patterns behind the name.
  private mutating func addSources(_ source: SourceSyntax, _ triggers: SourceRange) {
    let range = source.path.first.range
    let group = group(source.path)
    for state in resolveNewStates(source.path, in: "row") {
      let count = row.sources.count
      if let group, let reason = reasonNotSource(state, group, range) {
        diagnostics.append(reason)
        row.isBroken = true
        return
      }
      checkDone(state, triggers)
      let plan = plan(
        source.pattern, for: machine.states[state].fields, of: "state", named: machine.states[state].name)
      if plan == nil { row.isBroken = true }
      addSource(state, plan ?? [], at: range)
      // What is wrong with one state of a group is mostly wrong with others, too.
      if group != nil, row.isBroken || row.sources.count == count { return }
    }
  }

  /// What keeps a state of a group from having rows.
  private func reasonNotSource(_ state: StateID, _ group: GroupID, _ range: SourceRange) -> Diagnostic? {
    guard machine.states[state].isRegion || mayNotHaveRows(state) else { return nil }
    let declaration = machine.states[state]
    let (name, member) = (text(machine.groups[group].name.id), text(declaration.name.id))
    if declaration.isRegion { return .regionInGroup(range, name, region: member) }
    return Diagnostic.finalStateInGroup(range, name, state: member).note("'\(member)' is final", declaration.name.range)
  }

  private func mayNotHaveRows(_ state: StateID) -> Bool {
    machine.states[state].isFinal && !machine.hasMethods && !row.carrier.mayNameFinalStates
  }

  private mutating func addSource(_ state: StateID, _ plan: [FieldPattern], at range: SourceRange) {
    if machine.states[state].isRegion {
      diagnostics.append(.regionAsState(range, text(machine.states[state].name.id)))
      row.isBroken = true
      return
    }
    if mayNotHaveRows(state) {
      let name = text(machine.states[state].name.id)
      diagnostics.append(
        Diagnostic.rowFromFinalState(name, range).note("'\(name)' is final", machine.states[state].name.range))
      row.isBroken = true
      return
    }
    row.sources.append((state, plan))
  }

  /// The guard of a row. There is no text where it has none, or a literal in its place.
  mutating func resolveGuard(_ syntax: GuardSyntax?) -> ResolvedGuard {
    guard case .expression(let text) = syntax else { return ResolvedGuard() }
    switch meaning(ofGuard: text, of: "row") {
    case .always: return ResolvedGuard()
    case .never: return ResolvedGuard(neverApplies: true)
    case .condition: return ResolvedGuard(text: text, condition: condition(text))
    }
  }

  /// What a guard says; a literal is reported, and so is an assignment.
  mutating func meaning(ofGuard text: SwiftText, of what: String) -> GuardMeaning {
    if let literal = literal(of: text) {
      diagnostics.append(.literalGuard("\(literal)", text.range, of: what, in: source))
      return literal ? .always : .never
    }
    if let (condition, remedy) = foreignCondition(text) {
      diagnostics.append(.foreignCondition(text.range, condition, write: remedy))
      return .condition
    }
    if !machine.hasMethods, SwiftKeyword.matches("try ", source.bytes, text.range.lowerBound) {
      let word = SourceRange(text.range.lowerBound, text.range.lowerBound + 3)
      diagnostics.append(.tryInGuard(word))
      isIncomplete = true
    }
    if let equals = SwiftAnalysis.assignment(in: text.range, source.bytes) {
      diagnostics.append(.assigningGuard(equals))
    }
    return .condition
  }

  /// `else if …`, `otherwise`, `closed` and `state == closed`, where nothing in Swift is called so; with what is written
  /// here. Of most guards, no text is made.
  private func foreignCondition(_ guardText: SwiftText) -> (text: String, remedy: String)? {
    let (start, end) = (guardText.range.lowerBound, guardText.range.upperBound)
    func starts(with words: StaticString) -> Bool { SwiftKeyword.matches(words, source.bytes, start) }
    guard end - start <= Diagnostic.longestQuotation else { return nil }
    if starts(with: "else if ") {
      let written = source.text(guardText.range)
      return (written, String(written.dropFirst("else if ".count)))
    }
    if Ascii.beginsIdentifier(source.bytes[start]), Ascii.endOfIdentifier(source.bytes, from: start, to: end) == end {
      let written = source.text(guardText.range)
      guard !isKnownToSwift(written) else { return nil }
      if written == "otherwise" || written.lowercased() == "else" { return (written, "else") }
      return isState(written) ? (written, "in(\(written))") : nil
    }
    guard starts(with: "state ") || starts(with: "self.state ") else { return nil }
    let written = source.text(guardText.range)
    let words = written.split(separator: " ").map(String.init)
    guard words.count == 3, ["==", "!=", "is"].contains(words[1]), !isKnownToSwift("state") else { return nil }
    // A value that can be compared has such cases.
    let isCase = words[2].hasPrefix(".") && !isComparable
    let state = isCase ? String(words[2].dropFirst()) : words[2]
    guard isState(state), isCase || !isKnownToSwift(state) else { return nil }
    return (written, "\(words[1] == "!=" ? "!" : "")in(\(state))")
  }

  private var isComparable: Bool {
    machine.conformances.contains {
      ["Equatable", "Hashable", "Comparable"].contains(StateMachine.protocolName(source.text($0)))
    }
  }

  private func isState(_ name: String) -> Bool { tree.names.find(text: name).map { names[$0].state != nil } ?? false }

  /// Whether a label, a guard, a property or a block of Swift in the file has a name.
  func isKnownToSwift(_ name: String) -> Bool {
    tree.names.find(text: name).map { names[$0].isTracked } == true || machine.swift.names.contains(name)
      || file.declarations.contains { source.text($0.name) == name }
  }

  /// What a guard that is `true` or `false` says; nil for any other.
  func literal(of guardText: SwiftText) -> Bool? {
    let start = guardText.range.lowerBound
    switch guardText.range.upperBound - start {
    case 4 where SwiftKeyword.matches("true", source.bytes, start): return true
    case 5 where SwiftKeyword.matches("false", source.bytes, start): return false
    default: return nil
    }
  }

  // MARK: One source and one event

  /// Adds the transition of one source and one trigger, unless something is missing for it.
  ///
  /// - Parameter isKept: false where the row never applies.
  private mutating func expand(
    _ sourceIndex: Int, _ triggerIndex: Int, _ condition: SwiftText?, _ effects: inout [Effect], row rowID: RowID,
    isKept: Bool
  ) {
    let (state, statePlan) = row.sources[sourceIndex]
    var (rowTrigger, eventPlan) = row.triggers[triggerIndex]
    if rowTrigger.plain == .done { eventPlan = plan(eventPlan, ofDone: state) }
    scope.clear()
    if let trigger = rowTrigger.plain { scope.enter(machine.fields(of: trigger), eventPlan, of: .event) }
    enterPath(of: state, statePlan)
    row.trigger = rowTrigger.plain
    row.domain = domain(from: state)

    usePatterns(eventPlan)
    usePatterns(statePlan)
    choices.branchCount = 0
    var transition = Transition(source: state, trigger: trigger(rowTrigger, of: state), row: rowID)
    if machine.hasRegions { checkRegions(from: state) }
    guard instantiate(&transition, condition, .condition, &effects) else {
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

  /// Resolves what a row says for one source and one trigger: the guard, the effects, and where it leads. The scope has the
  /// names that the row at hand knows there.
  ///
  /// - Parameters:
  ///   - usage: what the guard makes of these names.
  ///   - changes: those on the way to the choice, where the row is a branch of one without parameters.
  /// - Returns: false where something is missing for what it leads to.
  mutating func instantiate(
    _ transition: inout Transition, _ condition: SwiftText?, _ usage: LocalUsage, _ effects: inout [Effect],
    besides changes: [UnreadChange]? = nil
  ) -> Bool {
    if let condition { use(condition, usage) }
    useEffects(row.effects)
    assignFields(&effects)
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

  /// The trigger of one source.
  private mutating func trigger(_ trigger: RowTrigger, of state: StateID) -> Trigger {
    switch trigger {
    case .plain(let trigger): trigger
    case .timer(let text): .elapsed(timer(text, of: state))
    }
  }

  mutating func useArguments() {
    for argument in row.arguments {
      for value in argument.values { if let value { use(value, .body) } }
    }
  }

  /// Gives a transition its target, or the branches of its choice; false where something is missing for it.
  mutating func lead(_ transition: inout Transition) -> Bool {
    transition.domain = row.domain
    guard checkErrors(of: transition), answer(&transition) else { return false }
    if let choice = row.choice {
      transition.choice = choice
      if !machine.choices[choice].fields.isEmpty { return call(choice, &transition) }
      guard let branches = branches(of: choice, transition) else { return false }
      transition.branches = branches
    } else if let target = row.target {
      let leaf = row.history == nil ? machine.leaf(of: target) : historyLeaf(of: target)
      transition.target = target
      transition.otherTargets = row.otherTargets
      transition.history = row.history
      transition.leaf = leaf
      let state = transition.source
      let trigger = transition.trigger
      guard let arguments = supply(leaf, state, trigger) else { return false }
      transition.arguments = arguments
      noteKept(transition.domain)
      if machine.hasRegions {
        guard let regions = regionEntries(leaf, state, trigger) else { return false }
        transition.regions = regions
      }
      if let kind = row.history {
        guard let returns = returns(to: target, kind, state, trigger) else { return false }
        transition.returns = returns
      }
    }
    return true
  }

  /// Enters the labels of a state and of the composites that it stands in.
  mutating func enterPath(of state: StateID, _ plan: [FieldPattern]) {
    guard machine.states[state].parent != nil else {
      scope.enter(machine.states[state].fields, plan, of: .source)
      return
    }
    let path = machine.path(of: state)
    for (place, outer) in path.enumerated() {
      scope.enter(
        machine.states[outer].fields, outer == state ? plan : [], of: .source, first: machine.states[outer].ownFields,
        level: path.count - 1 - place)
    }
  }
}

/// What becomes of a row's guard.
struct ResolvedGuard {
  var text: SwiftText?
  var condition: SwiftCode?
  /// Is true where it is the literal `false`.
  var neverApplies = false
}

extension Row {
  /// - Parameter row: what has been found about it.
  init(_ syntax: TransitionSyntax, _ guarding: ResolvedGuard, _ row: RowInProgress, _ effects: [Effect]) {
    self.init(
      documentation: syntax.documentation, comments: syntax.comments, range: syntax.range,
      triggers: syntax.triggerRange, isWildcard: syntax.isWildcard, condition: guarding.condition,
      neverApplies: guarding.neverApplies, effects: [], blockNames: row.blockNames,
      propertyNames: row.propertyNames, hasAttempt: row.attempt != nil,
      hasAttemptBehindGuard: row.triesBehindGuard)
    if case .otherwise(let range) = syntax.label.guardSyntax { elseRange = range }
    // The observer of `effects`, which works out `traps` and `stops`, does not run in an initializer.
    set(effects)
  }

  private mutating func set(_ effects: [Effect]) { self.effects = effects }
}

/// What a guard says.
enum GuardMeaning {
  case always, never, condition
}
