import TestSupport

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Drives generated machines with random events, and compares each step with the interpreter.
struct Oracle {
  struct Step {
    var event: Int
    var values: [Int]
    /// Whether the event is sent. If the event would trap, it is not sent, and the machine is only asked whether it
    /// accepts it.
    var isSent = true
  }

  struct Machine {
    var chart: Chart
    var swift: String
    var steps: [Step]
  }

  /// Returns the generated Swift of a chart; nil if the compiler refuses the chart. Every third chart gets source
  /// locations, as in the build plugin.
  static func swift(_ chart: Chart) -> String? {
    var options = Compiler.Options()
    options.writesSourceLocations = (chart.name.last?.wholeNumberValue ?? 1) % 3 == 0
    let name = "\(chart.name).swift"
    let result = Compiler(options: options).generate(SourceFile(path: name, text: chart.source))
    // All that the Swift compiler says of a chart is said under its name.
    return result.swift.map {
      String(decoding: $0, as: UTF8.self)
        .replacing("#sourceLocation()", with: "#sourceLocation(file: \"\(name)\", line: 1)")
    }
  }

  /// Returns a chart with its generated Swift and random events, the same for the same seed. Nil if the compiler
  /// refuses the chart, or if the machine's first run does not end, or traps.
  static func machine(_ chart: Chart, seed: UInt64) -> Machine? {
    guard let swift = swift(chart), let steps = steps(chart, seed: seed) else { return nil }
    return Machine(chart: chart, swift: swift, steps: steps)
  }

  // MARK: Events

  /// Returns random events for a chart, the same for the same seed. They end before a run that does not end. Nil if the
  /// machine's first run does not end, or traps.
  static func steps(_ chart: Chart, seed: UInt64, count: Int = 40) -> [Step]? {
    var interpreter = Interpreter(chart)
    _ = interpreter.start()
    guard !interpreter.isRunaway, !interpreter.isTrapped else { return nil }
    var steps: [Step] = []
    for var step in randomSteps(chart, seed: seed, count: count) {
      let before = interpreter
      _ = handle(step, &interpreter)
      if interpreter.isRunaway { break }
      if interpreter.isTrapped {
        step.isSent = false
        interpreter = before
      }
      steps.append(step)
    }
    return steps
  }

  private static func randomSteps(_ chart: Chart, seed: UInt64, count: Int) -> [Step] {
    var random = SeededGenerator(seed: seed)
    // After the events are the timers.
    let eventCount = chart.events.count + chart.timed.count
    guard eventCount > 0 else { return [] }
    return (0..<count).map { _ in
      let event = Int.random(in: 0..<eventCount, using: &random)
      guard event < chart.events.count else { return Step(event: event, values: []) }
      return Step(event: event, values: chart.parameters(of: event).map { _ in Int.random(in: -2...6, using: &random) })
    }
  }

  // MARK: What the interpreter does

  static func handle(_ step: Step, _ interpreter: inout Interpreter) -> Interpreter.Outcome {
    let chart = interpreter.chart
    guard step.event < chart.events.count else {
      return interpreter.elapse(chart.timed[step.event - chart.events.count])
    }
    return interpreter.handle(step.event, arguments(step, chart))
  }

  /// Handles a step, and returns what its sender receives as text: the outcome or the result, or an error.
  private static func told(_ step: Step, _ interpreter: inout Interpreter) -> String {
    let outcome = handle(step, &interpreter)
    return interpreter.failure ?? (interpreter.chart.hasMethods ? interpreter.answer : outcome.rawValue)
  }

  private static func accepts(_ step: Step, _ interpreter: Interpreter) -> Bool {
    let chart = interpreter.chart
    guard step.event < chart.events.count else {
      return interpreter.acceptsElapse(chart.timed[step.event - chart.events.count])
    }
    return interpreter.accepts(step.event, arguments(step, chart))
  }

  static func arguments(_ step: Step, _ chart: Chart) -> Interpreter.Payload {
    Dictionary(uniqueKeysWithValues: zip(chart.parameters(of: step.event), step.values))
  }

  /// Returns the lines that the machine should print: one for the start, and one for each step.
  static func expected(_ chart: Chart, _ steps: [Step]) -> [String] {
    var interpreter = Interpreter(chart)
    let outputs = interpreter.start()
    var lines = [line(interpreter.failure ?? "started", outputs, interpreter, accepts: nil)]
    for step in steps {
      let accepts = chart.hasMethods ? nil : accepts(step, interpreter)
      let outcome = step.isSent ? told(step, &interpreter) : "unsent"
      lines.append(line(outcome, step.isSent ? interpreter.outputs : [], interpreter, accepts: accepts))
    }
    return lines
  }

  private static func line(_ outcome: String, _ outputs: [String], _ interpreter: Interpreter, accepts: Bool?) -> String
  {
    let properties = interpreter.chart.properties.map { "\($0.name)=\(interpreter.properties[$0.name] ?? 0)" }
    let accepted = accepts.map { $0 ? "accepted" : "refused" } ?? ""
    return [
      outcome, outputs.joined(separator: ";"), interpreter.state, properties.joined(separator: ","), accepted,
      interpreter.isFinal ? "final" : "", interpreter.groups,
    ].joined(separator: "|")
  }
}
