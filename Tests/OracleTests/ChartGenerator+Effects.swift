/// Makes named effects, and lines of actions with guards.
extension ChartGenerator {
  mutating func addNamedEffects() {
    guard chance(50) else { return }
    for number in 0..<number(1...3) {
      var names = chart.properties.map(\.name)
      var assignable = names
      if chance(30) { names.append(pick(Self.eventLabels)) }
      if chance(50) {
        let label = pick(Self.stateLabels)
        names.append(label)
        assignable.append(label)
      }
      var effects = (0...self.number(0...2)).map { _ in effect(names, assignable: assignable) }
      for index in effects.indices where chance(50) {
        if case .assign(let name, let value) = effects[index] { effects[index] = .assignInBlock(name, value) }
      }
      if isTrapping, chance(15), !chart.traps(effects) { effects.append(.trap) }
      chart.effects.append(Chart.NamedEffect(name: "act\(number)", effects: effects))
      effectNames.append(usedNames(effects))
    }
  }

  /// Returns the names that effects use, and the names among them to which they assign values.
  private func usedNames(_ effects: [Chart.Effect]) -> (used: Set<String>, assigned: Set<String>) {
    var names: (used: Set<String>, assigned: Set<String>) = ([], [])
    for effect in effects {
      switch effect {
      case .output(_, let value): names.used.formUnion(value.names)
      case .raise(_, let values): for value in values { names.used.formUnion(value.names) }
      case .assign(let name, let value), .assignInBlock(let name, let value):
        names.used.formUnion(value.names)
        names.used.insert(name)
        names.assigned.insert(name)
      case .named(let effect):
        names.used.formUnion(effectNames[effect].used)
        names.assigned.formUnion(effectNames[effect].assigned)
      case .when(_, let inner):
        let within = usedNames(inner)
        names.used.formUnion(within.used)
        names.assigned.formUnion(within.assigned)
      case .throw(let value), .evaluate(let value): names.used.formUnion(value.names)
      // A named effect returns nothing from a method.
      case .trap, .reply: break
      }
    }
    return names
  }

  /// Returns whether a named effect can be used in a place where the given names are known, and where values can be
  /// assigned to `assignable`. False for an effect that traps, because nothing can follow it.
  func isPossible(_ effect: Int, _ names: [String], _ assignable: [String]) -> Bool {
    effectNames[effect].used.isSubset(of: names) && effectNames[effect].assigned.isSubset(of: assignable)
      && !chart.traps(chart.effects[effect].effects)
  }

  mutating func namedEffect(_ names: [String], _ assignable: [String]) -> Int? {
    let possible = effectNames.indices.filter { isPossible($0, names, assignable) }
    return possible.isEmpty ? nil : pick(possible)
  }

  /// Returns an effect that traps: `trap`, or a named effect that ends in a trap.
  mutating func trap(_ names: [String], _ assignable: [String]) -> Chart.Effect {
    let possible = effectNames.indices.filter {
      chart.traps(chart.effects[$0].effects) && effectNames[$0].used.isSubset(of: names)
        && effectNames[$0].assigned.isSubset(of: assignable)
    }
    return possible.isEmpty || chance(40) ? .trap : .named(pick(possible))
  }

  /// Returns the effects of an action, some of them with a guard.
  mutating func guarded(_ effects: [Chart.Effect], _ names: [String]) -> [Chart.Effect] {
    guard features.contains(.effects) else { return effects }
    return effects.map { effect in
      guard chance(25), let condition = condition(names) as Chart.Condition? else { return effect }
      return .when(condition, isTrapping && chance(10) ? [effect, .trap] : [effect])
    }
  }
}
