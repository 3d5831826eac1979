import StateMachineModel
import StateMachineSyntax

/// Writes the Swift for the configurations in which exploration starts, and for the steps that it tries: events with
/// values for their payloads.
extension GluePrinter {
  /// The name of the type of a step. It is `Event` or, for a machine with methods, `Call`, an enum of calls of these
  /// methods.
  var event: String { machine.hasMethods ? "Call" : "Event" }

  /// Returns the name of an event's case in the enum `Event` or `Call`, such as `push`. If several events are called
  /// `push` and differ in their labels, the name ends with a number: `push2`.
  func name(of event: EventID) -> String {
    let name = text.name(machine.events[event].name)
    return (machine.isOverloaded(event) ? "\(name)\(event.index)" : name).spelledAsName
  }

  /// Returns the Swift type of a field, such as `Int`. For a field with the events or the outputs of a submachine
  /// `Inner`, this is `Inner.Event` or `Inner.Output`.
  func typeText(_ field: Field) -> String { text.swift(field.type) + (field.submachine?.rawValue ?? "") }

  // MARK: Starts

  /// The Swift that makes the configurations in which exploration starts. It makes one for each initial state, and for
  /// each combination of the values that a `try init` statement gives. A property without a given value keeps its
  /// initial value. If it has no initial value, values of its type are tried.
  var starts: String {
    let given = machine.claims.compactMap { claim -> [TriedValues]? in
      if case .start(let values) = claim.subject { values } else { nil }
    }
    let all = (given.isEmpty ? [[]] : given).flatMap { given in
      machine.isParallel
        ? [start(given, in: nil)] : machine.initialStates.map { start(given, in: machine.leaf(of: $0)) }
    }
    let made = all.count == 1 ? all[0] : all.map { "      do {\n\($0)      }\n" }.joined()
    let begun = "      var begun = StateMachineTesting.ModelPayload(\"init\", \(place(machine.name.range)))\n"
    return "      var starts: [StateMachineTesting.ModelStart<\(configuration)>] = []\n"
      + (made.contains("begun.note(") ? begun : "")
      + "      var tellings: [\(typeOfTelling)] = []\n"
      + made + "      self.starts = starts\n      self.tellings = tellings\n"
  }

  /// Returns the Swift that makes configurations in which exploration starts, for one `try init` statement.
  ///
  /// - Parameters:
  ///   - given: the values that the statement gives; empty if the file has no such statement.
  ///   - initial: the leaf state in which the machine begins; nil if it begins in several regions.
  private func start(_ given: [TriedValues], in initial: StateID?) -> String {
    var loops: [String] = []
    var arguments: [(value: String, swift: String)] = []
    for (place, property) in machine.storedProperties.enumerated() where property.isParameter {
      let values = given.filter { $0.place == place }.flatMap(\.values)
      guard !values.isEmpty || property.initialValue == nil else { continue }
      arguments.append(argument(spelled(property.name), property.name, text.swift(property.type), values, &loops))
    }
    func values(of field: Field) -> [SwiftCode] {
      let label = (field.label ?? field.name)?.id
      return given.filter { $0.place >= machine.storedProperties.count && machine.startLabels[$0.place]?.id == label }
        .flatMap(\.values)
    }
    if let initial,
      !machine.otherInitialStates.isEmpty
        || machine.states[initial].pathFields.contains(where: { !$0.hasDefault || !values(of: $0).isEmpty })
    {
      let state = self.state(machine.path(of: initial)[...], values(of:), &loops)
      arguments.append(("state: \(state.value)", "state: \(state.swift)"))
    }
    let swift = "var machine = \(text.title)(\(arguments.map(\.swift).joined(separator: ", ")))"
    let made = "(\(arguments.map(\.value).joined(separator: ", ")))"
    return loops.joined() + begin(made)
      + "      starts.append(.init(\(subject), swift: \"\(swift)\", rows: trace.rows))\n"
      + "      tellings.append(telling)\n"
      + String(repeating: "      }\n", count: loops.count)
  }

  /// Returns an argument for the machine's initializer, such as `limit: value0.value`, and its text for reports,
  /// `limit: \(value0.swift)`. The variable `value0` belongs to a generated loop over the values to try. The beginning
  /// of this loop is added to `loops`.
  ///
  /// - Parameters:
  ///   - label: the label of the argument.
  ///   - own: the name of the property or field that gets the argument. Constants that guards compare with it are
  ///     tried.
  ///   - values: the values that a `try init` statement gives; if empty, values of the type are tried.
  ///   - loops: the beginnings of all loops so far. Their number is part of the variables' names.
  private func argument(
    _ label: String?, _ own: Identifier?, _ type: String, _ values: [SwiftCode], _ loops: inout [String]
  ) -> (value: String, swift: String) {
    let name = "value\(loops.count)"
    let list = "values\(loops.count)"
    let known = own.map { machine.names.text($0.id) } ?? "\(loops.count)"
    let declaration =
      values.isEmpty
      ? "      let \(list) = StateMachineTesting.valuesToTry(of: (\(type)).self\(near(own)))\n"
      : listed(values, of: type, in: list, indentation: "      ")
    let note = "      begun.note(\(literal(known)), \(list)\(values.isEmpty ? "" : ", isGiven: true"))\n"
    loops.append(declaration + note + "      for \(name) in \(list) {\n")
    let label = label.map { $0 + ": " } ?? ""
    return ("\(label)\(name).value", "\(label)\\(\(name).swift)")
  }

  /// Returns the Swift that declares a variable with the values that a `try` statement gives. A value may be a range:
  /// the variable for `1...3` and `9` has four elements.
  ///
  /// - Parameter name: the name of the variable.
  func listed(_ values: [SwiftCode], of type: String, in name: String, indentation: String) -> String {
    values.reduce("\(indentation)var \(name): [StateMachineTesting.Trial<\(type)>] = []\n") { lines, value in
      let beginning =
        "\(indentation)\(name) += StateMachineTesting.trials(of: (\(type)).self, "
        + "swift: \(literal(text.swift(value.range))),"
      return lines + located(beginning, swift(value), ")", value.range)
    }
  }

  /// Returns the initial state as Swift, such as `.moving(speed: value0.value, .opening)`, and its text for reports. A
  /// field gets values from a generated loop if it has no default. The same applies if a statement gives values for it.
  ///
  /// - Parameters:
  ///   - path: the state and its ancestors, outermost first.
  ///   - given: returns the values that a `try init` statement gives for a field.
  ///   - loops: the beginnings of all loops over values so far. Those of the state's fields are added to it.
  private func state(
    _ path: ArraySlice<StateID>, _ given: (Field) -> [SwiftCode], _ loops: inout [String]
  ) -> (value: String, swift: String) {
    guard let first = path.first else { return ("", "") }
    var arguments: [(value: String, swift: String)] = []
    for field in machine.states[first].fields where !field.hasDefault || !given(field).isEmpty {
      arguments.append(
        argument(field.label.map(spelled), field.label ?? field.name, typeText(field), given(field), &loops))
    }
    if path.count > 1 { arguments.append(state(path.dropFirst(), given, &loops)) }
    let name = "." + spelled(machine.states[first].name)
    guard !arguments.isEmpty else { return (name, name) }
    return (
      "\(name)(\(arguments.map(\.value).joined(separator: ", ")))",
      "\(name)(\(arguments.map(\.swift).joined(separator: ", ")))"
    )
  }

  /// Returns the Swift that makes a machine for the start of exploration. The Swift also collects the rows that the
  /// machine takes at its start, and timers and tasks that begin.
  ///
  /// - Parameter arguments: the arguments of the machine's initializer, with their parentheses.
  private func begin(_ arguments: String) -> String {
    let (made, telling) = (type + arguments, "\(type).\(Self.tellingName)\(arguments)")
    if isReplayed { return beginReplayed(made, telling) }
    let starts = behaviour.run.hasStart && !machine.hasMethods
    let word = starts ? "var" : "let"
    let begins = """
            let trace = StateMachineTesting.Trace()
            \(word) telling = \(telling)
            \(word) machine = \(made)

      """
    guard starts else { return begins + (waits ? "      let waiting = \(configuration)(machine)\n" : "") }
    let listens = "      trace.listen { \(start("telling", emitting: "_ in")) }\n"
    guard waits else { return begins + listens + "      \(start("machine", emitting: "_ in"))\n" }
    return begins + listens + """
            var outputs: [\(output)] = []
            \(start("machine", emitting: "outputs.append($0)"))
            var waiting = \(configuration)(machine)
            for output in outputs { Self.note(output, &waiting.waitedFor, "") }
            waiting.waitedFor.endStep()

      """
  }

  /// Returns the Swift that calls a machine's `start`. If the call may throw an error, it is a `try?`, so that
  /// exploration goes on after an error.
  ///
  /// - Parameters:
  ///   - subject: the variable with the machine.
  ///   - body: the Swift in the closure that gets the outputs.
  private func start(_ subject: String, emitting body: String) -> String {
    let attempt = machine.rowsThrowToSenders && behaviour.run.takesRowsAtStart ? "try? " : ""
    return "\(attempt)\(subject).start\(output == "Never" ? "()" : " { \(body) }")"
  }

  /// Returns the Swift that makes a noncopyable machine for the start of exploration. Tests cannot copy the machine, so
  /// the Swift contains closures that make it anew. It also collects the rows, timers and tasks of the machine's start.
  ///
  /// - Parameters:
  ///   - made: the Swift that makes the machine.
  ///   - telling: the Swift that makes `TellingInGlue`, the copy of the machine that reports its rows.
  private func beginReplayed(_ made: String, _ telling: String) -> String {
    let starts = behaviour.run.hasStart && !machine.hasMethods
    func maker(_ name: String, _ type: String, _ made: String) -> String {
      let begins = starts ? "        \(start("machine", emitting: "emit($0)"))\n" : ""
      return "      let \(name) = { (emit: (\(output)) -> Void) -> \(type) in\n"
        + "        \(starts ? "var" : "let") machine = \(made)\n\(begins)        return machine\n      }\n"
    }
    let lines =
      maker("make", type, made) + maker("makeTelling", "\(type).\(Self.tellingName)", telling)
        + """
              let trace = StateMachineTesting.Trace()
              trace.listen { _ = makeTelling { _ in } }
              let telling = StateMachineTesting.Replayed { makeTelling { _ in } }
              let machine = StateMachineTesting.Replayed { make { _ in } }

        """
    guard waits else { return lines }
    return lines + "      var waiting = \(configuration)(machine)\n"
      + "      _ = make { Self.note($0, &waiting.waitedFor, \"\") }\n      waiting.waitedFor.endStep()\n"
  }

  // MARK: Events

  var triedStatements: [String] {
    triedClaims.map { ".init(\(parts(of: $0))\(documentation(of: $0)))" }
  }

  /// The `try` statements for events, in the order of the file. `try init` statements are left out.
  var triedClaims: [Claim] { machine.claims.filter { if case .event = $0.subject { true } else { false } } }

  var tries: [String] {
    triesOfEvents
      + machine.timers.indices.map {
        let untimed = isConstant(machine.timers[$0].delay) ? "" : ", untimed: \(literal(timerNames[$0.index]))"
        return "        tried.append(\(elapsed($0)), \(literal(elapsed($0)))\(untimed))\n"
      }
  }

  /// The Swift that adds the steps to try, for each event: one piece for each `try` statement about the event. An event
  /// without such a statement has one piece, with values that the testing library chooses.
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

  /// Whether a `try` statement gives values for an event. Such values may use the machine, as in
  /// `try add(count: limit)`. So the glue evaluates them for each machine with which exploration starts.
  var triesDependOnMachine: Bool {
    triedClaims.contains { if case .event(_, let values) = $0.subject { !values.isEmpty } else { false } }
  }

  /// Returns the Swift that adds the steps to try for one event. There is one step for each combination of values of
  /// the event's fields.
  ///
  /// - Parameters:
  ///   - claim: the `try` statement with its index in `triedClaims`; nil if no statement tries the event.
  ///   - given: the values that the statement gives for fields. For other fields, the testing library chooses values.
  private func tries(of event: EventID, _ claim: (index: Int, claim: Claim)?, _ given: [TriedValues]) -> String {
    let fields = machine.events[event].fields
    let options =
      claim.map { ", statement: \($0.index)\($0.claim.hasGuard ? ", isGuarded: true" : "")" } ?? ""
    let labels = fields.map { $0.label.map { spelled($0) + ": " } ?? "" }
    func values(_ part: String) -> [String] { fields.indices.map { "list\($0)[places[\($0)]].\(part)" } }
    let texts = zip(labels, values("swift")).map { "\($0)\\(\($1))" }.joined(separator: ", ")
    let own = spelled(machine.events[event].name)
    let swift =
      machine.hasMethods
      ? "\(machine.events[event].method.throwing == nil ? "" : "try ")machine.\(own)(\(texts))"
      : ".\(own)\(fields.isEmpty ? "" : "(\(texts))")"
    guard !fields.isEmpty else { return "        tried.append(.\(name(of: event)), \"\(swift)\"\(options))\n" }
    var lists = ""
    for (index, field) in fields.enumerated() {
      let isGiven = given.contains { $0.place == index }
      guard !Self.isMadeAnew(field) else {
        lists += "          let list\(index) = \(places(index, of: event, for: claim?.index))\n"
        lists += note(index, of: event, isGiven: isGiven)
        continue
      }
      var list = "machine.values\(claim?.index ?? 0)Of\(index)InGlue()"
      if !isGiven || claim == nil {
        let type = "(\(typeText(field))).self"
        list = "StateMachineTesting.valuesToTry(of: \(type)\(near(field, at: index, of: event)))"
        for name in comparedCases(field, of: event) {
          list += " + StateMachineTesting.trials(of: \(type), swift: \(literal("." + name)), .\(name))"
        }
      }
      lists += "          let list\(index) = \(list)\n"
      lists += note(index, of: event, isGiven: isGiven)
    }
    // A statement of the submachine may say when the event comes.
    let part = fields.first?.submachine == nil ? "" : ", part: list0[places[0]].step"
    let counts = fields.indices.map { "list\($0).count" }.joined(separator: ", ")
    let caseLabels = machine.hasMethods ? fields.map { _ in "" } : labels
    let payload = zip(caseLabels, values("value")).map { $0 + $1 }.joined(separator: ", ")
    return """
              do {
      \(lists)          let combinations = StateMachineTesting.combinations(\(counts))
                for places in combinations {
                  tried.append(.\(name(of: event))(\(payload)), "\(swift)"\(options)\(part)\(given.isEmpty ? "" : ", isGiven: true"))
                }
              }

      """
  }

  private func note(_ place: Int, of event: EventID, isGiven: Bool) -> String {
    "          tried.note(\(literal(triedName(event))), \(self.place(machine.events[event].name.range)), "
      + "\(literal(label(place, of: event))), list\(place)\(isGiven ? ", isGiven: true" : ""))\n"
  }

  // MARK: Steps

  /// The name of the type of the values that a step emits. It is `Output` or, for a machine with methods, `Reply`, an
  /// enum of the results of these methods. It is `Never` if steps emit nothing.
  var output: String {
    if machine.hasMethods {
      return sentEvents.contains { machine.events[$0].method.result != nil } ? "Reply" : "Never"
    }
    return machine.handsOutOutputs ? "Output" : "Never"
  }

  var throwsErrors: Bool {
    machine.throwsUnhandledEvent || !machine.errorsOfPolicies.isEmpty || !machine.errorsOfRows.isEmpty
  }

  /// The Swift in the function that takes a step. The step is taken twice: by `TellingInGlue`, the copy of the machine
  /// that reports its rows, and then by the machine.
  var taking: String {
    // Repeated steps report no rows.
    let telling =
      isReplayed
      ? "      telling.take(step, redoTelling) { machine in trace.listen { redoTelling(step, &machine) } }\n"
      : "      trace.listen {\n\(callOfTelling("telling"))      }\n"
    let own =
      waits
      ? callOfWaiting
      : isReplayed ? "      return \(value).take(step, redo) { perform(step, &$0, emit) }\n" : call(of: value)
    return telling + "      if trace.isStopped { return false }\n" + own
  }

  /// Returns the Swift that makes a machine take a step: `return machine.handle(event: events[step]) != .ignored`. For
  /// a machine with methods, it is a `switch` that calls a method, and then `return true`.
  ///
  /// - Parameter machine: the variable with the machine.
  func call(of machine: String) -> String {
    guard !self.machine.hasMethods else { return callOfMethod(of: machine) }
    let emit = output == "Never" ? "" : ", emit: emit"
    let handle = "\(machine).handle(event: events[step]\(emit))"
    return "      return \(throwsErrors ? "(try? \(handle))" : handle) != .ignored\n"
  }

  /// Returns the Swift that makes `TellingInGlue`, the copy of the machine that reports its rows, take a step.
  ///
  /// - Parameter telling: the variable with the copy.
  func callOfTelling(_ telling: String) -> String {
    guard machine.hasMethods else {
      let handle = "\(telling).handle(event: events[step])\(output == "Never" ? "" : " { _ in }")"
      return "        _ = \(throwsErrors ? "try? " : "")\(handle)\n"
    }
    if sentEvents.isEmpty { return "" }
    let cases = sentEvents.map { event in
      let (pattern, call) = callOfMethod(event, of: telling)
      return "      \(pattern)do { _ = try \(call) } catch {}\n"
    }
    return "        switch events[step] {\n\(cases.joined())        }\n"
  }

  /// The events that tests can send. An event with a private method is left out, because only the machine's own file
  /// can call this method.
  var sentEvents: [EventID] { machine.events.indices.filter { !machine.events[$0].method.isPrivate } }

  /// Returns two pieces of Swift for an event with a method. The first is the pattern of the event's case in the enum
  /// `Call`: `case .push(let value0):`. The second is the call of the method: `machine.push(force: value0)`.
  ///
  /// - Parameter machine: the variable with the machine.
  private func callOfMethod(_ event: EventID, of machine: String) -> (pattern: String, call: String) {
    let fields = self.machine.events[event].fields
    let values = fields.indices.map { "let value\($0)" }.joined(separator: ", ")
    let arguments = fields.enumerated().map { index, field in
      (field.label.map { spelled($0) + ": " } ?? "") + argument(index, field, of: event, machine)
    }
    let call = "\(machine).\(spelled(self.machine.events[event].name))(\(arguments.joined(separator: ", ")))"
    return ("      case .\(name(of: event))\(fields.isEmpty ? "" : "(\(values))"): ", call)
  }

  /// Returns a `switch` over the step that calls the method of its event, and then `return true`. If a method returns a
  /// result, the result is emitted.
  private func callOfMethod(of machine: String) -> String {
    // There are no events to try.
    if sentEvents.isEmpty { return "      return false\n" }
    let cases = sentEvents.map { event in
      let (pattern, own) = callOfMethod(event, of: machine)
      let method = self.machine.events[event].method
      let attempt = method.throwing == nil ? "" : "try? "
      let call = attempt + own
      guard method.result != nil else { return pattern + call + "\n" }
      if isResultNamed(event) {
        return pattern + emitName(of: attempt.isEmpty ? own : "try \(own)", event) + "\n"
      }
      return pattern
        + (attempt.isEmpty
          ? "emit(.\(name(of: event))(\(call)))\n"
          : "if let result = \(call) { emit(.\(name(of: event))(result)) }\n")
    }
    return "      switch events[step] {\n\(cases.joined())      }\n      return true\n"
  }

  /// Returns the argument for a field in the call of an event's method: the variable with the field's value, `value0`.
  /// If the value must be made anew for each step, the variable contains only a number. The argument is then a call
  /// that makes the value.
  ///
  /// - Parameters:
  ///   - index: the index of the field.
  ///   - machine: the variable with the machine.
  private func argument(_ index: Int, _ field: Field, of event: EventID, _ machine: String) -> String {
    Self.isMadeAnew(field) ? "\(machine).\(maker(index, of: event))(value\(index))" : "value\(index)"
  }

  /// The Swift of two enums for a machine with methods. `Call` has a case for each method that is not private, with its
  /// arguments. `Reply` has a case for each of these methods that returns a result.
  var calls: String {
    let calls = sentEvents.map { event in
      let types = machine.events[event].fields.map { Self.isMadeAnew($0) ? "Int" : typeText($0) }
      return "      case \(name(of: event).declaredCase)\(types.isEmpty ? "" : "(\(types.joined(separator: ", ")))")\n"
    }
    let results = sentEvents.compactMap { event in
      machine.events[event].method.result.map {
        "      case \(name(of: event).declaredCase)(\(isResultNamed(event) ? "String" : text.swift($0.type)))\n"
      }
    }
    return """


          \(access)enum Call {
      \(calls.joined())    }
      """
        + (results.isEmpty
          ? ""
          : """


              \(access)enum Reply {
          \(results.joined())    }
          """)
  }
}

extension String {
  /// The name as the declaration of an enum case spells it. A keyword needs back-ticks in the declaration, but not
  /// after a dot.
  fileprivate var declaredCase: String { hasPrefix("`") ? self : spelledAsCase }
}
