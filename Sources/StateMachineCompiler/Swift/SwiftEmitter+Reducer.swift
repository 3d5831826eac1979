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
    var ignoring: [Identifier] = []
    var unhandling: [Identifier] = []
    writer.line("switch self.state {")
    for state in machine.states.indices {
      if !machine.states[state].transitions.isEmpty {
        emitState(state, naming)
      } else if machine.states[state].isFinal || machine.ignoresUnhandled || onlyConditions {
        ignoring.append(machine.states[state].name)
      } else {
        unhandling.append(machine.states[state].name)
      }
    }
    if !unhandling.isEmpty {
      writeCaseList(unhandling)
      writer.endLine()
      writer.indent()
      writeUnhandled()
      writer.outdent()
    }
    if !ignoring.isEmpty {
      writeCaseList(ignoring)
      writer.endLine()
      writer.indent()
      writer.line(onlyConditions ? "return false" : "return .ignored")
      writer.outdent()
    }
    writer.line("}")
  }

  private mutating func emitState(_ state: Int, _ naming: LocalNaming) {
    let all = naming.groups(of: state)
    let lists = EventLists(machine, all, onlyConditions: naming.onlyConditions)
    var groups = all.filter { lists.isWritten($0.event) }
    for index in groups.indices { groups[index].names = naming.eventNames(groups[index]) }
    let source = naming.sourceNames(of: state, groups)
    writer.write("case .")
    writer.write(member: machine.states[state].name)
    writeBindings(source.names, source.isVariable)
    writer.write(":")
    writer.endLine()
    writer.indent()
    if let only = lists.onlyOne {
      write(only)
      writer.outdent()
      return
    }
    writer.line(string: "switch \(event) {")
    for group in groups {
      writer.write("case .")
      writer.write(member: machine.events[group.event].name)
      writeBindings(group.names, [])
      writer.write(":")
      writer.endLine()
      writer.indent()
      emitGroup(group, state, source, naming)
      writer.outdent()
    }
    for (list, verdict) in lists.all {
      writeCaseList(list.map { machine.events[$0].name })
      writer.endLine()
      writer.indent()
      write(verdict)
      writer.outdent()
    }
    writer.line("}")
    writer.outdent()
  }

  private mutating func write(_ verdict: EventLists.Verdict) {
    switch verdict {
    case .accepted: writer.line("return true")
    case .refused: writer.line("return false")
    case .ignored: writer.line("return .ignored")
    case .unhandled: writeUnhandled()
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
