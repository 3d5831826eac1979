import Foundation

@testable import StateMachineCompiler

/// Drives generated machines beside the interpreter.
struct Oracle {
  struct Step {
    var event: Int
    var values: [Int]
  }

  /// Where a machine and the interpreter part.
  struct Difference {
    var chart: Chart
    /// The number of the step, from 0 for the start.
    var step: Int
    var expected: String
    var found: String
    var history: [String]

    var report: String {
      """
      \(chart.name), step \(step): expected \(expected)
                            found    \(found)
      after \(history.joined(separator: ", "))
      \(chart.source)
      """
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The generated Swift of a chart; nil where the compiler refuses it.
  static func swift(_ chart: Chart) -> String? {
    let result = Compiler().generate(SourceFile(path: "\(chart.name).sm", text: chart.source))
    return result.swift.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Random events for a chart, the same for the same seed, for as long as the machine comes to rest; nil where it does not
  /// even at its start.
  static func steps(_ chart: Chart, seed: UInt64, count: Int = 40) -> [Step]? {
    let steps = randomSteps(chart, seed: seed, count: count)
    let lines = expected(chart, steps).count
    return lines == 0 ? nil : Array(steps.prefix(lines - 1))
  }

  private static func randomSteps(_ chart: Chart, seed: UInt64, count: Int) -> [Step] {
    var random = SeededGenerator(seed: seed)
    let timerCount = chart.timed.count
    return (0..<count).map { _ in
      // Behind the events are the timers.
      let event = Int.random(in: 0..<chart.events.count + timerCount, using: &random)
      guard event < chart.events.count else { return Step(event: event, values: []) }
      return Step(event: event, values: chart.events[event].labels.map { _ in Int.random(in: -2...6, using: &random) })
    }
  }

  // MARK: What the interpreter does

  /// What happens at the start and at each step, up to one that does not come to rest.
  static func expected(_ chart: Chart, _ steps: [Step]) -> [String] {
    var interpreter = Interpreter(chart)
    let timed = chart.timed
    let outputs = interpreter.start()
    guard !interpreter.isRunaway else { return [] }
    var lines = [line("started", outputs, interpreter, accepts: nil)]
    for step in steps {
      if step.event >= chart.events.count {
        let state = timed[step.event - chart.events.count]
        let accepts = interpreter.acceptsElapse(state)
        let outcome = interpreter.elapse(state)
        guard !interpreter.isRunaway else { return lines }
        lines.append(line(outcome.rawValue, interpreter.outputs, interpreter, accepts: accepts))
        continue
      }
      let arguments = Dictionary(uniqueKeysWithValues: zip(chart.events[step.event].labels, step.values))
      let accepts = interpreter.accepts(step.event, arguments)
      let outcome = interpreter.handle(step.event, arguments)
      guard !interpreter.isRunaway else { return lines }
      lines.append(line(outcome.rawValue, interpreter.outputs, interpreter, accepts: accepts))
    }
    return lines
  }

  private static func line(_ outcome: String, _ outputs: [String], _ interpreter: Interpreter, accepts: Bool?) -> String
  {
    let properties = interpreter.chart.properties.map { "\($0.name)=\(interpreter.properties[$0.name] ?? 0)" }
    let accepted = accepts.map { $0 ? "accepted" : "refused" } ?? ""
    return [
      outcome, outputs.joined(separator: ";"), interpreter.state, properties.joined(separator: ","), accepted,
      interpreter.isFinal ? "final" : "",
    ].joined(separator: "|")
  }

  // MARK: What the generated code does

  /// Compiles machines into one program, drives them, and returns what each has done.
  static func found(_ machines: [(chart: Chart, swift: String, steps: [Step])]) throws -> [[String]] {
    // A folder that is asked for is kept, to look at what does not compile.
    let kept = ProcessInfo.processInfo.environment["SM_GEN_ORACLE_FOLDER"].map { URL(filePath: $0) }
    let folder = kept ?? FileManager.default.temporaryDirectory.appending(path: "sm-gen oracle \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if kept == nil { try? FileManager.default.removeItem(at: folder) } }
    var files: [String] = []
    // Many to a file, so that it stays quick; several files, so that they are compiled side by side.
    for (index, start) in stride(from: 0, to: machines.count, by: 25).enumerated() {
      let batch = machines[start..<min(start + 25, machines.count)]
      let text = batch.map { $0.swift + driver($0.chart) }.joined(separator: "\n")
      files.append("Machines\(index).swift")
      try Data(text.utf8).write(to: folder.appending(path: "Machines\(index).swift"))
    }
    let calls = machines.enumerated().map { index, machine in
      let steps = machine.steps.map { "\(([$0.event] + $0.values).map(String.init).joined(separator: " "))" }
      return
        "if first <= \(index) { print(\"machine\"); drive\(machine.chart.name)(\"\(steps.joined(separator: ","))\") }\n"
    }
    // Line by line, so that what a machine has done before a crash is known.
    let main =
      "@preconcurrency import Glibc\nsetvbuf(stdout, nil, _IOLBF, 0)\nlet first = Int(CommandLine.arguments[1]) ?? 0\n"
    #if canImport(Darwin)
      try Data((main.replacing("Glibc", with: "Darwin") + calls.joined()).utf8)
        .write(to: folder.appending(path: "main.swift"))
    #else
      try Data((main + calls.joined()).utf8).write(to: folder.appending(path: "main.swift"))
    #endif
    let flags = [
      "swiftc", "-swift-version", "6", "-Onone", "-suppress-warnings", "-j", "4", "-module-name", "Driver", "-o",
      "driver", "main.swift",
    ]
    let compiled = try run("/usr/bin/env", flags + files, in: folder)
    guard compiled.code == 0 else { throw Failure(description: "swiftc: \(compiled.output.prefix(4000))") }
    var results: [[String]] = []
    while results.count < machines.count {
      let driven = try run(folder.appending(path: "driver").path, ["\(results.count)"], in: folder)
      for line in driven.output.split(separator: "\n", omittingEmptySubsequences: false) where !line.isEmpty {
        if line == "machine" {
          results.append([])
          continue
        }
        if results.isEmpty { throw Failure(description: "unexpected: \(line)") }
        if line.hasPrefix("Driver/") {
          results[results.count - 1].append("crashed: \(line)")
          break
        }
        results[results.count - 1].append(normalized(line))
      }
      if driven.code == 0 { break }
      // The others have their turn without the one that has crashed.
      if driven.output.isEmpty { throw Failure(description: "the driver has crashed at its start") }
    }
    guard results.count == machines.count else {
      throw Failure(description: "\(results.count) of \(machines.count) ran")
    }
    return results
  }

  /// Swift prints what a composite holds with its type in front: `s1(a: 1, Driver.Machine1.State.S1.s2(b: 2))` is
  /// `s1(a: 1).s2(b: 2)`, and a struct of regions is in brackets.
  private static func normalized(_ line: Substring) -> String {
    var parts = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count > 2 else { return String(line) }
    var text = Substring(parts[2])
    parts[2] = value(&text)
    return parts.joined(separator: "|")
  }

  /// Reads a printed value.
  private static func value(_ text: inout Substring) -> String {
    let path = text.prefix { $0 != "(" && $0 != ")" && $0 != "," }
    text = text.dropFirst(path.count)
    let name = path.split(separator: ".").last.map(String.init) ?? ""
    guard text.first == "(" else { return name }
    var fields: [String] = []
    var regions: [String] = []
    var child = ""
    repeat {
      text = text.dropFirst().drop { $0 == " " }
      if let match = text.prefixMatch(of: #/([a-z][a-z0-9]*): /#) {
        text = text[match.range.upperBound...]
        let inner = value(&text)
        if match.1.hasPrefix("r") {
          regions.append("\(match.1)=\(inner)")
        } else {
          fields.append("\(match.1): \(inner)")
        }
      } else {
        child = value(&text)
      }
    } while text.first == ","
    text = text.dropFirst()
    if !regions.isEmpty { return "[\(regions.joined(separator: ", "))]" }
    return name + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
      + (child.isEmpty || child.hasPrefix("[") ? child : "." + child)
  }

  private static func driver(_ chart: Chart) -> String {
    let timers = chart.timed.enumerated().map { index, state in
      "    case \(chart.events.count + index): event = .elapsed(.\(chart.timerName(of: state)))"
    }
    let hasAfter = chart.timed.contains { chart.states[$0].timer?.repeats == false }
    let hasEvery = chart.timed.contains { chart.states[$0].timer?.repeats == true }
    let scheduling = [
      hasAfter
        ? "case .schedule(let timer, after: let delay): \"after(\\(timer), \\(delay.components.seconds))\"" : nil,
      hasEvery
        ? "case .\(hasAfter ? "repeat" : "schedule")(let timer, every: let delay): \"every(\\(timer), \\(delay.components.seconds))\""
        : nil,
      hasAfter || hasEvery ? "case .cancel(let timer): \"cancel(\\(timer))\"" : nil,
    ].compactMap { $0 }.joined(separator: "\n    ")
    let events = chart.events.enumerated().map { index, event in
      let arguments = event.labels.enumerated().map { "\($1): v[\($0 + 1)]" }.joined(separator: ", ")
      return "    case \(index): event = .\(event.name)\(arguments.isEmpty ? "" : "(\(arguments))")"
    }
    let properties = chart.properties.map { "\($0.name)=\\(machine.\($0.name))" }.joined(separator: ",")
    let bodies = chart.isParallel(nil) ? chart.children(of: nil).map(Optional.some) : [nil]
    let canEnd = bodies.allSatisfy { chart.children(of: $0).contains { chart.states[$0].isFinal } }
    let isFinal = canEnd ? "machine.isFinal" : "false"
    let hasEntry =
      chart.states.contains { !$0.entry.isEmpty || $0.activity != nil }
      || chart.rows.contains {
        $0.triggers.contains { if case .event = $0 { false } else { true } }
      }
    return """

      func drive\(chart.name)(_ steps: String) {
        var machine = \(chart.name)()
        var outputs: [String] = []
        func report(_ outcome: String, _ accepts: String) {
          let isFinal = \(isFinal) ? "final" : ""
          print("\\(outcome)|\\(outputs.joined(separator: ";"))|\\(machine.state)|\(properties)|\\(accepts)|\\(isFinal)")
          outputs = []
        }
        func put(_ output: \(chart.name).Output) {
          let text = switch output {
          \(scheduling)
          default: "\\(output)"
          }
          outputs.append(text)
        }
        \(hasEntry ? "machine.start(emit: put)" : "")
        report("started", "")
        for step in steps.split(separator: ",") {
          let v = step.split(separator: " ").map { Int($0)! }
          let event: \(chart.name).Event
          switch v[0] {
      \((events + timers).joined(separator: "\n"))
          default: fatalError()
          }
          let accepts = machine.accepts(event) ? "accepted" : "refused"
          let outcome = machine.handle(event: event, emit: put)
          report("\\(outcome)", accepts)
        }
      }

      """
  }

  private static func run(_ program: String, _ arguments: [String], in folder: URL) throws -> (
    code: Int32, output: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
  }

  // MARK: Comparing

  /// The first difference of each machine that has one.
  static func differences(_ machines: [(chart: Chart, swift: String, steps: [Step])]) throws -> [Difference] {
    let found = try found(machines)
    return zip(machines, found).compactMap { machine, found in
      let expected = expected(machine.chart, machine.steps)
      guard let step = expected.indices.first(where: { $0 >= found.count || found[$0] != expected[$0] }) else {
        return nil
      }
      let history = machine.steps.prefix(step).map { step in
        guard step.event < machine.chart.events.count else {
          return "timer of " + machine.chart.states[machine.chart.timed[step.event - machine.chart.events.count]].name
        }
        let event = machine.chart.events[step.event]
        return event.name + (step.values.isEmpty ? "" : "(\(step.values.map(String.init).joined(separator: ", ")))")
      }
      return Difference(
        chart: machine.chart, step: step, expected: expected[step], found: step < found.count ? found[step] : "nothing",
        history: history)
    }
  }

  /// A smaller chart that differs too: parts are left out for as long as the difference stays.
  static func shrunk(_ difference: Difference, seed: UInt64, attempts: Int = 12) -> Difference {
    var best = difference
    var left = attempts
    var isSmaller = true
    while isSmaller, left > 0 {
      isSmaller = false
      for candidate in best.chart.smaller where left > 0 {
        guard let swift = swift(candidate) else { continue }
        left -= 1
        guard let steps = steps(candidate, seed: seed) else { continue }
        let machine = (candidate, swift, steps)
        guard let smaller = try? differences([machine]).first else { continue }
        best = smaller
        isSmaller = true
        break
      }
    }
    return best
  }
}

extension Chart {
  /// Charts with one part less.
  var smaller: [Chart] {
    var charts: [Chart] = []
    func add(_ change: (inout Chart) -> Void) {
      var chart = self
      change(&chart)
      charts.append(chart)
    }
    for row in rows.indices { add { $0.rows.remove(at: row) } }
    for state in states.indices {
      if !states[state].entry.isEmpty { add { $0.states[state].entry = [] } }
      if !states[state].exit.isEmpty { add { $0.states[state].exit = [] } }
      if states[state].activity != nil { add { $0.states[state].activity = nil } }
      if !states[state].deferred.isEmpty { add { $0.states[state].deferred = [] } }
      if states[state].historyDefault != nil { add { $0.states[state].historyDefault = nil } }
    }
    for choice in choices.indices {
      for way in choices[choice].ways.indices.dropLast() { add { $0.choices[choice].ways.remove(at: way) } }
    }
    for row in rows.indices {
      for effect in rows[row].effects.indices { add { $0.rows[row].effects.remove(at: effect) } }
    }
    return charts
  }
}
