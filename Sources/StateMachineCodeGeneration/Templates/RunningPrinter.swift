/// Writes how a wrapper runs its machine: one event after the other, each handled entirely before the next. Nothing in
/// it awaits, so that no other event can come between, whatever the isolation.
struct RunningPrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    writeStart(&out)
    writeSend(&out)
    writeSettling(&out)
    if model.hasEvents { writeHandle(&out) }
    if plan.hasEnd { writeEnd(&out) }
  }

  // MARK: Start

  private func writeStart(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Enters the current state, and tells the delegate. Done by the first `send`, if not before; later calls do nothing.
      """)
    if plan.entersMachine {
      writeBegin("start", calls: plan.startsMachine, &out)
      writeResume(&out)
      let emit = model.hasOutputs ? ", (\(plan.output)) -> Void" : ""
      out.blankLine()
      let effect = model.startThrows ? "\(plan.throwsClause) " : ""
      out.write(string: "private func begin(_ enter: (inout \(plan.machine)\(emit)) \(effect)-> Void)")
    } else {
      out.write(string: "\(plan.access)func start()")
    }
    out.openBrace()
    out.lines(
      """
      guard self.phase == .created else { return }
      let oldState = self.value.state
      """)
    if plan.entersMachine {
      if model.hasOutputs, !plan.hasBuffer { beginGathering(&out) }
      out.line("self.phase = .handling")
      let closure = plan.hasBuffer ? "{ self.outputs.append($0) }" : gatheringClosure
      writeEntering("enter(&self.value)" + (model.hasOutputs ? " \(closure)" : ""), &out)
    }
    out.line("self.phase = .running")
    if plan.entersMachine, model.hasOutputs {
      if plan.hasBuffer {
        out.lines("self.performRest()\nself.outputs.clear()")
      } else {
        endGathering(&out)
      }
    }
    out.lines(
      """
      self.delegate?.stateMachine(self, didChangeFrom: oldState, on: nil)
      self.delegate?.stateMachine(self, didEnter: self.value.state, from: nil, on: nil)
      """)
    if plan.isObservable, plan.startChangesMachine { out.line(string: mutation) }
    if plan.hasEnd { out.line("if self.value.isFinal { self.end() }") }
    out.line("self.settle()")
    out.closeBrace()
    if !plan.entersMachine { writeResume(&out) }
  }

  private func writeResume(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Starts the tasks and timers of a machine that was stored, without its entry effects. Call it in the place of \
      `start`.
      """)
    if plan.entersMachine {
      writeBegin("resume", calls: plan.resumesMachine, &out)
    } else {
      out.line(string: "\(plan.access)func resume() { self.start() }")
    }
  }

  /// Writes the call that enters the machine. What that throws is kept for the first `send`.
  private func writeEntering(_ call: String, _ out: inout SwiftWriter) {
    guard model.startThrows else {
      out.line(string: call)
      return
    }
    out.line(string: beginOfDo)
    out.lines(
      """
        try \(call)
      } catch {
        self.failure = error
      }
      """)
  }

  private var beginOfDo: String { plan.throwsClause == "throws" ? "do {" : "do \(plan.throwsClause) {" }

  private func writeBegin(_ name: String, calls: Bool, _ out: inout SwiftWriter) {
    let closure: String
    if model.startThrows, name == "start", calls {
      // Swift infers no type of what a closure throws.
      let (parameters, argument) = model.hasOutputs ? ("(machine, emit)", "emit: emit") : ("(machine)", "")
      closure = "\(parameters) \(plan.throwsClause) in try machine.start(\(argument))"
    } else {
      closure = model.hasOutputs ? calls ? "$0.\(name)(emit: $1)" : "_, _ in" : calls ? "$0.\(name)()" : "_ in"
    }
    out.line(string: "\(plan.access)func \(name)() { self.begin { \(closure) } }")
  }

  /// Tells who observes the machine that it may be another.
  private var mutation: String { "self.registrar.withMutation(of: self, keyPath: \\.\(plan.observedProperty)) {}" }

  // MARK: Send

  private func writeSend(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Handles `event`, and then the events that were sent meanwhile.
      """)
    guard model.hasEvents else {
      out.lines(
        """
        \(plan.access)func send(_ event: \(plan.event))\(model.throws ? " \(plan.throwsClause)" : "") {
          // There are no events.
        }
        """)
      return
    }
    guard model.throws else {
      out.lines(
        """
        \(plan.access)func send(_ event: \(plan.event)) {
          guard self.phase == .resting else {
            self.events.append(event)
            return self.start()
          }
          self.phase = .running
          self.handle(event)
          self.settle()
        }
        """)
      return
    }
    out.lines(
      """
      ///
      /// - Throws: \(thrown), once the run is over.
      \(plan.access)func send(_ event: \(plan.event)) \(plan.throwsClause) {
        switch self.phase {
        case .resting:
          self.phase = .running
          self.handle(event)
          self.settle()
        case .created:
          self.events.append(event)
          self.start()
        case .running, .handling:
          self.events.append(event)
          return
        }
        try self.throwFailure()
      }

      private func throwFailure() \(plan.throwsClause) {
        guard let failure = self.failure else { return }
        self.failure = nil
        throw failure
      }
      """)
  }

  /// What `send` throws.
  private var thrown: String {
    !model.errors.byRows && model.machine.errorsOfPolicies.isEmpty
      ? "the first event of the run that the machine has no transition for" : "the first error of the run"
  }

  /// Events that were sent meanwhile are a loop of their own: within `settle` it would cost each event half as much again.
  private func writeSettling(_ out: inout SwiftWriter) {
    out.lines(
      """

      private func settle() {
        self.phase = .running
      """)
    if model.hasEvents { out.line("  if !self.events.isEmpty { self.handleRest() }") }
    if plan.hasTimers {
      let wake = "{ \(plan.capture) in \(plan.hop)self?.elapse($0) }"
      out.line(string: "  if self.timers.isUnsettled { self.timers.settle \(wake) }")
    }
    out.lines(
      """
        self.phase = .resting
      }
      """)
    guard model.hasEvents else { return }
    out.lines(
      """

      private func handleRest() { while let event = self.events.popFirst() { self.handle(event) } }
      """)
  }

  // MARK: Handle

  /// Writes the handling of an event twice: where nobody is told of it, most of the work of the other is not needed, and
  /// would cost each event a third of its time.
  private func writeHandle(_ out: inout SwiftWriter) {
    out.blankLine()
    out.write(string: "private func handle(_ event: \(plan.event))")
    out.openBrace()
    let readers = plan.hasReaders ? ", self.readers.isEmpty" : ""
    out.line("let delegate = self.delegate")
    out.line(string: "guard delegate == nil\(readers) else { return self.handle(event, telling: delegate) }")
    writeTaking(usesOutcome: plan.isObservable && !model.machine.hasPreparations || plan.hasEnd, &out) { _ in }
    out.closeBrace()
    out.blankLine()
    out.line(string: "/// The same, where a delegate\(plan.hasReaders ? " or a reader" : "") is told of the event.")
    out.write(string: "private func handle(_ event: \(plan.event), telling delegate: \(plan.optionalDelegate))")
    out.openBrace()
    let steps = plan.hasReaders ? " && !self.readers.needSteps" : ""
    out.lines(
      """
      delegate?.stateMachine(self, willHandle: event, in: self.value.state)
      let oldState = delegate == nil\(steps) ? nil : self.value.state
      """)
    if plan.hasReaders { out.line("let lastReader = self.readers.lastNumber") }
    writeTaking(usesOutcome: true, &out) { out in
      writeTelling(&out)
      guard plan.hasReaders else { return }
      let outputs = model.hasOutputs ? slots.map { ", \($0)" }.joined() : ""
      out.line(
        string: "if !self.readers.isEmpty { self.tellReaders(oldState, event, outcome, lastReader\(outputs)) }")
    }
    out.closeBrace()
  }

  /// Writes what an event does, and between its outputs and its end what is told of it.
  private func writeTaking(
    usesOutcome: Bool, _ out: inout SwiftWriter, telling: (inout SwiftWriter) -> Void
  ) {
    if model.hasOutputs { beginGathering(&out) }
    out.line("self.phase = .handling")
    writeCall(usesOutcome: usesOutcome, &out)
    out.line("self.phase = .running")
    if plan.isObservable {
      // An event that no transition takes may have changed a property.
      let isChange = model.machine.hasPreparations ? "" : "if outcome != .ignored "
      out.line(string: isChange.isEmpty ? mutation : "\(isChange){ \(mutation) }")
    }
    endGathering(&out)
    telling(&out)
    if model.hasOutputs, plan.hasBuffer { out.line("if !self.outputs.isEmpty { self.outputs.clear() }") }
    if plan.hasEnd { out.line("if outcome == .transitioned, self.value.isFinal { self.end() }") }
  }

  /// Writes the call of the machine, which leaves an `outcome` where one is used; what it throws is kept until the run is
  /// over.
  private func writeCall(usesOutcome: Bool, _ out: inout SwiftWriter) {
    let result = usesOutcome ? "let outcome" : "_"
    guard !model.keepsFailure else {
      writeKeepingCall(result, &out)
      return
    }
    let call = "self.value.handle(event: event)" + (model.hasOutputs ? " \(gatheringClosure)" : "")
    guard model.throws else {
      out.lines("\(result) = \(call)")
      return
    }
    if usesOutcome { out.line(string: "let outcome: \(plan.machine).Outcome") }
    out.line(string: beginOfDo)
    out.indent()
    out.lines("\(usesOutcome ? "outcome" : "_") = try \(call)")
    out.outdent()
    out.line("} catch {")
    out.line("  if self.failure == nil { self.failure = error }")
    if usesOutcome { out.line("  outcome = .ignored") }
    out.line("}")
  }

  /// A row that throws has an outcome besides.
  private func writeKeepingCall(_ result: String, _ out: inout SwiftWriter) {
    let run = model.names.run
    let arguments = "event, run: &\(run)"
    out.line(string: "var \(run) = \(plan.machine).\(model.names.runType)()")
    out.lines(
      "\(result) = self.value.handle(\(arguments))" + (model.hasOutputs ? " \(gatheringClosure)" : ""))
    out.line(string: "if self.failure == nil { self.failure = \(run).failure }")
  }

  /// Writes what the delegate is told of an event, besides that it comes.
  private func writeTelling(_ out: inout SwiftWriter) {
    // An event that no transition takes may have changed a property.
    let isChange =
      model.machine.hasPreparations
      ? nil : model.run.defers ? "outcome == .transitioned || outcome == .stayed" : "outcome != .ignored"
    let tellsChange = "delegate.stateMachine(self, didChangeFrom: oldState, on: event)"
    out.lines(
      """
      if let delegate, let oldState {
        \(isChange.map { "if \($0) { \(tellsChange) }" } ?? tellsChange)
        switch outcome {
        case .transitioned: delegate.stateMachine(self, didEnter: self.value.state, from: oldState, on: event)
        case .stayed: delegate.stateMachine(self, didStayIn: self.value.state, on: event)
        case .ignored: delegate.stateMachine(self, didIgnore: event, in: self.value.state)
      """)
    if model.run.defers {
      out.line("  case .deferred: delegate.stateMachine(self, didDefer: event, in: self.value.state)")
    }
    out.lines("  }\n}")
  }

  /// Writes what happens when the machine has come to its end.
  private func writeEnd(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Ends the tasks of states\(plan.hasReaders ? " and the sequences of states" : ""), as the machine has ended. \
      Asynchronous effects run to their end.
      """)
    out.write("private func end()")
    out.openBrace()
    if plan.hasTasks { out.line("self.jobs.endAll()") }
    if plan.hasTimers { out.line("self.timers.endAll()") }
    if plan.hasReaders { out.line("self.readers.finish()") }
    out.closeBrace()
  }

  // MARK: Outputs of one event

  // The outputs of a call of the machine are gathered, and performed once it has returned: the state that they see is
  // the new one. A few are kept in variables, which cost nothing; more in an array that is used again and again. (With
  // no call in it that may come back, Swift needs not track the access to the machine: a third of the time of an
  // event.)

  /// The variables for the first outputs: for all of them, where there is no buffer.
  private var slots: [String] { plan.outputSlots }

  private func beginGathering(_ out: inout SwiftWriter) {
    for slot in slots { out.line(string: "var \(slot): \(plan.output)?") }
  }

  /// Performs what was gathered.
  private func endGathering(_ out: inout SwiftWriter) {
    guard model.hasOutputs else { return }
    for slot in slots { out.line(string: "if let \(slot) { self.perform(\(slot)) }") }
    if plan.hasBuffer { out.line("if !self.outputs.isEmpty { self.performRest() }") }
  }

  /// The closure that puts each output into the next of the variables, and what is left over into the buffer.
  private var gatheringClosure: String {
    guard let last = slots.last else { return "{ _ in }" }
    let end = plan.hasBuffer ? "self.outputs.append($0)" : "\(last) = $0"
    let tested = plan.hasBuffer ? slots : slots.dropLast()
    guard !tested.isEmpty else { return "{ \(last) = $0 }" }
    let branches = tested.map { slot in "if \(slot) == nil { \(slot) = $0 } else " }.joined()
    return "{ \(branches){ \(end) } }"
  }
}
