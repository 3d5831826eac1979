import StateMachineModel
import StateMachineSyntax

/// What is tried: starts, and events with values for their payloads.
extension GluePrinter {
  /// The type of what is tried: an event, or a call of one's method.
  var event: String { machine.hasMethods ? "Call" : "Event" }

  /// The case of an event: methods may share their name.
  func name(of event: EventID) -> String {
    let name = text.name(machine.events[event].name)
    return machine.isOverloaded(event) ? "\(name)\(event.index)" : name
  }

  // MARK: Starts

  /// A start for each combination of values for the properties that have none, or that a statement gives some.
  var starts: String {
    let given = machine.claims.compactMap { claim -> [TriedValues]? in
      if case .start(let values) = claim.subject { values } else { nil }
    }
    return "      var starts: [StateMachineTesting.ModelStart<\(configuration)>] = []\n"
      + (given.isEmpty ? [[]] : given).map(start).joined() + "      self.starts = starts\n"
  }

  private func start(_ given: [TriedValues]) -> String {
    var loops = ""
    var arguments: [String] = []
    var texts: [String] = []
    for (place, property) in machine.storedProperties.enumerated() where property.isParameter {
      let values = given.filter { $0.place == place }.flatMap(\.values)
      guard !values.isEmpty || property.initialValue == nil else { continue }
      let type = text.swift(property.type)
      let list = values.isEmpty ? "StateMachineTesting.valuesToTry(of: \(type).self)" : "[]"
      loops +=
        "      \(values.isEmpty ? "let" : "var") values\(place): [StateMachineTesting.Trial<\(type)>] = \(list)\n"
      for value in values {
        let beginning =
          "      values\(place) += StateMachineTesting.trials(of: \(type).self, swift: \(literal(text.swift(value.range))),"
        loops += located(beginning, swift(value), ")", value.range)
      }
      loops += "      for value\(place) in values\(place) {\n"
      arguments.append("\(text.name(property.name)): value\(place).value")
      texts.append("\(text.name(property.name)): \\(value\(place).swift)")
    }
    let swift = "var machine = \(text.title)(\(texts.joined(separator: ", ")))"
    let made = "\(type)(\(arguments.joined(separator: ", ")))"
    return loops + begin(made)
      + "      starts.append(.init(\(waits ? "waiting" : "machine"), swift: \"\(swift)\"))\n"
      + String(repeating: "      }\n", count: arguments.count)
  }

  /// What makes the configuration that a machine starts in.
  private func begin(_ made: String) -> String {
    let starts = behaviour.run.hasStart && !machine.hasMethods
    guard waits else {
      let emit = output == "Never" ? "()" : " { _ in }"
      return "      \(starts ? "var" : "let") machine = \(made)\n" + (starts ? "      machine.start\(emit)\n" : "")
    }
    guard starts else { return "      let waiting = \(configuration)(\(made))\n" }
    return """
            var machine = \(made)
            var outputs: [\(output)] = []
            machine.start { outputs.append($0) }
            var waiting = \(configuration)(machine)
            for output in outputs { Self.note(output, &waiting) }
            waiting.endStep()

      """
  }

  // MARK: Events

  var triedStatements: [String] {
    triedClaims.map { ".init(\(parts(of: $0))\(documentation(of: $0)))" }
  }

  /// The statements about events, in the order of the file.
  private var triedClaims: [Claim] { machine.claims.filter { if case .event = $0.subject { true } else { false } } }

  var tries: [String] {
    triesOfEvents
      + machine.timers.indices.map {
        "        tried.append([(\(elapsed($0)), \(literal("machine.handle(event: \(elapsed($0)))")))])\n"
      }
  }

  private var triesOfEvents: [String] {
    machine.events.indices.flatMap { event -> [String] in
      if machine.events[event].method.isPrivate { return [] }
      let claims = triedClaims.enumerated().filter { _, claim in
        if case .event(event, _) = claim.subject { true } else { false }
      }
      guard !claims.isEmpty else { return [tries(of: event, nil, [])] }
      return claims.map { index, claim in
        guard case .event(_, let values) = claim.subject else { return "" }
        return tries(of: event, (index, claim), values)
      }
    }
  }

  /// Is true where values of a statement are asked of the machine.
  var triesDependOnMachine: Bool {
    machine.claims.contains { if case .event(_, let values) = $0.subject { !values.isEmpty } else { false } }
  }

  private func tries(of event: EventID, _ claim: (index: Int, claim: Claim)?, _ given: [TriedValues]) -> String {
    let fields = machine.events[event].fields
    var options = machine.policy(of: event) == .trap ? ", trapsUnhandled: true" : ""
    if let claim {
      options += ", statement: \(claim.index)\(claim.claim.condition == nil ? "" : ", isGuarded: true")"
    }
    let labels = fields.map { $0.label.map { text.name($0) + ": " } ?? "" }
    let texts = fields.indices.map { "\(labels[$0])\\(value\($0).swift)" }.joined(separator: ", ")
    let own = text.name(machine.events[event].name)
    let swift =
      machine.hasMethods
      ? "\(machine.events[event].method.throwing == nil ? "" : "try ")machine.\(own)(\(texts))"
      : "machine.handle(event: .\(own)\(fields.isEmpty ? "" : "(\(texts))"))"
    guard !fields.isEmpty else { return "        tried.append([(.\(name(of: event)), \"\(swift)\")]\(options))\n" }
    var loops = ""
    for (index, field) in fields.enumerated() {
      let values = given.filter { $0.place == index }.flatMap(\.values)
      let list: String
      if values.isEmpty {
        list =
          "StateMachineTesting.valuesToTry(of: \(text.swift(field.type)).self, near: \(constants(field, of: event)))"
      } else if let claim {
        list = "machine.values\(claim.index)Of\(index)InGlue()"
      } else {
        list = "[]"
      }
      loops += "\(list).lazy.\(index + 1 < fields.count ? "flatMap" : "map") { value\(index) in "
    }
    let caseLabels = machine.hasMethods ? fields.map { _ in "" } : labels
    let values = fields.indices.map { "\(caseLabels[$0])value\($0).value" }.joined(separator: ", ")
    return "        tried.append(\(loops)(.\(name(of: event))(\(values)), \"\(swift)\")"
      + "\(String(repeating: " }", count: fields.count)), event: \(literal(own))\(options))\n"
  }

  /// The whole numbers in guards that use a field of an event.
  private func constants(_ field: Field, of event: EventID) -> [Int] {
    guard let name = field.name else { return [] }
    var constants: Set<Int> = []
    for id in machine.transitions.indices where machine.transitions[id].trigger == .event(event) {
      guard let condition = machine.rows[machine.transitions[id].row].condition,
        machine.hasLocal(named: name.id, in: id, where: { $0.usage.contains(.condition) })
      else { continue }
      let pieces = [condition.range] + condition.expansions.map { machine.namedGuards[$0.namedGuard].expression.range }
      for piece in pieces {
        for token in SwiftLexer.tokens(of: machine.source.bytes, in: piece) where token.kind == .number {
          if let number = Int(machine.source.text(SourceRange(token.start, token.end))) { constants.insert(number) }
        }
      }
    }
    return constants.sorted()
  }

  // MARK: Steps

  /// The type of what a step hands out.
  var output: String {
    if machine.hasMethods { return machine.events.contains { $0.method.answer != nil } ? "Answer" : "Never" }
    return machine.outputs.isEmpty ? "Never" : "Output"
  }

  var throwsErrors: Bool {
    machine.throwsUnhandledEvent || !machine.errorsOfPolicies.isEmpty || !machine.errorsOfRows.isEmpty
  }

  /// The call of the machine, and whether it has changed anything.
  var call: String {
    guard !machine.hasMethods else { return callOfMethod }
    guard !waits else { return callOfWaiting }
    let emit = output == "Never" ? "" : ", emit: emit"
    let handle = "machine.handle(event: events[step]\(emit))"
    if machine.hasPreparations {
      return "      \(throwsErrors ? "_ = try? " : "")\(handle)\n      return true\n"
    }
    return "      return \(throwsErrors ? "(try? \(handle))" : handle) != .ignored\n"
  }

  private var callOfMethod: String {
    let cases = machine.events.indices.map { event in
      let fields = machine.events[event].fields
      let values = fields.indices.map { "let value\($0)" }.joined(separator: ", ")
      let arguments = fields.enumerated().map { index, field in
        (field.label.map { text.name($0) + ": " } ?? "") + "value\(index)"
      }
      let method = machine.events[event].method
      let call = "machine.\(text.name(machine.events[event].name))(\(arguments.joined(separator: ", ")))"
      let pattern = ".\(name(of: event))\(fields.isEmpty ? "" : "(\(values))")"
      let attempt = method.throwing == nil ? "" : "try? "
      guard method.answer != nil else { return "      case \(pattern): \(attempt)\(call)\n" }
      let answer =
        attempt.isEmpty
        ? "emit(.\(name(of: event))(\(call)))"
        : "if let answer = \(attempt)\(call) { emit(.\(name(of: event))(answer)) }"
      return "      case \(pattern): \(answer)\n"
    }
    return "      switch events[step] {\n\(cases.joined())      }\n      return true\n"
  }

  /// What a machine with methods is called with, and what it answers.
  var calls: String {
    let calls = machine.events.indices.map { event in
      let types = machine.events[event].fields.map { text.swift($0.type) }
      return "      case \(name(of: event))\(types.isEmpty ? "" : "(\(types.joined(separator: ", ")))")\n"
    }
    let answers = machine.events.indices.compactMap { event in
      machine.events[event].method.answer.map { "      case \(name(of: event))(\(text.swift($0.type)))\n" }
    }
    return """


          public enum Call {
      \(calls.joined())    }
      """
        + (answers.isEmpty
          ? ""
          : """


              public enum Answer {
          \(answers.joined())    }
          """)
  }
}
