extension SwiftEmitter {
  // MARK: The struct

  mutating func emitHead() {
    writer.documentation(machine.documentation)
    let attributes = Availability.attributes(machine.attributes.map(text), needed: machine.needsClock ? .clocks : nil)
    for attribute in attributes { writer.line(string: attribute) }
    // Nonisolated, so that the code compiles in a module whose default isolation is the main actor (SE-0466, SE-0449).
    writer.write(string: "\(topLevelAccess)nonisolated struct \(spelling(machine.name))\(genericClause)")
    writeConformances(machine.conformances.map(text).filter { $0 != "Comparable" })
    if let requirements = machine.requirements { writer.write(string: " where" + padded(text(requirements))) }
  }

  private func padded(_ text: String) -> String {
    text.first?.isWhitespace == true ? text : " " + text
  }

  /// `<Response: Sendable>`, as declared.
  var genericClause: String {
    machine.genericParameters.isEmpty
      ? "" : "<" + machine.genericParameters.map { text($0.range) }.joined(separator: ", ") + ">"
  }

  var whereClause: String { machine.requirements.map { " where" + padded(text($0)) } ?? "" }

  mutating func writeConformances(_ names: [String]) {
    if !names.isEmpty { writer.write(string: ": " + names.joined(separator: ", ")) }
  }

  /// The conformances of the head that payloads have too. `Comparable` is for states alone: Swift makes it for enums.
  func nestedConformances(isState: Bool) -> [String] {
    machine.conformances.map(text).filter { name in
      switch name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name {
      case "Equatable", "Hashable", "Codable", "Encodable", "Decodable", "Sendable", "@unchecked Sendable": true
      case "Comparable": isState
      default: false
      }
    }
  }

  // MARK: State, Event, Output, Outcome

  mutating func emitTypes() {
    for alias in machine.typealiases {
      writer.documentation(alias.documentation)
      writer.beginLocation(alias.range)
      writer.write(string: "\(access)typealias ")
      writer.write(alias.range)
      writer.endLine()
      writer.endLocation()
    }
    if !machine.typealiases.isEmpty { writer.blankLine() }

    if machine.isParallel {
      emitRegions(machine.topStates, "State", "The state of the machine: that of each of its regions.")
    } else {
      emitStates(machine.topStates, "State", "A state of the machine.")
    }
    writer.blankLine()
    emitEnum(
      "Event", "Something that happens to the machine.", isState: false,
      machine.events.map { ($0.documentation, $0.name, $0.fields) }
    ) { emitter in
      guard !emitter.machine.timers.isEmpty else { return }
      emitter.writer.line("/// A timer has run out.")
      emitter.writer.line("case elapsed(Timer)")
    }
    if hasOutputs {
      emitEnum(
        "Output", "Something that the machine asks the world to do.", isState: false,
        machine.outputs.map { ($0.documentation, $0.name, $0.fields) }
      ) { $0.emitGeneratedOutputs() }
    }
    emitTimerType()
    writer.lines(
      """
      /// What an event did.
      \(access)enum Outcome: Hashable, Sendable {
        /// No transition applies: nothing changed.
        case ignored
        /// An internal transition ran: the state was neither left nor entered.
        case stayed
        /// A state was left, and one was entered: another, or the same again.
        case transitioned\(deferredCase)
      }

      """)
    if throwsUnhandled {
      writer.lines(
        """
        /// An event for which the current state has no transition.
        \(access)struct UnhandledEvent: Error, Hashable, Sendable {
          /// The name of the state.
          \(access)let state: String
          /// The name of the event.
          \(access)let event: String
        }

        """)
    }
    emitHistoryTypes()
    emitRunTypes()
    if machine.hasRegions { emitStepTypes() }
  }

  /// The outcome that only machines have that defer events.
  private var deferredCase: String {
    traits.defers ? "\n  /// The event is kept until a state does not defer it.\n  case deferred" : ""
  }

  /// The enum of the states at the top level, or of a composite's children; within it, those of its composites.
  mutating func emitStates(_ states: [Int], _ name: String, _ summary: String) {
    writer.line(string: "/// \(summary)")
    writer.write(string: "\(access)enum \(name)")
    writeConformances(nestedConformances(isState: true))
    writer.openBrace()
    for state in states {
      let declaration = machine.states[state]
      let fields = declaration.fields
      writer.documentation(declaration.documentation)
      writer.beginLocation(fields.isEmpty ? nil : declaration.name.range)
      writer.write("case ")
      writer.write(declaration.name)
      if declaration.isComposite {
        writer.write("(")
        writeParameterList(fields)
        writer.write(string: (fields.isEmpty ? "" : ", ") + enumName(of: state))
        if machine.isParallel(state) {
          if declaration.children.allSatisfy(hasDefault) { writer.write(" = .init()") }
        } else if hasDefault(declaration.initialChild) {
          let child = machine.states[declaration.initialChild]
          writer.write(" = .")
          writer.write(member: child.name)
          if !child.fields.isEmpty || child.isComposite { writer.write("()") }
        }
        writer.write(")")
      } else {
        writeParameters(fields)
      }
      writer.endLine()
      writer.endLocation()
    }
    for state in states where machine.states[state].isComposite {
      writer.blankLine()
      let name = text(machine.states[state].name.range)
      if machine.isParallel(state) {
        emitRegions(
          machine.states[state].children, enumName(of: state), "The regions of `\(name)`, which are active together.")
      } else {
        emitStates(machine.states[state].children, enumName(of: state), "A state within `\(name)`.")
      }
    }
    writer.closeBrace()
  }

  private mutating func emitEnum(
    _ name: String, _ summary: String, isState: Bool,
    _ cases: [(documentation: SourceRange?, name: Identifier, fields: [Field])],
    generated: (inout SwiftEmitter) -> Void
  ) {
    writer.line(string: "/// \(summary)")
    writer.write(string: "\(access)enum \(name)")
    writeConformances(nestedConformances(isState: isState))
    writer.openBrace()
    for (documentation, name, fields) in cases {
      writer.documentation(documentation)
      writer.beginLocation(fields.isEmpty ? nil : name.range)
      writer.write("case ")
      writer.write(name)
      writeParameters(fields)
      writer.endLine()
      writer.endLocation()
    }
    generated(&self)
    writer.closeBrace()
    writer.blankLine()
  }

  private mutating func writeParameters(_ fields: [Field]) {
    guard !fields.isEmpty else { return }
    writer.write("(")
    writeParameterList(fields)
    writer.write(")")
  }

  private mutating func writeParameterList(_ fields: [Field]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { writer.write(", ") }
      if let label = field.label {
        writer.write(parameterLabel: label)
        writer.write(": ")
      } else if let name = field.name {
        // Swift allows an enum's case no two names, but an underscore and a name.
        writer.write("_ ")
        writer.write(name)
        writer.write(": ")
      }
      writer.code(SwiftCode(range: field.type), guards: [])
      if let part = field.submachine { writer.write(string: part.rawValue) }
      if let value = field.defaultValue {
        writer.write(" = ")
        writer.code(SwiftCode(range: value), guards: [])
      } else if field.hasDefaultMachine, field.submachine == .machine {
        writer.write(" = ")
        writer.code(SwiftCode(range: field.type), guards: [])
        writer.write("()")
      }
    }
  }

  // MARK: Properties and init

  /// Whether the initial state needs nothing from the caller.
  var initialStateHasDefault: Bool {
    machine.isParallel ? machine.topStates.allSatisfy(hasDefault) : hasDefault(machine.initialState)
  }

  /// Whether `Machine()` compiles.
  var hasDefaultInit: Bool {
    initialStateHasDefault && machine.storedProperties.allSatisfy { $0.initialValue != nil }
  }

  mutating func emitProperties() {
    for property in machine.storedProperties {
      writer.documentation(property.documentation)
      writer.beginLocation(property.type)
      writer.write(string: access)
      writer.write(property.isVariable ? "var " : "let ")
      writer.write(property.name)
      writer.write(": ")
      writer.code(SwiftCode(range: property.type), guards: [])
      writer.endLine()
      writer.endLocation()
    }
    writer.line("/// The current state.")
    writer.line(string: "\(access)private(set) var state: State")
    emitHistoryProperties()
    emitDeferredEvents()
    writer.blankLine()
    emitInit()
    emitIsFinal()
  }

  private mutating func emitInit() {
    writer.lines(
      """
      /// Makes a machine in its initial state, or in one that was stored.
      """)
    writer.beginLocation(machine.storedProperties.first { $0.initialValue != nil }?.initialValue)
    writer.write(string: "\(access)init(")
    for property in machine.storedProperties {
      writer.write(property.name)
      writer.write(": ")
      if isFunction(text(property.type)) { writer.write("@escaping ") }
      writer.write(property.type)
      if let value = property.initialValue {
        writer.write(" = ")
        writer.code(SwiftCode(range: value), guards: [])
      }
      writer.write(", ")
    }
    let initial = machine.states[machine.initialState]
    writer.write("state: State")
    if machine.isParallel {
      if initialStateHasDefault { writer.write(" = State()") }
    } else if initialStateHasDefault {
      writer.write(" = .")
      writer.write(member: initial.name)
      if !initial.fields.isEmpty || initial.isComposite { writer.write("()") }
    }
    writer.write(")")
    writer.openBrace()
    writer.endLocation()
    for property in machine.storedProperties {
      writer.write("self.")
      writer.write(property.name)
      writer.write(" = ")
      writer.write(property.name)
      writer.endLine()
    }
    writer.line("self.state = state")
    writer.closeBrace()
    writer.blankLine()
  }

  private mutating func emitIsFinal() {
    let topStates = machine.topStates
    if machine.isParallel {
      emitIsFinalInRegions()
      return
    }
    guard topStates.contains(where: { machine.states[$0].isFinal }) else { return }
    writer.line("/// Whether the machine has ended: it takes no more events.")
    writer.write(string: "\(access)var isFinal: Bool")
    writer.openBrace()
    writer.line("switch self.state {")
    for isFinal in [true, false] {
      let names = topStates.map { machine.states[$0] }.filter { $0.isFinal == isFinal }.map(\.name)
      guard !names.isEmpty else { continue }
      writeCaseList(names)
      writer.line(string: " return \(isFinal)")
    }
    writer.line("}")
    writer.closeBrace()
    writer.blankLine()
  }

  /// A machine with regions has ended when each of them has.
  private mutating func emitIsFinalInRegions() {
    guard canEnd else { return }
    writer.line("/// Whether the machine has ended: it takes no more events.")
    writer.write(string: "\(access)var isFinal: Bool")
    writer.openBrace()
    for region in machine.topStates { emitFinalTest(of: region, "self.state.\(spelling(machine.states[region].name))") }
    writer.line("return true")
    writer.closeBrace()
    writer.blankLine()
  }

  /// Returns false where a region is in a state that is not final.
  mutating func emitFinalTest(of region: Int, _ subject: String) {
    writer.line(string: "switch \(subject) {")
    for isFinal in [true, false] {
      let states = machine.states[region].children.filter { machine.states[$0].isFinal == isFinal }
      guard !states.isEmpty else { continue }
      writeCaseList(states.map { machine.states[$0].name })
      writer.line(isFinal ? " break" : " return false")
    }
    writer.line("}")
  }

  /// Whether the machine can come to an end.
  var canEnd: Bool {
    machine.isParallel
      ? machine.topStates.allSatisfy(machine.canBeDone) : machine.topStates.contains { machine.states[$0].isFinal }
  }

  /// `case .a, .b:`, on as many lines as it takes.
  ///
  /// - Parameter last: a case that is generated.
  mutating func writeCaseList(_ names: [Identifier], last: String? = nil) {
    writer.write("case ")
    for (index, name) in names.enumerated() {
      if index > 0 {
        writer.write(",")
        writer.breakLine(before: name.range.upperBound - name.range.lowerBound + 6)
      }
      writer.write(".")
      writer.write(member: name)
    }
    if let last {
      if !names.isEmpty {
        writer.write(",")
        writer.breakLine(before: last.utf8.count + 6)
      }
      writer.write(string: ".\(last)")
    }
    writer.write(":")
  }

  /// Whether a type is a function's, outside brackets: a parameter of it escapes only where that is said.
  func isFunction(_ type: String) -> Bool {
    var depth = 0
    var previous: Character = " "
    for character in type {
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">":
        if previous == "-" {
          if depth == 0 { return true }
        } else {
          depth -= 1
        }
      default: break
      }
      previous = character
    }
    return false
  }
}
