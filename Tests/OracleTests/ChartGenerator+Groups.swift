/// Groups of states, and the rows that name them.
extension ChartGenerator {
  mutating func addGroups() {
    guard chance(45) else { return }
    for name in ["open", "rest", "all"].prefix(number(1...3)) {
      let possible = chart.states.indices.filter { !chart.states[$0].isPseudostate }
      let states = Array(possible.shuffled(using: &random).prefix(number(1...4))).sorted()
      let groups = chart.groups.indices.filter { chart.members(of: $0).isDisjoint(with: states) && chance(40) }
      chart.groups.append(Chart.Group(name: name, states: states, groups: groups))
    }
    // Many rows need groups whose states all may have some.
    let sources = simpleSources
    guard sources.count > 1 else { return }
    let states = Array(sources.shuffled(using: &random).prefix(number(1...3))).sorted()
    chart.groups.append(Chart.Group(name: "live", states: states))
  }

  /// Returns the groups all of whose states are among `states`.
  func groups(in states: [Int]) -> [Int] { chart.groups.indices.filter { chart.members(of: $0).isSubset(of: states) } }

  /// Returns the states of a random group, and at times those of another one, as the sources of a row. Empty for a
  /// chart without groups.
  mutating func sourcesOfGroup() -> [Int] {
    let sources = simpleSources
    let possible = groups(in: sources)
    guard !possible.isEmpty else { return [] }
    var states = chart.members(of: pick(possible))
    if chance(30) { states.insert(pick(sources)) }
    return states.sorted()
  }

  /// Puts groups in the place of their states, in rows whose sources are all states of the group.
  mutating func nameGroups() {
    for row in chart.rows.indices {
      switch chart.rows[row].sources {
      case .listed(var sources):
        for group in groups(in: sources) where chance(70) {
          let members = chart.members(of: group)
          // Of groups that share states, both stand for them; of what is left, none is a group's.
          let named = chart.rows[row].groups.reduce(into: members) { $0.formUnion(chart.members(of: $1)) }
          sources.removeAll { named.contains($0) }
          chart.rows[row].groups.append(group)
        }
        chart.rows[row].sources = .listed(sources)
      case .wildcard(let body, var except):
        for group in groups(in: except) where chance(70) {
          except.removeAll { chart.members(of: group).contains($0) }
          chart.rows[row].groups.append(group)
        }
        chart.rows[row].sources = .wildcard(body: body, except: except)
      }
    }
  }
}
