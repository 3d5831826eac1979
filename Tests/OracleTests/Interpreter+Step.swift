/// Performs a microstep: its exits, effects and entries.
extension Interpreter {
  // MARK: One step (Appendix D, microstep)

  mutating func take(_ enabled: [EnabledRow]) {
    exited = []
    outcomeOfStep = .ignored
    thrown = nil
    let whole = (configuration, payload, historyValue)
    defer {
      // What has thrown by 'try' has not happened. Properties stay as they are.
      if let thrown {
        (configuration, payload, historyValue) = whole
        failure = "threw \(thrown)"
      }
    }
    for row in enabled {
      if let condition = chart.rows[row.row].condition { thrown = thrown(by: condition, environment(of: row)) }
      if thrown != nil { return }
    }
    for row in enabled.reversed() {
      if let target = chart.rows[row.row].target, !mayStay(target) { exit(domain(from: row.source, to: target)) }
    }
    var entered: [Int] = []
    // A row without an arrow, of a state that another row of this step has led out of, sees what that state was, and
    // those around it that are active.
    var before = payload
    for row in enabled {
      let isLeft =
        chart.rows[row.row].target == nil && exited.contains(row.source) && !configuration.contains(row.source)
      if isLeft || entered.contains(row.source) {
        let now = payload
        for state in exited { payload[state] = before[state] }
        _ = take(row)
        for state in exited { (before[state], payload[state]) = (payload[state], now[state]) }
      } else {
        if entered.isEmpty { before = payload }
        entered += take(row)
      }
    }
    if thrown != nil { return }
    enter(entered.sorted())
  }

  /// Returns whether an arrow leads to a choice at which the source may stay active. Then no state is exited before the
  /// choice is decided.
  private func mayStay(_ target: Chart.Target) -> Bool {
    if case .choice(let choice) = target.place { chart.mayStay(choice) } else { false }
  }

  /// Takes a row: runs its effects, and those of the choices that it leads to. Returns the states to enter afterwards,
  /// whose payloads are known then.
  mutating func take(_ enabled: EnabledRow) -> [Int] {
    let row = chart.rows[enabled.row]
    if countsRows { taken[chart.printed(row), default: 0] += 1 }
    var environment = environment(of: enabled)
    run(row.effects, environment)
    if thrown != nil { return [] }
    if !row.effects.isEmpty, outcomeOfStep == .ignored { outcomeOfStep = .stayed }
    guard var target = row.target else { return [] }
    var domain = domain(from: enabled.source, to: target)
    while case .choice(let choice) = target.place {
      thrown = thrown(by: target.arguments, environment)
      if thrown != nil { return [] }
      let declared = target.arguments.map { ($0.label, value(of: $0.value, environment)) }
      environment.event.merge(declared) { $1 }
      guard let branch = branch(of: choice, environment) else { return [] }
      if thrown(by: branch.condition, environment) != nil {
        thrown = thrown(by: branch.condition, environment)
        return []
      }
      if countsRows { taken[chart.text(branch, of: chart.choices[choice]), default: 0] += 1 }
      guard let next = branch.target else {
        run(branch.effects + (branch.traps ? [.trap] : []), environment)
        if !branch.effects.isEmpty, outcomeOfStep == .ignored { outcomeOfStep = .stayed }
        return []
      }
      domain = outer(domain, self.domain(fromChoice: choice, to: next))
      if !mayStay(next) { exit(domain) }
      run(branch.effects, environment)
      if thrown != nil { return [] }
      if !branch.effects.isEmpty, outcomeOfStep == .ignored { outcomeOfStep = .stayed }
      target = next
    }
    outcomeOfStep = .transitioned
    thrown = thrown(by: target.arguments, environment)
    if thrown != nil { return [] }
    // The payload of what is left can still be read: by arguments, and by what carries over.
    let arguments = Payload(uniqueKeysWithValues: target.arguments.map { ($0.label, value(of: $0.value, environment)) })
    let before = payload
    configuration = configuration.filter { !isDescendant($0, of: domain) }
    return arrive(target, domain, arguments, environment, before)
  }

  /// Returns the first row of a choice whose condition is true, or whose condition throws.
  private func branch(of choice: Int, _ environment: Environment) -> Chart.Branch? {
    chart.choices[choice].branches.first { branch in
      thrown(by: branch.condition, environment) != nil || holds(branch.condition, environment)
    }
  }

  /// Exits the active states in a domain, the innermost first (Appendix D, exitStates).
  mutating func exit(_ domain: Int?) {
    for state in configuration.filter({ isDescendant($0, of: domain) && !exited.contains($0) }).reversed() {
      stopMachine(of: state)
      remember(state)
      if chart.states[state].activity != nil { outputs.append(chart.cancelName(of: state)) }
      if let name = timerNames[state] { outputs.append("cancel(\(name))") }
      run(chart.states[state].exit, environmentOfAction(state))
      exited.append(state)
      left.append(state)
    }
  }

  mutating func remember(_ state: Int) {
    let active = configuration.filter { isDescendant($0, of: state) }
    guard let child = active.first, !isForgotten(child) else {
      historyValue[state] = nil
      return
    }
    historyValue[state] = (
      active, payload.filter { $0.key == state || active.contains($0.key) },
      machines.filter { active.contains($0.key) }
    )
  }

  /// Returns whether a history does not restore a state, because it is a final state or a pseudostate. Then the
  /// composite state that contains it begins again in its initial state.
  func isForgotten(_ state: Int) -> Bool { chart.states[state].isFinal || chart.states[state].isPseudostate }

  mutating func arrive(
    _ target: Chart.Target, _ domain: Int?, _ arguments: Payload, _ environment: Environment, _ before: [Int: Payload]
  ) -> [Int] {
    var states: [Int]
    var given: [Int: Payload]
    var restored: [Int: Interpreter] = [:]
    switch target.place {
    case .choice:
      return []
    case .state(let state):
      states =
        target.others.isEmpty
        ? statesToEnter(state, domain: domain) : statesToEnter([state] + target.others, domain: domain)
      given = [state: arguments]
    case .history(let state, let kind):
      guard let value = historyValue[state], let child = value.states.first else {
        let initial = chart.states[state].historyDefault.map { statesToEnter($0, domain: domain) }
        states = initial ?? statesToEnter(state, domain: domain)
        given = [state: arguments]
        break
      }
      states = statesToEnter(state, domain: domain).filter { !isDescendant($0, of: state) || $0 == state }
      given = [state: (value.payload[state] ?? [:]).merging(arguments) { $1 }]
      switch kind {
      case .deep:
        // A body in a final state begins anew; the other states are entered again.
        let kept = value.states.filter { !isForgotten($0) }
        for active in kept { given[active] = value.payload[active] }
        restored = value.machines.filter { kept.contains($0.key) }
        states += kept
        for ended in value.states where isForgotten(ended) { states += initialStates(of: chart.states[ended].parent) }
      case .shallow:
        given[child] = value.payload[child]
        restored = value.machines.filter { $0.key == child }
        states += statesToEnter(child, domain: state)
      }
      states.sort()
    }
    prepare(states, arguments: given, environment, from: before)
    machines.merge(restored) { $1 }
    return states
  }

  /// Returns the domain of a transition: the innermost composite state that its arrow does not exit; nil for the
  /// machine (Appendix D, getTransitionDomain).
  func domain(from source: Int, to target: Chart.Target) -> Int? {
    switch target.place {
    case .state(let state), .history(let state, _):
      if isDescendant(state, of: source), source != state { return source }
      return chart.ancestors(of: source).first { isDescendant(state, of: $0) && $0 != state }
    case .choice(let choice):
      guard let parent = chart.choices[choice].parent else { return nil }
      return ([source] + chart.ancestors(of: source)).first { parent == $0 || isDescendant(parent, of: $0) }
    }
  }

  func domain(fromChoice choice: Int, to target: Chart.Target) -> Int? {
    guard let parent = chart.choices[choice].parent else { return nil }
    let around = [parent] + chart.ancestors(of: parent)
    switch target.place {
    case .state(let state), .history(let state, _): return around.first { isDescendant(state, of: $0) && $0 != state }
    case .choice(let next):
      guard let other = chart.choices[next].parent else { return nil }
      return around.first { other == $0 || isDescendant(other, of: $0) }
    }
  }

  func outer(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return nil }
    return isDescendant(first, of: second) ? second : first
  }

  func isDescendant(_ state: Int, of ancestor: Int?) -> Bool {
    guard let ancestor else { return true }
    return chart.ancestors(of: state).contains(ancestor)
  }

  func initialChild(of state: Int) -> Int? {
    chart.children(of: state).first { chart.states[$0].isInitial }
  }

  /// Returns the states that are entered by default within a state: its initial child, or all its regions, and those
  /// within them (Appendix D, addDescendantStatesToEnter). Nil is the machine.
  func initialStates(of state: Int?) -> [Int] {
    let children = chart.children(of: state)
    let entered = chart.isParallel(state) ? children : children.filter { chart.states[$0].isInitial }
    return entered.flatMap { [$0] + initialStates(of: $0) }
  }

  /// Returns the states that a transition to a target enters, in the order of the source: the target, its ancestors in
  /// the domain, the regions beside these, and initial states within (Appendix D, computeEntrySet).
  func statesToEnter(_ target: Int, domain: Int?) -> [Int] {
    let path = Array(chart.ancestors(of: target).prefix { $0 != domain }.reversed()) + [target]
    var states = path + initialStates(of: target)
    for (place, state) in path.enumerated() {
      let parent = place == 0 ? domain : path[place - 1]
      guard chart.states[state].isRegion else { continue }
      for sibling in chart.children(of: parent) where sibling != state {
        states += [sibling] + initialStates(of: sibling)
      }
    }
    return states.sorted()
  }

  /// Returns the states that a transition to several targets enters: the targets, their ancestors in the domain, and
  /// the states that are entered by default in regions without a target (Appendix D, addDescendantStatesToEnter and
  /// addAncestorStatesToEnter).
  func statesToEnter(_ targets: [Int], domain: Int?) -> [Int] {
    var states: Set<Int> = []
    for target in targets { states.formUnion([target] + chart.ancestors(of: target).prefix { $0 != domain }) }
    var pending: [Int?] = states.map(Optional.some)
    if let first = targets.first, let top = ([first] + chart.ancestors(of: first)).last(where: states.contains),
      chart.states[top].isRegion
    {
      pending.append(domain)
    }
    while let state = pending.popLast() {
      let children = chart.children(of: state)
      if !chart.isParallel(state), children.contains(where: states.contains) { continue }
      for child in children where chart.isParallel(state) || chart.states[child].isInitial {
        if states.insert(child).inserted { pending.append(child) }
      }
    }
    return states.sorted()
  }

  /// Sets the payloads of states before they are entered, the outermost first.
  ///
  /// - Parameters:
  ///   - arguments: the values that the row gives, or that a history restores, by state.
  ///   - before: the payloads of the states before the transition, which carry over.
  mutating func prepare(
    _ states: [Int], arguments: [Int: Payload], _ environment: Environment, from before: [Int: Payload]?
  ) {
    for state in states {
      var values: Payload = [:]
      for field in chart.states[state].fields {
        // No arrow leads to where the machine starts: there, only defaults count.
        let enclosing = before == nil ? nil : chart.ancestors(of: state).compactMap { payload[$0]?[field.label] }.first
        let carried = environment.event[field.label] ?? environment.states.first.flatMap { before?[$0]?[field.label] }
        let around = environment.states.dropFirst().compactMap { before?[$0]?[field.label] }.first
        values[field.label] =
          arguments[state]?[field.label] ?? carried ?? enclosing ?? around ?? field.defaultValue
      }
      payload[state] = values
      machines[state] = chart.machine(of: state).map { Interpreter($0) }
    }
  }

  /// Enters states and runs their entry effects, the outermost first (Appendix D, enterStates).
  mutating func enter(_ states: [Int], acts: Bool = true) {
    entered += states
    for state in states {
      configuration.append(state)
      configuration.sort()
      // What has been left and is not entered again has no payload.
      let known = configuration + states
      payload = payload.filter { known.contains($0.key) }
      let environment = environmentOfAction(state)
      if !acts { continue }
      run(chart.states[state].entry, environment)
      if let activity = chart.states[state].activity {
        outputs.append("\(chart.activityName(of: state))(\(value(of: activity, environment)))")
      }
      if let name = timerNames[state], let timer = chart.states[state].timer {
        let seconds = value(of: timer.seconds, environment)
        outputs.append("\(timer.repeats ? "every" : "after")(\(name), \(seconds))")
      }
      startMachine(of: state)
      guard chart.states[state].isFinal, let parent = chart.states[state].parent else { continue }
      if !chart.states[parent].isRegion {
        if !internalQueue.contains(.done(parent)) { internalQueue.append(.done(parent)) }
      } else if let parallel = chart.states[parent].parent, isInFinalState(parallel) {
        internalQueue.removeAll { $0 == .done(parallel) }
        internalQueue.append(.done(parallel))
      }
    }
  }

  func environmentOfAction(_ state: Int) -> Environment {
    Environment(states: [state] + chart.ancestors(of: state))
  }
}
