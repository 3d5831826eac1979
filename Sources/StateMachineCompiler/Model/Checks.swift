/// Looks at the resolved machine as a whole: rows that exclude each other, states that cannot be reached or left, and
/// what is declared and never used.
struct Checks {
  let machine: StateMachine
  let resolver: Resolver
  var diagnostics: [Diagnostic] = []
  /// Rows behind one with the same guard: what else is wrong with them may follow from that.
  private var repeatedRows: Set<Int> = []

  init(machine: StateMachine, resolver: Resolver) {
    self.machine = machine
    self.resolver = resolver
  }

  /// - Parameter isComplete: whether every name and every statement is understood. If not, nothing is called unreachable,
  ///   idle or unused: that may be due to what is missing.
  mutating func run(isComplete: Bool) {
    checkOrderOfRows(isComplete: isComplete)
    checkDeferredEvents()
    checkAlwaysRows()
    checkOverriddenRows()
    checkConflicts()
    guard isComplete else { return }
    if machine.unhandled == .error, resolver.brokenRows.isEmpty { checkEveryPair() }
    let unreachable = checkReachability()
    let deadEnds = checkDeadEnds()
    checkFinalStates(deadEnds: deadEnds, unreachable: unreachable)
    checkWaiting()
    checkUses()
  }

  func name(of state: Int) -> String { resolver.text(machine.states[state].name.id) }
  func name(ofEvent event: Int) -> String { machine.name(ofTrigger: event) }

  // MARK: Rows

  /// Rows behind an unconditional one of the same state and event.
  private mutating func checkOrderOfRows(isComplete: Bool) {
    /// By row: whether any of its transitions can apply.
    var isAlive = Array(repeating: false, count: machine.rows.count)
    var shadow: [Int: (by: Int, state: Int, event: String)] = [:]
    /// Rows behind one with the same guard.
    var repeated = shadow
    var reported: Set<[Int]> = []
    for state in machine.states.indices {
      var event: (event: Int32, timer: Int32) = (-1, -1)
      var unconditional: Int?
      /// The conditions of the rows so far, with the rows.
      var conditions: [String: Int] = [:]
      let range = machine.transitions(of: state)
      for place in range {
        let index = Int(machine.transitionOrder[place])
        let row = Int(machine.transitions[index].row)
        let isConditional = machine.transitions[index].isConditional
        if (machine.transitions[index].event, machine.transitions[index].timer) != event {
          event = (machine.transitions[index].event, machine.transitions[index].timer)
          unconditional = nil
          conditions.removeAll(keepingCapacity: true)
        }
        // What has one row needs no comparison.
        if isConditional, unconditional == nil, sharesTrigger(place, in: range) {
          let condition = condition(of: machine.transitions[index])
          if let earlier = conditions[condition] {
            if repeated[row] == nil {
              repeated[row] = (earlier, state, machine.triggerName(of: machine.transitions[index]))
            }
            continue
          }
          conditions[condition] = row
        }
        guard let earlier = unconditional else {
          isAlive[row] = true
          if !isConditional { unconditional = row }
          continue
        }
        if machine.rows[row].isWildcard, !machine.rows[earlier].isWildcard { continue }
        if isConditional || isElse(row) {
          if shadow[row] == nil {
            shadow[row] = (earlier, state, machine.triggerName(of: machine.transitions[index]))
          }
        } else if reported.insert([earlier, row]).inserted {
          isAlive[row] = true
          diagnostics.append(
            Diagnostic.twoUnconditionalRows(
              machine.rows[row].range, state: name(of: state),
              event: machine.triggerName(of: machine.transitions[index])
            ).note("the first is here", machine.rows[earlier].range))
        }
      }
    }
    for (row, entry) in shadow.sorted(by: { $0.key < $1.key }) where !isAlive[row] {
      isAlive[row] = true
      diagnostics.append(
        Diagnostic.shadowedRow(machine.rows[row].range, state: name(of: entry.state), event: entry.event)
          .note("this row always applies before it", machine.rows[entry.by].range))
    }
    for (row, entry) in repeated.sorted(by: { $0.key < $1.key }) where !isAlive[row] {
      isAlive[row] = true
      repeatedRows.insert(row)
      diagnostics.append(
        Diagnostic.repeatedGuard(machine.rows[row].range, state: name(of: entry.state), event: entry.event)
          .note("the row with the same guard is here", machine.rows[entry.by].range))
    }
    guard isComplete else { return }
    for (row, resolved) in machine.rows.enumerated()
    where resolved.isWildcard && !isAlive[row] && !resolved.neverApplies {
      diagnostics.append(.idleWildcard(resolved.range))
    }
  }

  /// Whether the place before or behind has the same trigger: those of one trigger stand together.
  private func sharesTrigger(_ place: Int, in range: Range<Int>) -> Bool {
    func trigger(_ place: Int) -> (Int32, Int32) {
      let index = Int(machine.transitionOrder[place])
      return (machine.transitions[index].event, machine.transitions[index].timer)
    }
    return place > range.lowerBound && trigger(place - 1) == trigger(place)
      || place + 1 < range.upperBound && trigger(place + 1) == trigger(place)
  }

  /// What decides whether a transition applies: the tokens of its guard and its patterns, and what the names in them are.
  private func condition(of transition: Transition) -> String {
    var text = ""
    if let guardCode = machine.rows[Int(transition.row)].condition { text += tokens(of: guardCode.range) }
    for local in transition.locals where local.usage.contains(.condition) {
      text += "\n\(resolver.text(local.name.id)) \(local.owner.rawValue) \(local.field)"
    }
    for pattern in transition.patterns {
      text += "\n\(pattern.owner.rawValue) \(pattern.field) \(tokens(of: pattern.range))"
    }
    return text
  }

  /// The text without what is between its tokens.
  private func tokens(of range: SourceRange) -> String {
    var swift = SwiftLexer(bytes: machine.source.bytes, from: range.lowerBound, to: range.upperBound)
    var text = ""
    var token = swift.next()
    while token.kind != .end {
      text += machine.source.text(SourceRange(token.start, token.end)) + " "
      token = swift.next()
    }
    return text
  }

  private func isElse(_ row: Int) -> Bool { machine.rows[row].isElse }

  // MARK: Defer and always

  /// An event that a row of the state always takes is never deferred there.
  private mutating func checkDeferredEvents() {
    for (state, event, range) in resolver.deferRanges {
      let row = machine.transitions(of: state).map { machine.transitions[Int(machine.transitionOrder[$0])] }
        .first { Int($0.event) == event && !$0.isConditional }
      guard let row else { continue }
      diagnostics.append(
        Diagnostic.idleDefer(range, name(ofEvent: event), state: name(of: state))
          .note("the row is here", machine.rows[Int(row.row)].range))
    }
  }

  /// `always` rows that never come to rest: ones that do nothing, and circles of states that are left at once.
  private mutating func checkAlwaysRows() {
    var idle: Set<Int> = []
    /// By leaf: the row that is certain to be taken there, and where it leads.
    var certain: [Int: (row: Int, leaf: Int)] = [:]
    /// By state: the `always` row that is tried first.
    var firsts: [Int: Transition] = [:]
    for state in machine.states.indices {
      for place in machine.transitions(of: state) {
        let index = Int(machine.transitionOrder[place])
        guard Int(machine.transitions[index].event) == machine.always else { continue }
        let transition = machine.transitions[index]
        if firsts[state] == nil { firsts[state] = transition }
        let row = machine.rows[Int(transition.row)]
        if transition.isInternal, row.effects.isEmpty, idle.insert(Int(transition.row)).inserted {
          diagnostics.append(.idleAlways(row.range))
        }
      }
    }
    guard !firsts.isEmpty else { return }
    for leaf in machine.states.indices where !machine.states[leaf].isComposite {
      guard let first = machine.path(of: leaf).reversed().lazy.compactMap({ firsts[$0] }).first, !first.isConditional,
        first.choice < 0, first.history == nil
      else { continue }
      let row = machine.rows[Int(first.row)]
      guard !first.isInternal || !row.effects.isEmpty, !row.traps else { continue }
      certain[leaf] = (Int(first.row), first.isInternal ? leaf : Int(first.leaf))
    }
    var isVisited: Set<Int> = []
    for start in machine.states.indices where certain[start] != nil && !isVisited.contains(start) {
      var path: [Int] = []
      var places: [Int: Int] = [:]
      var next = start
      while let step = certain[next], isVisited.insert(next).inserted {
        places[next] = path.count
        path.append(next)
        next = step.leaf
      }
      guard let first = places[next], let row = certain[next]?.row else { continue }
      let names = path[first...].map { name(of: $0) } + [name(of: next)]
      diagnostics.append(.alwaysCycle(machine.rows[row].range, names))
    }
  }

  private mutating func checkEveryPair() {
    var missing: [String] = []
    var count = 0
    var isHandled = Array(repeating: false, count: machine.events.count)
    /// By event: the last row that has it, and whether one of them always applies.
    var last = Array(repeating: -1, count: machine.events.count)
    var isCertain = isHandled
    var reported: Set<[Int]> = []
    for state in machine.states.indices where !machine.states[state].isFinal && !machine.states[state].isComposite {
      for event in isHandled.indices {
        isHandled[event] = false
        isCertain[event] = false
        last[event] = -1
      }
      for outer in machine.path(of: state) {
        for place in machine.transitions(of: outer) {
          let transition = machine.transitions[Int(machine.transitionOrder[place])]
          let event = Int(transition.event)
          guard event < isHandled.count else { continue }
          isHandled[event] = true
          last[event] = Int(transition.row)
          if !transition.isConditional { isCertain[event] = true }
        }
        for event in machine.states[outer].deferred {
          isHandled[event] = true
          isCertain[event] = true
        }
        if let event = machine.states[outer].submachine?.event, event >= 0 { isCertain[event] = true }
      }
      for event in isHandled.indices where isHandled[event] && !isCertain[event] && last[event] >= 0 {
        guard !repeatedRows.contains(last[event]), reported.insert([last[event], event]).inserted else { continue }
        diagnostics.append(
          .missingElse(machine.rows[last[event]].range, state: name(of: state), event: name(ofEvent: event)))
      }
      for event in isHandled.indices where !isHandled[event] {
        count += 1
        if missing.count < 20 { missing.append("\(name(of: state)) : \(name(ofEvent: event))") }
      }
    }
    guard count > 0 else { return }
    if count > missing.count { missing.append("and \(count - missing.count) more") }
    diagnostics.append(.pairsMissing(machine.name.range, missing, count: count))
  }

  // MARK: States

  /// Returns the states that no arrow leads to.
  private mutating func checkReachability() -> Set<Int> {
    guard !machine.states.isEmpty else { return [] }
    var isReached = Array(repeating: false, count: machine.states.count)
    var pending: [Int] = []
    /// With a state, the composites around it are active, and its initial children.
    func reach(_ target: Int) {
      for state in machine.path(of: machine.leaf(of: target)) where !isReached[state] {
        isReached[state] = true
        pending.append(state)
        if machine.isParallel(state) { for region in machine.states[state].children { reach(region) } }
      }
    }
    if machine.isParallel {
      for region in machine.topStates { reach(region) }
    } else {
      reach(machine.initialState)
    }
    for row in resolver.brokenRows { if let target = row.target { reach(target) } }
    while let state = pending.popLast() {
      for place in machine.transitions(of: state) {
        machine.transitions[Int(machine.transitionOrder[place])].forEachArrival { arrival in
          if arrival.target >= 0 { reach(Int(arrival.leaf)) }
        }
      }
    }
    let unreachable = machine.states.indices.filter { !isReached[$0] }
    for state in unreachable {
      diagnostics.append(.unreachableState(machine.states[state].name.range, name(of: state)))
    }
    return Set(unreachable)
  }

  /// Returns the states that have no row, their own or around them.
  private mutating func checkDeadEnds() -> Set<Int> {
    var deadEnds: Set<Int> = []
    var hasBrokenRow = Array(repeating: false, count: machine.states.count)
    for row in resolver.brokenRows {
      for state in row.sources { hasBrokenRow[state] = true }
    }
    for state in machine.states.indices
    where !machine.states[state].isFinal && !machine.states[state].isComposite
      && !machine.path(of: state).contains(where: { !machine.transitions(of: $0).isEmpty || hasBrokenRow[$0] })
    {
      deadEnds.insert(state)
      diagnostics.append(.deadEndState(machine.states[state].name.range, name(of: state)))
    }
    return deadEnds
  }

  // MARK: Uses

  private mutating func checkUses() {
    func warn(_ what: String, _ names: [SourceRange], _ isUsed: [Bool], _ verb: String) -> [Diagnostic] {
      zip(names, isUsed).filter { !$0.1 }.map { .unused(what, machine.source.text($0.0), $0.0, verb) }
    }
    for (state, range) in resolver.unusedHistoryDefaults.sorted(by: { $0.key < $1.key })
    where !resolver.hasBrokenHistory {
      diagnostics.append(.unusedHistoryDefault(range, name(of: state)))
    }
    // What a held machine has no row for, the one that holds it may.
    if !machine.isHeld {
      diagnostics += warn(
        "event", machine.events.map(\.name.range), resolver.usedEvents, "no row has it as its event")
    }
    diagnostics += warn("output", machine.outputs.map(\.name.range), resolver.usedOutputs, "no effect produces it")
    diagnostics += warn(
      "property", machine.storedProperties.map(\.name.range), resolver.usedProperties, "no row or action uses it")
    diagnostics += warn("guard", resolver.guardNames.map(\.range), resolver.usedGuards, "no row names it")
  }
}
