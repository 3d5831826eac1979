/// Writes how a wrapper performs the outputs of its machine, and of its submachines.
struct OutputPrinter {
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    if plan.slots == nil { writeBuffer(&out) }
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

      /// Performs the outputs of one event, which see the new state. The index keeps the buffer from being copied.
      private func performPendingOutputs() {
        var index = 0
        while index < self.pendingOutputs.count {
          self.perform(self.pendingOutputs[index])
          index += 1
        }
        self.pendingOutputs.removeAll(keepingCapacity: true)
      }
      """)
  }

  // MARK: Cases

  /// Writes the `switch` over an output, with one within it for each submachine.
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
    out.line(string: "case .\(call.pattern)\(bindings.isEmpty ? "" : "(\(bindings))"):")
    out.indent()
    writeStatements(of: call, &out)
    out.outdent()
    if let activity = call.activity {
      out.line(string: "case .\(activity.cancellation):")
      out.line(string: "  self.endTask(of: .\(activity.name))")
    }
  }

  /// Calls the closure of an output, or has a task do it.
  private func writeStatements(of call: OutputPerformance.Call, _ out: inout SwiftWriter) {
    let closure = call.closure
    let list = call.arguments.joined(separator: ", ")
    let task = "self.beginTask(\(call.activity.map { "of: .\($0.name)" } ?? ""))"
    let priority = "self.\(closure.priority?.property ?? "")"
    let wrapped = Self.wrapped("$0", in: call.owners)
    switch closure.kind {
    case .plain:
      out.line(string: "self.\(closure.property)(\(list))")
    case .async where call.arguments.isEmpty && call.owners.isEmpty:
      out.line(string: "self.run(\(task), \(priority), self.\(closure.property))")
    case .async:
      let operation = plan.operation
      let mapping = call.owners.isEmpty ? "" : ".map { \(wrapped) }"
      out.line(string: "let \(operation) = self.\(closure.property)")
      out.line(string: "self.run(\(task), \(priority)) { await \(operation)(\(list))\(mapping) }")
    case .stream:
      let wrapping = plan.wrapsStreams ? " { \(wrapped) }" : ""
      out.line(string: "self.follow(\(task), \(priority), self.\(closure.property)(\(list)))\(wrapping)")
    }
  }

  private func write(_ timers: OutputPerformance.Timers, _ out: inout SwiftWriter) {
    let event = Self.wrapped(".elapsed(timer)", in: timers.owners)
    if timers.hasAfter {
      out.lines(
        """
        case .schedule(let timer, after: let delay):
          self.schedule(.\(timers.activity)(timer), \(event), after: delay, on: self.clock)
        """)
    }
    if timers.hasEvery {
      out.lines(
        """
        case .\(GeneratedNames.repeating(besideAfter: timers.hasAfter))(let timer, every: let interval):
          self.schedule(.\(timers.activity)(timer), \(event), every: interval, on: self.clock)
        """)
    }
    out.lines(
      """
      case .cancel(let timer):
        self.endTask(of: .\(timers.activity)(timer))
      """)
  }

  /// `.outer(.inner(event))`
  private static func wrapped(_ event: String, in owners: [String]) -> String {
    owners.reversed().reduce(event) { ".\($1)(\($0))" }
  }
}
