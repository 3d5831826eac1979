/// Makes rows: for events, `always`, completion events and timers.
extension ChartGenerator {
  /// The states that a row can have as its source.
  private var possibleSources: [Int] {
    chart.states.indices.filter {
      // A machine in a final state has ended, but callers of a machine with methods still need results.
      (!chart.states[$0].isFinal || chart.hasMethods) && !chart.states[$0].isRegion && !chart.states[$0].isPseudostate
    }
  }

  /// The states that a row with effects or a target can have as its source.
  var simpleSources: [Int] { possibleSources.filter { !quiet.contains($0) } }

  /// Returns the states that `*` in a composite state, or in the machine for nil, stands for. Empty if one of them must
  /// not have rows.
  private func wildcardSources(in body: Int?) -> [Int] {
    let children = chart.children(of: body).filter { possibleSources.contains($0) && !chart.states[$0].isFinal }
    return children.contains { quiet.contains($0) } ? [] : children
  }

  mutating func addRows(for event: Int) {
    let sources = simpleSources
    for source in sources where chance(55) {
      if chance(40) { addRow([source], .event(event), isGuarded: true) }
      if chance(80) { addRow([source], .event(event), isGuarded: false) }
    }
    if chance(40), sources.count > 1 {
      addRow(
        Array(sources.shuffled(using: &random).prefix(number(2...3))).sorted(), .event(event), isGuarded: chance(50))
    }
    let states = chance(60) ? sourcesOfGroup() : []
    if !states.isEmpty { addRow(states, .event(event), isGuarded: chance(50)) }
    if chance(35) {
      let bodies = ([nil] + chart.states.indices.filter { !chart.children(of: $0).isEmpty }.map(Optional.some)).filter {
        !chart.isParallel($0)
      }
      let body = pick(bodies)
      let children = wildcardSources(in: body)
      var except = chance(50) && children.count > 1 ? [pick(children)] : []
      let groups = chart.groups.indices.filter { _ in chance(20) }
      except += groups.flatMap { chart.members(of: $0) }.filter { children.contains($0) && !except.contains($0) }
      addRow(
        .wildcard(body: body, except: except), children.filter { !except.contains($0) }, .event(event),
        isGuarded: chance(50))
    }
  }

  /// Returns the number by which `complete` knows a source and a trigger: events by their numbers, then the other
  /// triggers.
  func key(_ source: Int, _ trigger: Chart.Trigger) -> Int {
    switch trigger {
    case .event(let event): source * 100 + event
    case .timer: source * 100 + 97
    case .always: source * 100 + 98
    case .done: source * 100 + 99
    }
  }

  // MARK: What is ignored

  /// Adds rows that ignore an event or a completion event on purpose: `s1 : e0` without effects.
  mutating func addIgnoringRows() {
    for state in possibleSources {
      let hasDone = canBeDone(state) && features.contains(.done)
      guard ignoring.contains(state) || !quiet.contains(state) && chance(hasDone ? 30 : 10) else { continue }
      var triggers = chart.events.indices.shuffled(using: &random).prefix(number(1...3)).map(Chart.Trigger.event)
      if hasDone, chance(60) {
        triggers = (chance(20) ? triggers : []) + [.done(nil, bindsValue: false)]
      }
      let others = possibleSources.filter { $0 != state && (ignoring.contains($0) || !quiet.contains($0)) }
      addIgnoringRow(chance(15) && !others.isEmpty ? [state, pick(others)].sorted() : [state], triggers)
    }
    let bodies = ([nil] + composites.map(Optional.some)).filter { !wildcardSources(in: $0).isEmpty }
    guard chance(6), !chart.events.isEmpty, !bodies.isEmpty else { return }
    let body = pick(bodies)
    let event = number(0...(chart.events.count - 1))
    let hasOther = chart.rows.contains { row in
      if case .wildcard(body, _) = row.sources { row.triggers.contains(.event(event)) } else { false }
    }
    guard !hasOther else { return }
    chart.rows.append(.init(sources: .wildcard(body: body, except: []), target: nil, triggers: [.event(event)]))
  }

  private mutating func addIgnoringRow(_ sources: [Int], _ triggers: [Chart.Trigger]) {
    // Two rows that always apply are a mistake; and not all sources need be done at some time.
    let possible = triggers.filter { trigger in
      if case .done = trigger, !sources.allSatisfy(canBeDone) { return false }
      return !sources.contains { complete.contains(key($0, trigger)) }
    }
    guard !possible.isEmpty else { return }
    var row = Chart.Row(sources: .listed(sources), target: nil, triggers: possible)
    if chance(15) {
      row.condition = condition(chart.properties.map(\.name))
    } else {
      for source in sources { complete.formUnion(possible.map { key(source, $0) }) }
    }
    chart.rows.append(row)
  }

  private func canBeDone(_ state: Int) -> Bool {
    chart.states[state].machine == nil ? chart.canEnd(state) : chart.canMachineEnd(state)
  }

  // MARK: One row

  mutating func addRow(_ sources: [Int], _ trigger: Chart.Trigger, isGuarded: Bool) {
    if !isGuarded {
      // Two rows that always apply are a mistake.
      guard !sources.contains(where: { complete.contains(key($0, trigger)) }) else { return }
      for source in sources { complete.insert(key(source, trigger)) }
    }
    addRow(.listed(sources), sources, trigger, isGuarded: isGuarded)
  }

  mutating func addRow(
    _ syntax: Chart.Row.Sources, _ sources: [Int], _ trigger: Chart.Trigger, isGuarded: Bool
  ) {
    guard let first = sources.first else { return }
    var row = Chart.Row(sources: syntax, target: nil, triggers: [trigger])
    let isOtherwise =
      isGuarded && trigger != .always && chance(15) && !sources.contains { complete.contains(key($0, trigger)) }
    if isOtherwise { for source in sources { complete.insert(key(source, trigger)) } }
    var eventLabels: [String] = []
    if case .event(let event) = trigger { eventLabels = chart.events[event].labels }
    if case .done(_, true) = trigger { eventLabels = ["z"] }
    let sourceLabels = Set(labels(inScopeOf: first)).filter { label in
      sources.allSatisfy { labels(inScopeOf: $0).contains(label) }
    }
    let known = sourceLabels.subtracting(eventLabels).sorted()
    let names =
      known + eventLabels.filter { label in !sources.contains { labels(inScopeOf: $0).contains(label) } }
      + chart.properties.map(\.name)
    var assignable = chart.properties.map(\.name)
    if trigger == .always || chance(65) { row.target = target(names, eventLabels, sources) }
    if isGuarded { row.condition = isOtherwise ? .otherwise : conditionOfRow(names) }
    if chance(65) {
      let own = chart.states[first].fields.map(\.label).filter { known.contains($0) && sources.count == 1 }
      if row.target == nil { assignable += own }
      row.effects = (0...number(0...1)).map { _ in effect(names, assignable: assignable) }
    }
    if features.contains(.stays), row.target != nil, sources.count == 1, !known.isEmpty, chance(40) {
      // What an output says has gone on.
      let label = pick(known)
      row.effects.append(.assign(label, .sum(expression(names), .constant(1))))
      row.effects.append(.output(number(0...(chart.outputs.count - 1)), .name(label)))
    }
    if isTrapping, chance(trigger == .always ? 2 : 8) { row.effects.append(trap(names, assignable)) }
    chart.rows.append(row)
  }

  /// Returns a random condition of a row. It may test whether a state is active: `[in(s1)]`.
  private mutating func conditionOfRow(_ names: [String]) -> Chart.Condition {
    guard features.contains(.queries), chance(20) else { return condition(names) }
    let states = chart.states.indices.filter { !chart.states[$0].isPseudostate }
    var query = Chart.Condition.active(pick(states))
    if !chart.groups.isEmpty, chance(30) { query = .inGroup(number(0...(chart.groups.count - 1))) }
    if chance(40) { query = .not(query) }
    return chance(50) ? query : chance(50) ? .and(query, condition(names)) : .or(condition(names), query)
  }

  mutating func target(_ names: [String], _ eventLabels: [String], _ sources: [Int]) -> Chart.Target {
    if !chart.choices.isEmpty, chance(20) {
      let choice = number(0...(chart.choices.count - 1))
      let isPossible = chart.choices[choice].parent.map { parent in
        !sources.contains { isBetweenRegions($0, chart.children(of: parent)[0]) }
      }
      if isPossible ?? true { return target(ofChoice: choice, names) }
    }
    let targets = chart.states.indices.filter { target in
      !chart.states[target].isRegion && !chart.states[target].isPseudostate
        && !sources.contains { isBetweenRegions($0, target) }
    }
    var state = targets.isEmpty ? sources.first ?? 0 : pick(targets)
    var target = Chart.Target(place: .state(state))
    let remembering = composites.filter { composite in !sources.contains { isBetweenRegions($0, composite) } }
    if features.contains(.history), !remembering.isEmpty, chance(25) {
      state = pick(remembering)
      target = Chart.Target(place: .history(state, chance(50) && !chart.isParallel(state) ? .shallow : .deep))
    }
    addArguments(to: &target, of: state, names, eventLabels, sources)
    if case .state = target.place, features.contains(.initials), chance(40) { addOthers(to: &target, sources) }
    return target
  }

  mutating func target(ofChoice choice: Int, _ names: [String]) -> Chart.Target {
    var target = Chart.Target(place: .choice(choice))
    for name in chart.choices[choice].declared { target.arguments.append((name, expression(names))) }
    return target
  }

  /// Adds further targets in other regions than the first one's: `-> s3, s5`.
  private mutating func addOthers(to target: inout Chart.Target, _ sources: [Int]) {
    guard let first = target.place.state else { return }
    var targets = [first]
    for _ in 0..<3 {
      let possible = chart.states.indices.filter { other in
        let isPlain = !chart.states[other].isRegion && !chart.states[other].isPseudostate
        let path = [other] + chart.ancestors(of: other)
        let needsNothing = path.allSatisfy { state in
          chart.states[state].fields.allSatisfy { $0.defaultValue != nil }
        }
        return isPlain && needsNothing && targets.allSatisfy { areBeside($0, other) }
          && !sources.contains { isBetweenRegions($0, other) }
      }
      guard !possible.isEmpty, chance(70) else { break }
      let other = pick(possible)
      targets.append(other)
      target.others.append(other)
    }
  }

  /// Returns whether two states are in different regions of one composite state.
  private func areBeside(_ first: Int, _ second: Int) -> Bool {
    let paths = [first, second].map { chart.ancestors(of: $0).reversed() + [$0] }
    guard let place = paths[0].indices.first(where: { $0 >= paths[1].count || paths[0][$0] != paths[1][$0] }),
      place < paths[1].count
    else { return false }
    return chart.states[paths[0][place]].isRegion && chart.states[paths[1][place]].isRegion
  }

  /// Adds arguments to a target: for the fields that do not carry over, and at random for others.
  mutating func addArguments(
    to target: inout Chart.Target, of state: Int, _ names: [String], _ eventLabels: [String], _ sources: [Int]
  ) {
    for field in chart.states[state].fields {
      let isOfEvent = eventLabels.contains(field.label)
      let having = sources.filter { chart.states[$0].fields.contains { $0.label == field.label } }
      let carries = isOfEvent || having.count == sources.count
      if isOfEvent && !having.isEmpty || !carries && field.defaultValue == nil || chance(30) {
        target.arguments.append((field.label, expression(names)))
      }
    }
  }

  mutating func addAlwaysRows() {
    for source in simpleSources where chance(25) {
      addRow([source], .always, isGuarded: chance(97))
    }
    if chance(15), !chart.isParallel(nil) {
      let children = wildcardSources(in: nil)
      addRow(.wildcard(body: nil, except: []), children, .always, isGuarded: true)
    }
  }

  mutating func addDoneRows() {
    for state in composites where !chart.states[state].isRegion && !quiet.contains(state) {
      if chart.isParallel(state) {
        if chart.canEnd(state) { addRow([state], .done(nil, bindsValue: false), isGuarded: false) }
        continue
      }
      let finals = chart.children(of: state).filter { chart.states[$0].isFinal }
      guard let final = finals.first else { continue }
      if chance(50) {
        let bindsValue = !chart.states[final].fields.isEmpty && chance(60)
        addRow([state], .done(final, bindsValue: bindsValue), isGuarded: true)
      }
      if chance(60) { addRow([state], .done(nil, bindsValue: false), isGuarded: false) }
    }
    for state in simpleSources where chart.canMachineEnd(state) && chance(80) {
      addRow([state], .done(nil, bindsValue: false), isGuarded: chance(30))
    }
  }

  mutating func addActivities() {
    for state in simpleSources where chance(20) {
      chart.states[state].activity = expression(labels(inScopeOf: state) + chart.properties.map(\.name))
    }
  }

  mutating func addTimers() {
    // Now and then, nothing happens at all.
    if chart.events.isEmpty, chance(30) { return }
    for state in simpleSources where chance(chart.events.isEmpty ? 60 : 25) {
      let seconds = expression(labels(inScopeOf: state) + chart.properties.map(\.name))
      chart.states[state].timer = (chance(40), seconds)
      if chance(50) { addRow([state], .timer(state), isGuarded: true) }
      if chance(70) { addRow([state], .timer(state), isGuarded: false) }
    }
  }

  mutating func addDeferredEvents() {
    for state in simpleSources where chance(25) {
      let event = number(0...(ownEvents.count - 1))
      chart.states[state].deferred = [event]
    }
  }
}
