/// Effects, expressions and conditions, and what can be seen of an interpreter.
extension Interpreter {
  mutating func run(_ effects: [Chart.Effect], _ environment: Environment) {
    for effect in effects {
      switch effect {
      case .output(let output, let expression):
        outputs.append("\(chart.outputs[output])(\(value(of: expression, environment)))")
      case .raise(let event, let expressions):
        let values = expressions.map { value(of: $0, environment) }
        let arguments = Payload(uniqueKeysWithValues: zip(chart.events[event].labels, values))
        internalQueue.append(.raised(event, arguments))
      case .trap:
        isTrapped = true
        return
      case .throw(let expression):
        fail("threw \(value(of: expression, environment))")
      case .named(let effect):
        run(chart.effects[effect].effects, environment)
        if isTrapped { return }
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

  /// The groups that the machine is in: one of their states is active, or a region of theirs.
  var groups: String {
    let active = chart.groups.indices.filter { !chart.members(of: $0).isDisjoint(with: configuration) }
    return active.map { chart.groups[$0].name }.joined(separator: " ")
  }

  /// The active states from the outside in, each with its payload; those of regions in brackets.
  var state: String { text(of: nil) }

  private func text(of parent: Int?) -> String {
    if chart.isParallel(parent) {
      let regions = chart.children(of: parent).map { "\(chart.states[$0].name)=\(text(of: $0))" }
      return "[\(regions.joined(separator: ", "))]"
    }
    guard let state = configuration.first(where: { chart.states[$0].parent == parent }) else { return "" }
    let fields = chart.states[state].fields.map { "\($0.label): \(payload[state]?[$0.label] ?? 0)" }
    let inner = text(of: state)
    return chart.states[state].name + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
      + (inner.isEmpty || inner.hasPrefix("[") ? inner : "." + inner)
  }
}
