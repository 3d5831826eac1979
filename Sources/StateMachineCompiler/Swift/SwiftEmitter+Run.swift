/// Run to completion (SCXML, Appendix D, mainEventLoop): `handle` takes the step of its event, and then all that follow
/// from it, so that it returns with the machine at rest. Only machines in which something can follow have this.
extension SwiftEmitter {
  var hasAlways: Bool { traits.hasAlways }
  var hasDone: Bool { !traits.completable.isEmpty }

  /// Whether steps have something to tell the run: events that they raise, states that are done, what has failed.
  var needsRun: Bool { needsQueue || failsLate }

  var needsQueue: Bool { traits.raises || hasDone }

  /// Whether an event that comes back may turn out to be unhandled, when it is too late to throw at once.
  var failsLate: Bool { traits.defers && throwsUnhandled }

  /// Whether a run may go on and on.
  var canRunOn: Bool { needsQueue || hasAlways }

  // MARK: The run

  mutating func emitRun(_ effect: String) {
    let ending = hasOutputs ? ", and hands the outputs to `emit` in order" : ""
    if traits.runsToCompletion {
      writer.line(string: "/// Takes the transition for `event` and all that follow from it\(ending).")
      writer.line("@discardableResult")
    } else {
      emitSummary()
    }
    writer.write(string: "\(access)mutating func handle(\(parameter("event", event)): Event")
    if hasOutputs { writer.write(string: ", \(emitParameter)") }
    writer.write(string: ")\(effect) -> Outcome")
    writer.openBrace()
    if machine.ignoresUnhandled, !traits.runsToCompletion {
      writer.line(string: "return self.take(\(event)\(arguments(first: false))) ?? .ignored")
      writer.closeBrace()
      if hasOutputs { emitCollecting(effect) }
      if machine.isHeld { emitAttempt() }
      return
    }
    if needsRun { writer.line(string: "var \(run) = \(runType)()") }
    writer.write(string: "guard let outcome = self.take(\(event)\(arguments(first: false))) else")
    writer.openBrace()
    if !machine.timers.isEmpty, !machine.ignoresUnhandled {
      writer.line(string: "if case .elapsed = \(event) { return .ignored }")
    }
    writePolicy()
    writer.closeBrace()
    emitKeeping()
    let settled = traits.runsToCompletion ? "self.settle(outcome\(arguments(first: false)))" : "outcome"
    if failsLate {
      writer.line(string: "let result = \(settled)")
      writer.line(string: "if let failure = \(run).failure { throw failure }")
      writer.line("return result")
    } else {
      writer.line(string: "return \(settled)")
    }
    writer.closeBrace()
    if hasOutputs { emitCollecting(effect) }
    if machine.isHeld { emitAttempt() }
    guard traits.runsToCompletion else { return }
    emitSettle()
    if traits.defers { emitRecall() }
  }

  /// `handle` for the machine that holds this one, whose rows come next, and whose policy counts.
  private mutating func emitAttempt() {
    writer.lines(
      """

      /// What `handle` does, for the machine that holds this one; nil where no transition applies.
      """)
    writer.write(string: "\(access)mutating func attempt(\(parameter("event", event)): Event")
    if hasOutputs { writer.write(string: ", \(emitParameter)") }
    writer.write(") -> Outcome?")
    writer.openBrace()
    if canEnd { writer.line("if self.isFinal { return nil }") }
    if needsRun { writer.line(string: "var \(run) = \(runType)()") }
    let take = "self.take(\(event)\(arguments(first: false)))"
    if traits.runsToCompletion {
      writer.line(string: "guard let outcome = \(take) else { return nil }")
      emitKeeping()
      writer.line(string: "return self.settle(outcome\(arguments(first: false)))")
    } else {
      writer.line(string: "return \(take)")
    }
    writer.closeBrace()
  }

  /// Keeps the event for later, where that is what the step says.
  private mutating func emitKeeping() {
    guard traits.defers else { return }
    writer.lines(
      """
      if outcome == .deferred {
        self.\(deferredEvents).append(\(event))
        return outcome
      }
      """)
  }

  private mutating func emitSettle() {
    let follows = [
      hasAlways ? "`always` rows" : nil, needsQueue ? "what was raised or is done, in order" : nil,
      traits.defers ? "events that were deferred" : nil,
    ].compactMap { $0 }.joined(separator: ", then ")
    writer.lines(
      """

      /// Takes what follows from a step, until the machine is at rest:
      /// \(follows).
      """)
    writer.write(string: "private mutating func settle(_ first: Outcome\(parameters(first: false))) -> Outcome")
    writer.openBrace()
    writer.line("guard first == .stayed || first == .transitioned else { return first }")
    writer.line("var outcome = first")
    if canRunOn {
      writer.line("var steps = 1")
      writer.line("var trail: [String] = []")
      if traits.defers { writer.line(string: "var fewest = self.\(deferredEvents).count") }
    }
    writer.write("while true")
    writer.openBrace()
    writer.line("let next: Outcome")
    emitNext()
    writer.line("if next == .transitioned { outcome = next }")
    if canRunOn { emitBound() }
    writer.closeBrace()
    writer.closeBrace()
  }

  /// The step that comes next, in the order of the language.
  private mutating func emitNext() {
    var keyword = "if"
    if hasAlways {
      writer.line(string: "if let step = self.takeAlways(\(arguments(first: true))) {")
      writer.line("  next = step")
      keyword = "} else if"
    }
    if needsQueue {
      let keeps = traits.defers ? "\n  if next == .deferred { self.\(deferredEvents).append(raised) }" : ""
      let take = "next = self.take(raised\(arguments(first: false))) ?? .ignored\(keeps)"
      let done = "next = self.takeDone(state\(arguments(first: false))) ?? .ignored"
      let isMixed = traits.raises && hasDone
      let name = isMixed ? "entry" : traits.raises ? "raised" : "state"
      writer.line(string: "\(keyword) let \(name) = \(run).next() {")
      writer.indent()
      if isMixed {
        writer.line("switch entry {")
        writer.line("case .raised(let raised):")
        writer.indent()
        writer.lines(take.replacing("\n  ", with: "\n"))
        writer.outdent()
        writer.line("case .done(let state):")
        writer.line(string: "  \(done)")
        writer.line("}")
      } else {
        writer.lines(traits.raises ? take.replacing("\n  ", with: "\n") : done)
      }
      writer.outdent()
      keyword = "} else if"
    }
    if traits.defers {
      writer.line(string: "\(keyword) let step = self.recall(\(arguments(first: true))) {")
      writer.line("  next = step")
    }
    writer.line("} else {")
    writer.line("  return outcome")
    writer.line("}")
  }

  /// A run that does not end is a mistake in the machine. What was deferred comes to an end: it does not count.
  private mutating func emitBound() {
    if traits.defers {
      writer.lines(
        """
        if self.\(deferredEvents).count < fewest {
          fewest = self.\(deferredEvents).count
          steps = 0
        }
        """)
    }
    let message = "\(text(machine.name.range)): no rest after 1,000 steps, the last of them into"
    writer.lines(
      """
      steps += 1
      if steps > 992 { trail.append(Self.name(of: self.state)) }
      precondition(steps <= 1_000, "\(message) \\(trail.joined(separator: ", "))")
      """)
  }

  private mutating func emitRecall() {
    writer.lines(
      """

      /// Takes the first deferred event that the current state does not defer; nil where there is none.
      """)
    writer.write(string: "private mutating func recall(\(parameters(first: true))) -> Outcome?")
    writer.openBrace()
    writer.lines(
      """
      for index in self.\(deferredEvents).indices {
        let event = self.\(deferredEvents)[index]
        let step = self.take(event\(arguments(first: false)))
        if step == .deferred { continue }
        self.\(deferredEvents).remove(at: index)
      """)
    writer.indent()
    switch machine.unhandled {
    case .ignore, .error: writer.line("return step ?? .ignored")
    case .assert: writer.line("return step ?? self.unhandled(event)")
    case .trap:
      writer.line("guard let step else { self.unhandled(event) }")
      writer.line("return step")
    case .throw:
      writer.lines(
        """
        if step == nil, \(run).failure == nil {
          \(run).failure = UnhandledEvent(state: Self.name(of: self.state), event: Self.name(of: event))
        }
        return step ?? .ignored
        """)
    }
    writer.outdent()
    writer.line("}")
    writer.line("return nil")
    writer.closeBrace()
  }

  // MARK: Done

  /// The composite that is done once a state is entered: for a state of a region, once those of the others are final too.
  func finishes(_ state: Int) -> Int? {
    // What holds a machine tells itself when that has ended.
    guard machine.states[state].isFinal else { return nil }
    var parent = Int(machine.states[state].parent)
    if parent >= 0, machine.states[parent].isRegion { parent = Int(machine.states[parent].parent) }
    return parent >= 0 && traits.isCompletable[parent] ? parent : nil
  }

  mutating func emitFinish(_ state: Int) {
    guard let composite = finishes(state) else { return }
    if machine.isParallel(composite) {
      writer.line(
        string:
          "if self.\(actionName("isDone", composite)) { \(run).finishLast(.\(text(machine.states[composite].name.range))) }"
      )
      return
    }
    writer.write(string: "\(run).finish(.")
    writer.write(member: machine.states[composite].name)
    writer.line(")")
  }

  /// Takes the `done` rows of a state, if it still is.
  mutating func emitDone() {
    guard hasDone else { return }
    let naming = LocalNaming(machine, machine.hasRegions ? .doneSelection : .done)
    writer.lines(
      """

      /// Takes the transition of a state that is done, if it has one.
      """)
    writer.write(
      string: "private mutating func takeDone(_ state: \(completion)\(parameters(first: false))) -> Outcome?")
    writer.openBrace()
    if machine.hasRegions {
      writer.line(string: "var \(step) = \(stepType)()")
    }
    writer.line("switch state {")
    for state in traits.completable {
      writer.write("case .")
      writer.write(member: machine.states[state].name)
      writer.line(":")
      writer.indent()
      emitDoneRows(of: state, naming)
      writer.outdent()
    }
    writer.line("}")
    writer.closeBrace()
    for state in traits.completable where machine.isParallel(state) { emitIsDone(state) }
  }

  /// Whether each region of a composite is in a final state.
  private mutating func emitIsDone(_ state: Int) {
    writer.lines(
      """

      /// Whether each region of `\(text(machine.states[state].name.range))` is in a final state.
      """)
    writer.write(string: "private var \(actionName("isDone", state)): Bool")
    writer.openBrace()
    let holder = LocalName.fresh("regions")
    let opened = beginMatch(state, child: holder, otherwise: " false")
    for region in machine.states[state].children {
      emitFinalTest(of: region, "regions.\(spelling(machine.states[region].name))")
    }
    writer.line("return true")
    endMatch(opened)
    writer.closeBrace()
  }

  private mutating func emitDoneRows(of state: Int, _ naming: LocalNaming) {
    if machine.isParallel(state) {
      writer.line(string: "guard self.\(actionName("isDone", state)) else { return nil }")
      let rows = rows(of: state, naming)
      let opened = beginMatch(state, rows.source.names, child: nil, otherwise: " nil")
      for group in rows.groups { emitGroup(group, state, rows.source, naming) }
      endMatch(opened)
      return
    }
    if machine.states[state].submachine != nil {
      emitDoneRows(ofHolder: state, naming)
      return
    }
    var rows = rows(of: state, naming)
    let bound = rows.groups.first?.names.first ?? nil
    let child = bound ?? rows.source.child ?? LocalName.fresh(machine.names.fresh("child"))
    let opened = beginMatch(state, rows.source.names, rows.source.isVariable, child: child, otherwise: " nil")
    if rows.source.child != nil { rows.source.child = child }
    let children = machine.states[state].children
    writer.write("switch ")
    write(child)
    writer.line(" {")
    for isFinal in [false, true] {
      writeCaseList(states: children.filter { machine.states[$0].isFinal == isFinal }, within: state)
      writer.endLine()
      writer.line(isFinal ? "  break" : "  return nil")
    }
    writer.line("}")
    for group in rows.groups { emitGroup(group, state, rows.source, naming) }
    endMatch(opened)
  }
}
