/// Searches all configurations that the events of a chart lead to, breadth first, with the interpreter.
/// `StateMachineTesting` must have the same results for the generated machine.
struct OracleSearch {
  /// A `try` statement: the event, the values for its payload, and the guard.
  struct Try {
    var event: Int
    /// A list of values for each parameter.
    var values: [[Int]]
    /// The guard of the statement, `[property < limit]`; nil for a statement without a guard.
    var guarded: (property: String, limit: Int)?
  }

  /// The statements for exploring a chart: its own, and those of its submachines.
  struct Plan {
    var tries: [Try] = []
    /// The number of deferred events beyond which exploring does not continue.
    var deferred = 5
    /// The property that must be less than a limit so that exploring continues; nil for no limit.
    var within: (property: String, limit: Int)?
    /// The plans of the chart's submachines, by their numbers.
    var machines: [Plan] = []
  }

  /// The counts of a search up to the end of a layer.
  struct Seen: Equatable {
    /// The number of steps on a shortest path to each row that has been taken, by the row's text.
    var firstSteps: [String: Int] = [:]
    var taken: Set<String> { Set(firstSteps.keys) }
    /// The rows of steps that end in a trap, with the rows that would follow.
    var stopped: Set<String> = []
    /// The number of the current layer: the number of steps to its configurations.
    var layer = 0
    /// The paths of the leaf states that have been entered.
    var entered: Set<String> = []
    var configurations = 0
    var steps = 0
    var forbidden = 0
    var beyond = 0
    var depth = 0
    /// The number of configurations with each state and values of properties, by a text of both.
    var states: [String: Int] = [:]
    /// Whether there is a configuration that is not final and that no step changes.
    var isStuck = false
  }

  /// A configuration: the machine, and its running timers.
  private struct Configuration {
    var machine: Interpreter
    var timers: [RunningTimer] = []
  }

  /// A running timer. Its name begins with the path of its machine.
  private struct RunningTimer: Hashable {
    var name: String
    var repeats: Bool
    /// The number of the step in which the timer began.
    var step: Int
  }

  private struct Step {
    var event: Int
    var arguments: [Int]
    var guarded: (property: String, limit: Int)?
    /// For an event to a submachine, the owner's state. The guard of its `try` tests the submachine's properties.
    var part: Int?
    /// The name of the timer that elapses.
    var timer: String?
  }

  let plan: Plan
  private let steps: [Step]
  private(set) var seen = Seen()
  /// Whether the search has ended because there are no further configurations.
  private(set) var isComplete = false
  /// The number of steps to the configurations of the last complete layer; nil if no layer is complete.
  private(set) var depth: Int?
  /// Searches up to the end of the layer in which the number of configurations exceeds `limit`. A layer is discarded if
  /// a run in it does not end, or traps other than by a row for an event.
  init(_ chart: Chart, _ plan: Plan, configurations limit: Int) {
    self.plan = plan
    steps = Self.steps(chart, plan)
    var machine = Interpreter(chart)
    machine.countsRows = true
    let outputs = machine.start()
    guard !machine.isRunaway, !machine.isTrapped else { return }
    var start = Configuration(machine: machine)
    Self.note(outputs, chart, &start.timers)
    Self.endStep(&start.timers)
    var known: Set<String> = [Self.key(start)]
    var layer = [start]
    var running = Seen()
    Self.note(machine, &running)
    while !layer.isEmpty {
      var next: [Configuration] = []
      running.layer += 1
      for configuration in layer {
        guard
          visit(
            configuration, &running,
            { reached in
              if known.insert(Self.key(reached)).inserted { next.append(reached) }
            }), known.count <= limit * 8
        else { return }
      }
      depth = (depth ?? -1) + 1
      running.depth = depth ?? 0
      // What this layer leads to is farther away.
      running.configurations = known.count - next.count
      seen = running
      if next.isEmpty { isComplete = true }
      if known.count > limit { return }
      layer = next
    }
  }

  // MARK: Steps

  private static func steps(_ chart: Chart, _ plan: Plan) -> [Step] {
    var steps: [Step] = []
    for event in chart.events.indices {
      if let (state, inner) = chart.events[event].inner, let number = chart.states[state].machine {
        let machine = chart.machines[number]
        if inner >= machine.events.count {
          let name = machine.timerNames[machine.timed[inner - machine.events.count]] ?? ""
          steps.append(Step(event: event, arguments: [], timer: "\(chart.states[state].name).\(name)"))
        } else {
          for tried in plan.machines[number].tries where tried.event == inner {
            steps += combinations(tried.values).map {
              Step(event: event, arguments: $0, guarded: tried.guarded, part: state)
            }
          }
        }
        continue
      }
      for tried in plan.tries where tried.event == event {
        steps += combinations(tried.values).map { Step(event: event, arguments: $0, guarded: tried.guarded) }
      }
    }
    let names = chart.timerNames
    return steps
      + chart.timed.enumerated().map { index, state in
        Step(event: chart.events.count + index, arguments: [], timer: names[state])
      }
  }

  private static func combinations(_ values: [[Int]]) -> [[Int]] {
    values.reduce([[]]) { all, values in all.flatMap { start in values.map { start + [$0] } } }
  }

  /// Counts a configuration, and takes all steps from it. Returns false if the run of a step does not end.
  ///
  /// - Parameter reach: is called with each configuration that a step leads to.
  private mutating func visit(_ configuration: Configuration, _ seen: inout Seen, _ reach: (Configuration) -> Void)
    -> Bool
  {
    let machine = configuration.machine
    let chart = machine.chart
    seen.states[Self.text(machine), default: 0] += 1
    guard Self.isWithin(machine, plan) else {
      seen.beyond += 1
      return true
    }
    var isStuck = !machine.isFinal
    for step in steps {
      let asked = step.part.map { machine.machines[$0]?.properties } ?? machine.properties
      if let guarded = step.guarded, let value = asked?[guarded.property], value >= guarded.limit { continue }
      if let timer = step.timer, !Self.mayElapse(timer, configuration.timers) { continue }
      let oracleStep = Oracle.Step(event: step.event, values: step.arguments)
      var reached = configuration
      reached.machine.taken = [:]
      if let timer = step.timer { Self.elapse(timer, &reached.timers) }
      let outcome = Oracle.handle(oracleStep, &reached.machine)
      guard !reached.machine.isRunaway else { return false }
      Self.note(reached.machine, &seen)
      if reached.machine.isTrapped {
        let mayCome = step.guarded != nil && step.part == nil || reached.machine.isTrappedAfterEvent
        if !mayCome { seen.forbidden += 1 } else { seen.steps += 1 }
        continue
      }
      Self.note(reached.machine.outputs, chart, &reached.timers)
      Self.endStep(&reached.timers)
      seen.steps += 1
      let isSame = outcome == .ignored && reached.machine.failure == nil && reached.timers == configuration.timers
      if !isSame { isStuck = false }
      reach(reached)
    }
    if isStuck { seen.isStuck = true }
    return true
  }

  private static func note(_ machine: Interpreter, _ seen: inout Seen) {
    if machine.isTrapped {
      seen.stopped.formUnion(machine.taken.keys)
    } else {
      for row in machine.taken.keys where seen.firstSteps[row] == nil { seen.firstSteps[row] = seen.layer }
    }
    let chart = machine.chart
    // A step that is stopped leads nowhere.
    let states = machine.isTrapped ? [] : machine.configuration + machine.entered
    for state in states where chart.children(of: state).isEmpty && !chart.states[state].isPseudostate {
      seen.entered.insert(chart.path(state))
    }
  }

  private static func isWithin(_ machine: Interpreter, _ plan: Plan) -> Bool {
    if machine.deferredEvents.count >= plan.deferred { return false }
    if let within = plan.within, machine.properties[within.property] ?? 0 >= within.limit { return false }
    return machine.configuration.allSatisfy { state in
      guard let inner = machine.machines[state], let number = machine.chart.states[state].machine else { return true }
      // A machine to which nothing happens has no glue.
      let isExplored = !inner.chart.events.isEmpty || !inner.chart.timed.isEmpty
      return !isExplored || isWithin(inner, plan.machines[number])
    }
  }

  // MARK: Timers

  /// Returns whether a timer may elapse. Durations are expressions in these charts, so any running timer may.
  private static func mayElapse(_ name: String, _ timers: [RunningTimer]) -> Bool {
    timers.contains { $0.name == name }
  }

  /// Removes a timer that elapses. A repeating timer begins again in the current step.
  private static func elapse(_ name: String, _ timers: inout [RunningTimer]) {
    guard let place = timers.firstIndex(where: { $0.name == name }) else { return }
    let timer = timers.remove(at: place)
    if timer.repeats { begin(timer, &timers) }
  }

  private static func begin(_ timer: RunningTimer, _ timers: inout [RunningTimer]) {
    timers.removeAll { $0.name == timer.name }
    timers.append(timer)
    timers[timers.count - 1].step = Int.max
  }

  private static func endStep(_ timers: inout [RunningTimer]) {
    let steps = Set(timers.map(\.step)).sorted()
    for place in timers.indices { timers[place].step = steps.firstIndex(of: timers[place].step) ?? 0 }
  }

  /// Updates the running timers by the outputs that begin and end them: `after(s1, 3)`, `s2(cancel(s1))`.
  private static func note(_ outputs: [String], _ chart: Chart, _ timers: inout [RunningTimer]) {
    let holding = chart.states.indices.filter { chart.states[$0].machine != nil }.map { chart.states[$0].name }
    for output in outputs {
      let name = String(output.prefix { $0 != "(" })
      let rest = output.dropFirst(name.count + 1).dropLast()
      if holding.contains(name), rest.last == ")" {
        note(String(rest), before: name + ".", &timers)
      } else {
        note(output, before: "", &timers)
      }
    }
  }

  private static func note(_ output: String, before path: String, _ timers: inout [RunningTimer]) {
    guard let match = output.wholeMatch(of: #/(after|every|cancel)\((\w+)(?:, (-?\d+))?\)/#) else { return }
    let name = path + match.2
    if match.3 == nil { return timers.removeAll { $0.name == name } }
    begin(RunningTimer(name: name, repeats: match.1 == "every", step: 0), &timers)
  }

  // MARK: What tells configurations apart

  /// Returns the state and the properties of a machine as text.
  static func text(_ machine: Interpreter) -> String {
    "\(machine.state)|" + machine.chart.properties.map { "\(machine.properties[$0.name] ?? 0)" }.joined(separator: ",")
  }

  private static func key(_ configuration: Configuration) -> String {
    "\(key(configuration.machine)) \(configuration.timers)"
  }

  private static func key(_ machine: Interpreter) -> String {
    let chart = machine.chart
    let active = machine.configuration
    let deferred = machine.deferredEvents.map { "\($0.event) \(text($0.arguments))" }
    let histories = remembering(chart).sorted().filter { !active.contains($0) }.map { state in
      let history = machine.historyValue[state]
      return history.map { "\($0.states) \(text($0.states + [state], $0.payload, $0.machines))" } ?? "none"
    }
    return
      "\(active) \(text(active, machine.payload, machine.machines)) \(text(machine.properties)) \(deferred) \(histories)"
  }

  private static func text(
    _ states: [Int], _ payload: [Int: Interpreter.Payload], _ machines: [Int: Interpreter]
  ) -> String {
    states.sorted().map { "\(text(payload[$0] ?? [:])) \(machines[$0].map(key) ?? "")" }.joined(separator: ";")
  }

  private static func text(_ payload: Interpreter.Payload) -> String {
    payload.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  /// Returns whether a machine keeps the history of a composite state.
  static func remembers(_ chart: Chart) -> Bool { !remembering(chart).isEmpty }

  /// Returns the composite states whose histories are kept, because an arrow leads to them.
  private static func remembering(_ chart: Chart) -> Set<Int> {
    let targets = chart.rows.map(\.target) + chart.choices.flatMap(\.branches).map(\.target)
    return Set(targets.compactMap { if case .history(let state, _)? = $0?.place { state } else { nil } })
  }
}
