import StateMachineModel

/// Prints the functions that complete a run (SCXML, Appendix D, mainEventLoop). `handle` takes the microstep of its
/// event, and then further microsteps until no transition applies. Only machines that have a function `take` for one
/// microstep have these functions (`SwiftModel.takesSteps`).
struct RunPrinter {
  let model: SwiftModel
  var machine: StateMachine { model.machine }
  var names: GeneratedNames { model.names }
  var run: RunShape { model.run }

  init(_ model: SwiftModel) { self.model = model }

  private var effect: String { model.errors.clause }
  private static let noEvents: Lines = "// There are no events."

  // MARK: handle

  /// Returns the head of a function that has the event as its parameter, without the opening brace: `mutating func
  /// handle(event: Event) -> Outcome`.
  ///
  /// - Parameters:
  ///   - effect: the clause ` throws(Refused)`; empty if the function does not throw.
  ///   - result: the type of the function's result.
  private func head(_ name: String, _ effect: String, _ result: String) -> String {
    let emit = model.hasOutputs ? ", \(model.emitParameter)" : ""
    return "\(model.access)mutating func \(name)(\(SwiftModel.parameter("event", names.event)): Event\(emit))"
      + "\(effect) -> \(result)"
  }

  /// Writes a second function `handle`. It returns its outputs in an array instead of passing them to a closure.
  /// Nothing is written for a machine without outputs.
  func writeCollecting(_ out: inout SwiftWriter) {
    guard model.hasOutputs else { return }
    let collecting: Lines = """
      var outputs: [Output] = []
      \(model.throws ? "try " : "")self.handle(event: event) { outputs.append($0) }
      return outputs
      """
    out.lines(
      """

      /// Takes the transition for `event`, and returns its outputs in order.
      \(model.access)mutating func handle(event: Event)\(effect) -> [Output] {
        \(model.hasEvents ? collecting : Self.noEvents)
      }
      """)
  }

  /// Writes `handle` for a machine that has a function `take` for a microstep. Also writes `settle` and the other
  /// functions that take the further microsteps of the run.
  func write(_ out: inout SwiftWriter) {
    let takes = run.runsToCompletion ? "and all that follow from it" : nil
    let hands = model.hasOutputs ? "and hands \(takes == nil ? "its" : "the") outputs to `emit` in order" : nil
    let summary = takes.map { " \($0)" } ?? ""
    out.lines(
      """
      /// Takes the transition for `event`\(summary)\(hands.map { ", \($0)" } ?? "").
      @discardableResult
      \(head("handle", effect, "Outcome")) {
        \(model.keepsFailure && model.hasEvents ? throwing : handling)
      }
      """)
    writeCollecting(&out)
    if model.keepsFailure, model.hasEvents { writeKeepingHandle(&out) }
    if machine.isSubmachine { writeAttempt(&out) }
    guard run.runsToCompletion else { return }
    writeSettle(&out)
    if run.defers { writeRecall(&out) }
  }

  /// The body of `handle` if an error is stored until the run ends. It calls the second function `handle`, which stores
  /// the first error in a variable for the run. Then it throws this error.
  private var throwing: Lines {
    """
    var \(names.run) = \(names.runType)()
    let outcome = self.handle(\(names.event)\(model.arguments(first: false)))
    if let failure = \(names.run).failure { throw failure }
    return outcome
    """
  }

  /// Writes a second function `handle`, which stores an error in its parameter for the run instead of throwing it. The
  /// first `handle` and a wrapper call it. It returns the outcome even after an error, because the wrapper needs the
  /// outcome.
  private func writeKeepingHandle(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Handles an event as `handle(event:\(model.hasOutputs ? "emit:" : ""))` does. An error is kept in the run.
      \(model.runAccess) mutating func handle(_ \(names.event): Event\(model.parameters(first: false))) -> Outcome {
        \(handling)
      }
      """)
  }

  private var take: String { "self.take(\(names.event)\(model.arguments(first: false)))" }

  /// The statements that handle an event: they take its microstep and the further microsteps of the run.
  private var handling: Lines {
    guard model.hasEvents else { return Self.noEvents }
    if model.ignoresUnhandled, !run.runsToCompletion { return "return \(take) ?? .ignored" }
    let settled = run.runsToCompletion ? settle("outcome") : "outcome"
    let failing: Lines = """
      let result = \(settled)
      if let failure = \(names.run).failure { throw failure }
      return result
      """
    return """
      \(if: model.needsRun && !model.keepsFailure, beginning)
      \(taking)
      \(keeping)
      \(model.failsLate && !model.keepsFailure ? failing : "return \(settled)")
      """
  }

  /// The statement that calls `take`, the generated function for one microstep, with the event. If `take` returns nil,
  /// no row applies, and the statement does what the policy of the event says.
  private var taking: Lines {
    let tellsTimers = !machine.timers.isEmpty && !model.ignoresUnhandled && model.onePolicy != nil
    return """
      guard let outcome = \(take) else {
        \(if: tellsTimers, lateTimer)
        \(model.unhandled.statement)
      }
      """
  }

  private var beginning: String { "var \(names.run) = \(names.runType)()" }

  /// Whether `handle` throws the error of a policy at once, instead of storing it until the end of the run. Only an
  /// error for the event that was passed is thrown at once. An error for a deferred event is thrown at the end.
  private var throwsAtOnce: Bool { model.errors.byPolicy && !model.keepsFailure }

  /// Writes the function `attempt` of a submachine, by which the owner passes an event to the submachine. If it returns
  /// nil, the owner's own transitions or the owner's policy apply.
  private func writeAttempt(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Handles an event for the machine that owns this submachine. Returns nil if no transition applies.
      \(head("attempt", "", "Outcome?")) {
        \(model.hasEvents ? attempting : Self.noEvents)
      }
      """)
  }

  /// The body of `attempt`. It takes the microstep of the event and the further microsteps of the run. It returns nil
  /// if the submachine has ended, or if no row applies.
  private var attempting: Lines {
    let follows = run.runsToCompletion || !machine.timers.isEmpty
    let late = machine.timers.isEmpty ? nil : lateTimer
    let endsApart = run.canEnd && late == nil
    let isActive = run.canEnd && !endsApart ? "!self.isFinal, " : ""
    return """
      \(if: endsApart, Self.handingOn("if self.isFinal", [late]))
      \(if: model.needsRun, beginning)
      \(if: !follows, "return \(take)")
      \(if: follows, Self.handingOn("guard \(isActive)let outcome = \(take) else", [late]))
      \(if: run.runsToCompletion && run.defers, keeping ?? "")
      \(if: follows, "return \(run.runsToCompletion ? settle("outcome") : "outcome")")
      """
  }

  /// The statement that ignores an event to which no row applies, if it is the event of an elapsed timer. This is no
  /// error: the timer may have elapsed just before its state was exited.
  private var lateTimer: String { "if case .elapsed = \(names.event) { return .ignored }" }

  /// Returns the `if` or `guard` by which a submachine leaves an event to its owner: `if self.isFinal { return nil }`.
  ///
  /// - Parameters:
  ///   - condition: the beginning of the statement, such as `if self.isFinal`.
  ///   - before: the statements before `return nil`, such as the one for a late timer. Nil elements are left out.
  private static func handingOn(_ condition: String, _ before: [String?]) -> String {
    let before = before.compactMap { $0 }
    if before.isEmpty { return "\(condition) { return nil }" }
    return "\(condition) {\n  \((before + ["return nil"]).joined(separator: "\n  "))\n}"
  }

  /// Returns the call of `settle`, the function that takes the further microsteps of the run.
  ///
  /// - Parameter outcome: the Swift expression for the outcome of the first microstep.
  private func settle(_ outcome: String) -> String {
    "self.settle(\(outcome)\(model.arguments(first: false)))"
  }

  /// The statement that stores the event as a deferred event if its outcome is `.deferred`. Nil if the machine defers
  /// no events.
  private var keeping: String? {
    run.defers ? "if outcome == .deferred { self.\(names.deferredEvents).append(\(names.event)) }" : nil
  }

  // MARK: After the event

  /// Writes `settle`, a loop that takes the further microsteps of a run until no transition applies. It does nothing
  /// after an event that was ignored or deferred.
  private func writeSettle(_ out: inout SwiftWriter) {
    let follows = [
      run.hasAlways ? "transitions without an event" : nil,
      run.needsQueue ? "raised events and completion events, in order" : nil,
      run.defers ? "deferred events" : nil,
    ].compactMap { $0 }.joined(separator: ", then ")
    out.lines(
      """

      /// Takes the transitions that follow from a step, until none applies:
      /// \(follows).
      private mutating func settle(_ first: Outcome\(model.parameters(first: false))) -> Outcome {
        guard first == .stayed || first == .transitioned else { return first }
        var outcome = first
        \(if: run.canRunOn, "var steps = 1\nvar trail: [String] = []")
        \(if: run.canRunOn && run.defers, "var fewest = self.\(names.deferredEvents).count")
        while true {
          \(if: model.tellsRows, "guard StateMachineTesting.goOn() else { return outcome }")
          let next: Outcome
          \(next)
          if next == .transitioned { outcome = next }
          \(if: run.canRunOn, bound)
        }
      }
      """)
  }

  /// The `if` that takes the next microstep, or returns if there is none. It first tries transitions without an event,
  /// then raised events and completion events, and then deferred events.
  private var next: Lines {
    var alternatives: [(condition: String, body: Lines)] = []
    if run.hasAlways {
      alternatives.append(("let step = self.takeAlways(\(model.arguments(first: true)))", "next = step"))
    }
    if run.needsQueue { alternatives.append(queued) }
    if run.defers { alternatives.append(("let step = self.recall(\(model.arguments(first: true)))", "next = step")) }
    let tried = alternatives.map { alternative -> String in
      let lines: Lines = """
        if \(alternative.condition) {
          \(alternative.body)
        } else
        """
      return lines.text
    }
    return Lines(tried.joined(separator: " ") + " {\n  return outcome\n}")
  }

  /// The condition and the body of the `if` that takes the microstep of the next raised event or completion event. If
  /// the machine raises no events, the condition is `let state = run.next()`. The body then takes the microstep for the
  /// completion event of `state`.
  private var queued: (condition: String, body: Lines) {
    let take: Lines = """
      next = self.take(raised\(model.arguments(first: false))) ?? .ignored
      \(if: run.defers, "if next == .deferred { self.\(names.deferredEvents).append(raised) }")
      """
    let done: Lines = "next = self.takeDone(state\(model.arguments(first: false))) ?? .ignored"
    guard run.raises, run.hasDone else {
      let name = run.raises ? "raised" : "state"
      return ("let \(name) = \(names.run).next()", run.raises ? take : done)
    }
    let both: Lines = """
      switch entry {
      case .raised(let raised):
        \(take)
      case .done(let state):
        \(done)
      }
      """
    return ("let entry = \(names.run).next()", both)
  }

  /// The statements that count the microsteps of a run and stop the program after 1,000. A longer run is probably
  /// endless. Only a run that handles many deferred events may need more. So the count starts again whenever fewer
  /// deferred events are left than ever before in the run.
  private var bound: Lines {
    // The message names the states after the last eight steps.
    let deferred = "self.\(names.deferredEvents).count"
    let message = "\(model.text(machine.name).inStringLiteral): no end after 1,000 steps, the last of them into"
    return """
      \(if: run.defers, "if \(deferred) < fewest {\n  fewest = \(deferred)\n  steps = 0\n  trail = []\n}")
      steps += 1
      if steps > 992 { trail.append("\\(\(model.unhandled.state))") }
      precondition(steps <= 1_000, "\(message) \\(trail.joined(separator: ", "))")
      """
  }

  /// Writes `recall`, which handles the first deferred event that the active states do not defer. It returns nil if
  /// there is no such event.
  private func writeRecall(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Takes out the first deferred event that the current state does not defer.
      private mutating func recall(\(model.parameters(first: true))) -> Outcome? {
        for index in self.\(names.deferredEvents).indices {
          let event = self.\(names.deferredEvents)[index]
          let step = self.take(event\(model.arguments(first: false)))
          if step == .deferred { continue }
          self.\(names.deferredEvents).remove(at: index)
          \(recalled)
        }
        return nil
      }
      """)
  }

  private var recalled: Lines {
    let unhandled = model.unhandled
    if model.ignoresUnhandled { return "return step ?? .ignored" }
    if model.onePolicyTraps { return "guard let step else { \(unhandled.call("event")) }\nreturn step" }
    guard throwsAtOnce else { return "return step ?? \(unhandled.call("event"))" }
    return """
      if step == nil, \(names.run).failure == nil {
        \(names.run).failure = \(unhandled.error)
      }
      return step ?? .ignored
      """
  }
}
