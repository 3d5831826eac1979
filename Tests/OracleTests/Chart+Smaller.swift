/// What is left of a chart without some of its parts.
extension Chart {
  /// Charts with one part less, those with much less first.
  var smaller: [Chart] {
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
    if unhandled != .ignore { add { $0.unhandled = .ignore } }
    for event in events.indices where events[event].unhandled != nil { add { $0.events[event].unhandled = nil } }
    for row in rows.indices { add { $0.rows.remove(at: row) } }
    for event in events.indices { if let chart = removing(event: event) { charts.append(chart) } }
    if let chart = removingLastChoice { charts.append(chart) }
    for state in states.indices {
      if !states[state].entry.isEmpty { add { $0.states[state].entry = [] } }
      if !states[state].exit.isEmpty { add { $0.states[state].exit = [] } }
      if states[state].activity != nil { add { $0.states[state].activity = nil } }
      if !states[state].deferred.isEmpty { add { $0.states[state].deferred = [] } }
      if states[state].historyDefault != nil { add { $0.states[state].historyDefault = nil } }
    }
    for choice in choices.indices {
      for way in choices[choice].ways.indices.dropLast() { add { $0.choices[choice].ways.remove(at: way) } }
      for way in choices[choice].ways.indices where !choices[choice].ways[way].effects.isEmpty {
        add { $0.choices[choice].ways[way].effects = [] }
      }
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

  /// Without states, and without what begins or ends there; nil where something else depends on them.
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
    chart.rows = rows.compactMap { row in
      var row = row
      switch row.sources {
      case .listed(let sources):
        row.sources = .listed(sources.compactMap { numbers[$0] })
        if case .listed([]) = row.sources { return nil }
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
      for way in choices[choice].ways.indices {
        guard let target = choices[choice].ways[way].target else { continue }
        guard let target = place(target) else { return nil }
        chart.choices[choice].ways[way].target = target
      }
    }
    return chart
  }

  /// Without an event, and without the rows and effects that name it.
  private func removing(event: Int) -> Chart? {
    func number(_ other: Int) -> Int? { other == event ? nil : other > event ? other - 1 : other }
    func effects(_ effects: [Effect]) -> [Effect] {
      effects.compactMap { effect in
        guard case .raise(let other, let values) = effect else { return effect }
        return number(other).map { .raise($0, values) }
      }
    }
    var chart = self
    chart.events.remove(at: event)
    for state in states.indices {
      chart.states[state].entry = effects(states[state].entry)
      chart.states[state].exit = effects(states[state].exit)
      chart.states[state].deferred = states[state].deferred.compactMap(number)
    }
    for choice in choices.indices {
      for way in choices[choice].ways.indices {
        chart.choices[choice].ways[way].effects = effects(choices[choice].ways[way].effects)
      }
    }
    chart.rows = rows.compactMap { row in
      var row = row
      row.effects = effects(row.effects)
      row.triggers = row.triggers.compactMap { trigger in
        guard case .event(let other) = trigger else { return trigger }
        return number(other).map(Trigger.event)
      }
      return row.triggers.isEmpty ? nil : row
    }
    return chart
  }

  /// Without the last choice, and without what leads there.
  private var removingLastChoice: Chart? {
    guard !choices.isEmpty else { return nil }
    let last = choices.count - 1
    func leads(_ target: Target?) -> Bool { if case .choice(last)? = target?.place { true } else { false } }
    guard !choices.contains(where: { $0.ways.contains { leads($0.target) } }) else { return nil }
    var chart = self
    chart.choices.removeLast()
    chart.rows.removeAll { leads($0.target) }
    return chart
  }
}
