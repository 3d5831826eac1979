/// Makes choices, initial transitions, and default transitions of histories.
extension ChartGenerator {
  var composites: [Int] { chart.states.indices.filter { !chart.children(of: $0).isEmpty } }

  mutating func addHistoryDefaults() {
    for state in composites where chance(30) && !chart.isParallel(state) && chart.states[state].historyDefault == nil {
      let children = chart.children(of: state).filter { child in
        !chart.states[child].isFinal && !chart.states[child].isPseudostate
          && chart.states[child].fields.allSatisfy { $0.defaultValue != nil }
      }
      if !children.isEmpty { chart.states[state].historyDefault = pick(children) }
    }
  }

  /// Adds initial transitions, `initial -> …`, to the machine and to composite states. They lead to a state within, to
  /// a history within, or to a choice.
  mutating func addInitialTransitions() {
    for initial in chart.states.indices where chart.states[initial].isPseudostate {
      let body = chart.states[initial].parent
      let names = labels(inScopeOf: initial) + chart.properties.map(\.name)
      let choices = chart.choices.indices.filter { chart.choices[$0].parent == body }
      var target: Chart.Target
      if !choices.isEmpty, chance(60) {
        target = self.target(ofChoice: pick(choices), names)
      } else {
        let within = chart.states.indices.filter { state in
          (body.map { chart.ancestors(of: state).contains($0) } ?? true) && !chart.states[state].isRegion
            && !chart.states[state].isPseudostate
        }
        let state = pick(within)
        target = Chart.Target(place: .state(state))
        let isComposite = !chart.children(of: state).isEmpty
        if isComposite, features.contains(.history), chance(30) {
          target = Chart.Target(place: .history(state, chance(50) && !chart.isParallel(state) ? .shallow : .deep))
        }
        addArguments(to: &target, of: state, names, [], [initial])
      }
      var row = Chart.Row(sources: .listed([initial]), target: target, triggers: [.always])
      if chance(50) { row.effects = [effect(names, assignable: chart.properties.map(\.name))] }
      chart.rows.append(row)
    }
  }

  /// Removes the arrows of some rows of choices, so that the source stays active. Only if no exit action would run
  /// before the choice, and if every row to the choice has an event.
  mutating func addStayingBranches() {
    var froms: [Int: [(source: Int, choice: Int)]] = [:]
    var impossible: Set<Int> = []
    for row in chart.rows {
      guard case .choice(let first)? = row.target?.place else { continue }
      let sources = chart.states.indices.filter { row.applies(to: $0, in: chart) }
      let isImpossible = row.triggers.contains(.always) || sources.contains { chart.states[$0].isPseudostate }
      for choice in reached(from: first) {
        froms[choice, default: []] += sources.map { ($0, first) }
        if isImpossible { impossible.insert(choice) }
      }
    }
    let interpreter = Interpreter(chart)
    let timed = chart.timed
    for choice in chart.choices.indices where !impossible.contains(choice) {
      let isQuiet = (froms[choice] ?? []).allSatisfy { source, first in
        let domain = interpreter.domain(from: source, to: Chart.Target(place: .choice(first)))
        return statesLeft(source, domain).allSatisfy { state in
          chart.states[state].exit.isEmpty && chart.states[state].activity == nil && !timed.contains(state)
        }
      }
      guard isQuiet else { continue }
      for branch in chart.choices[choice].branches.indices
      where chance(40) && !chart.choices[choice].branches[branch].traps {
        chart.choices[choice].branches[branch].target = nil
        chart.choices[choice].branches[branch].stays = true
      }
    }
  }

  private func reached(from choice: Int) -> Set<Int> {
    chart.choices[choice].branches.reduce(into: [choice]) { reached, branch in
      if case .choice(let next)? = branch.target?.place { reached.formUnion(self.reached(from: next)) }
    }
  }

  /// Returns the states that may be active and that a transition exits.
  ///
  /// - Parameters:
  ///   - source: the source of the transition.
  ///   - domain: the transition's domain; nil for the machine.
  private func statesLeft(_ source: Int, _ domain: Int?) -> Set<Int> {
    var left = Set(chart.states.indices.filter { chart.ancestors(of: $0).contains(source) })
    guard source != domain else { return left }
    for state in [source] + chart.ancestors(of: source).prefix(while: { $0 != domain }) {
      left.insert(state)
      guard chart.states[state].isRegion else { continue }
      for beside in chart.children(of: chart.states[state].parent) {
        left.formUnion(chart.states.indices.filter { $0 == beside || chart.ancestors(of: $0).contains(beside) })
      }
    }
    return left
  }

  /// Adds choices. The rows of a choice lead only to later choices, so that no run goes in a circle.
  mutating func addChoices() {
    let count = number(isTrapping ? 1...2 : 0...2)
    for index in 0..<count {
      // Beside the machine's own regions stand choices that leave all of them.
      let isBesideRegions = chart.isParallel(nil) && chance(50)
      let parents = ([nil] + composites.map(Optional.some)).filter { $0 == nil || !chart.isParallel($0) }
      let name = hasSimilarNames ? ["c", "cA"][index] : "c\(index)"
      var choice = Chart.Choice(name: name, parent: isBesideRegions ? nil : pick(parents))
      if features.contains(.declarations), chance(50) {
        for name in ["k\(index)", "j\(index)"] where chance(60) { choice.declared.append(name) }
      }
      chart.choices.append(choice)
    }
    for index in 0..<count {
      let properties = chart.properties.map(\.name)
      let names = properties + chart.choices[index].declared
      for isLast in Array(repeating: false, count: number(1...2)) + [true] {
        var target: Chart.Target
        if !isLast, index + 1 < count, chance(isTrapping ? 60 : 30) {
          let isBeside = chart.choices[index + 1].parent == chart.choices[index].parent
          target = isBeside ? self.target(ofChoice: index + 1, names) : self.target(names, [], [])
          while !isBeside, case .choice = target.place { target = self.target(names, [], []) }
        } else {
          let inside = chart.choices[index].parent.map { [chart.children(of: $0)[0]] } ?? []
          target = self.target(names, [], inside)
          while case .choice = target.place { target = self.target(names, [], inside) }
        }
        // Out of a region, a choice does not lead.
        if let parent = chart.choices[index].parent,
          let region = ([parent] + chart.ancestors(of: parent)).first(where: { chart.states[$0].isRegion }),
          let place = target.place.state, !chart.ancestors(of: place).contains(region)
        {
          target = Chart.Target(place: .state(chart.children(of: region)[0]))
          target.arguments = chart.states[chart.children(of: region)[0]].fields.map { ($0.label, .constant(1)) }
        }
        var branch = Chart.Branch(condition: isLast ? .otherwise : condition(names), target: target)
        if isTrapping, chance(isLast ? 25 : 15) { branch.target = nil }
        if chance(40) { branch.effects = [effect(names, assignable: properties)] }
        chart.choices[index].branches.append(branch)
      }
    }
  }
}
