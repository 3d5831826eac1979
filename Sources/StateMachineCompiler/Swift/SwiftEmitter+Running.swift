/// How a wrapper runs its machine: one event after the other, each handled entirely before the next. Nothing in it awaits,
/// so that no other event can come between, whatever the isolation.
extension SwiftEmitter {
  mutating func emitRunning(_ plan: WrapperPlan) {
    emitWrapperStart(plan)
    emitSend(plan)
    emitPendingEvents()
    emitHandle(plan)
  }

  private mutating func emitWrapperStart(_ plan: WrapperPlan) {
    let hasStart = hasStart || machine.isHeld
    writer.lines(
      """

      /// Enters the current state and tells the delegate. Done by the first `send`, if not before; later calls do nothing.
      """)
    writer.write(string: "\(access)func start()")
    writer.openBrace()
    writer.lines(
      """
      guard self.phase == .created else { return }
      self.phase = .running
      """)
    if hasStart { emitGathering("self.machine.start", plan) }
    writer.line("self.delegate?.stateMachine(self, didEnter: self.machine.state, on: nil)")
    if startChangesState { emitTelling(plan) }
    if hasStart, canEnd, plan.hasEnd { writer.line("if self.machine.isFinal { self.end() }") }
    writer.lines(
      """
      if !self.pendingEvents.isEmpty { self.handlePendingEvents() }
      self.phase = .resting
      """)
    writer.closeBrace()
  }

  /// Whether the state after the start may be another than before.
  private var startChangesState: Bool {
    hasAlways || hasDone
      || machine.states.contains { state in
        state.submachine != nil || state.entry?.locals.contains(where: \.isChanged) == true
      }
  }

  private mutating func emitSend(_ plan: WrapperPlan) {
    let effect = throwsUnhandled ? " throws(\(plan.machine).UnhandledEvent)" : ""
    writer.lines(
      """

      /// Handles `event`, and then the events that were sent meanwhile.
      """)
    if throwsUnhandled {
      writer.lines(
        """
        ///
        /// - Throws: the first event of the run that the machine has no transition for, once the run is over.
        """)
    }
    writer.write(string: "\(access)func send(_ event: \(plan.machine).Event)\(effect)")
    writer.openBrace()
    writer.lines(
      """
      switch self.phase {
      case .resting:
        self.phase = .running
        self.handle(event)
        if !self.pendingEvents.isEmpty { self.handlePendingEvents() }
        self.phase = .resting
      case .running:
        self.pendingEvents.append(event)\(throwsUnhandled ? "\n  return" : "")
      case .created:
        self.pendingEvents.append(event)
        self.start()
      }
      """)
    if throwsUnhandled {
      writer.lines(
        """
        if let failure = self.failure {
          self.failure = nil
          throw failure
        }
        """)
    }
    writer.closeBrace()
  }

  private mutating func emitPendingEvents() {
    writer.lines(
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

  private mutating func emitHandle(_ plan: WrapperPlan) {
    writer.write(string: "private func handle(_ event: \(plan.machine).Event)")
    writer.openBrace()
    writer.lines(
      """
      let delegate = self.delegate
      delegate?.stateMachine(self, willHandle: event, in: self.machine.state)
      """)
    emitGathering("self.machine.handle(event: event)", plan)
    writer.lines(
      """
      switch outcome {
      case .transitioned:
        delegate?.stateMachine(self, didEnter: self.machine.state, on: event)
      """)
    emitTold(plan, mayEnd: true)
    writer.lines(
      """
      case .stayed:
        delegate?.stateMachine(self, didStayIn: self.machine.state, on: event)
      """)
    emitTold(plan, mayEnd: false)
    writer.lines(
      """
      case .ignored:
        delegate?.stateMachine(self, didIgnore: event, in: self.machine.state)
      """)
    if traits.defers {
      writer.lines(
        """
        case .deferred:
          delegate?.stateMachine(self, didDefer: event, in: self.machine.state)
        """)
    }
    writer.line("}")
    writer.closeBrace()
  }

  private mutating func emitTold(_ plan: WrapperPlan, mayEnd: Bool) {
    writer.indent()
    if plan.hasReaders { writer.line("if !self.readers.isEmpty { self.tellReaders() }") }
    if mayEnd, canEnd, plan.hasEnd { writer.line("if self.machine.isFinal { self.end() }") }
    writer.outdent()
  }

  /// Tells everybody but the delegate that the state may be another.
  private mutating func emitTelling(_ plan: WrapperPlan) {
    if plan.isObservable { writer.line("self.registrar.withMutation(of: self, keyPath: \\.state) {}") }
    if plan.hasReaders { writer.line("if !self.readers.isEmpty { self.tellReaders() }") }
  }

  // MARK: Outputs of one event

  /// Calls a function of the machine, gathers its outputs, and performs them once it has returned: the state that they see
  /// is the new one. A few are kept in variables, which cost nothing; more in an array that is used again and again. (With
  /// no call in it that may come back, Swift needs not track the access to the machine: a third of the time of an event.)
  private mutating func emitGathering(_ call: String, _ plan: WrapperPlan) {
    let handles = call.hasSuffix(")")
    let slots = hasOutputs ? Array(["first", "second", "third"].prefix(plan.slots ?? 1)) : []
    for slot in slots { writer.line(string: "var \(slot): \(plan.machine).Output?") }
    let closure = hasOutputs ? gathering(slots, overflows: plan.slots == nil) : ""
    if handles, throwsUnhandled {
      writer.line(string: "let outcome: \(plan.machine).Outcome")
      writer.line(string: "do throws(\(plan.machine).UnhandledEvent) {")
      writer.indent()
      writer.lines("outcome = try \(call)\(closure)")
      writer.outdent()
      writer.lines(
        """
        } catch {
          if self.failure == nil { self.failure = error }
          outcome = .ignored
        }
        """)
    } else if handles {
      writer.lines("let outcome = \(call)\(closure)")
    } else {
      writer.lines("\(call)\(closure.isEmpty ? "()" : closure)")
    }
    if handles, plan.isObservable {
      writer.line("if outcome != .ignored { self.registrar.withMutation(of: self, keyPath: \\.state) {} }")
    }
    guard hasOutputs else { return }
    for slot in slots { writer.line(string: "if let \(slot) { self.perform(\(slot)) }") }
    if plan.slots == nil { writer.line("if !self.pendingOutputs.isEmpty { self.performPendingOutputs() }") }
  }

  /// The closure that puts each output into the next of some variables, and what is left over into the array.
  private func gathering(_ slots: [String], overflows: Bool) -> String {
    guard let last = slots.last else { return " { _ in }" }
    let end = overflows ? "self.pendingOutputs.append(output)" : "\(last) = output"
    let tested = overflows ? slots : slots.dropLast()
    guard !tested.isEmpty else { return " { \(last) = $0 }" }
    let branches = tested.map { "if \($0) == nil {\n    \($0) = output\n  } else " }.joined()
    return " { output in\n  \(branches){\n    \(end)\n  }\n}"
  }

  /// The most outputs that one event can have, or the start; nil where that is not known, or more than the limit.
  func outputBound(limit: Int) -> Int? {
    // A run of several steps has no bound, and what a held machine emits is another's.
    guard !traits.takesSteps else { return nil }
    func count(_ effects: [Effect]?) -> Int {
      effects?.count {
        switch $0 {
        case .output, .begin, .end, .schedule, .unschedule: true
        case .assignField, .assignProperty, .raise, .trap, .block: false
        }
      } ?? 0
    }
    let leaves = machine.states.indices.filter { !machine.states[$0].isComposite }
    /// By state: the most that a leaf within it does on the way in, or out.
    func most(_ action: (State) -> Action?) -> [Int] {
      var bounds = machine.states.map { _ in 0 }
      for leaf in leaves {
        let path = machine.path(of: leaf)
        let sum = path.reduce(0) { $0 + count(action(machine.states[$1])?.effects) }
        for state in path { bounds[state] = max(bounds[state], sum) }
      }
      return bounds
    }
    let entries = most(\.entry)
    let exits = most(\.exit)
    var bound = hasStart ? entries.max() ?? 0 : 0
    for transition in machine.transitions {
      var sum = 0
      transition.forEachRow { sum += count(machine.rows[$0].effects) }
      if !transition.isInternal {
        sum += exits[Int(transition.source)]
        var most = 0
        transition.forEachArrival { if $0.target >= 0 { most = max(most, entries[Int($0.target)]) } }
        sum += most
      }
      bound = max(bound, sum)
      if bound > limit { return nil }
    }
    return bound
  }
}
