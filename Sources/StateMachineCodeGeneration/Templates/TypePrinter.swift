import StateMachineModel
import StateMachineSyntax

/// Prints the types within a machine, such as those of events, outputs, timers and outcomes.
struct TypePrinter {
  private let model: SwiftModel
  private let access: String
  private let coding: CodingPrinter
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) {
    self.model = model
    access = model.access
    coding = CodingPrinter(model)
  }

  /// Writes all types of the machine. Private types come last.
  func write(_ out: inout SwiftWriter) {
    writeTypealiases(&out)
    StateTypePrinter(model).write(&out)
    if machine.hasMethods {
      NamePrinter(model).writeEventNames(&out)
      ActionPrinter(model).write(&out)
      HistoryPrinter(model: model).writeTypes(&out, conformances: model.nestedConformances(isState: false))
      RunTypePrinter(model).write(&out)
      coding.writeTypes(&out)
      return
    }
    writeEvent(&out)
    if model.hasOutputs { writeOutput(&out) }
    if !machine.timers.isEmpty { writeTimer(&out) }
    writeOutcome(&out)
    if machine.throwsUnhandledEvent { writeUnhandledEvent(&out) }
    HistoryPrinter(model: model).writeTypes(&out, conformances: model.nestedConformances(isState: false))
    RunTypePrinter(model).write(&out)
    coding.writeTypes(&out)
  }

  /// Writes the type aliases that the machine declares. If the type of its errors needs an alias, writes this one
  /// first.
  private func writeTypealiases(_ out: inout SwiftWriter) {
    if let failure = model.errors.alias, let name = model.errors.type {
      out.beginLocation(failure)
      out.write(string: "\(access)typealias \(name) = ")
      out.piece(failure)
      out.endLine()
      out.endLocation()
      if machine.typealiases.isEmpty { out.blankLine() }
    }
    guard !machine.typealiases.isEmpty else { return }
    for alias in machine.typealiases {
      out.documentation(alias.documentation)
      out.beginLocation(alias.head)
      out.write(string: "\(model.usableFromInline)\(access)typealias ")
      out.piece(alias.head)
      out.write(" = ")
      out.piece(alias.type)
      out.endLine()
      out.endLocation()
    }
    out.blankLine()
  }

  // MARK: Events and outputs

  private func writeEvent(_ out: inout SwiftWriter) {
    // Swift synthesises no coding for an enum without cases.
    let conformances = model.nestedConformances(isState: false).filter { model.hasEvents || !isCoding($0) }
    beginEnum("Event", "Something that happens to the machine.", conformances, &out)
    for event in machine.events { writeCase(event.name, event.fields, event.documentation, &out) }
    if !machine.timers.isEmpty {
      out.line("/// A timer has elapsed.")
      out.line("case elapsed(Timer)")
    }
    coding.writeInit(of: model.storedEvents, "event", &out)
    NamePrinter(model).writeEvents(&out)
    out.closeBrace()
    out.blankLine()
  }

  private func writeOutput(_ out: inout SwiftWriter) {
    let conformances = model.nestedConformances(isState: false)
    beginEnum("Output", "Something that the machine asks its owner to do.", conformances, &out)
    for output in machine.outputs { writeCase(output.name, output.fields, output.documentation, &out) }
    writeCancellations(&out)
    if !machine.timers.isEmpty { writeTimerOutputs(&out) }
    coding.writeInit(of: model.storedOutputs, "output", &out)
    out.closeBrace()
    out.blankLine()
  }

  private func isCoding(_ conformance: String) -> Bool {
    conformance.hasSuffix("codable") || conformance.hasSuffix("Codable")
  }

  private func beginEnum(
    _ name: String, _ summary: StaticString, _ conformances: [String], _ out: inout SwiftWriter
  ) {
    out.write("/// ")
    out.line(summary)
    model.write(head: "\(access)enum", name, conformances, &out)
  }

  private func writeCase(
    _ name: Identifier, _ fields: [Field], _ documentation: SourceRange?, _ out: inout SwiftWriter
  ) {
    out.documentation(documentation)
    out.beginLocation(fields.isEmpty ? nil : name.range)
    out.write("case ")
    out.write(name)
    out.write(payload: fields)
    out.endLine()
    out.endLocation()
  }

  /// Writes the cases of `Output` that cancel tasks: `cancelPlay` for the output `play`. If the output is used as an
  /// activity and in effects, also writes `doPlay` and `cancelDoPlay` for the activity. `cancelPlay` then cancels only
  /// the tasks of effects.
  private func writeCancellations(_ out: inout SwiftWriter) {
    for output in machine.outputs {
      let name = model.text(output.name)
      if let activity = output.tasks.activity(name) {
        if activity.begin != name {
          out.line(string: "/// Begins the `\(name)` of a state that does it.")
          out.write(string: "case \(activity.begin.spelledAsName)")
          out.write(payload: output.fields)
          out.endLine()
        }
        out.line(string: "/// Cancels the `\(name)` that the state has started, as it is left.")
        out.line(string: "case \(activity.cancel.spelledAsName)")
      }
      if let cancellation = output.tasks.effect(name)?.cancel {
        out.line(string: "/// Cancels every `\(name)` that effects have started.")
        out.line(string: "case \(cancellation.spelledAsName)")
      }
    }
  }

  // MARK: Timers

  /// Writes the cases of `Output` that begin and cancel timers: `schedule(Timer, after: Duration)` for `after`, a
  /// similar one for `every`, and `cancel(Timer)`.
  private func writeTimerOutputs(_ out: inout SwiftWriter) {
    let (hasAfter, hasEvery) = (model.run.timers.after, model.run.timers.every)
    if hasAfter {
      out.line("/// Starts a timer that elapses once.")
      out.line("case schedule(Timer, after: Swift.Duration)")
    }
    if hasEvery {
      let name = GeneratedNames.repeating(besideAfter: hasAfter)
      out.line("/// Starts a timer that elapses again and again.")
      out.line(string: "case \(hasAfter ? "`\(name)`" : name)(Timer, every: Swift.Duration)")
    }
    out.line("/// Cancels a timer, whether it has elapsed or not.")
    out.line("case cancel(Timer)")
    guard hasAfter, hasEvery else { return }
    out.blankLine()
    out.line("/// Starts a timer that elapses again and again.")
    out.write(string: "\(access)static func schedule(_ timer: Timer, every interval: Swift.Duration)")
    out.line(" -> Self { .repeat(timer, every: interval) }")
  }

  /// Writes the enum `Timer`, which has a case for each timer of the machine.
  private func writeTimer(_ out: inout SwiftWriter) {
    let conformances = model.nestedConformances(isState: false).filter(isCoding)
    out.line("/// A timer, by the state that it runs in.")
    // A wrapper's task compares timers outside of the machine's isolation.
    out.write(string: "\(access)\(machine.isolation.isNonisolated ? "" : "nonisolated ")enum Timer")
    out.write(string: ": " + (["Hashable", "Sendable"] + conformances).joined(separator: ", "))
    out.openBrace()
    for timer in machine.timers.indices {
      out.line(string: "/// `\(LabelText(source: machine.source).swift(machine.timers[timer].range))`")
      out.line(string: "case \(model.names.timer(timer))")
    }
    coding.writeInit(of: model.storedTimers, "timer", &out)
    out.closeBrace()
    out.blankLine()
  }

  // MARK: Outcomes

  /// Writes the enum `Outcome`, the result of `handle`.
  private func writeOutcome(_ out: inout SwiftWriter) {
    // Only machines that defer events have this outcome.
    let deferred = "/// The event is deferred until a state does not defer it.\ncase deferred"
    out.lines(
      """
      /// The outcome of an event.
      \(access)enum Outcome: Hashable, Sendable {
        /// No transition applies: nothing changed.
        case ignored
        /// An internal transition ran: the state was neither left nor entered.
        case stayed
        /// An external transition ran: a state was left, and another or the same was entered.
        case transitioned
        \(if: model.run.defers, deferred)
      }

      """)
  }

  /// Writes the error `UnhandledEvent`. It is for an event to which no row applies, and has the names of the event and
  /// the state.
  private func writeUnhandledEvent(_ out: inout SwiftWriter) {
    // Without events, the error never occurs, and Swift would warn of code that uses the event.
    let description =
      model.hasEvents
      ? "\"event \\(self.event) is not handled in state \\(self.state)\"" : "switch self.event {}"
    out.lines(
      """
      /// An event for which the current state has no transition.
      \(access)struct UnhandledEvent: \(model.machine.errorProtocol), CustomStringConvertible, Hashable, Sendable {
        /// The name of the state.
        \(access)let state: State.\(model.nameType(ofStatesIn: nil))
        /// The name of the event.
        \(access)let event: Event.\(model.nameEnumOfEvents.type)
        \(access)var description: String { \(description) }
      }

      """)
  }
}
