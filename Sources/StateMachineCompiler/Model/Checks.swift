/// Looks at the resolved machine as a whole: rows that exclude each other, states that cannot be reached or left, and
/// what is declared and never used.
struct Checks {
  private let machine: StateMachine
  private let resolver: Resolver
  private(set) var diagnostics: [Diagnostic] = []

  init(machine: StateMachine, resolver: Resolver) {
    self.machine = machine
    self.resolver = resolver
  }

  /// - Parameter isComplete: whether every name and every statement is understood. If not, nothing is called unreachable,
  ///   idle or unused: that may be due to what is missing.
  mutating func run(isComplete: Bool) {
    checkOrderOfRows(isComplete: isComplete)
    guard isComplete else { return }
    if machine.unhandled == .error, resolver.brokenRows.isEmpty { checkEveryPair() }
    checkReachability()
    checkDeadEnds()
    checkUses()
  }

  private func name(of state: Int) -> String { resolver.text(machine.states[state].name.id) }
  private func name(ofEvent event: Int) -> String { resolver.text(machine.events[event].name.id) }

  // MARK: Rows

  /// Rows behind an unconditional one of the same state and event.
  private mutating func checkOrderOfRows(isComplete: Bool) {
    /// By row: whether any of its transitions can apply.
    var isAlive = Array(repeating: false, count: machine.rows.count)
    var shadow: [Int: (by: Int, state: Int, event: Int)] = [:]
    var reported: Set<[Int]> = []
    for state in machine.states.indices {
      var event: Int32 = -1
      var unconditional: Int?
      for place in machine.transitions(of: state) {
        let index = Int(machine.transitionOrder[place])
        let row = Int(machine.transitions[index].row)
        let isConditional = machine.transitions[index].isConditional
        if machine.transitions[index].event != event {
          event = machine.transitions[index].event
          unconditional = nil
        }
        guard let earlier = unconditional else {
          isAlive[row] = true
          if !isConditional { unconditional = row }
          continue
        }
        if machine.rows[row].isWildcard, !machine.rows[earlier].isWildcard { continue }
        if isConditional || isElse(row) {
          if shadow[row] == nil { shadow[row] = (earlier, state, Int(event)) }
        } else if reported.insert([earlier, row]).inserted {
          isAlive[row] = true
          diagnostics.append(
            Diagnostic.twoUnconditionalRows(
              machine.rows[row].range, state: name(of: state), event: name(ofEvent: Int(event))
            ).note("the first is here", machine.rows[earlier].range))
        }
      }
    }
    for (row, entry) in shadow.sorted(by: { $0.key < $1.key }) where !isAlive[row] {
      isAlive[row] = true
      diagnostics.append(
        Diagnostic.shadowedRow(machine.rows[row].range, state: name(of: entry.state), event: name(ofEvent: entry.event))
          .note("this row always applies before it", machine.rows[entry.by].range))
    }
    guard isComplete else { return }
    for (row, resolved) in machine.rows.enumerated()
    where resolved.isWildcard && !isAlive[row] && !resolved.neverApplies {
      diagnostics.append(.idleWildcard(resolved.range))
    }
  }

  private func isElse(_ row: Int) -> Bool { machine.rows[row].isElse }

  private mutating func checkEveryPair() {
    var missing: [String] = []
    var count = 0
    var isHandled = Array(repeating: false, count: machine.events.count)
    for state in machine.states.indices where !machine.states[state].isFinal && !machine.states[state].isComposite {
      for event in isHandled.indices { isHandled[event] = false }
      for outer in machine.path(of: state) {
        for place in machine.transitions(of: outer) {
          isHandled[Int(machine.transitions[Int(machine.transitionOrder[place])].event)] = true
        }
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

  private mutating func checkReachability() {
    guard !machine.states.isEmpty else { return }
    var isReached = Array(repeating: false, count: machine.states.count)
    var pending: [Int] = []
    /// With a state, the composites around it are active, and its initial children.
    func reach(_ target: Int) {
      for state in machine.path(of: machine.leaf(of: target)) where !isReached[state] {
        isReached[state] = true
        pending.append(state)
      }
    }
    reach(machine.initialState)
    for row in resolver.brokenRows { if let target = row.target { reach(target) } }
    while let state = pending.popLast() {
      for place in machine.transitions(of: state) {
        let target = Int(machine.transitions[Int(machine.transitionOrder[place])].target)
        if target >= 0 { reach(target) }
      }
    }
    for state in machine.states.indices where !isReached[state] {
      diagnostics.append(.unreachableState(machine.states[state].name.range, name(of: state)))
    }
  }

  private mutating func checkDeadEnds() {
    var hasBrokenRow = Array(repeating: false, count: machine.states.count)
    for row in resolver.brokenRows {
      for state in row.sources { hasBrokenRow[state] = true }
    }
    for state in machine.states.indices
    where !machine.states[state].isFinal && !machine.states[state].isComposite
      && !machine.path(of: state).contains(where: { !machine.transitions(of: $0).isEmpty || hasBrokenRow[$0] })
    {
      diagnostics.append(.deadEndState(machine.states[state].name.range, name(of: state)))
    }
  }

  // MARK: Uses

  private mutating func checkUses() {
    func warn(_ what: String, _ names: [SourceRange], _ isUsed: [Bool], _ verb: String) -> [Diagnostic] {
      zip(names, isUsed).filter { !$0.1 }.map { .unused(what, machine.source.text($0.0), $0.0, verb) }
    }
    diagnostics += warn("event", machine.events.map(\.name.range), resolver.usedEvents, "no row has it as its event")
    diagnostics += warn("output", machine.outputs.map(\.name.range), resolver.usedOutputs, "no effect produces it")
    diagnostics += warn(
      "property", machine.storedProperties.map(\.name.range), resolver.usedProperties, "no row or action uses it")
    diagnostics += warn("guard", resolver.guardNames.map(\.range), resolver.usedGuards, "no row names it")
  }
}
