/// Entry and exit effects, one function for each state that has them: a row that enters the state calls it, and so does
/// `start`.
extension SwiftEmitter {
  mutating func emitActions() {
    if hasStart || machine.isHeld { emitStart() }
    if machine.isHeld { emitStop() }
    for state in machine.states.indices {
      if let entry = machine.states[state].entry {
        emitAction(entry, "enter", state, "Runs the entry effects of")
      }
      if let exit = machine.states[state].exit { emitAction(exit, "exit", state, "Runs the exit effects of") }
      if needsInside(state, .exit) { emitInsideFunction(state, .exit) }
      if needsInside(state, .enter) { emitInsideFunction(state, .enter) }
      emitRemember(state)
    }
    if machine.hasRegions {
      for verb in [Verb.exit, .enter] where needsInside(-1, verb) { emitInsideFunction(-1, verb) }
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
    let capitalized = name.capitalizedFirst
    let action = disputedNames.contains(capitalized) ? "\(verb)_\(name)" : verb + capitalized
    return action.spelledAsName
  }

  /// Capitalised names that two states with actions share.
  static func disputedNames(of machine: StateMachine) -> Set<String> {
    var seen: Set<String> = []
    var disputed: Set<String> = []
    for state in machine.states
    where state.entry != nil || state.exit != nil || state.isComposite || state.submachine != nil {
      let name = machine.source.text(state.name.range).capitalizedFirst
      if !seen.insert(name).inserted { disputed.insert(name) }
    }
    return disputed
  }

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
    if machine.states.contains(where: { $0.entry != nil || $0.submachine != nil }) || hasDone { emitInside(-1, .enter) }
    if traits.runsToCompletion {
      writer.line(string: "_ = self.settle(.transitioned\(arguments(first: false)))")
    }
    writer.closeBrace()
  }

  /// Whether the machine has something to do before its first event.
  var hasStart: Bool {
    machine.states.contains { $0.entry != nil || $0.submachine != nil } || hasAlways || hasDone
  }

  /// For the machine that holds this one: leaves all that is active.
  private mutating func emitStop() {
    writer.lines(
      """

      /// Runs the exit effects of the current state: the machine that holds this one leaves it.
      """)
    writer.write(string: "\(access)mutating func stop(")
    if hasOutputs { writer.write(string: emitParameter) }
    writer.write(")")
    writer.openBrace()
    if needsRun, hasExitsInside(-1) { writer.line(string: "var \(run) = \(runType)()") }
    if hasExitsInside(-1) { emitInside(-1, .exit) }
    writer.closeBrace()
  }

  private mutating func emitNothing(in states: [Int], within composite: Int = -1) {
    guard !states.isEmpty else { return }
    writeCaseList(states: states, within: composite)
    writer.endLine()
    writer.indent()
    writer.line("break")
    writer.outdent()
  }

  // MARK: What is active within a composite

  /// Whether the function is called: by an arrow that leaves the composite, or comes back to it; in a machine with regions
  /// also by what is around it.
  private func needsInside(_ composite: Int, _ verb: Verb) -> Bool {
    guard composite < 0 || machine.states[composite].isComposite, hasSomethingInside(composite, verb) else {
      return false
    }
    if machine.hasRegions {
      return calledInside.contains(composite)
    }
    return verb == .exit || !machine.states[composite].histories.isEmpty
  }

  /// What is done with the states that are active within another.
  enum Verb {
    case enter, exit
  }

  /// Whether a state within a composite has exit effects.
  func hasExitsInside(_ composite: Int) -> Bool {
    composite < 0
      ? machine.states.contains { $0.exit != nil || !$0.histories.isEmpty || $0.submachine != nil }
      : hierarchy.hasExits(within: composite, of: machine)
  }

  /// Whether something is to be done when a state within a composite is entered.
  func hasEntriesInside(_ composite: Int) -> Bool {
    let states = composite < 0 ? machine.states.indices : composite + 1..<Int(machine.states[composite].end)
    return states.contains {
      machine.states[$0].entry != nil || !machine.states[$0].histories.isEmpty || finishes($0) != nil
        || machine.states[$0].submachine != nil
    }
  }

  private func hasSomethingInside(_ composite: Int, _ verb: Verb) -> Bool {
    verb == .enter ? hasEntriesInside(composite) : hasExitsInside(composite)
  }

  /// `exitInsidePlayer`
  func insideName(_ composite: Int, _ verb: Verb) -> String {
    let word = verb == .enter ? "enterInside" : "exitInside"
    return composite < 0 ? word + "Machine" : actionName(word, composite)
  }

  /// The function that runs the entry or exit effects of what is active within a composite: for arrows that leave it
  /// whatever is active, and for those that come back to what was.
  mutating func emitInsideFunction(_ composite: Int, _ verb: Verb) {
    let name = composite < 0 ? "the machine" : "`\(text(machine.states[composite].name.range))`"
    writer.lines(
      """

      /// Runs the \(verb == .enter ? "entry" : "exit") effects of what is active within \(name).
      """)
    writer.write(string: "private mutating func \(insideName(composite, verb))(\(parameters(first: true)))")
    writer.openBrace()
    emitInside(composite, verb)
    writer.closeBrace()
  }

  /// Entries run outer first, exits inner first; regions in the order of the source, and back.
  mutating func emitInside(_ composite: Int, _ verb: Verb) {
    let isParallel = composite < 0 ? machine.isParallel : machine.isParallel(composite)
    if isParallel {
      let regions = composite < 0 ? machine.topStates : machine.states[composite].children
      for region in verb == .enter ? regions : regions.reversed() {
        if verb == .enter { emitForget(region) }
        if hasSomethingInside(region, verb) { emitCall(insideName(region, verb)) }
        if verb == .exit { emitExit(of: region) }
      }
      return
    }
    var opened = 0
    var subject = "self.state"
    if composite >= 0, machine.states[composite].isRegion {
      (opened, subject) = beginRegion(composite)
    } else if composite >= 0 {
      subject = machine.names.fresh("child")
      opened = beginMatch(composite, child: .fresh(subject))
    }
    writer.line(string: "switch \(subject) {")
    var others: [Int] = []
    for leaf in leaves(of: composite) {
      let states = machine.path(of: leaf).filter { $0 > composite && acts($0, verb) }
      let goesOn = machine.isParallel(leaf) && hasSomethingInside(leaf, verb)
      guard !states.isEmpty || goesOn else {
        others.append(leaf)
        continue
      }
      writeCaseList(states: [leaf], within: composite)
      writer.endLine()
      writer.indent()
      if verb == .exit, goesOn { emitCall(insideName(leaf, verb)) }
      for state in verb == .enter ? states : states.reversed() {
        if verb == .enter { emitEntry(of: state) } else { emitExit(of: state) }
      }
      if verb == .enter, goesOn { emitCall(insideName(leaf, verb)) }
      writer.outdent()
    }
    emitNothing(in: others, within: composite)
    writer.line("}")
    endMatch(opened)
  }

  /// Whether something is done when a state is entered or left.
  private func acts(_ state: Int, _ verb: Verb) -> Bool {
    let declaration = machine.states[state]
    if declaration.submachine != nil { return true }
    switch verb {
    case .enter: return declaration.entry != nil || !declaration.histories.isEmpty || finishes(state) != nil
    case .exit: return declaration.exit != nil || !declaration.histories.isEmpty
    }
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
    let opened =
      isBound
      ? beginMatch(
        index, names, isVariable, child: child,
        storing: changes && machine.hasRegions ? segments(of: index).count - 1 : -1)
      : 0
    if changes {
      emitChanging(index, action.locals, action.effects, names: names, child: child, nil)
    } else {
      for effect in action.effects { emit(effect, nil) }
    }
    endMatch(opened)
    writer.closeBrace()
  }
}
