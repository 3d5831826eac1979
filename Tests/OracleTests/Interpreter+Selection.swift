/// Selects the rows that are taken for a trigger.
extension Interpreter {
  /// Returns the rows that are taken for a trigger. For each active leaf state, it is the first enabled row of the
  /// state or of its ancestors, the innermost first (Appendix D, selectTransitions). A deferral counts only if no
  /// region has a row that acts.
  func select(_ trigger: Chart.Trigger, _ arguments: Payload) -> Selection {
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

  /// Returns whether a row does something. A row that does nothing says that its event is ignored.
  func acts(_ enabled: EnabledRow) -> Bool {
    let row = chart.rows[enabled.row]
    if let condition = row.condition, thrown(by: condition, environment(of: enabled)) != nil { return true }
    return row.target != nil || !row.effects.isEmpty
  }

  /// Returns whether a row traps, or leads to a row of a choice that traps. The conditions of choices are evaluated
  /// with the values before the row's effects.
  func traps(_ enabled: EnabledRow) -> Bool {
    let row = chart.rows[enabled.row]
    if chart.traps(row.effects) { return true }
    let environment = environment(of: enabled)
    var target = row.target
    while case .choice(let choice)? = target?.place {
      let branch = chart.choices[choice].branches.first { holds($0.condition, environment) }
      guard let branch else { return false }
      if branch.target == nil { return branch.traps }
      target = branch.target
    }
    return false
  }

  /// Returns whether a row ignores its event by a choice: it has no effects, and the choice's row has no effects and no
  /// arrow.
  func ignores(_ enabled: EnabledRow) -> Bool {
    let row = chart.rows[enabled.row]
    guard row.effects.isEmpty else { return false }
    let environment = environment(of: enabled)
    var target = row.target
    while case .choice(let choice)? = target?.place {
      let branch = chart.choices[choice].branches.first { holds($0.condition, environment) }
      guard let branch, branch.effects.isEmpty else { return false }
      if branch.target == nil { return branch.stays }
      target = branch.target
    }
    return false
  }

  /// Returns the enabled rows that can be taken together: of two that exit the same state, only one (Appendix D,
  /// removeConflictingTransitions).
  func withoutConflicts(_ enabled: [EnabledRow]) -> [EnabledRow] {
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

  /// Returns the states that a row exits (Appendix D, computeExitSet).
  func exitSet(_ enabled: EnabledRow) -> Set<Int> {
    guard let target = chart.rows[enabled.row].target else { return [] }
    let domain = domain(from: enabled.source, to: target)
    return Set(configuration.filter { isDescendant($0, of: domain) })
  }

  func enabledRow(of source: Int, _ arguments: Payload, _ matches: (Chart.Trigger) -> Bool) -> Int? {
    let environment = environment(of: source, arguments)
    for isWildcard in [false, true] {
      for index in chart.rows.indices where chart.rows[index].triggers.contains(where: matches) {
        guard isWildcard == chart.rows[index].isWildcard, chart.rows[index].applies(to: source, in: chart) else {
          continue
        }
        guard satisfies(chart.rows[index].patterns, environment) else { continue }
        // What was tried before has not applied: 'else' holds. A guard that throws is the end.
        guard let condition = chart.rows[index].condition, thrown(by: condition, environment) == nil,
          !holds(condition, environment)
        else { return index }
      }
    }
    return nil
  }

  /// Returns the row for the completion event of a composite state. Nil if the state is no longer in its final state,
  /// or has no such row.
  func enabledRow(whenDone state: Int) -> EnabledRow? {
    if chart.isParallel(state) || chart.states[state].machine != nil {
      guard configuration.contains(state), machines[state]?.isFinal ?? isInFinalState(state) else { return nil }
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
          guard satisfies(row.patterns, environment(of: state, event)) else { continue }
          if let condition = row.condition, !holds(condition, environment(of: state, event)) { continue }
          return EnabledRow(row: index, source: state, event: event)
        }
      }
    }
    return nil
  }

  /// Returns whether the fields in `environment` match all patterns.
  func satisfies(_ patterns: [Chart.Pattern], _ environment: Environment) -> Bool {
    patterns.allSatisfy { pattern in
      let value =
        pattern.owner == .source
        ? environment.states.lazy.compactMap { payload[$0]?[pattern.label] }.first : environment.event[pattern.label]
      return switch pattern.shape {
      case .value(let expected): value == expected
      case .range(let first, let last): value.map { (first...last).contains($0) } ?? false
      case .name: true
      }
    }
  }

  func environment(of enabled: EnabledRow) -> Environment { environment(of: enabled.source, enabled.event) }

  func environment(of source: Int, _ arguments: Payload) -> Environment {
    Environment(event: arguments, states: [source] + chart.ancestors(of: source))
  }
}

extension Chart.Row {
  var isWildcard: Bool { if case .wildcard = sources { true } else { false } }

  /// Returns whether a row is for a state: the state is one of its sources, or one of the states that its `*` stands
  /// for, which are the children of a composite state or machine that are not final.
  func applies(to state: Int, in chart: Chart) -> Bool {
    let isInGroup = groups.contains { chart.members(of: $0).contains(state) }
    return switch sources {
    case .listed(let states): states.contains(state) || isInGroup
    case .wildcard(let body, let except):
      chart.states[state].parent == body && !chart.states[state].isFinal && !chart.states[state].isPseudostate
        && !except.contains(state) && !isInGroup
    }
  }
}
