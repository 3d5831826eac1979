/// States that hold machines. An event for the machine goes to it first; what it does not handle, the state's own rows
/// may. Its outputs are handed out in the state's.
extension SwiftEmitter {
  /// The functions that start and stop the machines that states hold, and that hand events on to them.
  mutating func emitSubmachines() {
    for state in machine.states.indices {
      guard let submachine = machine.states[state].submachine else { continue }
      emitCall(to: submachine, of: state, "start", "Starts the machine that", isStart: true)
      emitCall(to: submachine, of: state, "stop", "Stops the machine that", isStart: false)
      if submachine.event >= 0 {
        emitAttempt(submachine, state)
        if machine.hasRegions { emitHeldAccepts(submachine, state) }
      }
    }
  }

  /// `{ emit(.loaded($0)) }`, where the machine has outputs.
  private func handingOut(_ submachine: Submachine, _ state: Int) -> String {
    guard submachine.output >= 0 else { return "" }
    let name = text(machine.states[state].name.range)
    return " { \(emit)(.\(name)($0)) }"
  }

  private mutating func emitCall(
    to submachine: Submachine, of state: Int, _ verb: String, _ summary: String, isStart: Bool
  ) {
    let name = text(machine.states[state].name.range)
    writer.lines(
      """

      /// \(summary) `\(name)` holds.
      """)
    writer.write(string: "private mutating func \(actionName(verb, state))(\(parameters(first: true)))")
    writer.openBrace()
    let out = handingOut(submachine, state)
    let (opened, child) = beginHeld(state)
    writer.line(string: "\(child).\(verb)\(out.isEmpty ? "()" : out)")
    endHeld(state, child, opened, tellsDone: isStart)
    writer.closeBrace()
  }

  /// Binds a state's payload, and empties the state, so that what the machine holds has one owner.
  ///
  /// - Returns: how many switches have been opened, and the name of the machine.
  private mutating func beginHeld(_ state: Int, otherwise: String = "") -> (
    opened: Int, child: String
  ) {
    let child = machine.names.fresh("child")
    let names = heldNames(state, child)
    var variables = Array(repeating: false, count: names.count)
    variables[names.count - 1] = true
    let segment = segments(of: state).count - 1
    let opened = beginMatch(
      state, names, variables, child: nil, otherwise: otherwise, storing: machine.hasRegions ? segment : -1)
    if machine.hasRegions {
      _ = writeEmptied(state, segment: segment)
    } else if let emptyState {
      writer.write("self.state = .")
      writer.write(member: emptyState)
      writer.endLine()
    }
    return (opened, child)
  }

  private func heldNames(_ state: Int, _ child: String) -> [LocalName?] {
    let count = machine.states[state].pathFields.count
    return (0..<count).map { .fresh($0 == count - 1 ? child : machine.names.fresh("value\($0 + 1)")) }
  }

  private mutating func endHeld(
    _ state: Int, _ child: String, _ opened: Int, tellsDone: Bool, tellsOutcome: Bool = false
  ) {
    let names = heldNames(state, child)
    writeRebuilt(state, child: nil) { _, field in names[field].map { .name($0) } ?? .defaultValue }
    writer.endLine()
    if tellsDone, traits.isCompletable[state] {
      let condition = tellsOutcome ? "outcome == .transitioned, " : ""
      writer.write(string: "if \(condition)\(child).isFinal { \(run).finish(.")
      writer.write(member: machine.states[state].name)
      writer.line(") }")
    }
    endMatch(opened)
  }

  private mutating func emitAttempt(_ submachine: Submachine, _ state: Int) {
    let name = text(machine.states[state].name.range)
    writer.lines(
      """

      /// Hands an event on to the machine that `\(name)` holds; nil where that has no transition for it.
      """)
    let event = machine.names.fresh("event")
    writer.write(string: "private mutating func \(actionName("attempt", state))(_ \(event): ")
    writer.write(submachine.type)
    writer.write(string: ".Event\(parameters(first: false))) -> Outcome?")
    writer.openBrace()
    let out = handingOut(submachine, state)
    let (opened, child) = beginHeld(state, otherwise: " nil")
    writer.line(string: "let outcome = \(child).attempt(event: \(event))\(out)")
    endHeld(state, child, 0, tellsDone: true, tellsOutcome: true)
    writer.line("switch outcome {")
    writer.line("case nil: return nil")
    writer.line("case .ignored: return .ignored")
    // What it keeps for later has changed it.
    writer.line(
      submachine.interface.defers ? "case .stayed, .deferred: return .stayed" : "case .stayed: return .stayed")
    writer.line("case .transitioned: return .transitioned")
    writer.line("}")
    endMatch(opened)
    writer.closeBrace()
  }

  // MARK: The wrapper

  /// The closures for the outputs of the machine that a state holds, and of those within it.
  func heldClosures(of state: Int, _ attribute: String) -> [OutputClosure] {
    guard let submachine = machine.states[state].submachine else { return [] }
    return submachine.outputs.compactMap { output in
      guard case .output(let kind, _) = output.role else { return nil }
      let name = heldName(state, output.path)
      return OutputClosure(
        name: name, property: name + "Output",
        type: closureType(
          output.parameters.map { ($0.name, qualified($0.type, of: output, submachine)) }, kind,
          "\(heldType(output, state)).Event", attribute),
        kind: kind)
    }
  }

  /// The machine that declares an output, with its generic arguments where the state itself holds it.
  func heldType(_ output: HeldOutput, _ state: Int) -> String {
    guard let submachine = machine.states[state].submachine else { return "" }
    return output.owner.count == 1 ? text(submachine.type) : output.owner.last?.name ?? ""
  }

  func heldName(_ state: Int, _ path: [String]) -> String {
    text(machine.states[state].name.range)
      + path.map(\.capitalizedFirst).joined()
  }

  /// A type as it is written in the file of another machine, with what that machine alone knows replaced: its type aliases
  /// and its generic parameters.
  private func qualified(_ type: String, of output: HeldOutput, _ submachine: Submachine) -> String {
    guard let owner = output.owner.last else { return type }
    let isDirect = output.owner.count == 1
    let name = isDirect ? text(submachine.type) : owner.name
    var replacements: [String: String] = [:]
    for alias in owner.typealiases { replacements[alias] = "\(name).\(alias)" }
    if isDirect {
      for (parameter, argument) in zip(owner.genericParameters, genericArguments(in: text(submachine.type))) {
        replacements[parameter] = argument
      }
    }
    guard !replacements.isEmpty else { return type }
    var result = ""
    var word = ""
    for character in type + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += (result.last == "." ? nil : replacements[word]) ?? word
        word = ""
        result.append(character)
      }
    }
    return String(result.dropLast())
  }

  /// The arguments of `Machine<A, [B]>`.
  private func genericArguments(in type: String) -> [String] {
    guard let open = type.firstIndex(of: "<"), let close = type.lastIndex(of: ">") else { return [] }
    var arguments = [""]
    var depth = 0
    for character in type[type.index(after: open)..<close] {
      switch character {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      default: break
      }
      if character == ",", depth == 0 { arguments.append("") } else { arguments[arguments.count - 1].append(character) }
    }
    return arguments.map { argument in
      String(argument.drop { $0 == " " })
    }
  }

  // MARK: Events

  /// In the case of the event that is for a state's machine: the machine comes first.
  mutating func emitHandingOn(_ event: String, _ state: Int, _ part: LocalNaming.Part) {
    if part == .conditions {
      let child = machine.names.fresh("child")
      let names = heldNames(state, child).enumerated().map {
        $0 == machine.states[state].pathFields.count - 1 ? $1 : nil
      }
      writer.write("if case ")
      writePattern(of: state, names)
      writer.line(string: " = self.state, \(child).accepts(\(event)) { return true }")
      return
    }
    writer.line(
      string:
        "if let outcome = self.\(actionName("attempt", state))(\(event)\(arguments(first: false))) { return outcome }")
  }

  /// The event for the machine that a state holds: in a machine with regions, it is handed on before any region is asked.
  func heldEvent(of state: Int) -> Int { machine.hasRegions ? -1 : machine.states[state].submachine?.event ?? -1 }

  /// Hands an event on to the machine that it is for, in a machine with regions.
  mutating func emitHandingOnInRegions(onlyConditions: Bool) {
    for state in machine.states.indices {
      guard let event = machine.states[state].submachine?.event, event >= 0 else { continue }
      let inner = machine.names.fresh("inner")
      writer.write("if case .")
      writer.write(member: machine.events[event].name)
      writer.write(string: "(let \(inner)) = \(self.event)")
      if onlyConditions {
        writer.line(string: ", self.\(actionName("accepts", state))(\(inner)) { return true }")
      } else {
        writer.line(
          string:
            ", let outcome = self.\(actionName("attempt", state))(\(inner)\(arguments(first: false))) { return outcome }"
        )
      }
    }
  }

  /// Whether the machine that a state holds accepts an event, in a machine with regions.
  private mutating func emitHeldAccepts(_ submachine: Submachine, _ state: Int) {
    writer.lines(
      """

      /// Whether the machine that `\(text(machine.states[state].name.range))` holds has a transition for an event.
      """)
    let event = machine.names.fresh("event")
    writer.write(string: "private func \(actionName("accepts", state))(_ \(event): ")
    writer.write(submachine.type)
    writer.write(".Event) -> Bool")
    writer.openBrace()
    let child = machine.names.fresh("child")
    let count = machine.states[state].pathFields.count
    let names = (0..<count).map { $0 == count - 1 ? LocalName.fresh(child) : nil }
    let opened = beginMatch(state, names, child: nil, otherwise: " false")
    writer.line(string: "return \(child).accepts(\(event))")
    endMatch(opened)
    writer.closeBrace()
  }

  /// The `done` rows of a state whose machine has ended.
  mutating func emitDoneRows(ofHolder state: Int, _ naming: LocalNaming) {
    let rows = rows(of: state, naming)
    let bound = rows.groups.first?.names.first ?? nil
    let child = machine.names.fresh("machine")
    var names = rows.source.names
    if names.isEmpty { names = Array(repeating: nil, count: machine.states[state].pathFields.count) }
    let held: LocalName
    if let name = names[names.count - 1] { held = name } else { held = .fresh(child) }
    names[names.count - 1] = held
    let opened = beginMatch(state, names, rows.source.isVariable, child: nil, otherwise: " nil")
    writer.write("guard ")
    write(held)
    writer.line(".isFinal else { return nil }")
    if let bound {
      writer.write("let ")
      write(bound)
      writer.write(" = ")
      write(held)
      writer.line(".state")
    }
    for group in rows.groups { emitGroup(group, state, rows.source, naming) }
    endMatch(opened)
  }
}
