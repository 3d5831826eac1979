import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Writes the glue for machines with timers or with outputs that have tasks. A configuration of such a machine contains
/// the timers and tasks that are running.
extension GluePrinter {
  /// Whether timers or tasks are part of a configuration. This is so if the machine has them, or if one of its
  /// submachines has them.
  var waits: Bool { behaviour.run.hasActivities || !tasks.isEmpty || !waitingParts.isEmpty }

  /// The states with a submachine that has timers or tasks, and these submachines.
  private var waitingParts: [(state: StateID, submachine: Submachine)] {
    machine.states.indices.compactMap { state in
      machine.states[state].submachine.flatMap {
        $0.event != nil && $0.waits ? (state, $0) : nil
      }
    }
  }

  /// Returns the name of the type that is the glue of a state's submachine, such as `Inner.Glue`.
  func glue(ofPart state: StateID) -> String {
    (machine.states[state].submachine.map { machine.source.text($0.type) } ?? "") + ".Glue"
  }

  /// The Swift type of a configuration. It is the machine, `Door`, or `StateMachineTesting.Replayed<Door>` for a
  /// noncopyable machine. If the machine has timers or tasks, it is `StateMachineTesting.Waiting<…>` of this type.
  var configuration: String {
    let own = isReplayed ? "StateMachineTesting.Replayed<\(type)>" : type
    return waits ? "StateMachineTesting.Waiting<\(own)>" : own
  }

  /// The Swift type of the copy of the machine that reports its rows, such as `Door.TellingInGlue`.
  var typeOfTelling: String {
    let own = "\(type).\(Self.tellingName)"
    return isReplayed ? "StateMachineTesting.Replayed<\(own)>" : own
  }

  /// The name of a parameter of the glue's functions that is a configuration.
  var subject: String { waits ? "waiting" : "machine" }
  /// The Swift for the machine, in functions of the glue with a configuration as a parameter: `machine` or
  /// `waiting.machine`.
  var value: String { waits ? "waiting.machine" : "machine" }

  /// Returns the Swift for the event of a timer that has elapsed: `.elapsed(.activeReceiving)`.
  func elapsed(_ timer: TimerID) -> String { ".elapsed(.\(GeneratedNames(machine).timer(timer)))" }

  /// The outputs whose tasks send events to the machine. Tasks of other outputs are not part of a configuration,
  /// because they make no difference to the machine.
  var tasks: [Output] { machine.outputs.filter(isTask) }

  func isTask(_ output: Output) -> Bool { output.kind != .plain && !output.sent.isEmpty }

  /// Returns the outputs whose tasks alone send an event. Empty if others send the event, too, as `dropped` in
  /// `output dial stream -> also dropped`: such an event may come at any time.
  func onlySenders(of event: EventID) -> [OutputID] {
    let senders = machine.outputs.indices.filter {
      isTask(machine.outputs[$0]) && machine.outputs[$0].sent.contains(event)
    }
    return senders.contains { machine.outputs[$0].alsoSent.contains(event) } ? [] : senders
  }

  /// Returns two names under which a running task of an output is stored: `load` if the output is the activity of a
  /// state, and `effect load` if an effect has begun it.
  private func names(_ output: Output) -> (activity: String, effect: String) {
    let name = machine.names.text(output.name.id)
    return (name, "effect \(name)")
  }

  /// The Swift of three functions about running timers and tasks, which an owner's glue calls, too. `isAwaited` returns
  /// whether an event may come now. The event of a timer or task may come only while it is running. `end` removes the
  /// timer or task that ends with an event. `note` adds the timer or task that an output begins, and removes the one
  /// that an output cancels.
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

  /// Returns the Swift of a `switch`. It has a `default` if `cases` are not all cases of the value. If `cases` is
  /// empty, returns only `last`, or nothing if `last` is `break`.
  ///
  /// - Parameters:
  ///   - value: the Swift of the value.
  ///   - cases: the cases that do not do what `last` does, each without the word `case`.
  ///   - count: the number of all cases of the value; nil if it is known to be larger than that of `cases`.
  ///   - last: the Swift after `default:`, which is for all other values.
  private func switchOver(_ value: String, _ cases: [String], of count: Int?, else last: String) -> String {
    guard !cases.isEmpty else { return last == "break" ? "" : "      \(last)\n" }
    let rest = cases.count == count ? "" : "      default: \(last)\n"
    return "      switch \(value) {\n\(cases.map { "      case \($0)\n" }.joined())\(rest)      }\n"
  }

  /// Returns whether a timer's delay is always the same, as in `5s` and `.seconds(5)`. Any name in lower case that is
  /// not after a dot counts as a variable, as in `delay * 2`.
  func isConstant(_ delay: Timer.Delay) -> Bool {
    guard case .code(let code) = delay else { return true }
    let tokens = SwiftLexer.tokens(of: machine.source.bytes, in: code.range)
    // A name in lower case is that of a variable, whose value may change, unless a dot is before it.
    return code.isPlain
      && tokens.indices.allSatisfy { index in
        tokens[index].kind != .identifier || !Ascii.isLowercase(tokens[index].byte)
          || index > 0 && tokens[index - 1].isPunctuation(Ascii.dot)
      }
  }

  /// The names of the cases in the generated enum `Timer`, one for each timer of the machine.
  var timerNames: [String] { machine.timers.indices.map(GeneratedNames(machine).timer) }

  /// The Swift of the function `name`, which returns the name of a timer as a string. If only some timers have a
  /// constant delay, also the function `isConstant`, which returns whether a timer has one.
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

  /// The cases, in a `switch` over an output, for outputs that begin or cancel timers. The duration of a timer is
  /// passed on only if its delay is constant.
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

  /// The cases, in a `switch` over an output, for outputs that begin or cancel tasks.
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

  /// Returns the Swift of a prefix, which the names of the timers and tasks of a state's submachine get. For the state
  /// `loaded`, this is `path + "loaded."`. Here, `path` is a parameter of the generated function: the prefix for the
  /// machine itself.
  private func path(of state: StateID) -> String {
    "path + \(literal(machine.names.text(machine.states[state].name.id) + "."))"
  }

  /// Returns cases of a `switch` over an event, one for each submachine with timers or tasks. Each case calls a
  /// function of the submachine's glue: `.inner(let event): Inner.Glue.end(event, …)`.
  ///
  /// - Parameter call: returns the Swift of this call. Its arguments are the type of the submachine's glue, and the
  ///   Swift of the prefix for the names of timers and tasks.
  private func eventsOfParts(_ call: (_ glue: String, _ path: String) -> String) -> [String] {
    waitingParts.compactMap { part in
      part.submachine.event.map { event in
        ".\(name(of: event))(let event): \(call(glue(ofPart: part.state), path(of: part.state)))"
      }
    }
  }

  /// Returns the tasks that send an event. `task` is a Swift expression for the name under which the task is stored:
  /// `path + "load"`. `ends` is true if the task ends when it has sent the event.
  private func senders(of event: EventID) -> [(task: String, ends: Bool)] {
    onlySenders(of: event).flatMap { id -> [(task: String, ends: Bool)] in
      let output = machine.outputs[id]
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

  /// The cases, in a `switch` over an event, for events that end a timer or a task. These are the events of elapsed
  /// timers, and the events of tasks that send one event and then end. There is also a case for the events of each
  /// submachine with timers or tasks.
  private var endings: [String] {
    let elapsed = machine.timers.isEmpty ? [] : [".elapsed(let timer): waitedFor.elapse(path + name(timer))"]
    let sent = machine.events.indices.compactMap { event -> String? in
      let ends = senders(of: event).filter(\.ends).map { "waitedFor.end(\($0.task))" }
      return ends.isEmpty ? nil : ".\(name(of: event)): \(ends.joined(separator: "; "))"
    }
    return elapsed + sent + eventsOfParts { "\($0).end(event, &waitedFor, \($1))" }
  }

  /// The Swift that makes a machine with timers or tasks take a step, and that stores which timers and tasks begin and
  /// end in the step.
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
