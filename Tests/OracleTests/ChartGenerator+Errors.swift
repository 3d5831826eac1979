/// Rows that throw, policies of single events, and errors of the user's.
extension ChartGenerator {
  mutating func addErrors() {
    if chart.unhandled == .throw, chance(50) { chart.unhandled = .throwOwn }
    for event in ownEvents where chance(30) {
      chart.events[event].unhandled = pick([.ignore, .throw, .throwOwn])
    }
    for row in chart.rows.indices where chance(20) { addError(to: row) }
    for choice in chart.choices.indices {
      for branch in chart.choices[choice].branches.indices where chance(8) {
        guard chart.choices[choice].branches[branch].target != nil else { continue }
        chart.choices[choice].branches[branch].effects.append(.throw(expression(chart.properties.map(\.name))))
      }
    }
  }

  /// Adds an error to a row as its last effect. A row that traps gets none, because nothing can follow a trap.
  private mutating func addError(to index: Int) {
    let row = chart.rows[index]
    if chart.traps(row.effects) { return }
    var names: [String]?
    for trigger in row.triggers {
      switch trigger {
      case .always, .done, .timer: names = []
      case .event(let event):
        let known = chart.events[event].labels
        names = names.map { $0.filter(known.contains) } ?? known
      }
    }
    let hidden = chart.states.indices.flatMap { labels(inScopeOf: $0) }
    let free = (names ?? []).filter { !hidden.contains($0) }
    chart.rows[index].effects.append(.throw(expression(free + chart.properties.map(\.name))))
  }
}
