/// Runs a chart as the algorithm of SCXML's Appendix D does (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation),
/// on the tree of states and the rows as they are written. It shares nothing with the compiler.
///
/// Where the language differs from SCXML, the language decides: an arrow of a composite to its own descendant is local;
/// `*` rows are the last of the children that they stand for; a payload that is not given carries over; a choice is passed
/// through in one step; events can be deferred.
struct Interpreter {
  enum Outcome: String { case ignored, stayed, transitioned, deferred }

  typealias Payload = [String: Int]

  let chart: Chart
  /// By state: whether it has rows for its timer.
  private let isTimed: [Bool]
  /// The active states, in the order of the source.
  var configuration: [Int] = []
  /// The payload of each active state.
  var payload: [Int: Payload] = [:]
  var properties: Payload = [:]
  var outputs: [String] = []
  /// Whether the run at hand has not come to rest.
  private(set) var isRunaway = false

  enum InternalEvent: Equatable {
    case raised(Int, Payload)
    case done(Int)
  }

  var internalQueue: [InternalEvent] = []
  private var deferredEvents: [(event: Int, arguments: Payload)] = []
  /// By composite: the descendants that were active when it was left, and their payload and its own.
  private var historyValue: [Int: (states: [Int], payload: [Int: Payload])] = [:]

  /// What names mean while a row or an action runs: the first that knows a name decides.
  struct Environment {
    var event: Payload = [:]
    /// States whose labels are in scope, inner first.
    var states: [Int] = []
  }

  private struct EnabledRow {
    var row: Int
    /// The state that the row is taken for.
    var source: Int
    var event: Payload
  }

  private enum Selection {
    case none, deferred
    /// In the order of the atomic states that have selected them, without conflicts.
    case rows([EnabledRow])
  }

  init(_ chart: Chart) {
    self.chart = chart
    let timed = Set(chart.timed)
    isTimed = chart.states.indices.map(timed.contains)
    for property in chart.properties { properties[property.name] = property.value }
  }

  /// Enters the initial states.
  mutating func start() -> [String] {
    outputs = []
    let entered = initialStates(of: nil)
    prepare(entered, arguments: [:], Environment(), from: nil)
    enter(entered)
    _ = runToCompletion(.transitioned)
    return outputs
  }

  /// Whether the machine has ended.
  var isFinal: Bool { isInFinalState(nil) }

  /// Whether a composite has reached a final state, in each of its regions (Appendix D, isInFinalState).
  private func isInFinalState(_ state: Int?) -> Bool {
    if chart.isParallel(state) { return chart.children(of: state).allSatisfy { isInFinalState($0) } }
    return configuration.contains { chart.states[$0].parent == state && chart.states[$0].isFinal }
  }

  // MARK: Events

  /// Handles one event from outside; what it has put out is in `outputs`.
  mutating func handle(_ event: Int, _ arguments: Payload) -> Outcome {
    outputs = []
    isRunaway = false
    let outcome = step(event, arguments)
    if outcome == .deferred { deferredEvents.append((event, arguments)) }
    return runToCompletion(outcome)
  }

  /// Whether the event would do something.
  func accepts(_ event: Int, _ arguments: Payload) -> Bool {
    guard !isFinal, case .rows(let enabled) = select(.event(event), arguments) else { return false }
    return enabled.contains { acts($0) }
  }

  /// A timer of a state has run out: it is for the rows of that state, and of nobody else.
  mutating func elapse(_ state: Int) -> Outcome {
    outputs = []
    isRunaway = false
    guard let row = enabledRow(whenElapsed: state) else { return .ignored }
    return runToCompletion(take(.rows([row])))
  }

  func acceptsElapse(_ state: Int) -> Bool { enabledRow(whenElapsed: state).map(acts) ?? false }

  private func enabledRow(whenElapsed state: Int) -> EnabledRow? {
    guard !isFinal, configuration.contains(state) else { return nil }
    return enabledRow(of: state, [:], { $0 == .timer(state) }).map { EnabledRow(row: $0, source: state, event: [:]) }
  }

  private mutating func step(_ event: Int, _ arguments: Payload) -> Outcome {
    guard !isFinal else { return .ignored }
    return take(select(.event(event), arguments))
  }

  private mutating func take(_ selection: Selection) -> Outcome {
    switch selection {
    case .none: return .ignored
    case .deferred: return .deferred
    case .rows(let all):
      let enabled = all.filter { acts($0) }
      guard !enabled.isEmpty else { return .ignored }
      take(enabled)
      return enabled.contains { chart.rows[$0.row].target != nil } ? .transitioned : .stayed
    }
  }

  /// Whether a row does something; else it says that the event is ignored.
  private func acts(_ enabled: EnabledRow) -> Bool {
    chart.rows[enabled.row].target != nil || !chart.rows[enabled.row].effects.isEmpty
  }

  /// Eventless rows, then internal events, until there are none (Appendix D, mainEventLoop); then what was deferred.
  private mutating func runToCompletion(_ first: Outcome) -> Outcome {
    guard first == .stayed || first == .transitioned else { return first }
    var outcome = first
    var steps = 0
    while !isFinal {
      steps += 1
      if steps > 900 {
        isRunaway = true
        return outcome
      }
      var next = Outcome.ignored
      if case .rows(let enabled) = select(.always, [:]) {
        next = take(.rows(enabled))
      } else if !internalQueue.isEmpty {
        switch internalQueue.removeFirst() {
        case .raised(let event, let arguments):
          next = step(event, arguments)
          if next == .deferred { deferredEvents.append((event, arguments)) }
        case .done(let state):
          if let enabled = enabledRow(whenDone: state) { next = take(.rows([enabled])) }
        }
      } else if let index = deferredEvents.firstIndex(where: { !isDeferred($0.event, $0.arguments) }) {
        let event = deferredEvents.remove(at: index)
        next = step(event.event, event.arguments)
      } else {
        return outcome
      }
      if next == .transitioned { outcome = next }
    }
    return outcome
  }

  private func isDeferred(_ event: Int, _ arguments: Payload) -> Bool {
    if case .deferred = select(.event(event), arguments) { true } else { false }
  }

  /// For each atomic state the first enabled row, from there outward (Appendix D, selectTransitions); what a state defers
  /// counts only where no region has a row.
  private func select(_ trigger: Chart.Trigger, _ arguments: Payload) -> Selection {
    var enabled: [EnabledRow] = []
    var isDeferred = false
    for state in configuration where chart.children(of: state).isEmpty {
      for source in [state] + chart.ancestors(of: state) {
        if let row = enabledRow(of: source, arguments, { $0 == trigger }) {
          if !enabled.contains(where: { $0.row == row && $0.source == source }) {
            enabled.append(EnabledRow(row: row, source: source, event: arguments))
          }
          break
        }
        if case .event(let event) = trigger, chart.states[source].deferred.contains(event) {
          isDeferred = true
          break
        }
      }
    }
    let acting = withoutConflicts(enabled.filter { acts($0) })
    if !acting.isEmpty { return .rows(acting) }
    if isDeferred { return .deferred }
    return enabled.isEmpty ? .none : .rows(enabled)
  }

  /// Appendix D, removeConflictingTransitions.
  private func withoutConflicts(_ enabled: [EnabledRow]) -> [EnabledRow] {
    var filtered: [EnabledRow] = []
    for first in enabled {
      var isPreempted = false
      var removed: [Int] = []
      for (index, second) in filtered.enumerated()
      where !exitSet(first).isDisjoint(with: exitSet(second)) {
        if isDescendant(first.source, of: second.source), first.source != second.source {
          removed.append(index)
        } else {
          isPreempted = true
          break
        }
      }
      guard !isPreempted else { continue }
      for index in removed.reversed() { filtered.remove(at: index) }
      filtered.append(first)
    }
    return filtered
  }

  /// Appendix D, computeExitSet.
  private func exitSet(_ enabled: EnabledRow) -> Set<Int> {
    guard let target = chart.rows[enabled.row].target else { return [] }
    let domain = domain(from: enabled.source, to: target)
    return Set(configuration.filter { isDescendant($0, of: domain) })
  }

  private func enabledRow(of source: Int, _ arguments: Payload, _ matches: (Chart.Trigger) -> Bool) -> Int? {
    let environment = environment(of: source, arguments)
    for isWildcard in [false, true] {
      for index in chart.rows.indices where chart.rows[index].triggers.contains(where: matches) {
        guard isWildcard == chart.rows[index].isWildcard, chart.rows[index].applies(to: source, in: chart) else {
          continue
        }
        // What was tried before has not applied: 'else' holds.
        guard let condition = chart.rows[index].condition, !holds(condition, environment) else { return index }
      }
    }
    return nil
  }

  /// The row of a composite that is done, if it still is.
  private func enabledRow(whenDone state: Int) -> EnabledRow? {
    if chart.isParallel(state) {
      guard configuration.contains(state), isInFinalState(state) else { return nil }
      return enabledRow(of: state, [:], { if case .done = $0 { true } else { false } })
        .map { EnabledRow(row: $0, source: state, event: [:]) }
    }
    guard configuration.contains(state),
      let child = configuration.first(where: { chart.states[$0].parent == state && chart.states[$0].isFinal })
    else { return nil }
    for isWildcard in [false, true] {
      for (index, row) in chart.rows.enumerated()
      where row.isWildcard == isWildcard && row.applies(to: state, in: chart) {
        for case .done(let asked, let bindsValue) in row.triggers where asked == nil || asked == child {
          var event: Payload = [:]
          if bindsValue, let field = chart.states[child].fields.first { event["z"] = payload[child]?[field.label] }
          if let condition = row.condition, !holds(condition, environment(of: state, event)) { continue }
          return EnabledRow(row: index, source: state, event: event)
        }
      }
    }
    return nil
  }

  private func environment(of source: Int, _ arguments: Payload) -> Environment {
    Environment(event: arguments, states: [source] + chart.ancestors(of: source))
  }

  // MARK: One step (Appendix D, microstep)

  private mutating func take(_ enabled: [EnabledRow]) {
    exited = []
    for row in enabled.reversed() {
      if let target = chart.rows[row.row].target { exit(domain(from: row.source, to: target)) }
    }
    var entered: [Int] = []
    // A row without an arrow, of a state that another row of this step has led out of, sees what that state was.
    var before = payload
    for row in enabled {
      let isLeft =
        chart.rows[row.row].target == nil && exited.contains(row.source) && !configuration.contains(row.source)
      if isLeft || entered.contains(row.source) {
        swap(&payload, &before)
        _ = take(row)
        swap(&payload, &before)
      } else {
        if entered.isEmpty { before = payload }
        entered += take(row)
      }
    }
    enter(entered.sorted())
  }

  /// Runs a row's effects; returns the states that are to be entered, whose payload is known then.
  private mutating func take(_ enabled: EnabledRow) -> [Int] {
    let row = chart.rows[enabled.row]
    let environment = environment(of: enabled.source, enabled.event)
    run(row.effects, environment)
    guard var target = row.target else { return [] }
    var domain = domain(from: enabled.source, to: target)
    while case .choice(let choice) = target.place {
      guard let way = chart.choices[choice].ways.first(where: { holds($0.condition, environment) }) else { return [] }
      domain = outer(domain, self.domain(fromChoice: choice, to: way.target))
      exit(domain)
      run(way.effects, environment)
      target = way.target
    }
    // The payload of what is left can still be read: by arguments, and by what carries over.
    let arguments = Payload(uniqueKeysWithValues: target.arguments.map { ($0.label, value(of: $0.value, environment)) })
    let before = payload
    configuration = configuration.filter { !isDescendant($0, of: domain) }
    return arrive(target, domain, arguments, environment, before)
  }

  /// What the step at hand has left already; its payload can still be read.
  private var exited: [Int] = []

  /// Leaves what is active within a domain, inner first (Appendix D, exitStates).
  private mutating func exit(_ domain: Int?) {
    for state in configuration.filter({ isDescendant($0, of: domain) && !exited.contains($0) }).reversed() {
      remember(state)
      if chart.states[state].activity != nil { outputs.append(chart.cancelName(of: state)) }
      if isTimed[state] { outputs.append("cancel(\(chart.timerName(of: state)))") }
      run(chart.states[state].exit, environmentOfAction(state))
      exited.append(state)
    }
  }

  private mutating func remember(_ state: Int) {
    let active = configuration.filter { isDescendant($0, of: state) }
    guard let child = active.first, !chart.states[child].isFinal else {
      historyValue[state] = nil
      return
    }
    historyValue[state] = (active, payload.filter { $0.key == state || active.contains($0.key) })
  }

  private mutating func arrive(
    _ target: Chart.Target, _ domain: Int?, _ arguments: Payload, _ environment: Environment, _ before: [Int: Payload]
  ) -> [Int] {
    var states: [Int]
    var given: [Int: Payload]
    switch target.place {
    case .choice:
      return []
    case .state(let state):
      states = statesToEnter(state, domain: domain)
      given = [state: arguments]
    case .history(let state, let kind):
      // What was final is forgotten; regions come back as they were.
      guard let value = historyValue[state], let child = value.states.first,
        kind == .shallow
          || !value.states.contains(where: { active in
            chart.states[active].isFinal && chart.states[active].parent != state
              && !chart.ancestors(of: active).prefix { $0 != state }.contains { chart.states[$0].isRegion }
          })
      else {
        let initial = chart.states[state].historyDefault.map { statesToEnter($0, domain: domain) }
        states = initial ?? statesToEnter(state, domain: domain)
        given = [state: arguments]
        break
      }
      states = statesToEnter(state, domain: domain).filter { !isDescendant($0, of: state) || $0 == state }
      given = [state: (value.payload[state] ?? [:]).merging(arguments) { $1 }]
      switch kind {
      case .deep:
        for active in value.states { given[active] = value.payload[active] }
        states += value.states
      case .shallow:
        given[child] = value.payload[child]
        states += statesToEnter(child, domain: state)
      }
      states.sort()
    }
    prepare(states, arguments: given, environment, from: before)
    return states
  }

  /// The innermost composite that the arrow does not leave; nil for the machine (Appendix D, getTransitionDomain).
  private func domain(from source: Int, to target: Chart.Target) -> Int? {
    switch target.place {
    case .state(let state), .history(let state, _):
      if isDescendant(state, of: source), source != state { return source }
      return chart.ancestors(of: source).first { isDescendant(state, of: $0) && $0 != state }
    case .choice(let choice):
      guard let parent = chart.choices[choice].parent else { return nil }
      return ([source] + chart.ancestors(of: source)).first { parent == $0 || isDescendant(parent, of: $0) }
    }
  }

  private func domain(fromChoice choice: Int, to target: Chart.Target) -> Int? {
    guard let parent = chart.choices[choice].parent else { return nil }
    let around = [parent] + chart.ancestors(of: parent)
    switch target.place {
    case .state(let state), .history(let state, _): return around.first { isDescendant(state, of: $0) && $0 != state }
    case .choice(let next):
      guard let other = chart.choices[next].parent else { return nil }
      return around.first { other == $0 || isDescendant(other, of: $0) }
    }
  }

  private func outer(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return nil }
    return isDescendant(first, of: second) ? second : first
  }

  private func isDescendant(_ state: Int, of ancestor: Int?) -> Bool {
    guard let ancestor else { return true }
    return chart.ancestors(of: state).contains(ancestor)
  }

  private func initialChild(of state: Int) -> Int? {
    chart.children(of: state).first { chart.states[$0].isInitial }
  }

  /// What is entered with a state by default: its initial child, or all of its regions (Appendix D,
  /// addDescendantStatesToEnter).
  private func initialStates(of state: Int?) -> [Int] {
    let children = chart.children(of: state)
    let entered = chart.isParallel(state) ? children : children.filter { chart.states[$0].isInitial }
    return entered.flatMap { [$0] + initialStates(of: $0) }
  }

  /// The target with its ancestors within the domain, the regions beside them, and initial descendants; in the order of the
  /// source (Appendix D, computeEntrySet).
  private func statesToEnter(_ target: Int, domain: Int?) -> [Int] {
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

  /// Gives the states that are to be entered their payload, outer first.
  ///
  /// - Parameters:
  ///   - arguments: what is written for the payload, or comes back, by state.
  ///   - before: the payloads of the configuration that was left.
  private mutating func prepare(
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
    }
  }

  /// Enters states and runs their entry effects, outer first (Appendix D, enterStates).
  private mutating func enter(_ states: [Int]) {
    for state in states {
      configuration.append(state)
      configuration.sort()
      // What has been left and is not entered again has no payload.
      let known = configuration + states
      payload = payload.filter { known.contains($0.key) }
      let environment = environmentOfAction(state)
      run(chart.states[state].entry, environment)
      if let activity = chart.states[state].activity {
        outputs.append("\(chart.activityName(of: state))(\(value(of: activity, environment)))")
      }
      if isTimed[state], let timer = chart.states[state].timer {
        let seconds = value(of: timer.seconds, environment)
        outputs.append("\(timer.repeats ? "every" : "after")(\(chart.timerName(of: state)), \(seconds))")
      }
      guard chart.states[state].isFinal, let parent = chart.states[state].parent else { continue }
      if !chart.states[parent].isRegion {
        if !internalQueue.contains(.done(parent)) { internalQueue.append(.done(parent)) }
      } else if let parallel = chart.states[parent].parent, isInFinalState(parallel) {
        internalQueue.removeAll { $0 == .done(parallel) }
        internalQueue.append(.done(parallel))
      }
    }
  }

  private func environmentOfAction(_ state: Int) -> Environment {
    Environment(states: [state] + chart.ancestors(of: state))
  }
}

extension Chart.Row {
  var isWildcard: Bool { if case .wildcard = sources { true } else { false } }

  /// Whether the row is one of a state's: a `*` stands for the children of its body that are not final.
  func applies(to state: Int, in chart: Chart) -> Bool {
    switch sources {
    case .listed(let states): states.contains(state)
    case .wildcard(let body, let except):
      chart.states[state].parent == body && !chart.states[state].isFinal && !except.contains(state)
    }
  }
}
