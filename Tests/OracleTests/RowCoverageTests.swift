import Foundation
import StateMachineCodeGeneration
import StateMachineReports
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// The coverage of the generated Swift has the same counts for the rows of random machines as the interpreter.
@Suite struct RowCoverageTests {
  /// The folder of the Swift compiler, which has the programs that read coverage data; nil if they are not installed.
  private static let tools: String? = {
    let find = "dirname \"$(readlink -f \"$(command -v swiftc)\")\""
    guard let folder = try? TemporaryFolder([]),
      let found = try? ProcessResult.run("/usr/bin/env", ["bash", "-c", find], in: folder.url)
    else { return nil }
    let path = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
    return FileManager.default.isExecutableFile(atPath: path + "/llvm-cov") ? path : nil
  }()

  private struct Counted {
    var chart: Chart
    var source: SourceFile
    var result: Compiler.Result
    var steps: [Oracle.Step]
  }

  private static func counted(_ chart: Chart, seed: UInt64) -> Counted? {
    let source = SourceFile(path: "\(chart.name).sm", text: chart.source)
    var compiler = Compiler()
    compiler.options.writesSourceLocations = seed % 2 == 0
    let plain = compiler.generate(source)
    compiler.options.notesRows = true
    let result = compiler.generate(source)
    // To note where rows stand changes nothing.
    #expect(plain.swift == result.swift)
    guard result.swift != nil, let steps = Oracle.steps(chart, seed: seed, count: 120) else { return nil }
    return Counted(chart: chart, source: source, result: result, steps: steps)
  }

  @Test(.enabled(if: tools != nil), arguments: [OracleTests.features, OracleTests.featuresOfMethods])
  func rowsAreTakenAsOftenAsTheInterpreterTakesThem(_ features: ChartGenerator.Features) throws {
    let first = (TestExtent.number("SM_GEN_ORACLE_SEED") ?? 1) + 7_000_000
    let count = TestExtent.count("SM_GEN_ORACLE_MACHINES", short: 8, long: 100)
    let machines = (first..<first + count).compactMap { seed in
      Self.counted(ChartGenerator.chart(seed: seed, features: features), seed: seed)
    }
    let folder = try TemporaryFolder([])
    let counts = try #require(try Self.run(machines, in: folder.url))
    for machine in machines {
      let expected = Self.expected(machine)
      for (text, rows) in Self.found(machine, counts, in: folder.url) {
        let taken = expected[text] ?? 0
        let comment: Comment = "\(machine.chart.name): \(text), taken \(taken) times; counted: \(rows)"
        guard rows.allSatisfy({ $0 != nil }) else {
          // What does nothing may have no place of its own.
          #expect(taken == 0 || !text.contains(" -> ") && !text.contains(" / "), comment)
          continue
        }
        let value = rows.reduce(0) { $0 + ($1?.value ?? 0) }
        #expect(rows.contains { $0?.isAtMost ?? false } ? value >= taken : value == taken, comment)
      }
    }
  }

  /// Returns the counts of rows that `sm-gen` reads from the coverage data, by the rows' texts.
  private static func found(_ machine: Counted, _ counts: CoverageCounts, in folder: URL) -> [String: [RowCoverage
    .Count?]]
  {
    let path = folder.appending(path: "\(machine.chart.name).sm.swift").resolvingSymlinksInPath().path
    let coverage = RowCoverage(
      Compiler().machines(of: machine.source).machines, machine.source,
      [.init(machine.result.rowLines) { counts.count(of: $0, in: path) }])
    let lines = machine.chart.source.split(separator: "\n", omittingEmptySubsequences: false)
    return Dictionary(grouping: coverage.machines.flatMap(\.rows)) { row in
      lines[row.line - 1].trimmingCharacters(in: .whitespaces)
    }.mapValues { $0.map(\.taken) }
  }

  private static func expected(_ machine: Counted) -> [String: Int] {
    var interpreter = Interpreter(machine.chart)
    interpreter.countsRows = true
    _ = interpreter.start()
    for step in machine.steps where step.isSent { _ = Oracle.handle(step, &interpreter) }
    return interpreter.taken
  }

  /// Compiles and runs machines, and returns the coverage that has been counted.
  private static func run(_ machines: [Counted], in folder: URL) throws -> CoverageCounts? {
    var names = ["main.swift"]
    for machine in machines {
      let name = machine.chart.name
      try Data(machine.result.swift ?? []).write(to: folder.appending(path: "\(name).sm.swift"))
      try Data(Oracle.driver(machine.chart).utf8).write(to: folder.appending(path: "\(name) driver.swift"))
      names += ["\(name).sm.swift", "\(name) driver.swift"]
    }
    let calls = machines.map { "drive\($0.chart.name)(\"\($0.steps.map(Oracle.text).joined(separator: ","))\")\n" }
    try Data((Oracle.preamble + calls.joined()).utf8).write(to: folder.appending(path: "main.swift"))
    let flags = ["-Onone", "-profile-generate", "-profile-coverage-mapping", "-module-name", "Driver", "-o", "driver"]
    let compiled = try SwiftCompiler().compile(names, flags, in: folder)
    try #require(compiled.code == 0, "\(compiled.output)")
    let driver = folder.appending(path: "driver").path
    #expect(try ProcessResult.run(driver, [], in: folder).code == 0)
    let tools = try #require(tools)
    let merging = ["merge", "default.profraw", "-o", "default.profdata"]
    _ = try ProcessResult.run(tools + "/llvm-profdata", merging, in: folder)
    let export = ["export", "-skip-functions", "-instr-profile", "default.profdata", driver]
    return CoverageCounts(Array(try ProcessResult.run(tools + "/llvm-cov", export, in: folder).output.utf8))
  }
}
