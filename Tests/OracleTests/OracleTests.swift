import Foundation
import TestSupport
import Testing

/// Random machines behave as the interpreter does: they have the same states, outputs, outcomes and properties after
/// every step. Their code compiles without warnings.
///
/// `Tests/OracleTests/run` drives thousands; `SM_GEN_ORACLE_MACHINES` and `SM_GEN_ORACLE_SEED` set their number and the
/// first seed. `SM_GEN_ORACLE_SHRUNK` sets the number of kinds of failures for which a small example is searched.
@Suite struct OracleTests {
  private static let firstSeed = TestExtent.number("SM_GEN_ORACLE_SEED") ?? 1

  private static func count(short: UInt64, long: UInt64) -> UInt64 {
    TestExtent.count("SM_GEN_ORACLE_MACHINES", short: short, long: long)
  }

  /// The features of random charts: all that the compiler can generate.
  static let features: ChartGenerator.Features = [
    .composites, .history, .choices, .always, .done, .raise, .defer, .regions, .timers, .activities, .quiet, .ignoring,
    .fewEvents, .similarNames, .traps, .throwing, .initials, .groups, .effects, .queries, .errors,
    .stays,
  ]

  /// The features of machines with methods.
  static let featuresOfMethods: ChartGenerator.Features = [
    .methods, .composites, .history, .choices, .quiet, .ignoring, .fewEvents, .similarNames, .traps, .groups, .effects,
    .queries, .stays, .patterns, .declarations, .always, .done, .initials, .attempts,
  ]

  @Test func machinesDoWhatTheInterpreterDoes() throws {
    try drive(Self.features, count: Self.count(short: 20, long: 300))
  }

  /// The results and errors of methods are compared, too.
  @Test func machinesWithMethodsDoWhatTheInterpreterDoes() throws {
    try drive(Self.featuresOfMethods, count: Self.count(short: 10, long: 100))
  }

  /// The machines have submachines, to which they send events.
  @Test func machinesWithinStatesDoWhatTheInterpreterDoes() throws {
    try drive(Self.features.union(.machines), count: Self.count(short: 80, long: 600) / 10)
  }

  private func drive(
    _ features: ChartGenerator.Features, count: UInt64, _ modes: [SwiftMode] = SwiftMode.allCases
  ) throws {
    var seed = Self.firstSeed
    let last = seed + count * 6 + 20
    var driven: UInt64 = 0
    var batch = 0
    let size = min(Int(count) / modes.count + 1, 500)
    var failures: [Oracle.Failure] = []
    while driven < count, seed < last {
      // The size of a program is bounded. The programs use the modes of Swift in order.
      var machines: [Oracle.Machine] = []
      while machines.count < min(Int(count - driven), size), seed < last {
        let chart = ChartGenerator.chart(seed: seed, features: features)
        if let machine = Oracle.machine(chart, seed: seed) { machines.append(machine) }
        seed += 1
      }
      driven += UInt64(machines.count)
      TestExtent.say("OracleTests: random machines beside the interpreter, \(driven) of \(count)")
      failures += try Oracle.failures(machines, mode: modes[batch % modes.count])
      batch += 1
    }
    report(failures)
    #expect(driven == count, "too many charts are refused by the compiler")
  }

  /// A machine that is stored and read between its steps behaves like one that is not, with its histories, deferred
  /// events and regions. Activities and timers begin again.
  @Test func storedMachinesDoWhatTheInterpreterDoes() throws {
    let count = Self.count(short: 50, long: 300) / 10
    let seed = Self.firstSeed + 5_000_000
    let machines = (seed..<seed + count).compactMap { seed -> Oracle.Machine? in
      var chart = ChartGenerator.chart(seed: seed, features: Self.features)
      chart.isStored = true
      return Oracle.machine(chart, seed: seed)
    }
    var failures: [Oracle.Failure] = []
    for (index, mode) in SwiftMode.allCases.enumerated() {
      let share = machines.indices.filter { $0 % SwiftMode.allCases.count == index }.map { machines[$0] }
      failures += try Oracle.failures(share, mode: mode)
    }
    report(failures)
    #expect(machines.count >= count / 3)
  }

  /// Reports failures: of each group of similar ones, the first with a small example. The largest groups come first.
  private func report(_ failures: [Oracle.Failure]) {
    let groups = Dictionary(grouping: failures, by: \.signature).values.sorted {
      ($1.count, $0[0].signature) < ($0.count, $1[0].signature)
    }
    for (index, group) in groups.enumerated() {
      guard let smallest = group.min(by: { $0.chart.source.utf8.count < $1.chart.source.utf8.count }) else { continue }
      let seed = UInt64(smallest.chart.name.dropFirst("Machine".count)) ?? 0
      let names = group.map(\.chart.name).prefix(20).joined(separator: ", ")
      // To shrink takes a while.
      let isShrunk = index < Int(TestExtent.number("SM_GEN_ORACLE_SHRUNK") ?? 6)
      let example = isShrunk ? Oracle.shrunk(smallest, seed: seed) : smallest
      Issue.record("\(group.count) machines (\(names)), \(smallest.signature)\n\(example.report)")
    }
  }
}
