/// What follows from the events of a machine whose events are methods: each method begins with it, and it happens as
/// the method returns, or throws.
extension RunPrinter {
  /// Writes what follows from the events of a machine with methods.
  func writeSettleOfMethods(_ out: inout SwiftWriter) {
    guard run.runsToCompletion else { return }
    let follow =
      switch (run.hasAlways, run.hasDone) {
      case (true, true): "transitions without an event and for completion events"
      case (true, false): "transitions without an event"
      default: "transitions for completion events"
      }
    out.lines(
      """

      /// Takes the \(follow) that follow from an event, until none applies.
      """)
    out.write(string: "private mutating func settle(\(model.parameters(first: true)))")
    out.openBrace()
    out.line("var steps = 0")
    let always = "self.takeAlways(\(model.arguments(first: true)))"
    let done = "self.takeDone(state\(model.arguments(first: false)))"
    switch (run.hasAlways, run.hasDone) {
    case (true, true):
      out.write("while true")
      out.openBrace()
      out.write(string: "if !\(always)")
      out.openBrace()
      out.line(string: "guard let state = \(names.run).next() else { return }")
      out.line(string: "_ = \(done)")
      out.closeBrace()
    case (true, false):
      out.write(string: "while \(always)")
      out.openBrace()
    default:
      out.write(string: "while let state = \(names.run).next()")
      out.openBrace()
      out.line(string: "_ = \(done)")
    }
    out.line("steps += 1")
    let name = model.text(machine.name).inStringLiteral
    out.line(string: "precondition(steps <= 1_000, \"\(name): no rest after 1,000 steps\")")
    out.closeBrace()
    out.closeBrace()
  }
}
