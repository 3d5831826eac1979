import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Machines with timers or tasks: the running timers and tasks are part of a configuration.
extension GluePrinter {
  /// Whether the machine, or a submachine of one of its states, has timers or tasks.
  var waits: Bool { behaviour.run.hasActivities || !tasks.isEmpty || !waitingParts.isEmpty }

  /// The states whose submachines have timers or tasks, with these submachines.
  private var waitingParts: [(state: StateID, submachine: Submachine)] {
    machine.states.indices.compactMap { state in
      machine.states[state].submachine.flatMap {
        $0.event != nil && $0.waits ? (state, $0) : nil
      }
    }
  }

  /// Returns the type of the glue of a state's submachine.
  func glue(ofPart state: StateID) -> String {
    (machine.states[state].submachine.map { machine.source.text($0.type) } ?? "") + ".Glue"
  }

  /// The name of the type of a configuration.
  var configuration: String {
    let own = isReplayed ? "StateMachineTesting.Replayed<\(type)>" : type
    return waits ? "StateMachineTesting.Waiting<\(own)>" : own
  }

  /// The name of the type of the tracing machine, which reports the rows of steps.
  var typeOfTelling: String {
    let own = "\(type).\(Self.tellingName)"
    return isReplayed ? "StateMachineTesting.Replayed<\(own)>" : own
  }

  /// The expression for a configuration in the functions of the glue; `value` is the expression for its machine.
  var subject: String { waits ? "waiting" : "machine" }
  var value: String { waits ? "waiting.machine" : "machine" }

  /// Returns the event of a timer that has elapsed: `.elapsed(.activeReceiving)`.
  func elapsed(_ timer: TimerID) -> String { ".elapsed(.\(GeneratedNames(machine).timer(timer)))" }

  /// The outputs that send events while they are performed. Only these are tasks of a configuration.
  var tasks: [Output] { machine.outputs.filter(isTask) }

  func isTask(_ output: Output) -> Bool { output.kind != .plain && !output.sent.isEmpty }

  /// Returns the names of the tasks of an output: as an activity, and as an effect.
  private func names(_ output: Output) -> (activity: String, effect: String) {
    let name = machine.names.text(output.name.id)
    return (name, "effect \(name)")
  }

  /// The functions that return whether a timer or task may send an event now, and that record which timers and tasks an
  /// event or an output begins or ends. An owner's glue calls them, too.
  var note: String {
    let cases = machine.events.count + (machine.timers.isEmpty ? 0 : 1)
    let noted = timerOutputs + taskOutputs + outputsOfParts
    let others = machine.outputs.count - tasks.count - outputsOfParts.count
    return """


          /// Returns whether a timer is running that may elapse now, or an activity that sends the event.
          \(access)static func isAwaited(_ event: Event, _ waitedFor: StateMachineTesting.WaitedFor, _ path: String) -> Bool {
      \(switchOver("event", awaited, of: cases, else: "return true"))    }

          /// Notes what an event ends, before the machine is told.
          \(access)static func end(_ event: Event, _ waitedFor: inout StateMachineTesting.WaitedFor, _ path: String) {
      \(switchOver("event", endings, of: cases, else: "break"))    }

          /// Notes what an output begins or ends.
          \(access)static func note(_ output: \(output), _ waitedFor: inout StateMachineTesting.WaitedFor, _ path: String) {
      \(switchOver("output", noted, of: others == 0 ? noted.count : nil, else: "break"))    }\(timerName)
      """
  }

  /// - Parameter count: the number of all cases; nil if `cases` certainly lacks some.
  private func switchOver(_ value: String, _ cases: [String], of count: Int?, else last: String) -> String {
    guard !cases.isEmpty else { return last == "break" ? "" : "      \(last)\n" }
    let rest = cases.count == count ? "" : "      default: \(last)\n"
    return "      switch \(value) {\n\(cases.map { "      case \($0)\n" }.joined())\(rest)      }\n"
  }

  /// Returns whether a timer's delay does not depend on the machine's values: `5s`, `.seconds(5)`.
  func isConstant(_ delay: Timer.Delay) -> Bool {
    guard case .code(let code) = delay else { return true }
    let tokens = SwiftLexer.tokens(of: machine.source.bytes, in: code.range)
    return code.isPlain
      && tokens.indices.allSatisfy { index in
        tokens[index].kind != .identifier || !Ascii.isLowercase(tokens[index].byte)
          || index > 0 && tokens[index - 1].isPunctuation(Ascii.dot)
      }
  }

  /// The names of the cases for the timers.
  var timerNames: [String] { machine.timers.indices.map(GeneratedNames(machine).timer) }

  private var timerName: String {
    guard !machine.timers.isEmpty else { return "" }
    let names = timerNames
    let constant = zip(machine.timers, names).filter { isConstant($0.0.delay) }.map { "." + $1 }
    let isMixed = !constant.isEmpty && constant.count < names.count
    let function =
      "\n\n    private static func isConstant(_ timer: Timer) -> Bool { [\(constant.joined(separator: ", "))].contains(timer) }"
    return (isMixed ? function : "")
      + "\n\n    private static func name(_ timer: Timer) -> String {\n      switch timer {\n"
      + names.map { "      case .\($0): \(literal($0.filter { $0 != "`" }))\n" }.joined() + "      }\n    }"
  }

  private var timerOutputs: [String] {
    guard !machine.timers.isEmpty else { return [] }
    let sorts = behaviour.run.timers
    // The value of an expression is unknown.
    let unknown = machine.timers.indices.filter { !isConstant(machine.timers[$0].delay) }
    let duration =
      unknown.isEmpty
      ? "duration" : unknown.count == machine.timers.count ? "nil" : "isConstant(timer) ? duration : nil"
    let bound = duration == "nil" ? "_" : "let duration"
    let begin = "waitedFor.schedule(path + name(timer), after: \(duration)"
    return (sorts.after ? [".schedule(let timer, after: \(bound)): \(begin))"] : [])
      + (sorts.every
        ? [
          ".\(GeneratedNames.repeating(besideAfter: sorts.after))(let timer, every: \(bound)): \(begin), repeats: true)"
        ] : [])
      + [".cancel(let timer): waitedFor.cancel(path + name(timer))"]
  }

  private var taskOutputs: [String] {
    tasks.flatMap { output -> [String] in
      let name = machine.names.text(output.name.id)
      let (own, ofEffect) = names(output)
      var cases: [String] = []
      if let activity = output.tasks.activity(name) {
        cases.append(".\(activity.begin): waitedFor.begin(path + \(literal(own)))")
        cases.append(".\(activity.cancel): waitedFor.end(path + \(literal(own)))")
      }
      if let effect = output.tasks.effect(name) {
        cases.append(".\(effect.begin): waitedFor.begin(path + \(literal(ofEffect)))")
        if let cancel = effect.cancel { cases.append(".\(cancel): waitedFor.end(path + \(literal(ofEffect)))") }
      }
      return cases
    }
  }

  private var outputsOfParts: [String] {
    waitingParts.compactMap { part in
      part.submachine.output.map { output in
        let name = spelled(machine.outputs[output].name)
        return ".\(name)(let output): \(glue(ofPart: part.state)).note(output, &waitedFor, \(path(of: part.state)))"
      }
    }
  }

  /// Returns the Swift for the prefix that the names of a submachine's timers and tasks have.
  private func path(of state: StateID) -> String {
    "path + \(literal(machine.names.text(machine.states[state].name.id) + "."))"
  }

  /// Returns the cases in which the glue of each submachine is called for the submachine's events.
  private func eventsOfParts(_ call: (_ glue: String, _ path: String) -> String) -> [String] {
    waitingParts.compactMap { part in
      part.submachine.event.map { event in
        ".\(name(of: event))(let event): \(call(glue(ofPart: part.state), path(of: part.state)))"
      }
    }
  }

  /// Returns the tasks that send an event, and whether each task ends when it has sent the event.
  private func senders(of event: EventID) -> [(task: String, ends: Bool)] {
    tasks.filter { $0.sent.contains(event) }.flatMap { output -> [(task: String, ends: Bool)] in
      let (activity, effect) = names(output)
      return [activity, effect].map { ("path + \(literal($0))", output.kind == .async) }
    }
  }

  private var awaited: [String] {
    let elapsed =
      machine.timers.isEmpty ? [] : [".elapsed(let timer): return waitedFor.mayElapse(path + name(timer))"]
    let sent = machine.events.indices.compactMap { event -> String? in
      let conditions = senders(of: event).map { "waitedFor.isDoing(\($0.task))" }
      return conditions.isEmpty ? nil : ".\(name(of: event)): return \(conditions.joined(separator: " || "))"
    }
    return elapsed + sent + eventsOfParts { "return \($0).isAwaited(event, waitedFor, \($1))" }
  }

  /// The cases in which an event ends a timer or a task. A task that sends a single event ends with it.
  private var endings: [String] {
    let elapsed = machine.timers.isEmpty ? [] : [".elapsed(let timer): waitedFor.elapse(path + name(timer))"]
    let sent = machine.events.indices.compactMap { event -> String? in
      let ends = senders(of: event).filter(\.ends).map { "waitedFor.end(\($0.task))" }
      return ends.isEmpty ? nil : ".\(name(of: event)): \(ends.joined(separator: "; "))"
    }
    return elapsed + sent + eventsOfParts { "\($0).end(event, &waitedFor, \($1))" }
  }

  /// The code that takes a step of a machine whose outputs begin and end timers and tasks.
  var callOfWaiting: String {
    let handle = "\(value).handle(event: events[step]) { outputs.append($0) }"
    let isChanged =
      isReplayed
      ? "\(value).take(step, redo) { perform(step, &$0) { outputs.append($0) } }"
      : "\(throwsErrors ? "(try? \(handle))" : handle) != .ignored"
    return """
            let before = waiting.waitedFor
            Self.end(events[step], &waiting.waitedFor, "")
            var outputs: [\(output)] = []
            let isChanged = \(isChanged)
            for output in outputs {
              Self.note(output, &waiting.waitedFor, "")
              emit(output)
            }
            waiting.waitedFor.endStep()
            return isChanged || waiting.waitedFor != before

      """
  }
}
