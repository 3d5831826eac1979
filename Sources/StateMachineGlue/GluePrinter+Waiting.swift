import StateMachineCodeGeneration
import StateMachineModel

/// Machines with timers or tasks: what they have begun is part of their configurations.
extension GluePrinter {
  var waits: Bool { behaviour.run.hasActivities || !tasks.isEmpty }

  /// The type of what is told apart.
  var configuration: String {
    waits ? "StateMachineTesting.Waiting<\(type), \(machine.timers.isEmpty ? "Never" : "\(type).Timer")>" : type
  }

  /// The name of a configuration in the functions of the glue, and how they reach the machine.
  var subject: String { waits ? "waiting" : "machine" }
  var value: String { waits ? "waiting.machine" : "machine" }

  /// `.elapsed(.activeReceiving)`
  func elapsed(_ timer: TimerID) -> String { ".elapsed(.\(GeneratedNames(machine).timer(timer)))" }

  /// The outputs that send events for as long as they go on: what others do is not waited for.
  private var tasks: [(output: Output, number: Int)] {
    machine.outputs.enumerated().filter { $0.element.kind != .plain && !$0.element.sent.isEmpty }.map {
      ($0.element, $0.offset)
    }
  }

  /// The numbers of the tasks of an output: of an activity, and of what effects begin.
  private func numbers(_ number: Int) -> (activity: Int, effect: Int) { (2 * number, 2 * number + 1) }

  /// Functions that tell which events may come, and note what outputs begin and end.
  var note: String {
    """


        /// Tells whether a timer runs that may elapse now, or something goes on that sends the event.
        private func isAwaited(_ event: Event, _ waiting: \(configuration)) -> Bool {
          switch event {
    \(machine.timers.isEmpty ? "" : "      case .elapsed(let timer): return waiting.mayElapse(timer)\n")\(awaited)\
          default: return true
          }
        }

        /// Notes what an output begins or ends.
        private static func note(_ output: \(output), _ waiting: inout \(configuration)) {
          switch output {
    \(machine.timers.isEmpty ? "" : timerOutputs)\(taskOutputs)\
          default: break
          }
        }
    """
  }

  private var timerOutputs: String {
    let sorts = behaviour.run.timers
    return
      (sorts.after
      ? "      case .schedule(let timer, after: let duration): waiting.schedule(timer, after: duration)\n" : "")
      + (sorts.every
        ? "      case .repeat(let timer, every: let duration): waiting.schedule(timer, after: duration, repeats: true)\n"
        : "")
      + "      case .cancel(let timer): waiting.cancel(timer)\n"
  }

  private var taskOutputs: String {
    tasks.map { task -> String in
      let name = machine.names.text(task.output.name.id)
      var lines = ""
      if let activity = task.output.tasks.activity(name) {
        let number = numbers(task.number).activity
        lines +=
          "      case .\(activity.begin): waiting.begin(\(number))\n"
          + "      case .\(activity.cancel): waiting.end(\(number))\n"
      }
      if let effect = task.output.tasks.effect(name) {
        let number = numbers(task.number).effect
        lines += "      case .\(effect.begin): waiting.begin(\(number))\n"
        if let cancel = effect.cancel { lines += "      case .\(cancel): waiting.end(\(number))\n" }
      }
      return lines
    }.joined()
  }

  /// By event: the tasks that send it.
  private func senders(of event: EventID) -> [(task: Int, ends: Bool)] {
    tasks.filter { $0.output.sent.contains(event) }.flatMap { task -> [(task: Int, ends: Bool)] in
      let (activity, effect) = numbers(task.number)
      return [(activity, task.output.kind == .async), (effect, task.output.kind == .async)]
    }
  }

  private var awaited: String {
    machine.events.indices.map { event in
      let conditions = senders(of: event).map { "waiting.isDoing(\($0.task))" }
      guard !conditions.isEmpty else { return "" }
      return "      case .\(name(of: event)): return \(conditions.joined(separator: " || "))\n"
    }.joined()
  }

  /// A task that sends one event ends with it.
  private var endings: String {
    machine.events.indices.map { event in
      let ends = senders(of: event).filter(\.ends).map { "waiting.end(\($0.task))" }
      return ends.isEmpty ? "" : "      case .\(name(of: event)): \(ends.joined(separator: "; "))\n"
    }.joined()
  }

  var callOfWaiting: String {
    let elapse = machine.timers.isEmpty ? "" : "      case .elapsed(let timer): waiting.elapse(timer)\n"
    let cases = elapse + endings
    let handle = "waiting.machine.handle(event: events[step]) { outputs.append($0) }"
    let isChanged =
      machine.hasPreparations ? "true" : "\(throwsErrors ? "(try? \(handle))" : handle) != .ignored"
    let call = machine.hasPreparations ? "      \(throwsErrors ? "_ = try? " : "")\(handle)\n" : ""
    return """
            let before = waiting.waitedFor
      \(cases.isEmpty ? "" : "      switch events[step] {\n\(cases)      default: break\n      }\n")\
            var outputs: [\(output)] = []
      \(call)      let isChanged = \(isChanged)
            for output in outputs {
              Self.note(output, &waiting)
              emit(output)
            }
            waiting.endStep()
            return isChanged || waiting.waitedFor != before

      """
  }
}
