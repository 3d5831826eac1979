/// Evaluates effects, expressions and conditions, and describes the configuration as text.
extension Interpreter {
  mutating func run(_ effects: [Chart.Effect], _ environment: Environment) {
    for effect in effects {
      if let error = self.thrown(by: effect, environment) {
        thrown = error
        return
      }
      switch effect {
      case .output(let output, let expression):
        outputs.append("\(chart.outputs[output])(\(value(of: expression, environment)))")
        if chart.hasMethods { trace += outputs.suffix(1) }
      case .raise(let event, let expressions):
        let values = expressions.map { value(of: $0, environment) }
        let arguments = Payload(uniqueKeysWithValues: zip(chart.parameters(of: event), values))
        internalQueue.append(.raised(event, arguments))
      case .trap:
        isTrapped = true
        return
      case .throw(let expression):
        fail("threw \(value(of: expression, environment))")
      case .evaluate: break
      case .reply(let reply): answer = text(of: reply, environment)
      case .named(let effect):
        run(chart.effects[effect].effects, environment)
        if isTrapped || thrown != nil { return }
      case .when(let condition, let effects):
        if holds(condition, environment) { run(effects, environment) }
        if isTrapped { return }
      case .assign(let name, let expression), .assignInBlock(let name, let expression):
        let value = value(of: expression, environment)
        if let state = environment.states.first(where: { payload[$0]?[name] != nil }) {
          payload[state]?[name] = value
        } else {
          properties[name] = value
        }
      }
    }
  }

  func value(of expression: Chart.Expression, _ environment: Environment) -> Int {
    switch expression {
    case .constant(let value): return value
    case .name(let name):
      if let value = environment.event[name] { return value }
      for state in environment.states { if let value = payload[state]?[name] { return value } }
      return properties[name] ?? 0
    case .sum(let first, let second): return value(of: first, environment) &+ value(of: second, environment)
    case .difference(let first, let second): return value(of: first, environment) &- value(of: second, environment)
    case .remainder(let first, let divisor): return value(of: first, environment) % divisor
    // What it throws has been asked for before.
    case .attempt(let expression): return value(of: expression, environment)
    }
  }

  // MARK: Results

  /// Returns the result of a method as text. Fields without an argument carry over.
  private func text(of reply: Chart.Reply, _ environment: Environment) -> String {
    switch reply {
    case .number(let expression): return "\(value(of: expression, environment))"
    case .none: return "nil"
    case .action(nil, _): return "none"
    case .action(let index?, let arguments):
      let answer = chart.answers[index]
      let fields = answer.fields.map { field in
        let argument = arguments.first { $0.label == field.label }.map { value(of: $0.value, environment) }
        let carried = environment.event[field.label] ?? carriedFromStates(field.label, environment)
        return "\(field.label): \(argument ?? carried ?? field.defaultValue ?? 0)"
      }
      return answer.name + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
    }
  }

  private func carriedFromStates(_ label: String, _ environment: Environment) -> Int? {
    environment.states.lazy.compactMap { payload[$0]?[label] }.first
  }

  // MARK: What is thrown by 'try'

  func thrown(by expression: Chart.Expression, _ environment: Environment) -> Int? {
    switch expression {
    case .constant, .name: return nil
    case .sum(let first, let second), .difference(let first, let second):
      return thrown(by: first, environment) ?? thrown(by: second, environment)
    case .remainder(let first, _): return thrown(by: first, environment)
    case .attempt(let inner):
      let value = value(of: inner, environment)
      return thrown(by: inner, environment) ?? (value % 3 == 1 ? value : nil)
    }
  }

  func thrown(by condition: Chart.Condition, _ environment: Environment) -> Int? {
    switch condition {
    case .otherwise, .active, .inGroup: return nil
    case .less(let first, let second), .equal(let first, let second):
      return thrown(by: first, environment) ?? thrown(by: second, environment)
    case .and(let first, let second):
      return thrown(by: first, environment) ?? (holds(first, environment) ? thrown(by: second, environment) : nil)
    case .or(let first, let second):
      return thrown(by: first, environment) ?? (holds(first, environment) ? nil : thrown(by: second, environment))
    case .not(let inner): return thrown(by: inner, environment)
    }
  }

  /// Returns the error of the first expression that throws; nil if none does.
  func thrown(by arguments: [(label: String, value: Chart.Expression)], _ environment: Environment) -> Int? {
    arguments.lazy.compactMap { thrown(by: $0.value, environment) }.first
  }

  private func thrown(by effect: Chart.Effect, _ environment: Environment) -> Int? {
    switch effect {
    case .output(_, let value), .assign(_, let value), .assignInBlock(_, let value), .throw(let value),
      .evaluate(let value), .reply(.number(let value)):
      thrown(by: value, environment)
    case .reply(.action(_, let arguments)): thrown(by: arguments, environment)
    case .named, .when, .raise, .trap, .reply(.none): nil
    }
  }

  func holds(_ condition: Chart.Condition, _ environment: Environment) -> Bool {
    switch condition {
    case .otherwise: true
    case .less(let first, let second): value(of: first, environment) < value(of: second, environment)
    case .equal(let first, let second): value(of: first, environment) == value(of: second, environment)
    case .and(let first, let second): holds(first, environment) && holds(second, environment)
    case .or(let first, let second): holds(first, environment) || holds(second, environment)
    case .active(let state): configuration.contains(state)
    case .inGroup(let group): !chart.members(of: group).isDisjoint(with: configuration)
    case .not(let condition): !holds(condition, environment)
    }
  }

  // MARK: What can be seen from outside

  /// The names of the groups that the machine is in: a state or region of the group is active.
  var groups: String {
    let active = chart.groups.indices.filter { !chart.members(of: $0).isDisjoint(with: configuration) }
    return active.map { chart.groups[$0].name }.joined(separator: " ")
  }

  /// The active states as text, from the outermost to the innermost, each with its payload. Those of regions are in
  /// brackets.
  var state: String { text(of: nil) }

  private func text(of parent: Int?) -> String {
    if chart.isParallel(parent) {
      let regions = chart.children(of: parent).map { "\(chart.states[$0].name)=\(text(of: $0))" }
      return "[\(regions.joined(separator: ", "))]"
    }
    guard let state = configuration.first(where: { chart.states[$0].parent == parent }) else { return "" }
    let fields = chart.states[state].fields.map { "\($0.label): \(payload[state]?[$0.label] ?? 0)" }
    let inner = machines[state]?.state ?? text(of: state)
    return chart.states[state].name + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
      + (inner.isEmpty || inner.hasPrefix("[") ? inner : "." + inner)
  }
}
