import TestSupport
import Testing

/// Exploring a random machine has the results of a plain search over the interpreter: the same number of
/// configurations, of configurations in each state with each values of its properties, of steps and of forbidden steps;
/// the same entered states; and the same taken rows, those of choices, completion events, raised and deferred events
/// included, each first after the same number of steps. The glue compiles without warnings.
///
/// Charts with a submachine that traps are left out, and no chart has tasks that send events.
///
/// `SM_GEN_EXPLORE_MACHINES` and `SM_GEN_EXPLORE_SEED` set the number of machines of each flavour, and the first seed.
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
      // The batches alternate between the places of the glue.
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
  /// Returns texts about the differences between the results of exploring a machine and those of the interpreter's
  /// search. Empty if there are none.
  static func differences(_ machine: Explored, _ exploring: Exploring) -> [String] {
    if !exploring.findings.isEmpty { return exploring.findings.map { "\(machine.chart.name): \($0)" } }
    let search = machine.search
    let seen = search.seen
    var differences: [String] = []
    var states: [String: Int] = [:]
    var (rows, reached): (Set<String>, Set<String>) = ([], [])
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
    // The explored text has durations that glue does not know.
    func line(_ number: Substring) -> String {
      String(lines[(Int(number) ?? 1) - 1]).replacing("(seconds(", with: "(.seconds(")
    }
    for row in words("row") { rows.insert(line(row)) }
    for state in words("state") { reached.insert(String(state)) }
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
      if parts[1].hasPrefix("nothing happens any more") { isStuck = true }
      if parts[1].hasPrefix("no path leads to this row") { rows.remove(line(parts[0])) }
      if parts[1].contains("' is never reached") || parts[1].contains("' is not reached") {
        reached.remove(String(parts[1].dropFirst().prefix { $0 != "'" }))
      }
    }
    for row in words("unseen").map(line) where !rows.contains(row) && seen.taken.contains(row) {
      add("has a branch: \(row)")
    }
    // Of several regions, what becomes of a row that does nothing depends on what others do.
    func acts(_ row: String) -> Bool { row.contains(" -> ") || row.contains(" / ") }
    func isOnly(_ row: String) -> Bool { lines.count { $0 == row } == 1 }
    let hasRegions = machine.chart.states.contains(where: \.isRegion)
    let possible = seen.taken.union(seen.stopped)
    for row in rows.subtracting(possible).sorted() where !hasRegions || acts(row) { add("has no branch: \(row)") }
    let all = Set(words("row").map(line))
    for row in seen.taken.intersection(all).subtracting(rows).sorted() { add("has a branch: \(row)") }
    for branch in words("branch") {
      let parts = branch.split(separator: " ")
      let row = line(parts[0])
      // Rows of one text have one first step, and of those that a machine takes as it starts no step is the first.
      guard let steps = seen.firstSteps[row], steps > 0, let own = Int(parts[1]), !hasRegions || acts(row),
        own < steps || isOnly(row) && own > steps
      else { continue }
      add("a branch of \(own) steps and not \(steps): \(row)")
    }
    let demanded = Set((words("state") + words("unentered")).map(String.init))
    for state in reached.symmetricDifference(seen.entered.intersection(demanded)).sorted() {
      add("is \(reached.contains(state) ? "never " : "")entered: \(state)")
    }
    if isStuck != seen.isStuck, !machine.chart.hasMethods { add("standstill: \(isStuck), and not \(seen.isStuck)") }
    return differences
  }
}
