/// `handle`: a switch over the state, in each case one over the event, in each case the rows in the order in which they
/// are tried. Nested and not over a tuple, which Swift cannot check for exhaustiveness in time; without `default`, so
/// that Swift checks it at all.
extension SwiftEmitter {
  mutating func emitReducer() {
    let effect = throwsUnhandled ? " throws(UnhandledEvent)" : ""
    if hasOutputs {
      writer.line("/// Takes the transition for `event`, and hands its outputs to `emit` in order.")
    } else {
      writer.line("/// Takes the transition for `event`.")
    }
    writer.line("@discardableResult")
    writer.write(string: "\(access)mutating func handle(\(parameter("event", event)): Event")
    if hasOutputs { writer.write(string: ", \(emitParameter)") }
    writer.write(string: ")\(effect) -> Outcome")
    writer.openBrace()
    emitSwitch(onlyConditions: false)
    writer.closeBrace()
    guard hasOutputs else { return }
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
    emitSwitch(onlyConditions: true)
    writer.closeBrace()
  }

  var emitParameter: String { "\(parameter("emit", emit)): (Output) -> Void" }

  /// `event` or, where a name in the embedded Swift would hide the parameter, `event event_`.
  private func parameter(_ label: String, _ name: String) -> String {
    label == name ? label : "\(label) \(name)"
  }

  // MARK: The switch over the state

  private mutating func emitSwitch(onlyConditions: Bool) {
    if machine.events.isEmpty {
      writer.line(string: "switch \(event) {}")
      return
    }
    let naming = LocalNaming(machine: machine, onlyConditions: onlyConditions)
    var ignoring: [Int] = []
    var unhandling: [Int] = []
    var delegating: [Int: [Int]] = [:]
    writer.line("switch self.state {")
    for state in machine.states.indices where !machine.states[state].isComposite {
      if !machine.states[state].transitions.isEmpty {
        emitState(state, naming)
      } else if let handler = handler(of: state) {
        delegating[handler, default: []].append(state)
      } else if machine.states[state].isFinal || machine.ignoresUnhandled || onlyConditions {
        ignoring.append(state)
      } else {
        unhandling.append(state)
      }
    }
    for (handler, states) in delegating.sorted(by: { $0.key < $1.key }) {
      writeCaseList(states: states)
      writer.endLine()
      writer.indent()
      writeUnhandled(handler, onlyConditions: onlyConditions)
      writer.outdent()
    }
    if !unhandling.isEmpty {
      writeCaseList(states: unhandling)
      writer.endLine()
      writer.indent()
      writeUnhandled(nil)
      writer.outdent()
    }
    if !ignoring.isEmpty {
      writeCaseList(states: ignoring)
      writer.endLine()
      writer.indent()
      writer.line(onlyConditions ? "return false" : "return .ignored")
      writer.outdent()
    }
    writer.line("}")
    emitFallenHandlers()
  }

  /// The composites that cases above have left to here: inner ones first, as their patterns are part of the others'.
  private mutating func emitFallenHandlers() {
    guard !fallenHandlers.isEmpty else { return }
    writer.line("// What is bound above is released here, so that the payload of a composite can grow in place.")
    writer.line("switch self.state {")
    for handler in fallenHandlers.sorted(by: >) {
      writeCaseList(states: [handler])
      writer.endLine()
      writer.indent()
      writeUnhandled(handler)
      writer.outdent()
    }
    let others = machine.topStates.filter { !fallenHandlers.contains($0) }
    if !others.isEmpty {
      writeCaseList(states: others)
      writer.endLine()
      writer.indent()
      writer.line("return .ignored")
      writer.outdent()
    }
    writer.line("}")
    fallenHandlers = []
  }

  /// Whether a case that binds these fields must release them before a composite around the state has its turn.
  private func holdsPayload(_ state: Int, _ names: [LocalName?]) -> Bool {
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

  /// What a composite does with an event that no state within it has a row for: a function that they call.
  mutating func emitHandlers(onlyConditions: Bool) {
    let naming = LocalNaming(machine: machine, onlyConditions: onlyConditions)
    for state in machine.states.indices
    where machine.states[state].isComposite && !machine.states[state].transitions.isEmpty {
      let name = text(machine.states[state].name.range)
      let verb = onlyConditions ? "accepts" : "handle"
      writer.lines(
        """

        /// \(onlyConditions ? "Whether" : "Takes the transition of") `\(name)`\(onlyConditions ? " has a transition" : "") \
        for an event that the active state within it has none for.
        """)
      writer.write(
        string: "private \(onlyConditions ? "" : "mutating ")func \(actionName(verb, state))(_ \(event): Event")
      if hasOutputs, !onlyConditions { writer.write(string: ", \(emitParameter)") }
      let effect = throwsUnhandled && !onlyConditions ? " throws(UnhandledEvent)" : ""
      writer.write(string: ")\(effect) -> \(onlyConditions ? "Bool" : "Outcome")")
      writer.openBrace()
      let rows = rows(of: state, naming)
      let isBound = rows.source.child != nil || rows.source.names.contains { $0 != nil }
      let outer = handler(of: state)
      if let outer, !onlyConditions, holdsPayload(state, rows.source.names) {
        writer.write(isOnlyState(state) ? "switch self.state { case " : "if case ")
        writePattern(of: state, rows.source.names, rows.source.isVariable, child: rows.source.child)
        writer.line(isOnlyState(state) ? ":" : " = self.state {")
        writer.indent()
        fallsOut = true
        emitEvents(state, rows, naming)
        fallsOut = false
        writer.closeBrace()
        let isFallen = !fallenHandlers.isEmpty
        fallenHandlers = []
        if isFallen { writeUnhandled(outer) } else if !isOnlyState(state) { writer.line("return .ignored") }
      } else {
        let isOnlyState =
          isBound
          && beginMatch(
            state, rows.source.names, rows.source.isVariable, child: rows.source.child,
            otherwise: onlyConditions ? " false" : " .ignored")
        emitEvents(state, rows, naming)
        endMatch(isOnlyState)
      }
      writer.closeBrace()
    }
  }

  /// The rows of a state, as they are to be written.
  private struct StateRows {
    var groups: [LocalNaming.Group]
    var lists: EventLists
    var source: LocalNaming.SourceNames
  }

  private func rows(of state: Int, _ naming: LocalNaming) -> StateRows {
    let all = naming.groups(of: state)
    let delegated = hierarchy.delegatedEvents(of: machine.states[state])
    let lists = EventLists(machine, all, isDelegated: delegated, onlyConditions: naming.onlyConditions)
    var groups = all.filter { lists.isWritten($0.event) }
    for index in groups.indices { groups[index].names = naming.eventNames(groups[index]) }
    return StateRows(groups: groups, lists: lists, source: naming.sourceNames(of: state, groups))
  }

  private mutating func emitEvents(_ state: Int, _ rows: StateRows, _ naming: LocalNaming) {
    if let only = rows.lists.onlyOne {
      write(only, state, naming)
      return
    }
    writer.line(string: "switch \(event) {")
    for group in rows.groups {
      writer.write("case .")
      writer.write(member: machine.events[group.event].name)
      writeBindings(group.names, [])
      writer.write(":")
      writer.endLine()
      writer.indent()
      emitGroup(group, state, rows.source, naming)
      writer.outdent()
    }
    for (list, verdict) in rows.lists.all {
      writeCaseList(list.map { machine.events[$0].name })
      writer.endLine()
      writer.indent()
      write(verdict, state, naming)
      writer.outdent()
    }
    writer.line("}")
  }

  private mutating func write(_ verdict: EventLists.Verdict, _ state: Int, _ naming: LocalNaming) {
    switch verdict {
    case .accepted: writer.line("return true")
    case .refused: writer.line("return false")
    case .ignored: writer.line("return .ignored")
    case .unhandled: writeUnhandled(nil)
    case .delegated: writeUnhandled(handler(of: state), onlyConditions: naming.onlyConditions)
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
    return !rows[row].effects.contains { if case .trap = $0 { true } else { false } }
  }
}
