/// Entry and exit effects, one function for each state that has them: a row that enters the state calls it, and so does
/// `start`.
extension SwiftEmitter {
  mutating func emitActions() {
    if hasStart { emitStart() }
    for state in machine.states.indices {
      if let entry = machine.states[state].entry {
        emitAction(entry, "enter", state, "Runs the entry effects of")
      }
      if let exit = machine.states[state].exit { emitAction(exit, "exit", state, "Runs the exit effects of") }
      if machine.states[state].isComposite, hasExitsInside(state) { emitExitInside(state) }
      emitHistory(state)
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
    for state in machine.states where state.entry != nil || state.exit != nil || state.isComposite {
      let name = capitalized(machine.source.text(state.name.range))
      if !seen.insert(name).inserted { disputed.insert(name) }
    }
    return disputed
  }

  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  private mutating func emitStart() {
    writer.lines(
      """

      /// Runs the entry effects of the current state, whether it is the initial one or was stored.
      """)
    writer.write(string: "\(access)mutating func start(")
    if hasOutputs { writer.write(string: emitParameter) }
    writer.write(")")
    writer.openBrace()
    if needsRun { writer.line(string: "var \(run) = \(runType)()") }
    if machine.states.contains(where: { $0.entry != nil }) || hasDone {
      emitEntriesOfActive(within: -1)
    }
    if traits.runsToCompletion {
      writer.line(string: "_ = self.settle(.transitioned\(arguments(first: false)))")
    }
    writer.closeBrace()
  }

  /// Whether the machine has something to do before its first event.
  var hasStart: Bool {
    machine.states.contains { $0.entry != nil } || hasAlways || hasDone
  }

  /// A switch over what is active within a composite, or in the machine, that runs the entry effects, outer first.
  mutating func emitEntriesOfActive(within composite: Int) {
    writer.line("switch self.state {")
    var others: [Int] = []
    for leaf in composite < 0 ? Array(machine.states.indices) : leaves(of: composite)
    where !machine.states[leaf].isComposite {
      let entered = machine.path(of: leaf).filter {
        composite < 0 || $0 > composite
      }.filter { machine.states[$0].entry != nil || finishes($0) != nil }
      guard !entered.isEmpty else {
        others.append(leaf)
        continue
      }
      writeCaseList(states: [leaf])
      writer.endLine()
      writer.indent()
      for state in entered { emitEntry(of: state) }
      writer.outdent()
    }
    if composite >= 0 { others += machine.states.indices.filter { !machine.isInside($0, composite) && isAround($0, composite) } }
    emitNothing(in: others)
    writer.line("}")
  }

  /// Whether a state stands beside a composite or beside one around it: the cases that are left in a switch.
  private func isAround(_ state: Int, _ composite: Int) -> Bool {
    !machine.isInside(composite, state) && machine.path(of: composite).contains { machine.states[$0].parent == machine.states[state].parent }
  }

  private mutating func emitNothing(in states: [Int], within composite: Int = -1) {
    guard !states.isEmpty else { return }
    writeCaseList(states: states, within: composite)
    writer.endLine()
    writer.indent()
    writer.line("break")
    writer.outdent()
  }

  /// Whether a state within a composite has exit effects.
  func hasExitsInside(_ composite: Int) -> Bool { hierarchy.hasExits(within: composite, of: machine) }

  /// The exit effects of what is active within a composite, inner first: for arrows that leave it whatever is active.
  private mutating func emitExitInside(_ composite: Int) {
    writer.lines(
      """

      /// Runs the exit effects of what is active within `\(text(machine.states[composite].name.range))`.
      """)
    writer.write(string: "private mutating func \(actionName("exitInside", composite))(\(parameters(first: true)))")
    writer.openBrace()
    let child = LocalName.fresh(machine.names.fresh("child"))
    let isOnlyState = beginMatch(composite, child: child)
    writer.write("switch ")
    write(child)
    writer.line(" {")
    var others: [Int] = []
    for leaf in leaves(of: composite) {
      let left = machine.path(of: leaf).reversed().prefix { $0 != composite }.filter {
        machine.states[$0].exit != nil || !machine.states[$0].histories.isEmpty
      }
      guard !left.isEmpty else {
        others.append(leaf)
        continue
      }
      writeCaseList(states: [leaf], within: composite)
      writer.endLine()
      writer.indent()
      for state in left { emitExit(of: state) }
      writer.outdent()
    }
    emitNothing(in: others, within: composite)
    writer.line("}")
    endMatch(isOnlyState)
    writer.closeBrace()
  }

  /// Binds what a state holds, in a function that is called where it is active. With one state there is nothing that a
  /// `guard` could find instead, and Swift warns of one: then a `switch` is opened, and true returned.
  mutating func beginMatch(
    _ state: Int, _ names: [LocalName?] = [], _ isVariable: [Bool] = [], child: LocalName?, otherwise: String = ""
  ) -> Bool {
    let isOnlyState = isOnlyState(state)
    if isOnlyState { writer.line("switch self.state {") }
    writer.write(isOnlyState ? "case " : "guard case ")
    writePattern(of: state, names, isVariable, child: child)
    if isOnlyState {
      writer.line(":")
      writer.indent()
    } else {
      writer.write(" = self.state else { return")
      writer.write(string: otherwise)
      writer.line(" }")
    }
    return isOnlyState
  }

  mutating func endMatch(_ isOnlyState: Bool) {
    guard isOnlyState else { return }
    writer.outdent()
    writer.line("}")
  }

  private mutating func emitAction(_ action: Action, _ verb: String, _ index: Int, _ summary: String) {
    let state = machine.states[index]
    let changes = action.locals.contains { $0.isChanged }
    writer.blankLine()
    writer.line(string: "/// \(summary) `\(text(state.name.range))`.")
    writer.write(string: "private mutating func \(actionName(verb, index))(\(parameters(first: true)))")
    writer.openBrace()
    var names: [LocalName?] = Array(repeating: nil, count: state.pathFields.count)
    var isVariable = Array(repeating: false, count: state.pathFields.count)
    for local in action.locals {
      names[Int(local.field)] = .declared(local.name)
      isVariable[Int(local.field)] = local.isChanged
    }
    if changes {
      for field in names.indices where names[field] == nil {
        let name = state.pathFields[field].name.map { LocalName.declared($0) }
        let isTaken = name == nil || names.contains { $0 == name }
        names[field] = isTaken ? .fresh(machine.names.fresh("stateValue\(field + 1)")) : name
      }
    }
    let isBound = names.contains { $0 != nil }
    let child = changes && state.isComposite ? LocalName.fresh(machine.names.fresh("child")) : nil
    let isOnlyState = isBound && beginMatch(index, names, isVariable, child: child)
    if changes {
      emitChanging(index, action.locals, action.effects, names: names, child: child, nil)
    } else {
      for effect in action.effects { emit(effect, nil) }
    }
    endMatch(isOnlyState)
    writer.closeBrace()
  }
}
