/// `handle`: a switch over the state, in each case one over the event, in each case the rows in the order in which they
/// are tried. Nested and not over a tuple, which Swift cannot check for exhaustiveness in time; without `default`, so
/// that Swift checks it at all.
extension SwiftEmitter {
  /// `take` or `handle`: what an event does.
  mutating func emitReducer() {
    let effect = throwsUnhandled ? " throws(UnhandledEvent)" : ""
    if traits.takesSteps {
      emitRun(effect)
      writer.lines(
        """

        /// Takes one step: the transition for `event` in the current state, if there is one.
        """)
      writer.write(string: "private mutating func take(_ \(event): Event\(parameters(first: false))) -> Outcome?")
    } else {
      emitSummary()
      writer.write(string: "\(access)mutating func handle(\(parameter("event", event)): Event")
      if hasOutputs { writer.write(string: ", \(emitParameter)") }
      writer.write(string: ")\(effect) -> Outcome")
    }
    writer.openBrace()
    if machine.hasRegions { emitStep(.selection) } else { emitSwitch(.events) }
    writer.closeBrace()
    guard hasOutputs, !traits.takesSteps else { return }
    emitCollecting(effect)
  }

  /// What stands above `handle`.
  mutating func emitSummary() {
    if hasOutputs {
      writer.line("/// Takes the transition for `event`, and hands its outputs to `emit` in order.")
    } else {
      writer.line("/// Takes the transition for `event`.")
    }
    writer.line("@discardableResult")
  }

  /// The `handle` that returns its outputs.
  mutating func emitCollecting(_ effect: String) {
    let attempt = throwsUnhandled ? "try " : ""
    writer.lines(
      """

      /// Takes the transition for `event`, and returns its outputs in order.
      \(access)mutating func handle(event: Event)\(effect) -> [Output] {
        var outputs: [Output] = []
        \(attempt)self.handle(event: event) { outputs.append($0) }
        return outputs
      }
      """)
  }

  mutating func emitAccepts() {
    writer.lines(
      """

      /// Whether `event` has a transition in the current state. Guards are evaluated, and nothing else happens.
      """)
    writer.write(string: "\(access)func accepts(_ \(event): Event) -> Bool")
    writer.openBrace()
    if machine.hasRegions { emitAcceptsInRegions() } else { emitSwitch(.conditions) }
    writer.closeBrace()
  }

  /// Takes the `always` rows: a step that needs no event.
  mutating func emitAlways() {
    guard hasAlways else { return }
    writer.lines(
      """

      /// Takes the transition that the current state has without an event, if there is one.
      """)
    writer.write(string: "private mutating func takeAlways(\(parameters(first: true))) -> Outcome?")
    writer.openBrace()
    if machine.hasRegions { emitStep(.alwaysSelection) } else { emitSwitch(.always) }
    writer.closeBrace()
  }

  var emitParameter: String { "\(parameter("emit", emit)): (Output) -> Void" }

  /// `event` or, where a name in the embedded Swift would hide the parameter, `event event_`.
  func parameter(_ label: String, _ name: String) -> String {
    label == name ? label : "\(label) \(name)"
  }

  /// What the functions within the machine pass on to one another, as parameters.
  ///
  /// - Parameter first: whether nothing stands before them.
  func parameters(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("\(parameter("run", run)): inout \(runType)") }
    if hasOutputs { list.append(emitParameter) }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  /// The same as arguments.
  func arguments(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("run: &\(run)") }
    if hasOutputs { list.append("emit: \(emit)") }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  // MARK: The switch over the state

  private mutating func emitSwitch(_ part: LocalNaming.Part) {
    if machine.events.isEmpty, machine.timers.isEmpty, part != .always {
      writer.line(string: "switch \(event) {}")
      return
    }
    let naming = LocalNaming(machine, part)
    var ignoring: [Int] = []
    var unhandling: [Int] = []
    var delegating: [Int: [Int]] = [:]
    writer.line("switch self.state {")
    for state in machine.states.indices where !machine.states[state].isComposite {
      if hierarchy.hasRows(state, part) {
        emitState(state, naming)
      } else if let handler = handler(of: state, part) {
        delegating[handler, default: []].append(state)
      } else if part == .events, !endsMachine(state), needsTimersAside {
        emitState(state, naming)
      } else if part != .always,
        endsMachine(state) || machine.ignoresUnhandled && !traits.takesSteps
          || part == .conditions
      {
        ignoring.append(state)
      } else {
        unhandling.append(state)
      }
    }
    for (handler, states) in delegating.sorted(by: { $0.key < $1.key }) {
      writeCaseList(states: states)
      writer.endLine()
      writer.indent()
      writeUnhandled(handler, part)
      writer.outdent()
    }
    if !unhandling.isEmpty {
      writeCaseList(states: unhandling)
      writer.endLine()
      writer.indent()
      writeUnhandled(nil, part)
      writer.outdent()
    }
    if !ignoring.isEmpty {
      writeCaseList(states: ignoring)
      writer.endLine()
      writer.indent()
      writer.line(part == .conditions ? "return false" : "return .ignored")
      writer.outdent()
    }
    writer.line("}")
    emitFallenHandlers(part)
  }

  /// Whether what becomes of timers is told apart from what becomes of other events: they are never unhandled.
  private var needsTimersAside: Bool { !machine.timers.isEmpty && !machine.ignoresUnhandled && !traits.takesSteps }

  /// Whether the machine has ended where it is in this state.
  private func endsMachine(_ state: Int) -> Bool { machine.states[state].isFinal && machine.states[state].parent < 0 }

  /// The composites that cases above have left to here: inner ones first, as their patterns are part of the others'.
  private mutating func emitFallenHandlers(_ part: LocalNaming.Part) {
    guard !fallenHandlers.isEmpty else { return }
    writer.line("// What is bound above is released here, so that the payload of a composite can grow in place.")
    writer.line("switch self.state {")
    for handler in fallenHandlers.sorted(by: >) {
      writeCaseList(states: [handler])
      writer.endLine()
      writer.indent()
      writeUnhandled(handler, part)
      writer.outdent()
    }
    let others = machine.topStates.filter { !fallenHandlers.contains($0) }
    if !others.isEmpty {
      writeCaseList(states: others)
      writer.endLine()
      writer.indent()
      writer.line(string: "return \(noStep)")
      writer.outdent()
    }
    writer.line("}")
    fallenHandlers = []
  }

  /// Whether a case that binds these fields must release them before a composite around the state has its turn.
  func holdsPayload(_ state: Int, _ names: [LocalName?]) -> Bool {
    zip(machine.states[state].pathFields, names).contains { $1 != nil && !machine.isNumber($0.type) }
  }

  private mutating func emitState(_ state: Int, _ naming: LocalNaming) {
    let rows = rows(of: state, naming)
    writer.write("case ")
    writePattern(of: state, rows.source.names, rows.source.isVariable)
    writer.write(":")
    writer.endLine()
    writer.indent()
    fallsOut = !naming.onlyConditions && holdsPayload(state, rows.source.names)
    emitEvents(state, rows, naming)
    fallsOut = false
    writer.outdent()
  }

  /// What stands where no transition can be: the code cannot come here.
  private var noStep: String { traits.takesSteps ? "nil" : ".ignored" }

  /// What a composite does with a trigger that no state within it has a row for: a function that they call.
  mutating func emitHandlers(_ part: LocalNaming.Part) {
    let naming = LocalNaming(machine, part)
    // What has regions is asked together with them.
    for state in machine.states.indices
    where machine.states[state].isComposite && !machine.isParallel(state) && hierarchy.hasRows(state, part) {
      writer.blankLine()
      emitHandlerHead(state, part)
      writer.openBrace()
      let rows = rows(of: state, naming)
      let isBound = rows.source.child != nil || rows.source.names.contains { $0 != nil }
      let outer = handler(of: state, part)
      if let outer, !naming.onlyConditions, holdsPayload(state, rows.source.names) {
        writer.write(isOnlyState(state) ? "switch self.state { case " : "if case ")
        writePattern(of: state, rows.source.names, rows.source.isVariable, child: rows.source.child)
        writer.line(isOnlyState(state) ? ":" : " = self.state {")
        writer.indent()
        fallsOut = true
        needsBreak = part != .always || isOnlyState(state)
        emitEvents(state, rows, naming)
        fallsOut = false
        needsBreak = true
        writer.closeBrace()
        let isFallen = !fallenHandlers.isEmpty
        fallenHandlers = []
        if isFallen {
          writeUnhandled(outer, part)
        } else if !isOnlyState(state) {
          writer.line(string: "return \(noStep)")
        }
      } else {
        let isSelection = part == .selection || part == .alwaysSelection
        let opened =
          isBound
          ? beginMatch(
            state, rows.source.names, rows.source.isVariable, child: rows.source.child,
            otherwise: isSelection ? " place" : part == .conditions ? " false" : " \(noStep)") : 0
        emitEvents(state, rows, naming)
        endMatch(opened)
      }
      writer.closeBrace()
    }
  }

  private mutating func emitHandlerHead(_ state: Int, _ part: LocalNaming.Part) {
    let name = text(machine.states[state].name.range)
    let function = actionName(handlerVerb(part), state)
    let result = traits.takesSteps ? "Outcome?" : "Outcome"
    switch part {
    case .conditions:
      writer.lines(
        "/// Whether `\(name)` has a transition for an event that the active state within it has none for.")
      writer.write(string: "private func \(function)(_ \(event): Event) -> Bool")
    case .selection, .alwaysSelection, .doneSelection, .effects:
      writer.lines("/// Finds the transition of `\(name)`, where the active state within it has none.")
      writer.write(string: "private func \(function)(\(selectionParameters(part)), at place: Int) -> Int?")
    case .always:
      writer.lines("/// Takes the transition of `\(name)` that needs no event, if there is one.")
      writer.write(string: "private mutating func \(function)(\(parameters(first: true))) -> \(result)")
    case .events, .done:
      let effect = throwsUnhandled && !traits.takesSteps ? " throws(UnhandledEvent)" : ""
      writer.lines("/// Takes the transition of `\(name)` for an event that the active state within it has none for.")
      writer.write(
        string: "private mutating func \(function)(_ \(event): Event\(parameters(first: false)))\(effect) -> \(result)")
    }
  }

  /// The first word of the name of a composite's handler.
  func handlerVerb(_ part: LocalNaming.Part) -> String {
    switch part {
    case .events, .done: traits.takesSteps ? "take" : "handle"
    case .conditions: "accepts"
    case .always: "takeAlways"
    case .selection, .doneSelection, .effects: "select"
    case .alwaysSelection: "selectAlways"
    }
  }

  /// The rows of a state, as they are to be written.
  struct StateRows {
    var groups: [LocalNaming.Group]
    /// Nil for what is no event.
    var lists: EventLists?
    var source: LocalNaming.SourceNames
  }

  func rows(of state: Int, _ naming: LocalNaming) -> StateRows {
    let all = naming.groups(of: state)
    let heldEvent = heldEvent(of: state)
    let delegated = hierarchy.delegatedEvents(of: machine.states[state])
    guard naming.part == .events || naming.part == .conditions || naming.part == .selection else {
      var groups = all
      for index in groups.indices { groups[index].names = naming.eventNames(groups[index]) }
      return StateRows(groups: groups, lists: nil, source: naming.sourceNames(of: state, groups))
    }
    let lists = EventLists(
      machine, all, held: heldEvent, isDelegated: delegated, runsToCompletion: traits.takesSteps,
      deferred: machine.states[state].deferred,
      onlyConditions: naming.part == .conditions, isSelection: naming.part == .selection)
    var groups = all.filter { $0.timer >= 0 || lists.isWritten($0.event) || $0.event == heldEvent }
    for index in groups.indices { groups[index].names = naming.eventNames(groups[index]) }
    return StateRows(groups: groups, lists: lists, source: naming.sourceNames(of: state, groups))
  }

  mutating func emitEvents(_ state: Int, _ rows: StateRows, _ naming: LocalNaming) {
    guard let lists = rows.lists else {
      for group in rows.groups { emitGroup(group, state, rows.source, naming) }
      return
    }
    if let only = lists.onlyOne {
      write(only, state, naming)
      return
    }
    writer.line(string: "switch \(event) {")
    let heldEvent = heldEvent(of: state)
    if heldEvent >= 0, !rows.groups.contains(where: { $0.event == heldEvent }) {
      emitHeldEvent(heldEvent, nil, state, naming)
      writeFollowing(heldEvent, state, naming)
      writer.outdent()
    }
    for group in rows.groups {
      if group.event == heldEvent {
        emitHeldEvent(heldEvent, group.names.first ?? nil, state, naming)
        emitGroup(group, state, rows.source, naming)
        writer.outdent()
        continue
      }
      if group.timer >= 0 {
        writer.write(string: "case .elapsed(.\(timerNames[group.timer]))")
      } else {
        writer.write("case .")
        writer.write(member: machine.events[group.event].name)
        writeBindings(group.names, [])
      }
      writer.write(":")
      writer.endLine()
      writer.indent()
      emitGroup(group, state, rows.source, naming)
      writer.outdent()
    }
    for (list, verdict) in lists.all {
      writeCaseList(
        list.filter { $0 < machine.events.count }.map { machine.events[$0].name },
        last: list.last == machine.events.count ? "elapsed" : nil)
      writer.endLine()
      writer.indent()
      write(verdict, state, naming)
      writer.outdent()
    }
    writer.line("}")
  }

  /// Begins the case of the event that is for the machine that the state holds.
  private mutating func emitHeldEvent(_ event: Int, _ name: LocalName?, _ state: Int, _ naming: LocalNaming) {
    let bound = name ?? .fresh(machine.names.fresh("inner"))
    writer.write("case .")
    writer.write(member: machine.events[event].name)
    writeBindings([bound], [])
    writer.line(":")
    writer.indent()
    switch bound {
    case .declared(let identifier): emitHandingOn(spelling(identifier), state, naming.part)
    case .fresh(let text): emitHandingOn(text, state, naming.part)
    }
  }

  private mutating func write(_ verdict: EventLists.Verdict, _ state: Int, _ naming: LocalNaming) {
    switch verdict {
    case .accepted: writer.line("return true")
    case .refused: writer.line("return false")
    case .ignored: writeIgnored(naming.part)
    case .deferred: writeDeferred(naming.part)
    case .unhandled: writeUnhandled(nil, naming.part)
    case .delegated: writeUnhandled(handler(of: state, naming.part), naming.part)
    }
  }

  /// The event is ignored on purpose: no state further out is asked.
  mutating func writeIgnored(_ part: LocalNaming.Part) {
    guard part == .selection || part == .alwaysSelection else {
      writer.line("return .ignored")
      return
    }
    writer.line(string: "\(step).isHandled = true")
    writer.line("return nil")
  }

  mutating func writeDeferred(_ part: LocalNaming.Part) {
    switch part {
    case .conditions: writer.line("return false")
    case .selection:
      writer.line(string: "\(step).isDeferred = true")
      writer.line("return nil")
    default: writer.line("return .deferred")
    }
  }

  /// `(let a, _, var b)`; nothing where no field is needed.
  mutating func writeBindings(_ names: [LocalName?], _ isVariable: [Bool]) {
    guard names.contains(where: { $0 != nil }) else { return }
    writer.write("(")
    for (index, name) in names.enumerated() {
      if index > 0 { writer.write(", ") }
      if let name {
        writer.write(index < isVariable.count && isVariable[index] ? "var " : "let ")
        write(name)
      } else {
        writer.write("_")
      }
    }
    writer.write(")")
  }
}

extension StateMachine {
  /// Whether an event without a transition is passed over in silence.
  var ignoresUnhandled: Bool { unhandled == .ignore || unhandled == .error }

  /// Whether a transition does something: an event that is deliberately ignored, or that cannot happen, is not accepted.
  func isAccepting(_ index: Int) -> Bool {
    let row = Int(transitions[index].row)
    guard !rows[row].effects.isEmpty else { return !transitions[index].isInternal }
    return !rows[row].traps
  }
}
