import StateMachineModel

/// Prints the function `settle` of a machine whose events are methods. It takes all microsteps after the first. Each
/// method begins with `defer { … }`, which calls `settle`. So these microsteps are taken when the method returns or
/// throws.
extension RunPrinter {
  /// Writes the function `settle` for a machine whose events are methods. It takes all microsteps of a run after the
  /// first one. Nothing is written for a machine whose runs have only one microstep.
  func writeSettleOfMethods(_ out: inout SwiftWriter) {
    guard run.runsToCompletion else { return }
    let follow =
      [
        run.hasAlways ? "transitions without an event" : nil, run.hasDone && !run.hasAlways ? "transitions" : nil,
      ].compactMap { $0 }.joined() + (run.hasDone ? "\(run.hasAlways ? " and" : "") for completion events" : "")
    let always = "self.takeAlways(\(model.arguments(first: true)))"
    let done = "_ = self.takeDone(state\(model.arguments(first: false)))"
    let next = "let state = \(names.run).next()"
    out.lines(
      """

      /// Takes the \(follow) that follow from an event, until none applies.
      private mutating func settle(\(model.parameters(first: true))) {
        var steps = 0
        while \(model.tellsRows ? "StateMachineTesting.goOn(), " : "")\(!run.hasAlways ? next : run.hasDone ? "true" : always) {
          \(if: run.hasAlways && run.hasDone, "if !\(always) {\n  guard \(next) else { return }\n  \(done)\n}")
          \(if: !run.hasAlways, done)
          steps += 1
          precondition(steps <= 1_000, "\(model.text(machine.name).inStringLiteral): no end after 1,000 steps")
        }
      }
      """)
  }
}
