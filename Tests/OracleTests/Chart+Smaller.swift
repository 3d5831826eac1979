/// Makes charts smaller, to find a small example of a failure.
extension Chart {
  /// The charts that have one part less, such as a row or a state. Those from which much is removed come first.
  var smaller: [Chart] {
    // States and events are named by their numbers where there are machines.
    guard machines.isEmpty else { return [] }
    var charts: [Chart] = []
    func add(_ change: (inout Chart) -> Void) {
      var chart = self
      change(&chart)
      charts.append(chart)
    }
    for state in states.indices.reversed() where !states[state].isInitial {
      if let chart = removing(states.indices.filter { $0 == state || ancestors(of: $0).contains(state) }) {
        charts.append(chart)
      }
    }
    for state in states.indices where !states[state].isRegion && !children(of: state).isEmpty {
      if let chart = removing(states.indices.filter { ancestors(of: $0).contains(state) }) { charts.append(chart) }
    }
    for effect in effects.indices.reversed() { charts.append(writingOut(effect: effect)) }
    for group in groups.indices.reversed() { charts += removing(group: group) }
    if unhandled != .ignore { add { $0.unhandled = .ignore } }
    for event in events.indices where events[event].unhandled != nil { add { $0.events[event].unhandled = nil } }
    for row in rows.indices { add { $0.rows.remove(at: row) } }
    for event in events.indices { if let chart = removing(event: event) { charts.append(chart) } }
    if let chart = removingLastChoice { charts.append(chart) }
    for state in states.indices {
      if !states[state].entry.isEmpty { add { $0.states[state].entry = [] } }
      if !states[state].exit.isEmpty { add { $0.states[state].exit = [] } }
      for path in [\State.entry, \State.exit] {
        for (index, effect) in states[state][keyPath: path].enumerated() {
          add { $0.states[state][keyPath: path].remove(at: index) }
          if case .when(_, let inner) = effect {
            add { $0.states[state][keyPath: path].replaceSubrange(index...index, with: inner) }
          }
        }
      }
      if states[state].activity != nil { add { $0.states[state].activity = nil } }
      if !states[state].deferred.isEmpty { add { $0.states[state].deferred = [] } }
      if states[state].historyDefault != nil { add { $0.states[state].historyDefault = nil } }
    }
    for effect in effects.indices where effects[effect].effects.count > 1 {
      for index in effects[effect].effects.indices { add { $0.effects[effect].effects.remove(at: index) } }
    }
    for choice in choices.indices {
      for branch in choices[choice].branches.indices.dropLast() {
        add { $0.choices[choice].branches.remove(at: branch) }
      }
      for branch in choices[choice].branches.indices where !choices[choice].branches[branch].effects.isEmpty {
        add { $0.choices[choice].branches[branch].effects = [] }
      }
    }
    for row in rows.indices where rows[row].target?.others.isEmpty == false {
      add { $0.rows[row].target?.others = [] }
    }
    for row in rows.indices {
      for effect in rows[row].effects.indices { add { $0.rows[row].effects.remove(at: effect) } }
      if rows[row].triggers.count > 1 {
        for trigger in rows[row].triggers.indices { add { $0.rows[row].triggers.remove(at: trigger) } }
      }
      if case .listed(let sources) = rows[row].sources, sources.count > 1 {
        for source in sources { add { $0.rows[row].sources = .listed(sources.filter { $0 != source }) } }
      }
    }
    // A pseudostate is printed with its row, or not at all.
    return charts.filter { chart in
      chart.states.indices.allSatisfy { !chart.states[$0].isPseudostate || chart.initialRow(of: $0) != nil }
    }
  }

  /// Returns the chart without some states, and without the rows and other parts that need them. Nil if the chart would
  /// not be complete then.
  private func removing(_ removed: [Int]) -> Chart? {
    let kept = states.indices.filter { !removed.contains($0) }
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    for body in Set(removed.map { states[$0].parent }) where body.map({ numbers[$0] != nil }) ?? true {
      let left = children(of: body).filter { numbers[$0] != nil }
      // Regions come in twos.
      if left.count == 1, states[left[0]].isRegion { return nil }
      if left.isEmpty, body.map({ states[$0].isRegion }) ?? true { return nil }
    }
    func place(_ target: Target) -> Target? {
      var target = target
      switch target.place {
      case .choice: break
      case .state(let state):
        guard let number = numbers[state] else { return nil }
        target.place = .state(number)
        target.others = target.others.compactMap { numbers[$0] }
      case .history(let state, let kind):
        guard let number = numbers[state], children(of: state).contains(where: { numbers[$0] != nil }) else {
          return nil
        }
        target.place = .history(number, kind)
      }
      return target
    }
    var chart = self
    chart.states = kept.map { old in
      var state = states[old]
      state.parent = state.parent.flatMap { numbers[$0] }
      state.historyDefault = state.historyDefault.flatMap { numbers[$0] }
      return state
    }
    for group in groups.indices {
      chart.groups[group].states = groups[group].states.compactMap { numbers[$0] }
      guard !chart.groups[group].states.isEmpty else { return nil }
    }
    chart.rows = rows.compactMap { row in
      var row = row
      if let condition = row.condition {
        guard let kept = condition.asking(states: { numbers[$0] }, groups: { $0 }) else { return nil }
        row.condition = kept
      }
      switch row.sources {
      case .listed(let sources):
        row.sources = .listed(sources.compactMap { numbers[$0] })
        if case .listed([]) = row.sources, row.groups.isEmpty { return nil }
      case .wildcard(let body, let except):
        if let body, numbers[body] == nil { return nil }
        row.sources = .wildcard(body: body.flatMap { numbers[$0] }, except: except.compactMap { numbers[$0] })
      }
      row.triggers = row.triggers.compactMap { trigger in
        switch trigger {
        case .event, .always, .done(nil, _): trigger
        case .timer(let state): numbers[state].map(Trigger.timer)
        case .done(let child?, let bindsValue): numbers[child].map { .done($0, bindsValue: bindsValue) }
        }
      }
      guard !row.triggers.isEmpty else { return nil }
      if let target = row.target {
        guard let target = place(target) else { return nil }
        row.target = target
      }
      return row
    }
    for choice in choices.indices {
      if let parent = choices[choice].parent {
        guard let number = numbers[parent] else { return nil }
        guard children(of: parent).contains(where: { numbers[$0] != nil }) else { return nil }
        chart.choices[choice].parent = number
      }
      for branch in choices[choice].branches.indices {
        guard let target = choices[choice].branches[branch].target else { continue }
        guard let target = place(target) else { return nil }
        chart.choices[choice].branches[branch].target = target
      }
    }
    return chart
  }

  /// Returns the chart without a group that no other group contains, in two forms: with the group's states in its
  /// place, and without these.
  private func removing(group: Int) -> [Chart] {
    guard !groups.contains(where: { $0.groups.contains(group) }) else { return [] }
    return [true, false].map { keepsStates in
      var chart = self
      chart.groups.remove(at: group)
      for row in chart.rows.indices {
        // A row that asked for the group asks for nothing.
        chart.rows[row].condition = chart.rows[row].condition.map {
          $0.asking(states: { $0 }, groups: { $0 == group ? nil : $0 > group ? $0 - 1 : $0 })
            ?? .less(.name("p"), .name("p"))
        }
      }
      for index in chart.groups.indices {
        chart.groups[index].groups = chart.groups[index].groups.map { $0 > group ? $0 - 1 : $0 }
      }
      chart.rows = chart.rows.compactMap { row in
        var row = row
        let states = row.groups.contains(group) && keepsStates ? members(of: group) : []
        let others = row.groups.filter { $0 != group }
        let known = others.reduce(into: Set<Int>()) { $0.formUnion(members(of: $1)) }
        row.groups = others.map { $0 > group ? $0 - 1 : $0 }
        switch row.sources {
        case .listed(let sources):
          let all = sources + states.subtracting(known).sorted()
          row.sources = .listed(all)
          if all.isEmpty, row.groups.isEmpty { return nil }
        case .wildcard(let body, let except):
          let children = states.filter { self.states[$0].parent == body && !self.states[$0].isFinal }
          row.sources = .wildcard(body: body, except: except + children.sorted())
        }
        return row
      }
      return chart
    }
  }

  /// Returns effects without those that raise an event. The events after it get lower numbers, because the event is
  /// removed.
  private func effects(without event: Int, _ effects: [Effect]) -> [Effect] {
    effects.compactMap { effect in
      switch effect {
      case .raise(event, _): return nil
      case .raise(let other, let values): return .raise(other > event ? other - 1 : other, values)
      case .when(let condition, let inner):
        let rest = self.effects(without: event, inner)
        return rest.isEmpty ? nil : .when(condition, rest)
      default: return effect
      }
    }
  }

  /// Returns the chart with a named effect's own effects in place of its name.
  private func writingOut(effect: Int) -> Chart {
    func written(_ effects: [Effect]) -> [Effect] {
      effects.flatMap { other -> [Effect] in
        switch other {
        case .named(effect): self.effects[effect].effects
        case .named(let named): [.named(named > effect ? named - 1 : named)]
        case .when(let condition, let inner): [.when(condition, written(inner))]
        default: [other]
        }
      }
    }
    var chart = self
    chart.effects.remove(at: effect)
    for index in chart.effects.indices { chart.effects[index].effects = written(chart.effects[index].effects) }
    for state in states.indices {
      chart.states[state].entry = written(states[state].entry)
      chart.states[state].exit = written(states[state].exit)
    }
    for choice in choices.indices {
      for branch in choices[choice].branches.indices {
        chart.choices[choice].branches[branch].effects = written(choices[choice].branches[branch].effects)
      }
    }
    for row in rows.indices { chart.rows[row].effects = written(rows[row].effects) }
    return chart
  }

  /// Returns the chart without an event, and without the rows and effects that name it. Nil if a named effect would be
  /// empty.
  private func removing(event: Int) -> Chart? {
    func number(_ other: Int) -> Int? { other == event ? nil : other > event ? other - 1 : other }
    var chart = self
    chart.events.remove(at: event)
    for effect in effects.indices {
      chart.effects[effect].effects = self.effects(without: event, self.effects[effect].effects)
      if chart.effects[effect].effects.isEmpty { return nil }
    }
    for state in states.indices {
      chart.states[state].entry = effects(without: event, states[state].entry)
      chart.states[state].exit = effects(without: event, states[state].exit)
      chart.states[state].deferred = states[state].deferred.compactMap(number)
    }
    for choice in choices.indices {
      for branch in choices[choice].branches.indices {
        chart.choices[choice].branches[branch].effects = effects(
          without: event, choices[choice].branches[branch].effects)
      }
    }
    chart.rows = rows.compactMap { row in
      var row = row
      row.effects = effects(without: event, row.effects)
      row.triggers = row.triggers.compactMap { trigger in
        guard case .event(let other) = trigger else { return trigger }
        return number(other).map(Trigger.event)
      }
      return row.triggers.isEmpty ? nil : row
    }
    return chart
  }

  /// The chart without its last choice, and without the rows that lead to the choice. Nil for a chart without choices,
  /// and if another choice leads to the last one.
  private var removingLastChoice: Chart? {
    guard !choices.isEmpty else { return nil }
    let last = choices.count - 1
    func leads(_ target: Target?) -> Bool { if case .choice(last)? = target?.place { true } else { false } }
    guard !choices.contains(where: { $0.branches.contains { leads($0.target) } }) else { return nil }
    var chart = self
    chart.choices.removeLast()
    chart.rows.removeAll { leads($0.target) }
    return chart
  }
}

extension Chart.Condition {
  /// Returns the condition with new numbers for the states and groups that it names. Nil if one of them has been
  /// removed.
  ///
  /// - Parameters:
  ///   - states: returns the new number of a state; nil for a removed one.
  ///   - groups: returns the new number of a group; nil for a removed one.
  fileprivate func asking(states: (Int) -> Int?, groups: (Int) -> Int?) -> Self? {
    switch self {
    case .otherwise, .less, .equal: self
    case .active(let state): states(state).map { .active($0) }
    case .inGroup(let group): groups(group).map { .inGroup($0) }
    case .not(let inner): inner.asking(states: states, groups: groups).map { .not($0) }
    case .and(let first, let second):
      first.asking(states: states, groups: groups).flatMap { first in
        second.asking(states: states, groups: groups).map { .and(first, $0) }
      }
    case .or(let first, let second):
      first.asking(states: states, groups: groups).flatMap { first in
        second.asking(states: states, groups: groups).map { .or(first, $0) }
      }
    }
  }
}
