/// Writes how a wrapper runs its machine: one event after the other, each handled entirely before the next. Nothing in
/// it awaits, so that no other event can come between, whatever the isolation.
struct RunningPrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    writeStart(&out)
    writeSend(&out)
    writePendingEvents(&out)
    writeHandle(&out)
  }

  // MARK: Start

  private func writeStart(_ out: inout SwiftWriter) {
    out.blankLine()
    out.write("/// Enters the current state and tells the delegate.")
    out.line(" Done by the first `send`, if not before; later calls do nothing.")
    out.write(string: "\(model.access)func start()")
    out.openBrace()
    out.lines(
      """
      guard self.phase == .created else { return }
      self.phase = .running
      """)
    if plan.startsMachine {
      beginGathering(&out)
      out.lines("self.machine.start" + (model.hasOutputs ? gatheringClosure : "()"))
      endGathering(&out)
    }
    out.line("self.delegate?.stateMachine(self, didEnter: self.machine.state, on: nil)")
    if plan.startChangesState { writeTelling(&out) }
    if plan.startsMachine, plan.hasEnd { writeEndTest(&out) }
    out.lines(
      """
      if !self.pendingEvents.isEmpty { self.handlePendingEvents() }
      self.phase = .resting
      """)
    out.closeBrace()
  }

  /// Tells everybody but the delegate that the state may be another.
  private func writeTelling(_ out: inout SwiftWriter) {
    if plan.isObservable { out.line("self.registrar.withMutation(of: self, keyPath: \\.state) {}") }
    if plan.hasReaders { writeTellingReaders(&out) }
  }

  private func writeTellingReaders(_ out: inout SwiftWriter) {
    out.line("if !self.readers.isEmpty { self.tellReaders() }")
  }

  private func writeEndTest(_ out: inout SwiftWriter) {
    out.line("if self.machine.isFinal { self.end() }")
  }

  // MARK: Send

  private func writeSend(_ out: inout SwiftWriter) {
    writeSendHead(&out)
    out.openBrace()
    out.lines(
      """
      switch self.phase {
      case .resting:
        self.phase = .running
        self.handle(event)
        if !self.pendingEvents.isEmpty { self.handlePendingEvents() }
        self.phase = .resting
      case .running:
        self.pendingEvents.append(event)\(model.throwsUnhandled ? "\n  return" : "")
      case .created:
        self.pendingEvents.append(event)
        self.start()
      }
      """)
    if model.throwsUnhandled {
      out.lines(
        """
        if let failure = self.failure {
          self.failure = nil
          throw failure
        }
        """)
    }
    out.closeBrace()
  }

  private func writeSendHead(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Handles `event`, and then the events that were sent meanwhile.
      """)
    if model.throwsUnhandled {
      out.lines(
        """
        ///
        /// - Throws: the first event of the run that the machine has no transition for, once the run is over.
        """)
    }
    let effect = model.throwsUnhandled ? " throws(\(plan.unhandledEvent))" : ""
    out.write(string: "\(model.access)func send(_ event: \(plan.event))\(effect)")
  }

  private func writePendingEvents(_ out: inout SwiftWriter) {
    out.lines(
      """

      private func handlePendingEvents() {
        var index = 0
        while index < self.pendingEvents.count {
          self.handle(self.pendingEvents[index])
          index += 1
        }
        self.pendingEvents.removeAll(keepingCapacity: true)
      }

      """)
  }

  // MARK: Handle

  private func writeHandle(_ out: inout SwiftWriter) {
    out.write(string: "private func handle(_ event: \(plan.event))")
    out.openBrace()
    out.lines(
      """
      let delegate = self.delegate
      delegate?.stateMachine(self, willHandle: event, in: self.machine.state)
      """)
    beginGathering(&out)
    writeCall(&out)
    if plan.isObservable {
      out.line("if outcome != .ignored { self.registrar.withMutation(of: self, keyPath: \\.state) {} }")
    }
    endGathering(&out)
    writeOutcomes(&out)
    out.closeBrace()
  }

  /// Writes the call of the machine, which leaves an `outcome`; what it throws is kept until the run is over.
  private func writeCall(_ out: inout SwiftWriter) {
    let call = "self.machine.handle(event: event)" + (model.hasOutputs ? gatheringClosure : "")
    guard model.throwsUnhandled else {
      out.lines("let outcome = \(call)")
      return
    }
    out.line(string: "let outcome: \(plan.machine).Outcome")
    out.line(string: "do throws(\(plan.unhandledEvent)) {")
    out.indent()
    out.lines("outcome = try \(call)")
    out.outdent()
    out.lines(
      """
      } catch {
        if self.failure == nil { self.failure = error }
        outcome = .ignored
      }
      """)
  }

  /// Writes the `switch` in which the delegate, and whoever follows the states, is told what an event did.
  private func writeOutcomes(_ out: inout SwiftWriter) {
    out.lines(
      """
      switch outcome {
      case .transitioned:
        delegate?.stateMachine(self, didEnter: self.machine.state, on: event)
      """)
    out.indent()
    if plan.hasReaders { writeTellingReaders(&out) }
    if plan.hasEnd { writeEndTest(&out) }
    out.outdent()
    out.lines(
      """
      case .stayed:
        delegate?.stateMachine(self, didStayIn: self.machine.state, on: event)
      """)
    out.indent()
    if plan.hasReaders { writeTellingReaders(&out) }
    out.outdent()
    out.lines(
      """
      case .ignored:
        delegate?.stateMachine(self, didIgnore: event, in: self.machine.state)
      """)
    if model.run.defers {
      out.lines(
        """
        case .deferred:
          delegate?.stateMachine(self, didDefer: event, in: self.machine.state)
        """)
    }
    out.line("}")
  }

  // MARK: Outputs of one event

  // The outputs of a call of the machine are gathered, and performed once it has returned: the state that they see is
  // the new one. A few are kept in variables, which cost nothing; more in an array that is used again and again. (With
  // no call in it that may come back, Swift needs not track the access to the machine: a third of the time of an
  // event.)

  /// The variables for the first outputs: for all of them, where there is no buffer.
  private var slots: ArraySlice<String> { ["first", "second", "third"].prefix(plan.slots ?? 1) }

  private func beginGathering(_ out: inout SwiftWriter) {
    guard model.hasOutputs else { return }
    for slot in slots { out.line(string: "var \(slot): \(plan.output)?") }
  }

  /// Performs what was gathered.
  private func endGathering(_ out: inout SwiftWriter) {
    guard model.hasOutputs else { return }
    for slot in slots { out.line(string: "if let \(slot) { self.perform(\(slot)) }") }
    if plan.slots == nil { out.line("if !self.pendingOutputs.isEmpty { self.performPendingOutputs() }") }
  }

  /// The closure that puts each output into the next of the variables, and what is left over into the buffer.
  private var gatheringClosure: String {
    guard let last = slots.last else { return " { _ in }" }
    let hasBuffer = plan.slots == nil
    let end = hasBuffer ? "self.pendingOutputs.append(output)" : "\(last) = output"
    let tested = hasBuffer ? slots : slots.dropLast()
    guard !tested.isEmpty else { return " { \(last) = $0 }" }
    let branches = tested.map { "if \($0) == nil {\n    \($0) = output\n  } else " }.joined()
    return " { output in\n  \(branches){\n    \(end)\n  }\n}"
  }
}
