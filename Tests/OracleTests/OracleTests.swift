import Foundation
import Testing

/// Random machines do what the interpreter does: the same states, outputs, outcomes and properties, at every step.
///
/// `Tests/OracleTests/run` drives thousands; `SM_GEN_ORACLE_MACHINES` and `SM_GEN_ORACLE_SEED` say how many, and from which on.
@Suite struct OracleTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// Grows with what the compiler can generate.
  static let features: ChartGenerator.Features = [
    .composites, .history, .choices, .always, .done, .raise, .defer, .regions, .timers, .activities,
  ]

  @Test func machinesDoWhatTheInterpreterDoes() throws {
    let count = Self.number("SM_GEN_ORACLE_MACHINES") ?? 300
    var seed = Self.number("SM_GEN_ORACLE_SEED") ?? 1
    let last = seed + count * 3
    var driven: UInt64 = 0
    while driven < count, seed < last {
      // A program has a bounded size.
      var machines: [(chart: Chart, swift: String, steps: [Oracle.Step])] = []
      while machines.count < min(Int(count - driven), 500), seed < last {
        let chart = ChartGenerator.chart(seed: seed, features: Self.features)
        if let swift = Oracle.swift(chart), let steps = Oracle.steps(chart, seed: seed) {
          machines.append((chart, swift, steps))
        }
        seed += 1
      }
      driven += UInt64(machines.count)
      for difference in try Oracle.differences(machines).prefix(3) {
        let seed = UInt64(difference.chart.name.dropFirst("Machine".count)) ?? 0
        Issue.record("\(Oracle.shrunk(difference, seed: seed).report)")
      }
    }
    #expect(driven == count, "too many charts are refused by the compiler")
  }
}
