import Foundation
import JSON
import StateMachineCompiler
import StateMachineModel
import StateMachinePlayer
import StateMachineSyntax
import TestSupport

/// A random machine for the page's interpreter: the input of `Tests/Player/steps.js`, and its expected output.
struct PlayedMachine {
  /// Steps from the start of the machine. Only the last step can stop the program.
  private struct Run {
    var inputs: [JSONValue] = []
    /// The expected results of each step, by the names of the parts. Parts that are not known are left out.
    var expected: [[String: JSONValue]] = []
  }

  struct Difference {
    let chart: Chart
    /// The parts of the step that differ.
    let parts: [String]
    let description: String
  }

  let chart: Chart
  private let document: JSONValue
  private var runs: [Run]

  /// The number of steps in all runs.
  var stepCount: Int { runs.reduce(0) { $0 + $1.inputs.count } }

  /// Makes the table and the random steps of a machine. Nil if the compiler refuses the chart, or if its first run does
  /// not end or traps.
  init?(_ chart: Chart, seed: UInt64) {
    var chart = chart
    chart.isPlayed = true
    for index in chart.machines.indices { chart.machines[index].isPlayed = true }
    for row in chart.rows.indices { chart.rows[row].effects = chart.rows[row].effects.map(\.withPlainError) }
    for choice in chart.choices.indices {
      for branch in chart.choices[choice].branches.indices {
        chart.choices[choice].branches[branch].effects = chart.choices[choice].branches[branch].effects.map(
          \.withPlainError)
      }
    }
    let (machines, result) = Compiler().machines(of: SourceFile(path: "\(chart.name).sm", text: chart.source))
    guard !result.diagnostics.contains(where: { $0.severity == .error }), let machine = machines.last,
      let steps = Oracle.steps(chart, seed: seed)
    else { return nil }
    self.chart = chart
    document = MachineDocument([Behaviour(machine)], others: machines.dropLast().map(Behaviour.init)).json
    runs = []
    let timers = machine.timers.map { MachineText(machine).path($0.state) }
    runs.append(run(steps.filter(\.isSent), timers))
    // What is not sent stops the program: that ends a run of its own.
    if let stop = steps.firstIndex(where: { !$0.isSent }) { runs.append(run(Array(steps[...stop]), timers)) }
  }

  /// Takes steps with the interpreter, and returns them with the results that are expected of the page.
  ///
  /// - Parameter timers: the paths of the states with timers, in the order of the table.
  private func run(_ steps: [Oracle.Step], _ timers: [String]) -> Run {
    var run = Run()
    var interpreter = Interpreter(chart)
    _ = interpreter.start()
    /// Adds a step and its expected results. Returns false if the step stops the program.
    func add(_ input: JSONValue, _ outcome: String) -> Bool {
      let stops = interpreter.isTrapped || interpreter.beginsImpossibleTimer
      run.inputs.append(input)
      run.expected.append(stops ? ["stopped": true] : interpreter.parts(outcome: outcome))
      return !stops
    }
    guard chart.hasMethods || add(["start": true], "started") else { return run }
    for step in steps {
      let outcome = Oracle.handle(step, &interpreter)
      guard add(input(step, timers), outcome.rawValue) else { break }
    }
    return run
  }

  private func input(_ step: Oracle.Step, _ timers: [String]) -> JSONValue {
    guard step.event < chart.events.count else {
      let path = chart.path(chart.timed[step.event - chart.events.count])
      return ["timer": timers.firstIndex(of: path).map { .int($0) } ?? .null]
    }
    let values = step.values.map { JSONValue.int($0) }
    guard let (state, event) = chart.events[step.event].inner, let machine = chart.machine(of: state) else {
      return ["event": .string(chart.events[step.event].name), "arguments": .array(values)]
    }
    func value(_ name: String, _ labels: [JSONValue], _ values: [JSONValue]) -> JSONValue {
      .array(["case", .string(name), .array(labels)] + values)
    }
    let inner: JSONValue
    if event < machine.events.count {
      inner = value(machine.events[event].name, machine.events[event].labels.map { .string($0) }, values)
    } else {
      let timer = machine.timerNames[machine.timed[event - machine.events.count]] ?? ""
      inner = value("elapsed", [.null], [value(timer, [], [])])
    }
    return ["event": .string(chart.states[state].name), "arguments": [inner]]
  }

  // MARK: The page's interpreter

  /// Runs the page's interpreter for machines, and returns the first difference of each machine that has one.
  static func differences(_ machines: [PlayedMachine]) throws -> [Difference] {
    var input: [UInt8] = []
    for machine in machines {
      for (index, run) in machine.runs.enumerated() {
        let document: [JSONValue.Member] = index == 0 ? [.init(key: "document", value: machine.document)] : []
        input += JSONValue.object(document + [.init(key: "steps", value: .array(run.inputs))]).bytes + [10]
      }
    }
    let folder = try TemporaryFolder()
    try Data(input).write(to: folder.url.appending(path: "lines"))
    let script = Repository.root.appending(path: "Tests/Player/steps.js").path
    let result = try Tool.node.run([script], in: folder.url, input: "lines")
    var lines = result.output.split(separator: "\n")[...]
    return machines.compactMap { machine in
      let own = lines.prefix(machine.runs.count)
      lines = lines.dropFirst(machine.runs.count)
      return zip(machine.runs, own).lazy.compactMap { machine.difference($0, String($1)) }.first
        ?? (own.count < machine.runs.count ? machine.difference("node has ended: \(result.output.suffix(2000))") : nil)
    }
  }

  private func difference(_ text: String, _ parts: [String] = ["the program"]) -> Difference {
    Difference(chart: chart, parts: parts, description: text)
  }

  private func difference(_ run: Run, _ line: String) -> Difference? {
    guard let found = JSONParser.parse(Array(line.utf8))?["steps"]?.array else { return difference(line) }
    for (index, expected) in run.expected.enumerated() {
      guard index < found.count else { return difference("\(found.count) of \(run.expected.count) steps: \(line)") }
      if let question = found[index]["question"] { return difference("asks \(Self.text(question))", ["a question"]) }
      let parts = expected.keys.sorted().filter { Self.part($0, of: found[index]) != expected[$0] }
      guard !parts.isEmpty else { continue }
      let lines = parts.map { part in
        "\(part): expected \(Self.text(expected[part])), found \(Self.text(Self.part(part, of: found[index])))"
      }
      let inputs = run.inputs[...index].map { Self.text($0) }.joined(separator: " ")
      return difference("\(lines.joined(separator: "\n"))\nafter \(inputs)\nfound \(Self.text(found[index]))", parts)
    }
    return nil
  }

  private static func text(_ value: JSONValue?) -> String { String(decoding: (value ?? .null).bytes, as: UTF8.self) }

  /// Returns a part of a step of the page, in the form of `Interpreter.parts`.
  private static func part(_ name: String, of step: JSONValue) -> JSONValue {
    let value = step[name]
    switch name {
    case "stopped": return .bool(value != nil)
    case "final": return value ?? false
    case "deferred": return value ?? 0
    case "outputs", "exits", "entries", "active": return value ?? []
    // In no order.
    case "left", "entered": return sorted((value?.array ?? []).compactMap(\.string))
    case "properties": return sorted(flat(value, ""))
    // Machines are a part of the state.
    case "payload": return sorted(flat(value, "").filter { !$0.contains("Held") })
    default: return value ?? .null
    }
  }

  /// Returns the values in a JSON object as texts, each with its path before it.
  private static func flat(_ value: JSONValue?, _ path: String) -> [String] {
    guard case .object(let members)? = value else { return ["\(path) = \(value?.string ?? text(value))"] }
    return members.flatMap { flat($0.value, path.isEmpty ? $0.key : "\(path) \($0.key)") }
  }

  fileprivate static func sorted(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.sorted().map { .string($0) })
  }
}

extension Chart.Effect {
  /// The effect with an error that is one name or number. The page shows an error as it is written, with values in
  /// place of names, so that a longer expression could not be compared.
  fileprivate var withPlainError: Chart.Effect {
    guard case .throw(let value) = self else { return self }
    return .throw(value.names.min().map { .name($0) } ?? .constant(7))
  }
}

extension Interpreter {
  /// Returns the results of a step, by the names of their parts in the output of `steps.js`.
  func parts(outcome: String) -> [String: JSONValue] {
    func list(_ states: some Sequence<Int>) -> JSONValue { .array(states.map { .string(chart.path($0)) }) }
    let payload = configuration.flatMap { state in
      chart.states[state].fields.map { "\(chart.path(state)) \($0.label) = \(self.payload[state]?[$0.label] ?? 0)" }
    }
    var properties = chart.properties.map { "\($0.name) = \(self.properties[$0.name] ?? 0)" }
    if chart.hasMethods { properties.append("trace = [\(trace.map { "\"\($0)\"" }.joined(separator: ", "))]") }
    var parts: [String: JSONValue] = [
      "stopped": false, "final": .bool(isFinal), "deferred": .int(deferredEvents.count),
      "outputs": .array(chart.hasMethods ? [] : outputs.map { .string(swift(ofOutput: $0)) }),
      "exits": list(left.filter(actsOnExit)), "entries": list(entered.filter(actsOnEntry)),
      "left": PlayedMachine.sorted(Set(left).map(chart.path)),
      "entered": PlayedMachine.sorted(Set(entered).map(chart.path)),
      "active": list(configuration.filter { chart.children(of: $0).isEmpty }),
      "payload": PlayedMachine.sorted(payload), "properties": PlayedMachine.sorted(properties),
      "state": .string(swift(within: nil)),
    ]
    if let failure {
      let error = failure == "unhandled" ? "UnhandledEvent" : "Failure(\(failure.dropFirst("threw ".count)))"
      parts["failure"] = .string(error)
      return parts
    }
    parts["failure"] = .null
    if chart.hasMethods {
      let isCase = answer.first?.isLetter == true && answer != "nil"
      parts["answer"] = answer == "returned" ? .null : .string((isCase ? "." : "") + answer)
    } else {
      parts["outcome"] = .string(outcome)
    }
    return parts
  }

  /// Whether a repeating timer without a duration begins, at which the program stops.
  fileprivate var beginsImpossibleTimer: Bool { outputs.contains { $0.contains(#/every\(.*, (-|0\))/#) } }

  /// Returns whether something is done when a state is entered or exited. For the page's interpreter, timers count,
  /// too.
  private func actsOnExit(_ state: Int) -> Bool {
    !chart.states[state].exit.isEmpty || chart.states[state].activity != nil || timerNames[state] != nil
  }
  private func actsOnEntry(_ state: Int) -> Bool {
    !chart.states[state].entry.isEmpty || chart.states[state].activity != nil || timerNames[state] != nil
  }

  private func swift(ofOutput output: String) -> String {
    for (state, machine) in machines where output.hasPrefix("\(chart.states[state].name)(") {
      let name = chart.states[state].name
      return "\(name)(.\(machine.swift(ofOutput: String(output.dropFirst(name.count + 1).dropLast()))))"
    }
    if let match = output.wholeMatch(of: #/(after|every)\((.*), (.*)\)/#) {
      let isRepeat = match.1 == "every" && chart.timed.contains { chart.states[$0].timer?.repeats == false }
      return "\(isRepeat ? "repeat" : "schedule")(.\(match.2), \(match.1): .seconds(\(match.3)))"
    }
    return output.hasPrefix("cancel(") ? output.replacing("cancel(", with: "cancel(.") : output
  }

  /// Returns the active states as Swift.
  private func swift(within parent: Int?) -> String {
    if chart.isParallel(parent) {
      let regions = chart.children(of: parent).map { "\(chart.states[$0].name): \(swift(within: $0))" }
      return ".init(\(regions.joined(separator: ", ")))"
    }
    guard let state = configuration.first(where: { chart.states[$0].parent == parent }) else { return "" }
    var values = chart.states[state].fields.map { "\($0.label): \(payload[state]?[$0.label] ?? 0)" }
    if let machine = machines[state] {
      let properties = machine.chart.properties.map { "\($0.name): \(machine.properties[$0.name] ?? 0), " }
      values.append("\(machine.chart.name)(\(properties.joined())state: \(machine.swift(within: nil)))")
    }
    if !chart.children(of: state).isEmpty { values.append(swift(within: state)) }
    return ".\(chart.states[state].name)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
  }
}
