import Foundation
import StateMachineCompiler
import StateMachineGlue
import StateMachineModel
import StateMachineSyntax
import TestSupport

/// Explores generated machines with the library `StateMachineTesting`, in a program of their own.
extension Oracle {
  /// A machine with its glue, and the results of the interpreter's search.
  struct Explored {
    var chart: Chart
    var source: String
    var swift: String
    var glue: String
    var search: OracleSearch
  }

  /// Whether the glue is in the module of the machine, or in another one, as in a test target.
  enum GluePlace: CaseIterable { case sameModule, otherModule }

  /// Returns a chart with its glue and the interpreter's search. Nil if the compiler refuses the chart, if its first
  /// run does not end, or if its machine takes no step.
  ///
  /// - Parameters:
  ///   - place: the module of the glue.
  ///   - configurations: the number of configurations after which the search ends.
  static func explored(_ chart: Chart, seed: UInt64, _ place: GluePlace, configurations: Int) -> Explored? {
    var random = SeededGenerator(seed: seed &+ 77)
    var chart = chart
    let plan = addStatements(to: &chart, &random)
    // What a machine with methods has put out would be part of what it is.
    var text = chart.source.replacing("var trace: [String] = []", with: "var trace: Untold = Untold()")
    // Of durations that are constants, other tests tell.
    text = text.replacing("(.seconds(", with: "(seconds(")
    if seed % 3 == 0 { text = text.replacing(": Equatable {\n", with: ": Hashable {\n") }
    let source = SourceFile(path: "\(chart.name).sm", text: text)
    let analysis = Compiler().analysis(of: source)
    guard !analysis.result.hasErrors, let head = analysis.tree?.head, let swift = Compiler().generate(source).swift
    else {
      return nil
    }
    guard let machine = analysis.machines.last, GluePrinter.reasonNotExplored(machine) == nil else { return nil }
    // The glue of a machine around others knows nothing of their traps.
    guard chart.machines.allSatisfy({ rests($0) && !$0.source.contains("trap") }) else { return nil }
    // A method that throws after an exit has stored a history that nobody reads: the same configuration counts as two.
    guard !chart.hasMethods || !text.contains("(try fail(") || !OracleSearch.remembers(chart) else { return nil }
    let search = OracleSearch(chart, plan, configurations: configurations)
    guard search.depth != nil else { return nil }
    let module = place == .otherModule ? "Machines" : nil
    let glue = GluePrinter.write(analysis.machines, head: head, source: source, module: module)
    return Explored(
      chart: chart, source: text, swift: String(decoding: swift, as: UTF8.self), glue: glue, search: search)
  }

  /// Returns whether the first run of a machine ends without a trap. It must, because the glue of an owner creates the
  /// submachine to look up the values to try.
  private static func rests(_ chart: Chart) -> Bool {
    var machine = Interpreter(chart)
    _ = machine.start()
    return !machine.isRunaway && !machine.isTrapped
  }

  /// Adds random `try` and `within` statements to a chart, and returns them for the interpreter's search.
  private static func addStatements(to chart: inout Chart, _ random: inout SeededGenerator) -> OracleSearch.Plan {
    func chance(_ percent: Int) -> Bool { Int.random(in: 1...100, using: &random) <= percent }
    var plan = OracleSearch.Plan()
    for number in chart.machines.indices { plan.machines.append(addStatements(to: &chart.machines[number], &random)) }
    func limit() -> (property: String, limit: Int)? {
      chart.properties.randomElement(using: &random).map { ($0.name, Int.random(in: 1...5, using: &random)) }
    }
    for (number, event) in chart.events.enumerated() where event.inner == nil {
      for _ in 0...(chance(10) ? 1 : 0) {
        let values = event.labels.map { _ in
          (-1...4).shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)).sorted()
        }
        let guarded = chance(15) ? limit() : nil
        plan.tries.append(.init(event: number, values: values, guarded: guarded))
        let list = zip(event.labels, values).map { "\($0): \($1.map(String.init).joined(separator: ", "))" }
        let payload = list.isEmpty ? "" : "(\(list.joined(separator: ", ")))"
        let condition = guarded.map { " [\($0.property) < \($0.limit)]" } ?? ""
        chart.statements.append("try \(event.name)\(payload)\(condition)")
      }
    }
    // Without a statement, the default counts.
    if chart.states.contains(where: { !$0.deferred.isEmpty }), chance(80) {
      plan.deferred = Int.random(in: 1...4, using: &random)
      chart.statements.append("within * [deferred < \(plan.deferred)]")
    }
    if chance(20), let within = limit() {
      plan.within = within
      chart.statements.append("within [\(within.property) < \(within.limit)]")
    }
    return plan
  }

  /// The results of exploring a machine.
  struct Exploring {
    var findings: [SwiftCompiler.Finding] = []
    /// The lines that the program has printed about the machine.
    var lines: [String] = []
  }

  /// Compiles machines with their glue, explores each as deep as the interpreter has, and returns the results.
  static func explore(_ machines: [Explored], _ place: GluePlace, mode: SwiftMode) throws -> [Exploring] {
    let folder = try TemporaryFolder([])
    var results = machines.map { _ in Exploring() }
    try compileLibrary(in: folder.url)
    var left = Array(machines.indices)
    while !left.isEmpty {
      let result = try compile(left.map { machines[$0] }, place, mode, in: folder.url)
      let findings = SwiftCompiler.findings(in: result.output)
      for index in left {
        results[index].findings += findings.filter { $0.name == machines[index].chart.name }
      }
      if result.code == 0 { break }
      // The others are compiled again without the machines that do not compile.
      let rest = left.filter { !results[$0].findings.contains(where: \.isError) }
      guard rest.count < left.count else { throw ProgramError(description: "swiftc: \(result.output.prefix(4000))") }
      left = rest
    }
    var place = 0
    while place < left.count {
      let run = try ProcessResult.run(folder.url.appending(path: "explorer").path, ["\(place)"], in: folder.url)
      for line in run.output.split(separator: "\n") {
        if line == "machine" { place += 1 } else if place > 0 { results[left[place - 1]].lines.append(String(line)) }
      }
      if run.code == 0 { break }
    }
    return results
  }

  private static func compileLibrary(in folder: URL) throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/StateMachineTesting")
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
      .sorted()
    let flags = [
      "-wmo", "-Onone", "-parse-as-library", "-emit-module", "-emit-object", "-module-name", "StateMachineTesting",
      "-o", "StateMachineTesting.o",
    ]
    let result = try SwiftCompiler().compile(files.map { sources.appending(path: $0).path }, flags, in: folder)
    guard result.code == 0 else { throw ProgramError(description: result.output) }
  }

  private static func compile(_ machines: [Explored], _ place: GluePlace, _ mode: SwiftMode, in folder: URL) throws
    -> ProcessResult
  {
    func write(_ name: String, _ text: String) throws -> String {
      try Data(text.utf8).write(to: folder.appending(path: name))
      return name
    }
    var (own, tests): ([String], [String]) = ([], [])
    own.append(
      try write("Preamble.swift", Self.preamble.replacing("@preconcurrency import Glibc\n", with: "") + untold))
    for machine in machines {
      let name = machine.chart.name
      let describing = machine.chart.machines.map(Self.describing).joined(separator: "\n")
      own.append(try write("\(name).swift", machine.swift + "\n" + describing + "\n"))
      tests.append(try write("\(name).glue.swift", machine.glue))
    }
    let importing = place == .otherModule ? "@testable import Machines\n" : ""
    let calls = machines.enumerated().map { index, machine in
      let name = machine.chart.name
      let type = "\(name)\(machine.chart.isGeneric ? "<Int>" : "")"
      let properties = machine.chart.properties.map { "\\(told($0).\($0.name))" }
        .joined(separator: ",").replacing("told($0)", with: "told(configuration)")
      return """
        if first <= \(index) {
          print("machine")
          tell(\(type).self, \(machine.search.depth ?? 0)) { configuration in
            "\\(told(configuration).state)|\(properties)"
          }
        }

        """
    }
    tests.append(try write("main.swift", importing + exploringPreamble + calls.joined()))
    let together = ["-wmo", "-Onone", "-I", "."]
    let linking = ["-module-name", "Tests", "-o", "explorer", "StateMachineTesting.o"]
    guard place == .otherModule else {
      return try SwiftCompiler(mode: mode).compile(own + tests, together + linking, in: folder)
    }
    let flags = [
      "-parse-as-library", "-enable-testing", "-emit-module", "-emit-object", "-module-name", "Machines", "-o",
      "Machines.o",
    ]
    let first = try SwiftCompiler(mode: mode).compile(own, together + flags, in: folder)
    guard first.code == 0 else { return first }
    var second = try SwiftCompiler(mode: mode).compile(tests, together + linking + ["Machines.o"], in: folder)
    second.output = first.output + second.output
    return second
  }

  /// Swift of a type for the outputs of a machine with methods. All its values are equal.
  private static let untold = """

    nonisolated func seconds(_ number: Int) -> Duration { .seconds(number) }

    nonisolated struct Untold: Hashable, Sendable {
      mutating func append(_ text: String) {}
    }

    """

  /// Swift of a model that prints each configuration from which steps are taken, or which is checked.
  private static let exploringPreamble = """
    #if canImport(Glibc)
      @preconcurrency import Glibc
    #else
      @preconcurrency import Darwin
    #endif
    import StateMachineTesting

    func told<Machine>(_ waiting: Waiting<Machine>) -> Machine { waiting.machine }
    func told<Machine>(_ machine: Machine) -> Machine { machine }

    final class Notes {
      var counts: [String: Int] = [:]
    }

    struct Noted<Base: Model>: Model {
      let base: Base
      let notes = Notes()
      let text: (Base.Configuration) -> String

      var starts: [ModelStart<Base.Configuration>] { base.starts }
      let tries: [ModelTry]
      let events: [Base.Event]
      var payloads: [ModelPayload] { base.payloads }
      let rows: [ModelRow]
      var states: [ModelState] { base.states }
      var properties: [ModelProperty<Base.Configuration>] { base.properties }
      var triedStatements: [ModelStatement] { base.triedStatements }

      func permits(_ step: Int, in configuration: Base.Configuration) -> Bool { base.permits(step, in: configuration) }
      func isWithin(_ configuration: Base.Configuration) -> Bool {
        notes.counts[text(configuration), default: 0] += 1
        return base.isWithin(configuration)
      }
      func waiters(ofStep step: Int) -> [Waiter] { base.waiters(ofStep: step) }
      func take(
        _ step: Int, in configuration: inout Base.Configuration, _ telling: inout Base.Telling, _ trace: Trace,
        emit: (Base.Output) -> Void
      ) -> Bool {
        base.take(step, in: &configuration, &telling, trace, emit: emit)
      }
      var tellings: [Base.Telling] { base.tellings }
      func feed(_ telling: Base.Telling, of configuration: Base.Configuration, to hasher: inout Hasher) {
        base.feed(telling, of: configuration, to: &hasher)
      }
      func feedHidden(_ telling: Base.Telling, to hasher: inout Hasher) { base.feedHidden(telling, to: &hasher) }
      func feed(_ configuration: Base.Configuration, to hasher: inout Hasher) { base.feed(configuration, to: &hasher) }
      func isFinal(_ configuration: Base.Configuration) -> Bool { base.isFinal(configuration) }
      func forEachState(of configuration: Base.Configuration, _ body: (Int) -> Void) {
        base.forEachState(of: configuration, body)
      }
    }

    func tell<M: Explorable>(_ machine: M.Type, _ depth: Int, text: @escaping (M.Glue.Configuration) -> String) {
      let model = machine.glue
      let noted = Noted(base: model, text: text, tries: model.tries, events: model.events, rows: model.rows)
      let report: Report
      do {
        report = try explore(noted, Bounds(configurations: .max, depth: depth, seconds: 86_400))
      } catch {
        guard let found = error as? Report else { fatalError("\\(error)") }
        report = found
      }
      print("counts \\(report.configurations) \\(report.steps) \\(report.forbidden) \\(report.beyond) \\(report.depth)")
      for row in model.rows where row.isDemanded {
        let isUnseen = report.unseen.contains("no path yet to this row: \\(row.text)")
        print("\\(isUnseen ? "unseen" : "row") \\(row.place.line)")
      }
      for state in model.states where state.isDemanded {
        let isUnseen = report.unseen.contains("not reached yet: '\\(state.name)'")
        print("\\(isUnseen ? "unentered" : "state") \\(state.name)")
      }
      for (text, count) in noted.notes.counts { print("seen \\(count) \\(text)") }
      for branch in machine.rowPaths(Bounds(configurations: .max, depth: depth, seconds: 86_400)) {
        print("branch \\(branch.row.place.line) \\(branch.swift.count - 1)")
      }
      for finding in report.findings { print("finding \\(finding.place?.line ?? 0) \\(finding.text)") }
    }

    setvbuf(stdout, nil, _IOLBF, 0)
    let first = Int(CommandLine.arguments[1]) ?? 0

    """
}
