/// Makes states, composite states and regions, and their entry and exit actions.
extension ChartGenerator {
  mutating func addStates(parent: Int?, depth: Int) {
    let count = chance(depth == 0 ? 4 : 12) ? 1 : number(depth == 0 ? 2...5 : 2...3)
    let beginsByArrow = features.contains(.initials) && chance(15)
    let initial = number(0...(count - 1))
    for place in 0..<count {
      var state = Chart.State(name: stateName(), parent: parent)
      state.isInitial = place == initial && !beginsByArrow
      let isInRegion = parent.map { chart.states[$0].isRegion } ?? false
      let isOftenFinal = depth == 0 || isInRegion
      // What begins in a final state is done at once: a machine that does has nothing to show.
      state.isFinal =
        place == count - 1 && chance(state.isInitial ? (depth == 0 ? 0 : 8) : isOftenFinal ? 40 : 15)
      let isEnteredByItself = state.isInitial
      for label in Self.stateLabels where chance(30) {
        let hasDefault = isEnteredByItself || chance(40)
        state.fields.append(Chart.Field(label: label, defaultValue: hasDefault ? number(0...5) : nil))
      }
      let index = chart.states.count
      chart.states.append(state)
      if features.contains(.composites), !state.isFinal, depth < 3, chance(40 - 10 * depth) {
        // A composite state may be entered with one of its children as the target, and a target gives it no payload.
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
    if beginsByArrow {
      chart.states.append(Chart.State(name: "initial", parent: parent, isInitial: true, isPseudostate: true))
    }
    if let parent, features.contains(.initials), features.contains(.history), chance(10) {
      chart.states[parent].historyDefault = chart.states.count
      chart.states.append(Chart.State(name: "history", parent: parent, isPseudostate: true))
    }
  }

  mutating func addRegions(parent: Int?, depth: Int) {
    for _ in 0..<number(2...3) {
      let index = chart.states.count
      chart.states.append(Chart.State(name: regionName(), parent: parent, isRegion: true))
      addStates(parent: index, depth: depth + 1)
    }
  }

  private mutating func stateName() -> String { stateNames.popLast() ?? "s\(chart.states.count)\(suffix)" }
  private mutating func regionName() -> String { regionNames.popLast() ?? "r\(chart.states.count)\(suffix)" }

  /// The text that is added to a name, so that it differs from a similar name that is used already.
  private var suffix: String { hasSimilarNames ? "x" : "" }

  /// Chooses the states that get no transitions: some or all regions of a composite state or of the machine, and at
  /// times another state.
  mutating func chooseQuietStates() {
    for parallel in [nil] + composites.map(Optional.some) where chart.isParallel(parallel) && chance(35) {
      let areAll = chance(35)
      for region in chart.children(of: parallel) where areAll || chance(50) {
        let within = chart.states.indices.filter { chart.ancestors(of: $0).contains(region) }
        quiet.formUnion(within)
        if chance(35) { ignoring.formUnion(within.filter { _ in chance(60) }) }
      }
      guard let parallel, chance(40) else { continue }
      quiet.insert(parallel)
      if chance(70) { ignoring.insert(parallel) }
    }
    for state in chart.states.indices where chance(5) {
      quiet.insert(state)
      if chance(50) { ignoring.insert(state) }
    }
  }

  /// Returns whether an arrow would lead from one region into another region beside it, which the language does not
  /// allow.
  func isBetweenRegions(_ source: Int, _ target: Int) -> Bool {
    for region in chart.ancestors(of: source) where chart.states[region].isRegion {
      let parallel = chart.states[region].parent
      // The history of a region leaves all regions, also from within.
      let isWithin = target == region || chart.ancestors(of: target).contains(region)
      let isBeside = parallel.map { chart.ancestors(of: target).contains($0) } ?? true
      if !isWithin, isBeside { return true }
    }
    return false
  }

  func labels(inScopeOf state: Int) -> [String] {
    ([state] + chart.ancestors(of: state)).flatMap { chart.states[$0].fields.map(\.label) }
  }

  mutating func actions(of state: Int, isExit: Bool) -> [Chart.Effect] {
    let names = labels(inScopeOf: state) + chart.properties.map(\.name)
    // What is left cannot be changed any more.
    let own = isExit ? [] : chart.states[state].fields.map(\.label)
    let effects = (0...number(0...2)).map { _ in effect(names, assignable: chart.properties.map(\.name) + own) }
    return guarded(effects, names)
  }
}
