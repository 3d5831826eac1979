/// Prints the code with which a wrapper performs the outputs of its machine and of its submachines.
struct OutputPrinter {
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    if plan.hasBuffer { writeBuffer(&out) }
    out.lines(
      """

      private func perform(_ output: \(plan.output)) {
      """)
    out.indent()
    write(plan.performances, &out)
    out.closeBrace()
  }

  private func writeBuffer(_ out: inout SwiftWriter) {
    out.lines(
      """

      private func performRemaining() { while let output = self.outputs.popFirst() { self.perform(output) } }
      """)
  }

  // MARK: Cases

  /// Writes a `switch` over an output, with a nested `switch` for the outputs of each submachine.
  private func write(_ performances: [OutputPerformance], _ out: inout SwiftWriter) {
    out.line("switch output {")
    for performance in performances {
      switch performance {
      case .closure(let call): write(call, &out)
      case .submachine(let pattern, let performances):
        out.line(string: "case .\(pattern)(let output):")
        out.indent()
        write(performances, &out)
        out.outdent()
      case .timers(let timers): write(timers, &out)
      }
    }
    out.line("}")
  }

  private func write(_ call: OutputPerformance.Call, _ out: inout SwiftWriter) {
    let bindings = call.arguments.map { "let \($0)" }.joined(separator: ", ")
    write("case .\(call.pattern)\(bindings.isEmpty ? "" : "(\(bindings))"):", statements(of: call), &out)
    if let cancellation = call.cancellation {
      write("case .\(cancellation):", ["self.jobs.end(.\(call.activity ?? call.closure.name))"], &out)
    }
  }

  /// Writes a `case` of a `switch`. A single statement is written on the line of the `case` if there is room.
  private func write(_ pattern: String, _ statements: [String], _ out: inout SwiftWriter) {
    if statements.count == 1, out.hasRoom(for: pattern.utf8.count + 1 + statements[0].utf8.count) {
      out.line(string: "\(pattern) \(statements[0])")
      return
    }
    out.line(string: pattern)
    out.indent()
    for statement in statements { out.line(string: statement) }
    out.outdent()
  }

  /// Returns the statements that call the closure of an output: `self.beep(times)`. If the closure is `async`, the
  /// statements start a task that calls it. If the closure returns a stream, they start a task that hands each event of
  /// the stream to the machine.
  private func statements(of call: OutputPerformance.Call) -> [String] {
    let closure = call.closure
    let list = call.arguments.joined(separator: ", ")
    let begin = call.isActivity ? "begin" : "beginEffect"
    let activity = call.activity ?? closure.name
    let priority = "self.\(closure.priority?.property ?? "")"
    switch closure.kind {
    case .plain:
      return ["self.\(closure.property)(\(list))"]
    case .async where call.arguments.isEmpty && call.owners.isEmpty:
      return ["self.run(self.jobs.\(begin)(.\(activity)), \(priority), self.\(closure.property))"]
    case .async:
      let operation = plan.operation
      let mapping = call.owners.isEmpty ? "" : ".map { \("$0".wrapped(in: call.owners)) }"
      return [
        "let \(operation) = self.\(closure.property)",
        "self.run(self.jobs.\(begin)(.\(activity)), \(priority)) { await \(operation)(\(list))\(mapping) }",
      ]
    case .stream:
      var events = "self.\(closure.property)(\(list))"
      if !call.owners.isEmpty {
        events = "\(plan.support).events(of: \(events)) { \(plan.event)\("$0".wrapped(in: call.owners)) }"
      }
      return ["self.follow(self.jobs.\(begin)(.\(activity), following: \(events)), \(priority))"]
    }
  }

  private func write(_ timers: OutputPerformance.Timers, _ out: inout SwiftWriter) {
    if timers.sorts.after {
      write("case .schedule(let timer, after: let delay):", ["self.timers.begin(\(timers.alarm), after: delay)"], &out)
    }
    if timers.sorts.every {
      let name = GeneratedNames.repeating(besideAfter: timers.sorts.after)
      write(
        "case .\(name)(let timer, every: let interval):",
        ["self.timers.begin(\(timers.alarm), every: interval)"], &out)
    }
    write("case .cancel(let timer):", ["self.timers.end(\(timers.alarm))"], &out)
  }
}
