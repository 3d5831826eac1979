/// A source of numbers that gives the same ones for the same seed on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Makes random charts of bounded size. Not all are valid: labels may be ambiguous, a payload may be missing; the compiler
/// says so, and the chart is passed over.
struct ChartGenerator {
  struct Features: OptionSet {
    let rawValue: Int
    static let composites = Features(rawValue: 1)
    static let history = Features(rawValue: 2)
    static let choices = Features(rawValue: 4)
    static let always = Features(rawValue: 8)
    static let done = Features(rawValue: 16)
    static let raise = Features(rawValue: 32)
    static let `defer` = Features(rawValue: 64)
    static let regions = Features(rawValue: 128)
    static let timers = Features(rawValue: 256)
    static let activities = Features(rawValue: 512)
  }

  private var random: SeededGenerator
  private let features: Features
  private var chart: Chart
  /// What has an unconditional row already, as `state * 100 + event`; wildcards count by themselves.
  private var complete: Set<Int> = []

  private static let stateLabels = ["a", "b", "c"]
  private static let eventLabels = ["a", "x", "y"]

  private init(seed: UInt64, _ features: Features) {
    random = SeededGenerator(seed: seed)
    self.features = features
    chart = Chart(name: "Machine\(seed)")
  }

  static func chart(seed: UInt64, features: Features) -> Chart {
    var generator = ChartGenerator(seed: seed, features)
    generator.generate()
    return generator.chart
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  private mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...(list.count - 1))] }

  private mutating func generate() {
    for name in ["p", "q"].prefix(number(0...2)) { chart.properties.append((name, number(0...3))) }
    chart.outputs = Array(["o", "r"].prefix(number(1...2)))
    if features.contains(.regions), chance(12) {
      addRegions(parent: nil, depth: 0)
    } else {
      addStates(parent: nil, depth: 0)
    }
    for index in 0..<number(2...4) {
      let labels = Self.eventLabels.filter { _ in chance(35) }
      chart.events.append(Chart.Event(name: "e\(index)", labels: labels))
    }
    for state in chart.states.indices where !chart.states[state].isRegion {
      if chance(35) { chart.states[state].entry = actions(of: state, isExit: false) }
      if chance(35), !chart.states[state].isFinal { chart.states[state].exit = actions(of: state, isExit: true) }
    }
    if features.contains(.activities) { addActivities() }
    if features.contains(.history) { addHistoryDefaults() }
    if features.contains(.choices) { addChoices() }
    for event in chart.events.indices { addRows(for: event) }
    if features.contains(.always) { addAlwaysRows() }
    if features.contains(.done) { addDoneRows() }
    if features.contains(.timers) { addTimers() }
    chart.rows.shuffle(using: &random)
    if features.contains(.defer) { addDeferredEvents() }
  }

  // MARK: Pseudo-states

  private var composites: [Int] { chart.states.indices.filter { !chart.children(of: $0).isEmpty } }

  private mutating func addHistoryDefaults() {
    for state in composites where chance(30) && !chart.isParallel(state) {
      let children = chart.children(of: state).filter { child in
        !chart.states[child].isFinal && chart.states[child].fields.allSatisfy { $0.defaultValue != nil }
      }
      if !children.isEmpty { chart.states[state].historyDefault = pick(children) }
    }
  }

  /// Choices lead on to those behind them only, so that there is no circle.
  private mutating func addChoices() {
    let count = number(0...2)
    for index in 0..<count {
      let parents = ([nil] + composites.map(Optional.some)).filter { !chart.isParallel($0) }
      chart.choices.append(Chart.Choice(name: "c\(index)", parent: pick(parents)))
    }
    for index in 0..<count {
      let names = chart.properties.map(\.name)
      for isLast in Array(repeating: false, count: number(1...2)) + [true] {
        var target: Chart.Target
        if !isLast, index + 1 < count, chance(30) {
          let isBeside = chart.choices[index + 1].parent == chart.choices[index].parent
          target = isBeside ? Chart.Target(place: .choice(index + 1)) : self.target(names, [], [])
          while !isBeside, case .choice = target.place { target = self.target(names, [], []) }
        } else {
          let inside = chart.choices[index].parent.map { [chart.children(of: $0)[0]] } ?? []
          target = self.target(names, [], inside)
          while case .choice = target.place { target = self.target(names, [], inside) }
        }
        // Out of a region, a choice does not lead.
        if let parent = chart.choices[index].parent,
          let region = ([parent] + chart.ancestors(of: parent)).first(where: { chart.states[$0].isRegion }),
          case .state(let state) = target.place, !chart.ancestors(of: state).contains(region)
        {
          target = Chart.Target(place: .state(chart.children(of: region)[0]))
          target.arguments = chart.states[chart.children(of: region)[0]].fields.map { ($0.label, .constant(1)) }
        }
        var way = Chart.Way(condition: isLast ? .otherwise : condition(names), target: target)
        if chance(40) { way.effects = [effect(names, assignable: names)] }
        chart.choices[index].ways.append(way)
      }
    }
  }

  private mutating func addAlwaysRows() {
    for source in simpleSources where chance(25) {
      addRow([source], .always, isGuarded: chance(97))
    }
    if chance(15), !chart.isParallel(nil) {
      let children = chart.children(of: nil).filter { !chart.states[$0].isFinal }
      addRow(.wildcard(body: nil, except: []), children, .always, isGuarded: true)
    }
  }

  private mutating func addDoneRows() {
    for state in composites where !chart.states[state].isRegion {
      if chart.isParallel(state) {
        let canBeDone = chart.children(of: state).allSatisfy { region in
          chart.children(of: region).contains { chart.states[$0].isFinal }
        }
        if canBeDone { addRow([state], .done(nil, bindsValue: false), isGuarded: false) }
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
  }

  private mutating func addActivities() {
    for state in simpleSources where chance(20) {
      chart.states[state].activity = expression(labels(inScopeOf: state) + chart.properties.map(\.name))
    }
  }

  private mutating func addTimers() {
    for state in simpleSources where chance(25) {
      let seconds = expression(labels(inScopeOf: state) + chart.properties.map(\.name))
      chart.states[state].timer = (chance(40), seconds)
      if chance(50) { addRow([state], .timer(state), isGuarded: true) }
      if chance(70) { addRow([state], .timer(state), isGuarded: false) }
    }
  }

  private mutating func addDeferredEvents() {
    for state in simpleSources where chance(25) {
      let event = number(0...(chart.events.count - 1))
      chart.states[state].deferred = [event]
    }
  }

  // MARK: States

  private mutating func addStates(parent: Int?, depth: Int) {
    let count = number(depth == 0 ? 2...5 : 2...3)
    let initial = number(0...(count - 1))
    for place in 0..<count {
      var state = Chart.State(name: "s\(chart.states.count)", parent: parent)
      state.isInitial = place == initial
      let isInRegion = parent.map { chart.states[$0].isRegion } ?? false
      state.isFinal = !state.isInitial && place == count - 1 && chance(depth == 0 || isInRegion ? 40 : 15)
      let isEnteredByItself = state.isInitial
      for label in Self.stateLabels where chance(30) {
        let hasDefault = isEnteredByItself || chance(40)
        state.fields.append(Chart.Field(label: label, defaultValue: hasDefault ? number(0...5) : nil))
      }
      let index = chart.states.count
      chart.states.append(state)
      if features.contains(.composites), !state.isFinal, depth < 3, chance(40 - 10 * depth) {
        // A composite may be entered on the way to one of its children, which supplies nothing for it.
        for field in chart.states[index].fields.indices where chart.states[index].fields[field].defaultValue == nil {
          chart.states[index].fields[field].defaultValue = number(0...5)
        }
        if features.contains(.regions), chance(35) {
          addRegions(parent: index, depth: depth + 1)
        } else {
          addStates(parent: index, depth: depth + 1)
        }
      }
    }
  }

  private mutating func addRegions(parent: Int?, depth: Int) {
    for _ in 0..<number(2...3) {
      let index = chart.states.count
      chart.states.append(Chart.State(name: "r\(index)", parent: parent, isRegion: true))
      addStates(parent: index, depth: depth + 1)
    }
  }

  /// Whether an arrow would lead from one region into another beside it.
  private func isBetweenRegions(_ source: Int, _ target: Int) -> Bool {
    for region in chart.ancestors(of: source) where chart.states[region].isRegion {
      let parallel = chart.states[region].parent
      let isWithin = chart.ancestors(of: target).contains(region)
      let isBeside = parallel.map { chart.ancestors(of: target).contains($0) } ?? true
      if !isWithin, isBeside { return true }
    }
    return false
  }

  private func labels(inScopeOf state: Int) -> [String] {
    ([state] + chart.ancestors(of: state)).flatMap { chart.states[$0].fields.map(\.label) }
  }

  private mutating func actions(of state: Int, isExit: Bool) -> [Chart.Effect] {
    let names = labels(inScopeOf: state) + chart.properties.map(\.name)
    // What is left cannot be changed any more.
    let own = isExit ? [] : chart.states[state].fields.map(\.label)
    return (0...number(0...1)).map { _ in effect(names, assignable: chart.properties.map(\.name) + own) }
  }

  // MARK: Rows

  /// What a row can begin in.
  private var simpleSources: [Int] {
    chart.states.indices.filter { !chart.states[$0].isFinal && !chart.states[$0].isRegion }
  }

  private mutating func addRows(for event: Int) {
    let sources = simpleSources
    for source in sources where chance(55) {
      if chance(40) { addRow([source], .event(event), isGuarded: true) }
      if chance(80) { addRow([source], .event(event), isGuarded: false) }
    }
    if chance(40), sources.count > 1 {
      addRow(
        Array(sources.shuffled(using: &random).prefix(number(2...3))).sorted(), .event(event), isGuarded: chance(50))
    }
    if chance(35) {
      let bodies = ([nil] + chart.states.indices.filter { !chart.children(of: $0).isEmpty }.map(Optional.some)).filter {
        !chart.isParallel($0)
      }
      let body = pick(bodies)
      let children = chart.children(of: body).filter { !chart.states[$0].isFinal }
      let except = chance(50) && children.count > 1 ? [pick(children)] : []
      addRow(
        .wildcard(body: body, except: except), children.filter { !except.contains($0) }, .event(event),
        isGuarded: chance(50))
    }
  }

  /// What has an unconditional row: events by their numbers, then the others.
  private func key(_ source: Int, _ trigger: Chart.Trigger) -> Int {
    switch trigger {
    case .event(let event): source * 100 + event
    case .timer: source * 100 + 97
    case .always: source * 100 + 98
    case .done: source * 100 + 99
    }
  }

  private mutating func addRow(_ sources: [Int], _ trigger: Chart.Trigger, isGuarded: Bool) {
    if !isGuarded {
      // Two rows that always apply are a mistake.
      guard !sources.contains(where: { complete.contains(key($0, trigger)) }) else { return }
      for source in sources { complete.insert(key(source, trigger)) }
    }
    addRow(.listed(sources), sources, trigger, isGuarded: isGuarded)
  }

  private mutating func addRow(
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
    if trigger == .always || chance(65) { row.target = target(names, eventLabels, sources) }
    if isGuarded { row.condition = isOtherwise ? .otherwise : condition(names) }
    if chance(65) {
      let own = chart.states[first].fields.map(\.label).filter { known.contains($0) && sources.count == 1 }
      let assignable = chart.properties.map(\.name) + (row.target == nil ? own : [])
      row.effects = (0...number(0...1)).map { _ in effect(names, assignable: assignable) }
    }
    chart.rows.append(row)
  }

  private mutating func target(_ names: [String], _ eventLabels: [String], _ sources: [Int]) -> Chart.Target {
    if !chart.choices.isEmpty, chance(20) {
      let choice = number(0...(chart.choices.count - 1))
      let isPossible = chart.choices[choice].parent.map { parent in
        !sources.contains { isBetweenRegions($0, chart.children(of: parent)[0]) }
      }
      if isPossible ?? !chart.isParallel(nil) { return Chart.Target(place: .choice(choice)) }
    }
    let targets = chart.states.indices.filter { target in
      !chart.states[target].isRegion && !sources.contains { isBetweenRegions($0, target) }
    }
    var state = targets.isEmpty ? sources.first ?? 0 : pick(targets)
    var target = Chart.Target(place: .state(state))
    let remembering = composites.filter { composite in !sources.contains { isBetweenRegions($0, composite) } }
    if features.contains(.history), !remembering.isEmpty, chance(25) {
      state = pick(remembering)
      target = Chart.Target(place: .history(state, chance(50) && !chart.isParallel(state) ? .shallow : .deep))
    }
    for field in chart.states[state].fields {
      let isOfEvent = eventLabels.contains(field.label)
      let having = sources.filter { chart.states[$0].fields.contains { $0.label == field.label } }
      let carries = isOfEvent || having.count == sources.count
      if isOfEvent && !having.isEmpty || !carries && field.defaultValue == nil || chance(30) {
        target.arguments.append((field.label, expression(names)))
      }
    }
    return target
  }

  // MARK: Conditions, effects, expressions

  private mutating func condition(_ names: [String]) -> Chart.Condition {
    switch number(0...9) {
    case 0...4: .less(expression(names), expression(names))
    case 5...7: .equal(.remainder(expression(names), number(2...3)), .constant(number(0...1)))
    case 8: .and(comparison(names), comparison(names))
    default: .or(comparison(names), comparison(names))
    }
  }

  private mutating func comparison(_ names: [String]) -> Chart.Condition {
    .less(expression(names), expression(names))
  }

  private mutating func effect(_ names: [String], assignable: [String]) -> Chart.Effect {
    if features.contains(.raise), !chart.events.isEmpty, chance(15) {
      let event = number(0...(chart.events.count - 1))
      return .raise(event, chart.events[event].labels.map { _ in .remainder(expression(names), 7) })
    }
    if !assignable.isEmpty, chance(50) { return .assign(pick(assignable), .remainder(expression(names), 7)) }
    return .output(number(0...(chart.outputs.count - 1)), expression(names))
  }

  private mutating func expression(_ names: [String], depth: Int = 0) -> Chart.Expression {
    if depth < 2, chance(35) {
      let first = expression(names, depth: depth + 1)
      let second = expression(names, depth: depth + 1)
      return chance(50) ? .sum(first, second) : .difference(first, second)
    }
    return !names.isEmpty && chance(65) ? .name(pick(names)) : .constant(number(-2...5))
  }
}
