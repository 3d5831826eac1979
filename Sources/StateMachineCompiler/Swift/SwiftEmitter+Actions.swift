/// Entry and exit effects, one function for each state that has them: a row that enters the state calls it, and so does
/// `start`.
extension SwiftEmitter {
  mutating func emitActions() {
    if machine.states.contains(where: { $0.entry != nil }) { emitStart() }
    for state in machine.states.indices {
      if let entry = machine.states[state].entry {
        emitAction(entry, "enter", state, "Runs the entry effects of")
      }
      if let exit = machine.states[state].exit { emitAction(exit, "exit", state, "Runs the exit effects of") }
    }
    if needsMayChange {
      writer.lines(
        """

        /// Tells the compiler that `value` may change: an effect calls a method of it that may be mutating.
        @inline(__always)
        private static func mayChange<Value>(_ value: inout Value) {}
        """)
    }
  }

  /// `enterOpen`, `exitOpen`: with an underscore where another state's name differs in the case of its first letter.
  func actionName(_ verb: String, _ state: Int) -> String {
    let name = text(machine.states[state].name.range)
    let capitalized = Self.capitalized(name)
    let action = disputedNames.contains(capitalized) ? "\(verb)_\(name)" : verb + capitalized
    let isWord = action.utf8.allSatisfy(Ascii.continuesIdentifier)
    return isWord ? action : "`\(action)`"
  }

  /// Capitalised names that two states with actions share.
  static func disputedNames(of machine: StateMachine) -> Set<String> {
    var seen: Set<String> = []
    var disputed: Set<String> = []
    for state in machine.states where state.entry != nil || state.exit != nil {
      let name = capitalized(machine.source.text(state.name.range))
      if !seen.insert(name).inserted { disputed.insert(name) }
    }
    return disputed
  }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  private mutating func emitStart() {
    writer.lines(
      """

      /// Runs the entry effects of the current state, whether it is the initial one or was stored.
      """)
    writer.write(string: "\(access)mutating func start(")
    if hasOutputs { writer.write(string: emitParameter) }
    writer.write(")")
    writer.openBrace()
    writer.line("switch self.state {")
    var others: [Identifier] = []
    for (state, declaration) in machine.states.enumerated() {
      guard declaration.entry != nil else {
        others.append(declaration.name)
        continue
      }
      writer.write("case .")
      writer.write(member: declaration.name)
      writer.line(":")
      writer.indent()
      emitCall(actionName("enter", state))
      writer.outdent()
    }
    if !others.isEmpty {
      writeCaseList(others)
      writer.endLine()
      writer.indent()
      writer.line("break")
      writer.outdent()
    }
    writer.line("}")
    writer.closeBrace()
  }

  private mutating func emitAction(_ action: Action, _ verb: String, _ index: Int, _ summary: String) {
    let state = machine.states[index]
    let changes = action.locals.contains { $0.isChanged }
    writer.blankLine()
    writer.line(string: "/// \(summary) `\(text(state.name.range))`.")
    writer.write(string: "private mutating func \(actionName(verb, index))(")
    if hasOutputs { writer.write(string: emitParameter) }
    writer.write(")")
    writer.openBrace()
    var names: [LocalName?] = Array(repeating: nil, count: state.fields.count)
    var isVariable = Array(repeating: false, count: state.fields.count)
    for local in action.locals {
      names[Int(local.field)] = .declared(local.name)
      isVariable[Int(local.field)] = local.isChanged
    }
    if changes {
      for field in names.indices where names[field] == nil {
        names[field] =
          state.fields[field].name.map { .declared($0) } ?? .fresh(machine.names.fresh("stateValue\(field + 1)"))
      }
    }
    // With one state there is nothing that a `guard` could find instead.
    let isBound = names.contains { $0 != nil }
    let isOnlyState = machine.states.count == 1
    if isBound, isOnlyState {
      writer.line("switch self.state {")
      writer.write("case .")
      writer.write(member: state.name)
      writeBindings(names, isVariable)
      writer.line(":")
      writer.indent()
    } else if isBound {
      writer.write("guard case .")
      writer.write(member: state.name)
      writeBindings(names, isVariable)
      writer.line(" = self.state else { return }")
    }
    if changes {
      emitChanging(state, action.locals, action.effects, names: names, nil)
    } else {
      for effect in action.effects { emit(effect, nil) }
    }
    if isBound, isOnlyState {
      writer.outdent()
      writer.line("}")
    }
    writer.closeBrace()
  }
}
