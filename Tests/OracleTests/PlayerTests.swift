import TestSupport
import Testing

/// The interpreter of the page that plays a machine takes the same steps as the oracle's. It runs under node, with the
/// page's table of the machine. The tests compare the outcome or the result, the error, the outputs, the exited and
/// entered states, the order of actions, the active states, the payloads, the properties, the deferred events, and
/// whether the program stops.
@Suite(.enabled("'node' is not installed (package nodejs)") { Tool.node.isWanted })
struct PlayerTests {
  @Test func chartsAreTheSameInThePlayer() throws {
    try play("charts", OracleTests.features, short: 60)
  }

  /// Rows with `try` are left out, because the page asks the user what they throw.
  @Test func machinesWithMethodsAreTheSameInThePlayer() throws {
    try play("machines with methods", OracleTests.featuresOfMethods.subtracting(.attempts), short: 40)
  }

  /// Submachines are played by the same rules, within the steps of their owners.
  @Test func machinesWithinStatesAreTheSameInThePlayer() throws {
    try play("machines within states", OracleTests.features.union(.machines), short: 20)
  }

  private func play(_ what: String, _ features: ChartGenerator.Features, short: UInt64) throws {
    let count = TestExtent.count("SM_GEN_ORACLE_MACHINES", short: short, long: 300)
    var seed = TestExtent.number("SM_GEN_ORACLE_SEED") ?? 1
    let last = seed + count * 6 + 20
    var (played, steps) = (0, 0)
    var differences: [PlayedMachine.Difference] = []
    while played < count, seed < last {
      var machines: [PlayedMachine] = []
      while machines.count < min(Int(count) - played, 500), seed < last {
        let chart = ChartGenerator.chart(seed: seed, features: features)
        if let machine = PlayedMachine(chart, seed: seed) { machines.append(machine) }
        seed += 1
      }
      differences += try PlayedMachine.differences(machines)
      played += machines.count
      steps += machines.reduce(0) { $0 + $1.stepCount }
      TestExtent.say("PlayerTests: \(what) under node, \(played) of \(count), \(steps) steps")
    }
    #expect(played == count, "too many charts are refused by the compiler")
    for group in Dictionary(grouping: differences, by: \.parts).values.sorted(by: { $0.count > $1.count }) {
      guard let smallest = group.min(by: { $0.chart.source.utf8.count < $1.chart.source.utf8.count }) else { continue }
      let names = group.map(\.chart.name).prefix(20).joined(separator: ", ")
      Issue.record(
        """
        \(group.count) machines (\(names)) differ in \(smallest.parts.joined(separator: ", "))
        \(smallest.description)
        \(smallest.chart.source)
        """)
    }
  }
}
