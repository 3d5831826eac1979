import StateMachineModel

/// Prints a class or an actor around a machine, and the protocol of its delegate. The wrapper owns the machine's value,
/// queues events that are sent in callbacks, performs outputs and calls its delegate. A class without a global actor,
/// and its protocol, have the module's isolation. So a view controller can be the delegate.
struct WrapperPrinter {
  let model: SwiftModel
  let plan: WrapperPlan
  func write(_ out: inout SwiftWriter) {
    out.blankLine()
    // Embedded Swift has neither weak references nor existentials.
    out.line("#if !hasFeature(Embedded)")
    out.indent()
    let delegate = DelegatePrinter(model: model, plan: plan)
    delegate.write(&out)
    out.blankLine()
    if model.machine.outer == nil {
      delegate.writeDefaults(&out)
      out.blankLine()
    }
    writeClass(&out)
    out.outdent()
    out.line("#endif")
  }

  /// Writes the extension with the empty methods of the delegate, for a machine that is declared within another type.
  /// Because of these methods, a delegate has to implement only those that it needs. The extension is apart from the
  /// machine, because Swift allows an extension only at the top level of a file.
  func writeExtension(_ out: inout SwiftWriter) {
    out.blankLine()
    out.line("#if !hasFeature(Embedded)")
    out.indent()
    DelegatePrinter(model: model, plan: plan).writeDefaults(&out)
    out.outdent()
    out.line("#endif")
  }

  // MARK: The class

  private func writeClass(_ out: inout SwiftWriter) {
    writeHead(&out)
    writeTypealiases(&out)
    writeStoredProperties(&out)
    writeActivityType(&out)
    writeAlarmType(&out)
    writeInit(&out)
    if plan.hasTimers || plan.hasReaders { writeDeinit(&out) }
    if plan.isActor { writeSetDelegate(&out) }
    writeAccessors(&out)
    RunningPrinter(model: model, plan: plan).write(&out)
    if plan.hasReaders { ReaderPrinter(model: model, plan: plan).write(&out) }
    if model.hasOutputs { OutputPrinter(plan: plan).write(&out) }
    TaskPrinter(model: model, plan: plan).write(&out)
    out.closeBrace()
  }

  /// Writes the documentation, the attributes and the declaration of the class or actor up to its `{`.
  private func writeHead(_ out: inout SwiftWriter) {
    let machine = "\(plan.machine.indefiniteArticle) `\(plan.machine)`"
    out.lines(
      """
      /// Runs \(machine): handles one event after the other, performs the outputs and tells the delegate.
      ///
      /// Events that are sent from inside an output or a delegate's method wait until the current one is handled.
      """)
    if plan.hasTasks {
      out.line("/// The tasks of a state end when it is exited, or when the last reference to this object is gone.")
    }
    let written = plan.wrapper.attributes
    let attributes = plan.availability(of: model) + written.map { .source($0) } + plan.isolationAttribute
    let head = model.machine.genericParameters.first?.range ?? model.machine.requirements
    out.beginDeclaration(attributes, at: written.first ?? head)
    let keyword = plan.isActor ? "actor" : "final class"
    let introducer = "\(plan.topLevelAccess)\(keyword) \(plan.type)"
    let conformances: [TypePiece] = plan.isObservable ? [.text(": Observation.Observable")] : []
    if !out.isLocated, let head = model.head(introducer, conformances) { return out.open(head) }
    out.write(string: introducer)
    out.write(model.genericClause + conformances)
    out.write(model.whereClause)
    out.openBrace()
    out.endLocation()
  }

  private func writeTypealiases(_ out: inout SwiftWriter) {
    let aliases = plan.typealiases
    guard !aliases.isEmpty else { return }
    for (access, name) in aliases { out.line(string: "\(access)typealias \(name) = \(plan.machine).\(name)") }
    out.blankLine()
  }

  // MARK: Stored properties

  /// Writes the stored properties, such as the delegate, the machine and the queue of events. Each is written only if
  /// the wrapper needs it.
  private func writeStoredProperties(_ out: inout SwiftWriter) {
    if plan.isActor {
      out.line(string: "private weak var delegate: \(plan.optionalDelegate)")
    } else {
      out.line("/// The delegate, which is told of every event.")
      out.line(string: "\(plan.access)weak var delegate: \(plan.optionalDelegate)")
      out.blankLine()
    }
    out.line(string: "private var value: \(plan.machine)")
    out.line(string: "private var phase = \(plan.support).Phase.created")
    if model.hasEvents { out.line(string: "private var events = \(plan.support).EventQueue<\(plan.event)>()") }
    if model.hasOutputs, plan.hasBuffer {
      out.line(string: "private var outputs = \(plan.support).OutputBuffer<\(plan.output)>()")
    }
    if model.throws { out.line(string: "private var failure: \(plan.optionalFailure)") }
    if plan.isObservable { out.line("private let registrar = Observation.ObservationRegistrar()") }
    if plan.hasReaders {
      out.line(string: "private var readers = \(plan.support).Readers<\(plan.state), \(plan.stepType)>()")
    }
    if plan.hasTimers { out.line(string: "private var timers: \(plan.support).Timers<\(plan.alarm)>") }
    if plan.hasTasks {
      out.line(string: "private var jobs = \(plan.support).JobBook<\(plan.activityType), \(plan.event)>()")
    }
    writeClosureTypes(&out)
    writeClosureProperties(&out)
  }

  /// Writes a type alias for each type in the parameters of closures, if the code has source locations
  /// (`#sourceLocation`). Each alias is on a line of its own. So Swift reports an error in the type at its place in the
  /// `.sm` file. A whole closure type has no alias: if it had an error, Swift would not know that it is a function
  /// type.
  private func writeClosureTypes(_ out: inout SwiftWriter) {
    guard out.isLocated else { return }
    for closure in plan.closures {
      for (number, type) in closure.writtenTypes.enumerated() {
        out.beginLocation(type)
        out.write(string: "\(plan.access)typealias \(closure.typeNames[number]) = ")
        out.piece(type)
        out.endLine()
        out.endLocation()
      }
    }
  }

  private func type(of closure: OutputClosure, _ out: SwiftWriter) -> [TypePiece] {
    guard out.isLocated else { return closure.type }
    var names = closure.typeNames.makeIterator()
    return closure.type.map { piece in
      if case .source = piece, let name = names.next() { .text(name) } else { piece }
    }
  }

  private func writeClosureProperties(_ out: inout SwiftWriter) {
    for closure in plan.closures {
      out.write(string: "private let \(closure.property): ")
      out.write(type(of: closure, out))
      out.endLine()
      if let priority = closure.priority {
        out.line(string: "private let \(priority.property): _Concurrency.TaskPriority?")
      }
    }
  }

  // MARK: Accessors

  /// Writes the properties by which callers read the machine. A guard or an effect could read such a property through a
  /// closure, while the machine is being changed. So the property first checks that the machine is not being changed.
  /// If it is, the check stops the program with a message.
  ///
  /// A noncopyable machine has no such check. Callers cannot read it as a whole, but only its members. Each member is
  /// registered with Observation on its own.
  private func writeAccessors(_ out: inout SwiftWriter) {
    let seen = model.isNoncopyable ? "self.value" : "self.machine"
    let access = plan.isObservable ? "self.registrar.access(self, keyPath: \\.\(plan.observedProperty))" : nil
    if !model.isNoncopyable {
      let message = "a guard or an effect looks at the wrapper of its own machine"
      let check = "Swift.precondition(self.phase != .handling, \"\(message)\")"
      out.blankLine()
      out.line("/// The machine as it is: its state, its properties, and which events it accepts.")
      writeMember("var machine: \(plan.machine)", [check, access], "self.value", &out)
    }
    let accessOfMember = model.isNoncopyable ? access : nil
    out.blankLine()
    out.line("/// The current state.")
    writeMember("var state: \(plan.state)", [accessOfMember], "\(seen).state", &out)
    if model.run.canEnd {
      out.blankLine()
      out.line("/// Whether the machine has ended: it takes no more events.")
      writeMember("var isFinal: Swift.Bool", [accessOfMember], "\(seen).isFinal", &out)
    }
    out.blankLine()
    out.line("/// Whether `event` has a transition in the current state, as its guards are now.")
    guard model.hasEvents else {
      out.lines(
        """
        \(plan.access)func accepts(_ event: \(plan.event)) -> Swift.Bool {
          // There are no events.
        }
        """)
      return
    }
    writeMember(
      "func accepts(_ event: \(plan.event)) -> Swift.Bool", [accessOfMember], "\(seen).accepts(event)", &out)
  }

  /// Writes a property or a function of the wrapper. If it has no statements before its result, it is written on one
  /// line.
  ///
  /// - Parameters:
  ///   - declaration: the Swift before the brace, without the access level: `var state: Door.State`.
  ///   - statements: the statements before the result. Nil elements are left out.
  ///   - result: the Swift of the result: `self.machine.state`.
  private func writeMember(
    _ declaration: String, _ statements: [String?], _ result: String, _ out: inout SwiftWriter
  ) {
    let statements = statements.compactMap { $0 }
    guard !statements.isEmpty else { return out.line(string: "\(plan.access)\(declaration) { \(result) }") }
    out.line(string: "\(plan.access)\(declaration) {")
    for statement in statements { out.line(string: "  \(statement)") }
    out.line(string: "  return \(result)")
    out.line("}")
  }

  // MARK: Private types

  private func writeActivityType(_ out: inout SwiftWriter) {
    guard plan.hasTasks else { return }
    out.blankLine()
    let cases = plan.activities.flatMap(\.names).joined(separator: ", ")
    out.line(string: "nonisolated private enum \(plan.activityType) { case \(cases) }")
  }

  /// Writes the enum whose values are timers together with their machines: `.timer(t)` is a timer of the wrapper's own
  /// machine, and `.player(t)` one of the submachine of `player`. Nothing is written if only one of the machine and its
  /// submachines has timers.
  func writeAlarmType(_ out: inout SwiftWriter) {
    guard plan.alarms.count > 1 else { return }
    out.blankLine()
    out.line("/// The timers of the machine and of those within it.")
    let access = plan.showsAlarms ? plan.access : "private "
    let coding = plan.hasDeadlines ? ", Swift.Codable" : ""
    out.write(string: "nonisolated \(access)enum \(plan.alarmType): Swift.Hashable, Swift.Sendable\(coding)")
    out.openBrace()
    for alarm in plan.alarms { out.line(string: "case \(alarm.name)(\(alarm.timer))") }
    out.blankLine()
    out.lines(
      """
      \(plan.showsAlarms ? "fileprivate " : "")var event: \(plan.event) {
        switch self {
      """)
    out.indent()
    for alarm in plan.alarms { out.line(string: "case .\(alarm.name)(let timer): \(alarm.event)") }
    out.outdent()
    out.lines("  }\n}")
    out.closeBrace()
  }

  // MARK: Init and deinit

  /// Writes the initializer. If a closure or a priority is called `machine`, the parameter for the machine gets another
  /// name.
  private func writeInit(_ out: inout SwiftWriter) {
    out.blankLine()
    let isTaken = plan.closures.contains { $0.name == "machine" || $0.priority?.label == "machine" }
    let value = isTaken ? model.names.fresh("machine") : "machine"
    writeInitDocumentation(&out)
    writeInitParameters(initParameters(value, out), &out)
    out.openBrace()
    out.line(string: "self.value = \(value)" + (defaultsToNil ? " ?? \(plan.machine)()" : ""))
    if plan.hasTimers { out.line(string: "self.timers = \(plan.support).Timers(clock: \(plan.clockLabel))") }
    for closure in plan.closures {
      out.line(string: "self.\(closure.property) = \(closure.name)")
      if let priority = closure.priority { out.line(string: "self.\(priority.property) = \(priority.label)") }
    }
    out.closeBrace()
  }

  private func writeInitDocumentation(_ out: inout SwiftWriter) {
    guard !plan.closures.isEmpty else {
      out.line("/// Wraps a machine.")
      return
    }
    out.line("/// Wraps a machine; each closure performs one of its outputs.")
    let (hasAsync, hasStream) = (plan.hasClosure(.async), plan.hasClosure(.stream))
    guard hasAsync || hasStream else { return }
    let result =
      hasAsync && hasStream
      ? "the event to send when it is done, or a stream of events."
      : hasStream ? "a stream of events to send." : "the event to send when it is done."
    out.line(string: "/// An asynchronous closure returns \(result) The priority is that of its task.")
  }

  /// Whether the initializer's parameter for the machine has the default `nil` instead of `Door()`. For nil, the
  /// initializer's body creates the machine. In Swift 5, a default argument is not isolated, but the machine may have
  /// the module's default isolation (SE-0411). So the default is `nil` for a class with a global actor. It is also
  /// `nil` for a class in an outer type, which may be `nonisolated`.
  private var defaultsToNil: Bool {
    guard case .module = model.machine.isolation, !plan.wrapper.isActor else { return false }
    return (plan.wrapper.isolation != nil || model.machine.outer != nil) && model.layout.hasDefaultInit
  }

  /// Returns the parameters of the initializer: the machine, the clock, the priorities of tasks, and the closures. The
  /// closures come last, so that callers can write them as trailing closures.
  ///
  /// - Parameter machine: the name of the parameter for the machine, usually `machine`.
  private func initParameters(_ machine: String, _ out: SwiftWriter) -> [[TypePiece]] {
    let ownership = model.isNoncopyable ? "consuming " : ""
    let value = defaultsToNil ? "? = nil" : model.layout.hasDefaultInit ? " = \(plan.machine)()" : ""
    var parameters = ["_ \(machine): \(ownership)\(plan.machine)\(value)"]
    if plan.hasTimers {
      parameters.append(
        "\(plan.clockLabel): any _Concurrency.Clock<Swift.Duration> = _Concurrency.ContinuousClock()")
    }
    for priority in plan.closures.compactMap(\.priority) {
      parameters.append("\(priority.label): _Concurrency.TaskPriority? = nil")
    }
    return parameters.map { [.text($0)] }
      + plan.closures.map { [.text("\($0.name): @escaping ")] + type(of: $0, out) }
  }

  /// Writes `init(…)`. A single parameter is written on the same line; several parameters get a line each.
  private func writeInitParameters(_ parameters: [[TypePiece]], _ out: inout SwiftWriter) {
    out.write(string: "\(plan.access)init(")
    if parameters.count > 1 { out.endLine() }
    for (index, parameter) in parameters.enumerated() {
      if parameters.count > 1 { out.write("  ") }
      out.write(parameter)
      if index < parameters.count - 1 { out.write(",") }
      if parameters.count > 1 { out.endLine() }
    }
    out.write(")")
  }

  private func writeDeinit(_ out: inout SwiftWriter) {
    out.blankLine()
    out.write("deinit")
    out.openBrace()
    if plan.hasTimers { out.line("self.timers.cancel()") }
    if plan.hasReaders { out.line("self.readers.cancel()") }
    out.closeBrace()
  }

  private func writeSetDelegate(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Sets the delegate, which is told of every event and referenced weakly.
      \(plan.access)func setDelegate(_ delegate: \(plan.optionalDelegate)) { self.delegate = delegate }
      """)
  }
}

extension WrapperPlan {
  /// The attribute of the global actor to which the wrapper is isolated, such as `@MainActor`; empty if there is none.
  var isolationAttribute: [TypePiece] { wrapper.isolation.map { [.source($0)] } ?? [] }

  /// Returns the machine's `@available` attribute, with the versions of platforms that the wrapper needs for
  /// Observation, a clock or a constrained existential.
  func availability(of model: SwiftModel) -> [TypePiece] {
    let written = model.machine.attributes.filter { model.text($0).hasPrefix("@available") }
    let needsClocks = model.machine.needsClock || !model.machine.genericParameters.isEmpty
    let needed: Availability? = isObservable ? .observation : needsClocks ? .clocks : nil
    return Availability.attributes(written, of: model.machine.source, needed: needed)
  }
}

extension String {
  /// The article before this name in a sentence: `a` or `an`.
  var indefiniteArticle: String {
    guard let first = lowercased().first, "aeiou".contains(first) else { return "a" }
    return "an"
  }
}
