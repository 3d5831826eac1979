import TestSupport

/// Finds the failures of generated machines: an error or a warning of the Swift compiler, a difference from the
/// interpreter, or a difference from the compiler's reactions.
extension Oracle {
  struct Failure {
    var chart: Chart
    /// A text that is probably equal for failures with the same cause. Reports show one failure for each such text.
    var signature: String
    var description: String
    var mode = SwiftMode.swift6

    var report: String { "\(chart.name), \(mode): \(description)\n\(chart.source)" }
  }

  /// Returns the failures of machines: for each machine, its first error, or else one warning of each kind and the
  /// first failure of each other kind.
  static func failures(_ machines: [Machine], mode: SwiftMode = .swift6) throws -> [Failure] {
    var failures = zip(machines, try results(machines, mode: mode)).flatMap { machine, result in
      if let error = result.errors.first { return [failure("error", error, machine)] }
      var failures: [Failure] = []
      for warning in result.warnings {
        let failure = failure("warning", warning, machine)
        if !failures.contains(where: { $0.signature == failure.signature }) { failures.append(failure) }
      }
      return failures
        + [
          difference(machine, result.lines),
          // A machine with methods has no `accepts`.
          machine.chart.hasMethods || !machine.chart.machines.isEmpty ? nil : reactionFailure(machine, result.lines),
          machine.chart.machines.isEmpty ? tableFailure(machine.chart) : nil,
        ].compactMap { $0 }
    }
    for index in failures.indices { failures[index].mode = mode }
    return failures
  }

  private static func failure(_ kind: String, _ message: String, _ machine: Machine) -> Failure {
    // Whatever the names are, it is the same.
    let masked = message.replacing(#/'[^']*'/#, with: "'…'")
    return Failure(
      chart: machine.chart, signature: "\(kind): \(masked)", description: "the Swift compiler says \(kind): \(message)")
  }

  /// Returns the first difference between the lines that a machine has printed and those of the interpreter. Nil if
  /// there is none.
  private static func difference(_ machine: Machine, _ found: [String]) -> Failure? {
    let chart = machine.chart
    let expected = expected(chart, machine.steps)
    guard let step = expected.indices.first(where: { $0 >= found.count || found[$0] != expected[$0] }) else {
      return nil
    }
    let history = machine.steps.prefix(step).map { step in
      let before = step.isSent ? "" : "not sent: "
      guard step.event < chart.events.count else {
        return before + "timer of " + chart.states[chart.timed[step.event - chart.events.count]].name
      }
      let event = chart.events[step.event]
      return before + event.name
        + (step.values.isEmpty ? "" : "(\(step.values.map(String.init).joined(separator: ", ")))")
    }
    let line = step < found.count ? found[step] : "nothing"
    let description = """
      step \(step): expected \(expected[step])
      found    \(line)
      after \(history.joined(separator: ", "))
      """
    return Failure(
      chart: chart, signature: "difference in \(difference(expected[step], line))", description: description)
  }

  /// Returns the first parts of two lines that differ, as text.
  private static func difference(_ expected: String, _ found: String) -> String {
    let names = ["the outcome", "the outputs", "the state", "the properties", "what is accepted", "the end"]
    let parts = [expected, found].map { $0.split(separator: "|", omittingEmptySubsequences: false) }
    guard parts[1].count == names.count else { return found.hasPrefix("crashed") ? "crashing" : "what is printed" }
    let places = names.indices.filter { $0 < parts[0].count && parts[0][$0] != parts[1][$0] }
    if places == [4] { return "what is accepted, \(parts[1][4]) though it should be \(parts[0][4])" }
    return places.map { names[$0] }.joined(separator: " and ")
  }

  // MARK: Shrinking

  /// Returns the same failure of a smaller chart. It removes parts of the chart for as long as the failure stays.
  static func shrunk(_ failure: Failure, seed: UInt64, attempts: Int = 150) -> Failure {
    var best = failure
    var left = attempts
    search: while left > 0 {
      var rest = best.chart.smaller[...]
      while !rest.isEmpty, left > 0 {
        // Several at a time, as each program takes a second.
        var batch: [Machine] = []
        while let candidate = rest.popFirst(), batch.count < 12 {
          guard var machine = machine(candidate, seed: seed) else { continue }
          machine.chart.name = "\(failure.chart.name)X\(left - batch.count)"
          guard let swift = swift(machine.chart) else { continue }
          machine.swift = swift
          batch.append(machine)
        }
        left -= batch.count
        if !batch.isEmpty,
          let smaller = try? failures(batch, mode: failure.mode).first(where: { $0.signature == best.signature })
        {
          best = smaller
          continue search
        }
      }
      break
    }
    return best
  }
}
