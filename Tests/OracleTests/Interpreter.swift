/// Runs a chart as the algorithm of SCXML's Appendix D does (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation),
/// on the tree of states and the rows as they are written. It shares nothing with the compiler.
///
/// Where the language differs from SCXML, the language decides: an arrow of a composite to its own descendant is local;
/// `*` rows are the last of the children that they stand for; a payload that is not given carries over.
struct Interpreter {
  enum Outcome: String { case ignored, stayed, transitioned }

  let chart: Chart
  /// The active states, in the order of the source.
  private(set) var configuration: [Int] = []
  /// The payload of each active state.
  private(set) var payload: [Int: [String: Int]] = [:]
  private(set) var properties: [String: Int] = [:]
  private(set) var outputs: [String] = []

  /// What names mean while a row or an action runs: the first that knows a name decides.
  private struct Environment {
    var event: [String: Int] = [:]
    /// States whose labels are in scope, inner first.
    var states: [Int] = []
  }

  private struct EnabledRow {
    var row: Int
    /// The state that the row is taken for.
    var source: Int
  }

  init(_ chart: Chart) {
    self.chart = chart
    for property in chart.properties { properties[property.name] = property.value }
  }

  /// Enters the initial states.
  mutating func start() -> [String] {
    outputs = []
    guard let initial = chart.children(of: nil).first(where: { chart.states[$0].isInitial }) else { return [] }
    enter(statesToEnter(initial, domain: nil), arguments: [:], Environment(), from: nil)
    return outputs
  }

  /// Whether the machine has ended.
  var isFinal: Bool { configuration.contains { chart.states[$0].isFinal && chart.states[$0].parent == nil } }

  // MARK: Events

  /// Handles one event; what it has put out is in `outputs`.
  mutating func handle(_ event: Int, _ arguments: [String: Int]) -> Outcome {
    outputs = []
    guard !isFinal, let enabled = select(event, arguments) else { return .ignored }
    let row = chart.rows[enabled.row]
    guard row.target != nil || !row.effects.isEmpty else { return .ignored }
    take(enabled, arguments)
    return row.target == nil ? .stayed : .transitioned
  }

  /// Whether the event would do something.
  func accepts(_ event: Int, _ arguments: [String: Int]) -> Bool {
    guard !isFinal, let enabled = select(event, arguments) else { return false }
    return chart.rows[enabled.row].target != nil || !chart.rows[enabled.row].effects.isEmpty
  }

  /// The first enabled row, from the atomic state outward (Appendix D, selectTransitions).
  private func select(_ event: Int, _ arguments: [String: Int]) -> EnabledRow? {
    let atomic = configuration.filter { chart.children(of: $0).isEmpty }
    for state in atomic {
      for source in [state] + chart.ancestors(of: state) {
        if let row = enabledRow(of: source, event, arguments) { return EnabledRow(row: row, source: source) }
      }
    }
    return nil
  }

  private func enabledRow(of source: Int, _ event: Int, _ arguments: [String: Int]) -> Int? {
    let environment = environment(of: source, arguments)
    for isWildcard in [false, true] {
      for index in chart.rows.indices where chart.rows[index].events.contains(event) {
        guard isWildcard == chart.rows[index].isWildcard, chart.rows[index].applies(to: source, in: chart) else {
          continue
        }
        // What was tried before has not applied: 'else' holds.
        guard let condition = chart.rows[index].condition, !holds(condition, environment) else { return index }
      }
    }
    return nil
  }

  private func environment(of source: Int, _ arguments: [String: Int]) -> Environment {
    Environment(event: arguments, states: [source] + chart.ancestors(of: source))
  }

  // MARK: One step (Appendix D, microstep)

  private mutating func take(_ enabled: EnabledRow, _ event: [String: Int]) {
    let row = chart.rows[enabled.row]
    let environment = environment(of: enabled.source, event)
    guard let target = row.target else {
      run(row.effects, environment)
      return
    }
    let domain = domain(from: enabled.source, to: target.state)
    let exited = configuration.filter { isDescendant($0, of: domain) }.reversed()
    for state in exited { run(chart.states[state].exit, environmentOfAction(state)) }
    run(row.effects, environment)
    // The payload of what is left can still be read: by arguments, and by what carries over.
    let arguments = Dictionary(
      uniqueKeysWithValues: target.arguments.map { ($0.label, value(of: $0.value, environment)) })
    let before = payload
    configuration = configuration.filter { !isDescendant($0, of: domain) }
    enter(
      statesToEnter(target.state, domain: domain), arguments: [target.state: arguments], environment, from: before)
  }

  /// The innermost composite that the arrow does not leave; nil for the machine (Appendix D, getTransitionDomain).
  private func domain(from source: Int, to target: Int) -> Int? {
    if isDescendant(target, of: source), source != target { return source }
    return chart.ancestors(of: source).first { isDescendant(target, of: $0) && $0 != target }
  }

  private func isDescendant(_ state: Int, of ancestor: Int?) -> Bool {
    guard let ancestor else { return true }
    return chart.ancestors(of: state).contains(ancestor)
  }

  /// The target with its ancestors within the domain, and initial descendants; outer first (Appendix D, computeEntrySet).
  private func statesToEnter(_ target: Int, domain: Int?) -> [Int] {
    var states = Array(chart.ancestors(of: target).prefix { $0 != domain }.reversed()) + [target]
    var last = target
    while let initial = chart.children(of: last).first(where: { chart.states[$0].isInitial }) {
      states.append(initial)
      last = initial
    }
    return states
  }

  /// - Parameters:
  ///   - arguments: what is written for the payload, by state.
  ///   - before: the payloads of the configuration that was left.
  private mutating func enter(
    _ states: [Int], arguments: [Int: [String: Int]], _ environment: Environment, from before: [Int: [String: Int]]?
  ) {
    for state in states {
      var values: [String: Int] = [:]
      for field in chart.states[state].fields {
        // No arrow leads to where the machine starts: there, only defaults count.
        let enclosing = before == nil ? nil : chart.ancestors(of: state).compactMap { payload[$0]?[field.label] }.first
        let carried = environment.event[field.label] ?? environment.states.first.flatMap { before?[$0]?[field.label] }
        let around = environment.states.dropFirst().compactMap { before?[$0]?[field.label] }.first
        values[field.label] =
          arguments[state]?[field.label] ?? carried ?? enclosing ?? around ?? field.defaultValue
      }
      payload[state] = values
      configuration.append(state)
    }
    configuration.sort()
    payload = payload.filter { configuration.contains($0.key) }
    for state in states { run(chart.states[state].entry, environmentOfAction(state)) }
  }

  private func environmentOfAction(_ state: Int) -> Environment {
    Environment(states: [state] + chart.ancestors(of: state))
  }

  // MARK: Values

  private mutating func run(_ effects: [Chart.Effect], _ environment: Environment) {
    for effect in effects {
      switch effect {
      case .output(let output, let expression):
        outputs.append("\(chart.outputs[output])(\(value(of: expression, environment)))")
      case .assign(let name, let expression):
        let value = value(of: expression, environment)
        if let state = environment.states.first(where: { payload[$0]?[name] != nil }) {
          payload[state]?[name] = value
        } else {
          properties[name] = value
        }
      }
    }
  }

  private func value(of expression: Chart.Expression, _ environment: Environment) -> Int {
    switch expression {
    case .constant(let value): return value
    case .name(let name):
      if let value = environment.event[name] { return value }
      for state in environment.states { if let value = payload[state]?[name] { return value } }
      return properties[name] ?? 0
    case .sum(let first, let second): return value(of: first, environment) &+ value(of: second, environment)
    case .difference(let first, let second): return value(of: first, environment) &- value(of: second, environment)
    case .remainder(let first, let divisor): return value(of: first, environment) % divisor
    }
  }

  private func holds(_ condition: Chart.Condition, _ environment: Environment) -> Bool {
    switch condition {
    case .otherwise: true
    case .less(let first, let second): value(of: first, environment) < value(of: second, environment)
    case .equal(let first, let second): value(of: first, environment) == value(of: second, environment)
    case .and(let first, let second): holds(first, environment) && holds(second, environment)
    case .or(let first, let second): holds(first, environment) || holds(second, environment)
    }
  }

  // MARK: What can be seen from outside

  /// The active states from the outside in, each with its payload.
  var state: String {
    configuration.map { state in
      let fields = chart.states[state].fields.map { "\($0.label): \(payload[state]?[$0.label] ?? 0)" }
      return chart.states[state].name + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
    }.joined(separator: ".")
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
