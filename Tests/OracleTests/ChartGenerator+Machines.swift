/// Makes states with submachines, and the events that an owner sends to them.
extension ChartGenerator {
  /// The indices of the events that the chart itself declares. The events of submachines come after them.
  var ownEvents: Range<Int> { 0..<(chart.events.firstIndex { $0.inner != nil } ?? chart.events.count) }

  mutating func addMachines() {
    let possible = chart.states.indices.filter { state in
      !chart.states[state].isFinal && !chart.states[state].isRegion && !chart.states[state].isPseudostate
        && chart.children(of: state).isEmpty
    }
    for state in possible.shuffled(using: &random).prefix(number(1...2)) {
      // What a machine throws is its owner's matter.
      let features = features.subtracting([.machines, .errors, .throwing])
      var machine = ChartGenerator.chart(seed: random.next(), features: features)
      machine.name = "\(chart.name)Held\(chart.machines.count)"
      machine.isGeneric = false
      chart.states[state].machine = chart.machines.count
      chart.machines.append(machine)
      for (index, event) in machine.events.enumerated() {
        let name = "\(chart.states[state].name)(.\(event.name))"
        chart.events.append(Chart.Event(name: name, labels: [], inner: (state, index)))
      }
    }
  }

  /// Adds the timers of submachines as events of the owner. No row of the owner names them.
  mutating func addTimersOfMachines() {
    for state in chart.states.indices {
      guard let machine = chart.machine(of: state) else { continue }
      let names = machine.timerNames
      for (index, timed) in machine.timed.enumerated() {
        let name = "\(chart.states[state].name)(.elapsed(.\(names[timed] ?? "")))"
        chart.events.append(Chart.Event(name: name, labels: [], inner: (state, machine.events.count + index)))
      }
    }
  }
}
