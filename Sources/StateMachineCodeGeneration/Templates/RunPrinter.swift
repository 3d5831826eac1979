import StateMachineModel

/// Writes run to completion (SCXML, Appendix D, mainEventLoop): `handle` takes the step of its event, and then all that
/// follow from it, so that it returns with the machine at rest. Only machines in which something can follow have this.
struct RunPrinter {
  let model: SwiftModel
  var machine: StateMachine { model.machine }
  var names: GeneratedNames { model.names }
  var run: RunShape { model.run }

  init(_ model: SwiftModel) { self.model = model }

  private var effect: String { model.errors.clause }

  // MARK: handle

  /// `handle`, up to its body.
  func writeHead(_ out: inout SwiftWriter) {
    out.write(string: "\(model.access)mutating func handle(\(SwiftModel.parameter("event", names.event)): Event")
    if model.hasOutputs { out.write(string: ", \(model.emitParameter)") }
    out.write(string: ")\(effect) -> Outcome")
  }

  /// The `handle` that returns its outputs.
  func writeCollecting(_ out: inout SwiftWriter) {
    guard model.hasOutputs else { return }
    let attempt = model.throws ? "try " : ""
    out.lines(
      """

      /// Takes the transition for `event`, and returns its outputs in order.
      \(model.access)mutating func handle(event: Event)\(effect) -> [Output] {
      """)
    out.indent()
    if model.hasEvents {
      out.lines(
        """
        var outputs: [Output] = []
        \(attempt)self.handle(event: event) { outputs.append($0) }
        return outputs
        """)
    } else {
      out.line("// There are no events.")
    }
    out.outdent()
    out.line("}")
  }

  /// `handle` of a machine that takes steps, with what follows from them.
  func write(_ out: inout SwiftWriter) {
    if run.runsToCompletion {
      let ending = model.hasOutputs ? ", and hands the outputs to `emit` in order" : ""
      out.line(string: "/// Takes the transition for `event` and all that follow from it\(ending).")
      out.line("@discardableResult")
    } else {
      out.line(
        string:
          "/// Takes the transition for `event`\(model.hasOutputs ? ", and hands its outputs to `emit` in order" : "")."
      )
      out.line("@discardableResult")
    }
    writeHead(&out)
    out.openBrace()
    if model.keepsFailure, model.hasEvents { writeThrowing(&out) } else { writeHandling(&out) }
    out.closeBrace()
    writeCollecting(&out)
    if model.keepsFailure, model.hasEvents { writeKeepingHandle(&out) }
    if machine.isSubmachine { writeAttempt(&out) }
    guard run.runsToCompletion else { return }
    writeSettle(&out)
    if run.defers { writeRecall(&out) }
  }

  /// `handle` where the run has the error.
  private func writeThrowing(_ out: inout SwiftWriter) {
    let arguments = model.arguments(first: false)
    out.lines(
      """
      var \(names.run) = \(names.runType)()
      let outcome = self.handle(\(names.event)\(arguments))
      if let failure = \(names.run).failure { throw failure }
      return outcome
      """)
  }

  /// What `handle` does, and the wrapper, which is told the outcome besides the error.
  private func writeKeepingHandle(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// What `handle(event:\(model.hasOutputs ? "emit:" : ""))` does. The error that it throws is that of the run.
      """)
    let parameters = "_ \(names.event): Event\(model.parameters(first: false))"
    out.write(string: "\(model.runAccess) mutating func handle(\(parameters)) -> Outcome")
    out.openBrace()
    writeHandling(&out)
    out.closeBrace()
  }

  private func writeHandling(_ out: inout SwiftWriter) {
    let take = "self.take(\(names.event)\(model.arguments(first: false)))"
    guard model.hasEvents else {
      out.line("// There are no events.")
      return
    }
    if model.ignoresUnhandled, !run.runsToCompletion {
      writePreparation(&out)
      out.line(string: "return \(take) ?? .ignored")
      return
    }
    if model.needsRun, !model.keepsFailure { out.line(string: "var \(names.run) = \(names.runType)()") }
    writePreparation(&out)
    let tellsTimers = !machine.timers.isEmpty && !model.ignoresUnhandled && model.onePolicy != nil
    if model.settlesPreparations, !tellsTimers, model.onePolicy != .trap, !throwsAtOnce {
      // What an event does in every state may be followed by transitions: then the outcome is theirs.
      let unhandled = model.ignoresUnhandled ? ".ignored" : model.unhandled.call(names.event)
      out.line(string: "let outcome = \(take) ?? \(unhandled)")
    } else {
      out.write(string: "guard let outcome = \(take) else")
      out.openBrace()
      if tellsTimers { out.line(string: lateTimer) }
      writeUnhandled(&out)
      out.closeBrace()
    }
    writeKeeping(&out)
    let settled = run.runsToCompletion ? settle("outcome") : "outcome"
    if model.failsLate, !model.keepsFailure {
      out.line(string: "let result = \(settled)")
      out.line(string: "if let failure = \(names.run).failure { throw failure }")
      out.line("return result")
    } else {
      out.line(string: "return \(settled)")
    }
  }

  /// Writes the call before the transitions are tried; where steps follow, with a constant that says whether the event has
  /// done something.
  private func writePreparation(_ out: inout SwiftWriter) {
    guard machine.hasPreparations else { return }
    out.line(
      string: "\(model.settlesPreparations ? "let isPrepared = " : "")self.\(names.prepare)(for: \(names.event))")
  }

  /// Is true where the policy of an event throws itself, and does not wait for the end of the run.
  private var throwsAtOnce: Bool { model.errors.byPolicy && !model.keepsFailure }

  /// Writes what becomes of an event without a transition. What it does in every state may be followed by transitions: the
  /// policy looks at the state before these, and the outcome is theirs.
  private func writeUnhandled(_ out: inout SwiftWriter) {
    guard model.settlesPreparations, model.onePolicy != .trap else {
      return out.line(string: model.unhandled.statement)
    }
    let unhandled = model.unhandled.call(names.event)
    guard throwsAtOnce else { return out.line(string: "return \(settle(unhandled))") }
    guard model.onePolicy == nil else {
      return out.lines("defer { if isPrepared { \(settledPreparation) } }\n\(model.unhandled.statement)")
    }
    out.lines(
      """
      do\(model.errors.type == nil ? "" : model.errors.clause) {
        _ = \(unhandled)
      } catch {
        \(settledPreparation)
        throw error
      }
      return \(settle(".ignored"))
      """)
  }

  /// `handle` for the machine whose submachine this is: its transitions come next, and its policy counts.
  private func writeAttempt(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// What `handle` does, for the machine that owns this submachine. Returns nil where no transition applies.
      """)
    out.write(string: "\(model.access)mutating func attempt(\(SwiftModel.parameter("event", names.event)): Event")
    if model.hasOutputs { out.write(string: ", \(model.emitParameter)") }
    out.write(") -> Outcome?")
    out.openBrace()
    guard model.hasEvents else {
      out.line("// There are no events.")
      out.closeBrace()
      return
    }
    var condition = "let outcome = self.take(\(names.event)\(model.arguments(first: false)))"
    let late = machine.timers.isEmpty ? "" : lateTimer + "\n"
    if run.canEnd, machine.timers.isEmpty || machine.hasPreparations {
      writeElse("if self.isFinal", late, &out)
    } else if run.canEnd {
      condition = "!self.isFinal, " + condition
    }
    if model.needsRun { out.line(string: "var \(names.run) = \(names.runType)()") }
    writePreparation(&out)
    guard run.runsToCompletion || !machine.timers.isEmpty else {
      out.line(string: "return self.take(\(names.event)\(model.arguments(first: false)))")
      out.closeBrace()
      return
    }
    let settled = model.settlesPreparations ? "if isPrepared { \(settledPreparation) }\n" : ""
    writeElse("guard \(condition) else", settled + late, &out)
    if run.runsToCompletion { writeKeeping(&out) }
    out.line(string: "return \(run.runsToCompletion ? settle("outcome") : "outcome")")
    out.closeBrace()
  }

  /// A timer may elapse just before its state is left: what comes then is nobody's mistake, and nobody else's business.
  private var lateTimer: String { "if case .elapsed = \(names.event) { return .ignored }" }

  /// Writes the way on which a submachine leaves an event to its owner.
  private func writeElse(_ condition: String, _ lines: String, _ out: inout SwiftWriter) {
    guard !lines.isEmpty else { return out.line(string: "\(condition) { return nil }") }
    out.write(string: condition)
    out.openBrace()
    out.lines(lines + "return nil")
    out.closeBrace()
  }

  /// The call of `settle` behind an outcome of the event itself.
  private func settle(_ outcome: String) -> String {
    "self.settle(\(outcome)\(model.settlesPreparations ? ", isPrepared: isPrepared" : "")\(model.arguments(first: false)))"
  }

  /// What follows where no transition takes the event.
  private var settledPreparation: String { "_ = \(settle(".ignored"))" }

  /// Keeps the event for later, where that is what the step says.
  private func writeKeeping(_ out: inout SwiftWriter) {
    guard run.defers else { return }
    out.line(string: "if outcome == .deferred { self.\(names.deferredEvents).append(\(names.event)) }")
  }

  // MARK: What follows

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
      """)
    let isPrepared = model.settlesPreparations ? ", isPrepared: Bool = false" : ""
    let parameters = isPrepared + model.parameters(first: false)
    out.write(string: "private mutating func settle(_ first: Outcome\(parameters)) -> Outcome")
    out.openBrace()
    let orPrepared = isPrepared.isEmpty ? "" : " || isPrepared"
    out.line(string: "guard first == .stayed || first == .transitioned\(orPrepared) else { return first }")
    out.line("var outcome = first")
    if run.canRunOn {
      out.line("var steps = 1")
      out.line("var trail: [String] = []")
      if run.defers { out.line(string: "var fewest = self.\(names.deferredEvents).count") }
    }
    out.write("while true")
    out.openBrace()
    out.line("let next: Outcome")
    writeNext(&out)
    out.line("if next == .transitioned { outcome = next }")
    if run.canRunOn { writeBound(&out) }
    out.closeBrace()
    out.closeBrace()
  }

  // MARK: What comes next

  /// The step that comes next, in the order of the language.
  private func writeNext(_ out: inout SwiftWriter) {
    var keyword = "if"
    if run.hasAlways {
      out.line(string: "if let step = self.takeAlways(\(model.arguments(first: true))) {")
      out.line("  next = step")
      keyword = "} else if"
    }
    if run.needsQueue {
      writeQueued(keyword, &out)
      keyword = "} else if"
    }
    if run.defers {
      out.line(string: "\(keyword) let step = self.recall(\(model.arguments(first: true))) {")
      out.line("  next = step")
    }
    out.line("} else {")
    out.line("  return outcome")
    out.line("}")
  }

  private func writeQueued(_ keyword: String, _ out: inout SwiftWriter) {
    let keeps = run.defers ? "\nif next == .deferred { self.\(names.deferredEvents).append(raised) }" : ""
    let prepares = machine.hasPreparations ? "_ = self.\(names.prepare)(for: raised)\n" : ""
    let take = "\(prepares)next = self.take(raised\(model.arguments(first: false))) ?? .ignored\(keeps)"
    let done = "next = self.takeDone(state\(model.arguments(first: false))) ?? .ignored"
    let isMixed = run.raises && run.hasDone
    let name = isMixed ? "entry" : run.raises ? "raised" : "state"
    out.line(string: "\(keyword) let \(name) = \(names.run).next() {")
    out.indent()
    if isMixed {
      out.line("switch entry {")
      out.line("case .raised(let raised):")
      out.indent()
      out.lines(take)
      out.outdent()
      out.line("case .done(let state):")
      out.line(string: "  \(done)")
      out.line("}")
    } else {
      out.lines(run.raises ? take : done)
    }
    out.outdent()
  }

  /// A run that does not end is a mistake in the machine. What was deferred comes to an end: it does not count.
  private func writeBound(_ out: inout SwiftWriter) {
    if run.defers {
      out.lines(
        """
        if self.\(names.deferredEvents).count < fewest {
          fewest = self.\(names.deferredEvents).count
          steps = 0
        }
        """)
    }
    let message = "\(model.text(machine.name).inStringLiteral): no rest after 1,000 steps, the last of them into"
    out.lines(
      """
      steps += 1
      if steps > 992 { trail.append("\\(\(model.unhandled.state))") }
      precondition(steps <= 1_000, "\(message) \\(trail.joined(separator: ", "))")
      """)
  }

  private func writeRecall(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Takes out the first deferred event that the current state does not defer.
      """)
    out.write(string: "private mutating func recall(\(model.parameters(first: true))) -> Outcome?")
    out.openBrace()
    out.lines(
      """
      for index in self.\(names.deferredEvents).indices {
        let event = self.\(names.deferredEvents)[index]
        let step = self.take(event\(model.arguments(first: false)))
        if step == .deferred { continue }
        self.\(names.deferredEvents).remove(at: index)
      """)
    out.indent()
    let unhandled = model.unhandled
    if model.ignoresUnhandled {
      out.line("return step ?? .ignored")
    } else if model.onePolicy == .trap {
      out.line(string: "guard let step else { \(unhandled.call("event")) }")
      out.line("return step")
    } else if model.errors.byPolicy, !model.keepsFailure {
      out.lines(
        """
        if step == nil, \(names.run).failure == nil {
          \(names.run).failure = \(unhandled.error)
        }
        return step ?? .ignored
        """)
    } else {
      out.line(string: "return step ?? \(unhandled.call("event"))")
    }
    out.outdent()
    out.line("}")
    out.line("return nil")
    out.closeBrace()
  }
}
