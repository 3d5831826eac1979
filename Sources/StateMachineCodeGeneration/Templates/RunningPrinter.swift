/// Prints the code with which a wrapper runs its machine, one event after the other. The code contains no `await`, so
/// that no other event can be handled meanwhile, even in an actor.
struct RunningPrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    writeStart(&out)
    if plan.hasDeadlines { writeDeadlines(&out) }
    writeSend(&out)
    writeSettling(&out)
    if model.hasEvents { writeHandle(&out) }
    if plan.hasEnd { writeEnd(&out) }
  }

  // MARK: Start

  /// Writes `start` and `resume`. If they call the machine, both use a private function `begin`, which gets this call
  /// as a closure.
  private func writeStart(_ out: inout SwiftWriter) {
    let enters = plan.entersMachine
    let emit = model.hasOutputs ? ", (\(plan.output)) -> Void" : ""
    let effect = model.startThrows ? "\(plan.throwsClause) " : ""
    let closure = !model.hasOutputs ? "" : plan.hasBuffer ? " { self.outputs.append($0) }" : " \(gatheringClosure)"
    let begin: Lines = """
      \(begin("start", calls: plan.startsMachine))
      \(resume)

      private func begin(_ enter: (inout \(plan.machine)\(emit)) \(effect)-> Void) {
      """
    out.lines(
      """

      /// Enters the current state, and tells the delegate. Done by the first `send`, if not before; later calls do nothing.
      \(enters ? begin : "\(plan.access)func start() {")
        guard self.phase == .created else { return }
        let oldState = self.value.state
        \(if: enters && model.hasOutputs && !plan.hasBuffer, gathering)
        \(if: enters, "self.phase = .handling")
        \(if: enters, entering("enter(&self.value)\(closure)"))
        self.phase = .running
        \(if: enters && model.hasOutputs, plan.hasBuffer ? "self.performRemaining()\nself.outputs.clear()" : performing)
        self.delegate?.stateMachine(self, didChangeFrom: oldState, on: nil)
        self.delegate?.stateMachine(self, didEnter: self.value.state, from: nil, on: nil)
        \(if: plan.isObservable && plan.startChangesMachine, mutation)
        \(if: plan.hasEnd, "if self.value.isFinal { self.end() }")
        self.settle()
      }
      \(if: !enters, resume)
      """)
  }

  /// Writes the functions that store and restore the deadlines of timers.
  private func writeDeadlines(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// The timers that are running, each with the time at which it elapses next.
      ///
      /// - Parameter now: the present time, on the scale of the result: since 1970, if both are to outlive the process.
      \(plan.access)func deadlines(at now: Swift.Duration) -> [\(plan.alarm): Swift.Duration] {
        self.timers.deadlines(at: now)
      }

      /// Does what `resume()` does, and gives the timers the deadlines that were stored with the machine. A timer without
      /// one runs in full.
      ///
      /// - Parameter now: the present time, on the scale of the deadlines.
      /// - Returns: The timers that have elapsed meanwhile, the earliest first. Their events come next.
      @discardableResult
      \(plan.access)func resume(
        at now: Swift.Duration, deadlines: [\(plan.alarm): Swift.Duration]
      ) -> [\(plan.alarm)] {
        guard self.phase == .created else { return [] }
        self.resume()
        let elapsed = self.timers.restore(deadlines, at: now)
        if self.phase == .resting { self.settle() }
        return elapsed
      }
      """)
  }

  private var resume: Lines {
    """

    /// Starts the tasks and timers of a machine that was stored, without its entry effects. Call it in the place of \
    `start`.
    \(plan.entersMachine
      ? begin("resume", calls: plan.resumesMachine) : "\(plan.access)func resume() { self.start() }")
    """
  }

  /// Returns a statement that starts or resumes the machine by `call`. If the call may throw, the statement catches the
  /// error and stores it in the wrapper. The wrapper's first `send` then throws the stored error.
  ///
  /// - Parameter call: the Swift of the call: `enter(&self.value)`.
  private func entering(_ call: String) -> Lines {
    guard model.startThrows else { return Lines(call) }
    return """
      \(beginOfDo)
        try \(call)
      } catch {
        self.failure = error
      }
      """
  }

  private var beginOfDo: String { plan.throwsClause == "throws" ? "do {" : "do \(plan.throwsClause) {" }

  /// Returns the function `start` or `resume`, which calls `begin` with a closure.
  ///
  /// - Parameters:
  ///   - name: `start` or `resume`.
  ///   - calls: whether the closure calls the machine's function `name`. If not, the closure does nothing.
  private func begin(_ name: String, calls: Bool) -> String {
    let closure: String
    if model.startThrows, name == "start", calls {
      // Swift does not infer the type of errors that a closure throws.
      let (parameters, argument) = model.hasOutputs ? ("(machine, emit)", "emit: emit") : ("(machine)", "")
      closure = "\(parameters) \(plan.throwsClause) in try machine.start(\(argument))"
    } else {
      closure = model.hasOutputs ? calls ? "$0.\(name)(emit: $1)" : "_, _ in" : calls ? "$0.\(name)()" : "_ in"
    }
    return "\(plan.access)func \(name)() { self.begin { \(closure) } }"
  }

  /// The statement that tells the observers (of Observation) of a change of the machine.
  private var mutation: String { "self.registrar.withMutation(of: self, keyPath: \\.\(plan.observedProperty)) {}" }

  // MARK: Send

  /// Writes `send`. If it may throw, also writes the function that throws the error which was stored during the run.
  private func writeSend(_ out: inout SwiftWriter) {
    let effect = model.throws ? " \(plan.throwsClause)" : ""
    out.lines(
      """

      /// Handles `event`, and then the events that were sent meanwhile.
      \(if: model.hasEvents && model.throws, "///\n/// - Throws: \(thrown), once the run is over.")
      \(plan.access)func send(_ event: \(plan.event))\(effect) {
        \(!model.hasEvents ? "// There are no events." : model.throws ? throwingSend : plainSend)
      }
      """)
    guard model.hasEvents, model.throws else { return }
    out.lines(
      """

      private func throwFailure() \(plan.throwsClause) {
        guard let failure = self.failure else { return }
        self.failure = nil
        throw failure
      }
      """)
  }

  private var plainSend: Lines {
    """
    guard self.phase == .resting else {
      self.events.append(event)
      return self.start()
    }
    self.phase = .running
    self.handle(event)
    self.settle()
    """
  }

  /// The body of `send` if it may throw. During another event, `send` only stores its event. The outer call of `send`
  /// then handles this event and throws its error.
  private var throwingSend: Lines {
    """
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
    """
  }

  /// The words in the documentation of `send` that name the errors that `send` throws.
  private var thrown: String {
    !model.errors.byRows && model.machine.errorsOfPolicies.isEmpty
      ? "the first event of the run that the machine has no transition for" : "the first error of the run"
  }

  /// Writes `settle`, which ends the handling of an event. Also writes the function that `settle` calls for events that
  /// were sent while the event was handled. They are two functions, because a single one would make each event take 1.5
  /// times as long.
  private func writeSettling(_ out: inout SwiftWriter) {
    let wake = "{ \(plan.capture) in \(plan.hop)self?.elapse($0) }"
    let rest = "\nprivate func handleRemaining() { while let event = self.events.popFirst() { self.handle(event) } }"
    out.lines(
      """

      private func settle() {
        self.phase = .running
        \(if: model.hasEvents, "if !self.events.isEmpty { self.handleRemaining() }")
        \(if: plan.hasTimers, "if self.timers.isUnsettled { self.timers.settle \(wake) }")
        self.phase = .resting
      }
      \(if: model.hasEvents, rest)
      """)
  }

  // MARK: Handle

  /// Writes two functions that handle an event. The first one calls the second if the wrapper has a delegate, or a
  /// reader: code that waits for elements of `states` or `steps`. Otherwise, the first one handles the event itself,
  /// without telling anyone. This saves a third of the time of each event.
  private func writeHandle(_ out: inout SwiftWriter) {
    let hasReaders = plan.hasReaders
    let outputs = model.hasOutputs ? slots.map { ", \($0)" }.joined() : ""
    let tellReaders = "self.tellReaders(oldState, event, outcome, lastReader\(outputs))"
    let told: Lines = """
      \(telling)
      \(if: hasReaders, "if !self.readers.isEmpty { \(tellReaders) }")
      """
    out.lines(
      """

      private func handle(_ event: \(plan.event)) {
        let delegate = self.delegate
        guard delegate == nil\(hasReaders ? ", self.readers.isEmpty" : "") else { return self.handle(event, telling: delegate) }
        \(taking(usesOutcome: plan.isObservable || plan.hasEnd, telling: nil))
      }

      /// Handles an event, and tells the delegate\(hasReaders ? " and the readers" : "").
      private func handle(_ event: \(plan.event), telling delegate: \(plan.optionalDelegate)) {
        delegate?.stateMachine(self, willHandle: event, in: self.value.state)
        let oldState = delegate == nil\(hasReaders ? " && !self.readers.needSteps" : "") ? nil : self.value.state
        \(if: hasReaders, "let lastReader = self.readers.lastNumber")
        \(taking(usesOutcome: true, telling: told))
      }
      """)
  }

  /// Returns the statements that handle an event.
  ///
  /// - Parameters:
  ///   - usesOutcome: whether later statements need the outcome.
  ///   - telling: the statements that tell the delegate and the readers of the event, after its outputs. Nil for a
  ///     wrapper that has to tell nobody.
  private func taking(usesOutcome: Bool, telling: Lines?) -> Lines {
    let clearing = model.hasOutputs && plan.hasBuffer
    return """
      \(if: model.hasOutputs, gathering)
      self.phase = .handling
      \(call(usesOutcome: usesOutcome))
      self.phase = .running
      \(if: plan.isObservable, "if outcome != .ignored { \(mutation) }")
      \(if: model.hasOutputs, performing)
      \(telling?.text)
      \(if: clearing, "if !self.outputs.isEmpty { self.outputs.clear() }")
      \(if: plan.hasEnd, "if outcome == .transitioned, self.value.isFinal { self.end() }")
      """
  }

  /// Returns the statements that pass an event to the machine. If the machine throws an error, the statements store it,
  /// and it is thrown at the end of the run.
  ///
  /// - Parameter usesOutcome: whether the statements declare the constant `outcome`.
  private func call(usesOutcome: Bool) -> Lines {
    let result = usesOutcome ? "let outcome" : "_"
    let closure = model.hasOutputs ? " \(gatheringClosure)" : ""
    if model.keepsFailure {
      // A row that throws also has an outcome.
      let run = model.names.run
      return """
        var \(run) = \(plan.machine).\(model.names.runType)()
        \(result) = self.value.handle(event, run: &\(run))\(closure)
        if self.failure == nil { self.failure = \(run).failure }
        """
    }
    let call = "self.value.handle(event: event)\(closure)"
    guard model.throws else { return "\(result) = \(call)" }
    return """
      \(if: usesOutcome, "let outcome: \(plan.machine).Outcome")
      \(beginOfDo)
        \(usesOutcome ? "outcome" : "_") = try \(call)
      } catch {
        if self.failure == nil { self.failure = error }
        \(if: usesOutcome, "outcome = .ignored")
      }
      """
  }

  /// The statements that call the delegate's methods after an event. The outcome of the event decides which methods are
  /// called.
  private var telling: Lines {
    let isChange = model.run.defers ? "outcome == .transitioned || outcome == .stayed" : "outcome != .ignored"
    let tellsChange = "delegate.stateMachine(self, didChangeFrom: oldState, on: event)"
    let deferred = "case .deferred: delegate.stateMachine(self, didDefer: event, in: self.value.state)"
    return """
      if let delegate, let oldState {
        if \(isChange) { \(tellsChange) }
        switch outcome {
        case .transitioned: delegate.stateMachine(self, didEnter: self.value.state, from: oldState, on: event)
        case .stayed: delegate.stateMachine(self, didStayIn: self.value.state, on: event)
        case .ignored: delegate.stateMachine(self, didIgnore: event, in: self.value.state)
        \(if: model.run.defers, deferred)
        }
      }
      """
  }

  /// Writes the function that ends tasks, timers and readers when the machine has ended.
  private func writeEnd(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Ends the tasks of states\(plan.hasReaders ? " and the sequences of states" : ""), as the machine has ended. \
      Asynchronous effects run to their end.
      private func end() {
        \(if: plan.hasTasks, "self.jobs.endAll()")
        \(if: plan.hasTimers, "self.timers.endAll()")
        \(if: plan.hasReaders, "self.readers.finish()")
      }
      """)
  }

  // MARK: Outputs of one event

  // The outputs of a call of the machine are performed after the call has returned, so that they see the new state. A
  // few are kept in variables, which cost nothing, and more in an array that is reused. The closure
  // does not call the wrapper, so that Swift need not check the access to the machine: this saves a third of an event's
  // time.

  /// The names of the variables that store the outputs of an event until they are performed. They are the first of
  /// `first`, `second` and `third`: as many as the outputs that one event can have. If there is a buffer, only `first`
  /// is a variable, because the other outputs go into the buffer.
  private var slots: [String] { plan.outputSlots }

  private var gathering: String { slots.map { "var \($0): \(plan.output)?" }.joined(separator: "\n") }

  /// The statements that perform the outputs of an event.
  private var performing: String {
    let performed = slots.map { "if let \($0) { self.perform(\($0)) }" }
    let rest = plan.hasBuffer ? ["if !self.outputs.isEmpty { self.performRemaining() }"] : []
    return (performed + rest).joined(separator: "\n")
  }

  /// The closure that the wrapper passes to the machine as `emit`. It puts each output into the next free variable. If
  /// no variable is free, it puts the output into the buffer.
  private var gatheringClosure: String {
    guard let last = slots.last else { return "{ _ in }" }
    let end = plan.hasBuffer ? "self.outputs.append($0)" : "\(last) = $0"
    let tested = plan.hasBuffer ? slots : slots.dropLast()
    guard !tested.isEmpty else { return "{ \(last) = $0 }" }
    let branches = tested.map { slot in "if \(slot) == nil { \(slot) = $0 } else " }.joined()
    return "{ \(branches){ \(end) } }"
  }
}
