import TestSupport
import Testing

/// The library for tests sees of random machines what a plain search over the interpreter sees: as many
/// configurations, as often in each state with each values of its properties; as many steps, and those that the file
/// forbids; the states that are never reached, and the rows that events from outside never take; and their glue
/// compiles without warnings.
///
/// What is not compared: rows that only events take that are raised, or were kept for later, are told as rows without
/// a way. Of several regions, rows of the states around them are told only where no region has taken one. Where the
/// machine within a state takes an event first, the library does not know. Charts whose rows for such events trap are
/// left out. Where exploring ends at the start, rows that only follow from others are not told. No chart has tasks that
/// send events.
///
/// `SM_GEN_EXPLORE_MACHINES` and `SM_GEN_EXPLORE_SEED` say how many machines of each flavour, and from which on.
@Suite struct ExploreOracleTests {
  enum Flavour: CaseIterable {
    case charts, methods, machines

    var features: ChartGenerator.Features {
      switch self {
      case .charts: OracleTests.features
      case .methods: OracleTests.featuresOfMethods
      case .machines: OracleTests.features.union(.machines)
      }
    }
  }

  @Test func theLibrarySeesWhatTheInterpreterSees() throws {
    let count = TestExtent.count("SM_GEN_EXPLORE_MACHINES", short: 2, long: 20)
    let limit = Int(TestExtent.count("SM_GEN_EXPLORE_CONFIGURATIONS", short: 300, long: 300))
    var seed = TestExtent.number("SM_GEN_EXPLORE_SEED") ?? 1
    var left = Int(count)
    var batch = 0
    while left > 0 {
      let place = Oracle.GluePlace.allCases[batch % 2]
      let mode = [SwiftMode.swift6, .swift5][batch / 2 % 2]
      var machines: [Oracle.Explored] = []
      // Each place of the glue has its turn.
      let size = min(left, 20, (Int(count) + 1) / 2)
      for flavour in Flavour.allCases {
        var found = 0
        for _ in 0..<size * 20 + 40 where found < size {
          seed += 1
          let chart = ChartGenerator.chart(seed: seed, features: flavour.features)
          guard let machine = Oracle.explored(chart, seed: seed, place, configurations: limit) else { continue }
          machines.append(machine)
          found += 1
        }
        #expect(found == size, "too many charts are refused by the compiler")
      }
      TestExtent.say("ExploreOracleTests: \(machines.count) machines, \(left) of each flavour left")
      for (machine, exploring) in zip(machines, try Oracle.explore(machines, place, mode: mode)) {
        let differences = Oracle.differences(machine, exploring)
        if differences.isEmpty { continue }
        Issue.record("\(place), \(mode): \(differences.joined(separator: "\n"))\n\(machine.source)")
      }
      left -= size
      batch += 1
    }
  }
}

extension Oracle {
  /// What the library says of a machine, and the interpreter does not.
  static func differences(_ machine: Explored, _ exploring: Exploring) -> [String] {
    if !exploring.findings.isEmpty { return exploring.findings.map { "\(machine.chart.name): \($0)" } }
    let search = machine.search
    let seen = search.seen
    let hasRegions = machine.chart.states.contains(where: \.isRegion)
    var differences: [String] = []
    var states: [String: Int] = [:]
    var rows: Set<String> = []
    var isStuck = false
    let lines = machine.source.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).trimmingPrefix { $0 == " " }
    }
    func add(_ difference: String) { differences.append("\(machine.chart.name): \(difference)") }
    let expected =
      "counts \(seen.configurations) \(seen.steps) \(seen.forbidden) \(seen.beyond) \(seen.depth)"
    if exploring.lines.first != expected {
      add("\(exploring.lines.first ?? "nothing") and not \(expected), with the depth \(search.depth ?? 0)")
    }
    let rest = exploring.lines.dropFirst()
    func words(_ kind: String) -> [Substring] {
      rest.filter { $0.hasPrefix(kind + " ") }.map { $0.dropFirst(kind.count + 1) }
    }
    for row in words("row") { rows.insert(String(lines[(Int(row) ?? 1) - 1])) }
    for text in words("seen") {
      let parts = text.split(separator: " ", maxSplits: 1)
      let stateText = "a|a|" + parts[1]
      let normalized = normalized(Substring(stateText)).dropFirst(4)
      states[String(normalized), default: 0] += Int(parts[0]) ?? 0
    }
    for state in Set(states.keys).union(seen.states.keys).sorted() where states[state] != seen.states[state] {
      add("\(states[state] ?? 0) times and not \(seen.states[state] ?? 0): \(state)")
      if differences.count > 8 { break }
    }
    for finding in words("finding") {
      let parts = finding.split(separator: " ", maxSplits: 1)
      let line = lines[(Int(parts[0]) ?? 1) - 1]
      if parts[1].hasPrefix("nothing happens any more") { isStuck = true }
      if parts[1].hasPrefix("there is no way to this row") {
        rows.remove(String(line))
        // What only events take that are raised, or were kept for later, is not told.
        if !hasRegions, search.selected.contains(String(line)) { add("has a way: \(line)") }
      }
      if parts[1].hasSuffix("is never reached") {
        let path = parts[1].dropFirst().prefix { $0 != "'" }
        if search.rested.contains(String(path)) { add("is reached: \(path)") }
      }
    }
    if search.isComplete, !hasRegions, seen.configurations > 1 {
      for row in rows.subtracting(search.selected).sorted() { add("has no way: \(row)") }
    }
    if isStuck != seen.isStuck, !machine.chart.hasMethods { add("standstill: \(isStuck), and not \(seen.isStuck)") }
    return differences
  }
}
