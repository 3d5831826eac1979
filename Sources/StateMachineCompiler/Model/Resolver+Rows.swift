/// The row that is being resolved: what its sources and triggers are, and what has been found about it so far.
struct RowInProgress {
  var sources: [(state: Int, plan: [FieldPattern])] = []
  var triggers: [(event: Int, plan: [FieldPattern], timer: TimerText?)] = []
  var target: Int?
  /// The choice that the row leads to instead.
  var choice: Int?
  /// Whether it leads to where the target was left.
  var history: HistoryKind?
  var targetRange = SourceRange(0, 0)
  /// What is written for the fields of the target, and of the composites in its path.
  var arguments: [(state: Int, values: [SwiftText?])] = []
  /// What is given to the machines that the states in the path hold.
  var submachines: [(state: Int, argument: TargetArgument?)] = []
  /// The state that the row stands in; -1 for the machine's body.
  var body = -1
  /// The composite that the expansion at hand does not leave.
  var domain = -1
  /// The composite that is not left whichever way a choice leads: what is within may be lost, and cannot be assigned.
  var safeDomain = -1
  var effects: [EffectSyntax] = []
  /// What the row's blocks change, by name.
  var blockChanges: [(name: NameID, change: SwiftCheck.Change, range: SourceRange)] = []
  /// Labels that the row's blocks declare anew.
  var blockNames: [NameID] = []
  /// Names that the row writes, with the number of expansions that know them.
  var written: [(name: NameID, range: SourceRange, typeID: Int32, count: Int)] = []
  /// The number of the expansion at hand, and of all.
  var expansion = 0
  var expansionCount = 0
  /// What has been reported for this row: its expansions share their mistakes.
  var reported: [(code: DiagnosticCode, range: SourceRange)] = []
  var isBroken = false
  /// Whether it is a state's `exit` action that is being resolved.
  var isExit = false
  /// Whether it is an `entry`, `exit` or `do` action.
  var isAction = false
  /// Whether it is what a state does while it is active.
  var isActivity = false

  mutating func clear() {
    sources.removeAll(keepingCapacity: true)
    triggers.removeAll(keepingCapacity: true)
    target = nil
    choice = nil
    history = nil
    arguments.removeAll(keepingCapacity: true)
    submachines = []
    effects = []
    blockChanges.removeAll(keepingCapacity: true)
    blockNames.removeAll(keepingCapacity: true)
    written.removeAll(keepingCapacity: true)
    expansion = 0
    expansionCount = 0
    reported.removeAll(keepingCapacity: true)
    isBroken = false
    isExit = false
    isAction = false
    isActivity = false
    body = -1
    domain = -1
    safeDomain = -1
  }

  /// Whether the row has an arrow, wherever it leads.
  var hasArrow: Bool { target != nil || choice != nil }
}

extension Resolver {
  /// Resolves the rows and actions of an item of the machine's body.
  mutating func resolveRows(_ item: ItemSyntax) {
    switch item {
    case .transition(let syntax):
      resolve(syntax, in: nil)
    case .region(let name, let body):
      guard let region = declaredState(name) else { return }
      for inner in body {
        if case .transition(let row) = inner { resolve(row, in: nil, body: region) } else { resolveRows(inner) }
      }
    case .state(let syntax):
      guard let state = declaredState(syntax.name) else { return }
      for inner in syntax.body {
        switch inner {
        case .transition(let row):
          resolve(row, in: state)
        case .action(let action):
          resolve(action, of: state)
        case .state, .region:
          resolveRows(inner)
        case .defer(let names, let keyword):
          resolve(defer: names, keyword, in: state)
        default:
          break
        }
      }
    default:
      break
    }
  }

  // MARK: One row

  /// - Parameters:
  ///   - enclosing: the state in whose body the row stands.
  ///   - body: the region, if it stands in a region's.
  private mutating func resolve(_ syntax: TransitionSyntax, in enclosing: Int?, body: Int = -1) {
    guard !isChoiceRow(syntax) else { return }
    row.clear()
    row.body = enclosing ?? body
    // Every part is looked at, so that all mistakes of the row come out in one run.
    resolveTriggers(syntax)
    resolveSources(syntax, in: enclosing)
    resolveTarget(syntax.target)
    var effects = resolveEffects(syntax.effects)
    var (resolved, condition) = resolvedRow(syntax)
    row.expansionCount = row.sources.count * row.triggers.count
    if row.isBroken {
      markLoosely(condition, syntax)
      brokenRows.append((row.sources.map(\.state), row.target))
      return
    }

    let rowIndex = machine.rows.count
    for source in row.sources.indices {
      for trigger in row.triggers.indices {
        if let transition = expand(source, trigger, condition, &effects, row: rowIndex), !resolved.neverApplies {
          machine.transitions.append(transition)
        }
        row.expansion += 1
      }
    }
    checkWrittenNames()
    if !row.reported.isEmpty || row.isBroken { brokenRows.append((row.sources.map(\.state), row.target)) }
    if row.sources.isEmpty || row.triggers.isEmpty { markLoosely(condition, syntax) }
    resolved.effects = effects.compactMap { $0 }
    resolved.blockNames = row.blockNames
    machine.rows.append(resolved)
  }

  /// The row without its effects, and its condition, unless that is a literal.
  mutating func resolvedRow(_ syntax: TransitionSyntax) -> (Row, condition: SwiftText?) {
    var resolved = Row(
      documentation: syntax.documentation, range: syntax.range, triggers: syntax.triggerRange, isWildcard: false,
      effects: [])
    if case .wildcard = syntax.sources { resolved.isWildcard = true }
    if case .otherwise = syntax.guardSyntax { resolved.isElse = true }
    guard case .expression(let text) = syntax.guardSyntax else { return (resolved, nil) }
    let condition = resolveGuard(text, &resolved)
    if let condition { resolved.condition = code(condition) }
    return (resolved, condition)
  }

  /// Counts what a row uses that cannot be resolved, so that one mistake does not also make things look unused.
  mutating func markLoosely(_ condition: SwiftText?, _ syntax: TransitionSyntax) {
    scope.clear()
    if let condition { use(condition, .condition) }
    for timer in syntax.timers { use(timer, .body) }
    for step in syntax.target.map({ [$0.first] + $0.rest }) ?? [] {
      for argument in step.arguments?.items ?? [] { use(argument.value, .body) }
    }
    useEffects(syntax.effects)
  }

  private mutating func resolveTriggers(_ syntax: TransitionSyntax) {
    guard let triggers = syntax.triggers else {
      diagnostics.append(.rowWithoutEvent(syntax.range))
      row.isBroken = true
      return
    }
    namedEvents.clear()
    for index in 0..<triggers.count {
      switch triggers[index] {
      case .event(let name, let pattern):
        guard let event = events[name.id] else {
          undeclared("event", name, among: machine.events.lazy.map(\.name))
          continue
        }
        usedEvents[event] = true
        if namedEvents[name.id] != nil {
          diagnostics.append(.namedTwice("event", text(name.id), name.range))
          row.isBroken = true
          continue
        }
        namedEvents[name.id] = 0
        let declaration = machine.events[event]
        guard let plan = plan(pattern, for: declaration.fields, of: "event", named: declaration.name) else {
          row.isBroken = true
          continue
        }
        row.triggers.append((event, plan, nil))
      case .timer(let repeats, let duration, let keyword):
        addTimer(repeats, duration, keyword)
      case .always(let keyword):
        addTrigger(machine.always, [], keyword)
      case .done(let pattern, let keyword):
        guard let plan = plan(ofDone: pattern) else {
          row.isBroken = true
          continue
        }
        addTrigger(machine.done, plan, keyword)
      }
    }
  }

  private mutating func addTrigger(_ trigger: Int, _ plan: [FieldPattern], _ keyword: SourceRange) {
    if row.triggers.contains(where: { $0.event == trigger }) {
      diagnostics.append(.namedTwice("trigger", source.text(keyword), keyword))
      row.isBroken = true
    } else {
      row.triggers.append((trigger, plan, nil))
    }
  }

  private mutating func resolveSources(_ syntax: TransitionSyntax, in enclosing: Int?) {
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
      namedStates.clear()
      for index in 0..<sources.count {
        let source = sources[index]
        guard let state = resolveState(source.path) else { continue }
        let last = source.path[source.path.count - 1]
        if namedStates[last.id] != nil {
          diagnostics.append(.namedTwice("state", text(last.id), last.range))
          row.isBroken = true
          continue
        }
        namedStates[last.id] = 0
        let declaration = machine.states[state]
        checkDone(state, syntax.triggerRange)
        let plan = plan(source.pattern, for: declaration.fields, of: "state", named: declaration.name)
        if plan == nil { row.isBroken = true }
        addSource(state, plan ?? [], at: source.path.first.range)
      }
    case .wildcard(_, let exceptions):
      var isExcepted: Set<Int> = []
      for path in exceptions {
        guard let state = resolveState(path) else { continue }
        if machine.states[state].isFinal { diagnostics.append(.finalException(text(path.first.id), path.first.range)) }
        isExcepted.insert(state)
      }
      // Inside a state's body, '*' means its children, of which a simple state has none.
      let isForDone = row.triggers.contains { $0.event == machine.done }
      for state in row.body < 0 ? machine.topStates : machine.states[row.body].children
      where !machine.states[state].isFinal && !machine.states[state].isRegion && !isExcepted.contains(state)
        && !(isForDone && !machine.canBeDone(state))
      {
        row.sources.append((state, []))
      }
    }
  }

  private mutating func addSource(_ state: Int, _ plan: [FieldPattern], at range: SourceRange) {
    if machine.states[state].isRegion {
      diagnostics.append(.regionAsState(range, text(machine.states[state].name.id)))
      row.isBroken = true
      return
    }
    if machine.states[state].isFinal {
      let name = text(machine.states[state].name.id)
      diagnostics.append(
        Diagnostic.rowFromFinalState(name, range).note("'\(name)' is final", machine.states[state].name.range))
      row.isBroken = true
      return
    }
    row.sources.append((state, plan))
  }

  /// The condition, unless it is a literal.
  mutating func resolveGuard(_ text: SwiftText, _ resolved: inout Row) -> SwiftText? {
    let length = text.range.upperBound - text.range.lowerBound
    if length == 4, SwiftKeyword.matches("true", source.bytes, text.range.lowerBound) {
      diagnostics.append(.literalGuard("true", text.range))
      return nil
    }
    if length == 5, SwiftKeyword.matches("false", source.bytes, text.range.lowerBound) {
      diagnostics.append(.literalGuard("false", text.range))
      resolved.neverApplies = true
      return nil
    }
    if let equals = SwiftCheck.assignment(in: text.range, source.bytes) {
      diagnostics.append(.assigningGuard(equals))
    }
    return text
  }

  // MARK: One source and one event

  private mutating func expand(
    _ sourceIndex: Int, _ triggerIndex: Int, _ condition: SwiftText?, _ effects: inout [Effect?], row rowIndex: Int
  ) -> Transition? {
    let (state, statePlan) = row.sources[sourceIndex]
    let (event, eventPlan, timer) = row.triggers[triggerIndex]
    scope.clear()
    scope.enter(machine.fields(ofTrigger: event), eventPlan, of: .event)
    enterPath(of: state, statePlan)
    row.domain =
      row.target.map { domain(from: state, to: $0) } ?? row.choice.map { domain(from: state, toChoice: $0) } ?? -1
    row.safeDomain = row.choice.map { outer(row.domain, safeDomains[$0]) } ?? row.domain

    if let condition { use(condition, .condition) }
    useEffects(row.effects)
    assignFields(&effects)
    useArguments()
    wayCount = 0
    var transition = Transition(source: Int32(state), event: Int32(event), row: Int32(rowIndex))
    if let timer { transition.timer = Int32(self.timer(timer, of: state)) }
    checkRegions(from: state)
    if row.choice != nil { transition.ownUses = scope.usedFields }
    guard lead(&transition) else {
      if let choice = row.choice, wayCount > Self.maximumWays {
        reportOnce(.tooManyWays(row.targetRange, text(machine.choices[choice].name.id)))
      }
      row.isBroken = true
      return nil
    }
    transition.locals = scope.locals
    transition.patterns = scope.usedPatterns
    transition.isConditional = condition != nil || transition.patterns.contains { !$0.isIrrefutable }
    return transition
  }

  mutating func useArguments() {
    for argument in row.arguments {
      for value in argument.values { if let value { use(value, .body) } }
    }
  }

  /// Gives a transition its target, or the ways on from its choice; false where something is missing for it.
  mutating func lead(_ transition: inout Transition) -> Bool {
    transition.domain = Int32(row.domain)
    if let choice = row.choice {
      transition.choice = Int32(choice)
      guard let branches = branches(of: choice, transition) else { return false }
      transition.branches = branches
    } else if let target = row.target {
      transition.target = Int32(target)
      transition.history = row.history
      transition.leaf = Int32(row.history == nil ? machine.leaf(of: target) : historyLeaf(of: target))
      let state = Int(transition.source)
      let event = Int(transition.event)
      guard let arguments = supply(Int(transition.leaf), state, event),
        let regions = regionEntries(Int(transition.leaf), state, event)
      else { return false }
      transition.arguments = arguments
      transition.regions = regions
      if let kind = row.history {
        guard let returns = returns(to: target, kind, state, event) else { return false }
        transition.returns = returns
      }
    }
    return true
  }

  /// Enters the labels of a state and of the composites that it stands in.
  mutating func enterPath(of state: Int, _ plan: [FieldPattern]) {
    guard machine.states[state].parent >= 0 else {
      scope.enter(machine.states[state].fields, plan, of: .source)
      return
    }
    let path = machine.path(of: state)
    for (place, outer) in path.enumerated() {
      let declaration = machine.states[outer]
      scope.enter(
        declaration.fields, outer == state ? plan : [], of: .source, first: declaration.ownFields,
        level: path.count - 1 - place)
    }
  }

  // MARK: Order

  /// Groups the transitions by state and event without moving them: the order is a list of indices.
  mutating func orderTransitions() {
    let transitions = machine.transitions
    let rows = machine.rows
    var counts = Array(repeating: 0, count: machine.states.count + 1)
    for transition in transitions { counts[Int(transition.source) + 1] += 1 }
    for state in machine.states.indices {
      counts[state + 1] += counts[state]
      machine.states[state].transitions = counts[state]..<counts[state + 1]
    }
    var order = Array(repeating: Int32(0), count: transitions.count)
    for isWildcard in [false, true] {
      for (index, transition) in transitions.enumerated()
      where rows[Int(transition.row)].isWildcard == isWildcard {
        order[counts[Int(transition.source)]] = Int32(index)
        counts[Int(transition.source)] += 1
      }
    }
    // Within a state by event; what has one event keeps its order.
    for state in machine.states.indices {
      let range = machine.states[state].transitions
      guard range.count > 1 else { continue }
      let keyed = range.map { place in
        let transition = transitions[Int(order[place])]
        return (transition.event, transition.timer, place, order[place])
      }
      for (place, entry) in zip(range, keyed.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }) {
        order[place] = entry.3
      }
    }
    machine.transitionOrder = order
  }
}
