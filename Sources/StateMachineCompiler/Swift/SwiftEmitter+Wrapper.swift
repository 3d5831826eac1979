/// The class or actor around the machine: it owns the value, queues events that are sent from inside a callback, performs
/// outputs and tells its delegate. A plain class and its protocol follow the isolation of the module, so that a view
/// controller can be the delegate.
extension SwiftEmitter {
  mutating func emit(_ wrapper: Wrapper) {
    let plan = plan(wrapper)
    writer.blankLine()
    // Embedded Swift has neither weak references nor existentials.
    writer.line("#if !hasFeature(Embedded)")
    writer.indent()
    emitDelegate(plan)
    writer.blankLine()
    emitClass(plan)
    writer.outdent()
    writer.line("#endif")
  }

  private func plan(_ wrapper: Wrapper) -> WrapperPlan {
    let base = wrapper.name.map { text($0.range) } ?? "\(text(machine.name.range))StateMachine"
    let isQuoted = wrapper.name == nil && machine.name.needsBackticks
    let type = wrapper.name.map(spelling) ?? base
    let isolation = wrapper.isolation.map { text($0) + " " } ?? ""
    let attribute = wrapper.isActor ? "@Sendable " : isolation
    let arguments = genericArguments
    let held = machine.states.flatMap { $0.submachine?.outputs ?? [] }
    var heldAfter = false
    var heldEvery = false
    for case .timers(let after, let every) in held.map(\.role) {
      heldAfter = heldAfter || after
      heldEvery = heldEvery || every
    }
    let closures = closures(attribute)
    let runsTasks = closures.contains { $0.kind != .plain } || !machine.timers.isEmpty || heldAfter || heldEvery
    return WrapperPlan(
      wrapper: wrapper, type: isQuoted ? "`\(type)`" : type, delegate: (base + "Delegate").spelledAsName,
      arguments: arguments, machine: machineType, closureAttribute: attribute, isolation: isolation,
      nonisolated: wrapper.isActor ? "nonisolated " : "", closures: closures,
      closuresByProperty: Dictionary(closures.map { ($0.property, $0) }, uniquingKeysWith: { first, _ in first }),
      activities: activityNames(),
      runsTasks: runsTasks,
      hasTimersAfter: hasTimersAfter || heldAfter, hasTimersEvery: hasTimersEvery || heldEvery,
      hasReaders: wrapper.isActor || wrapper.isolation != nil && machine.isSendable,
      slots: runsTasks ? nil : outputBound(limit: 3),
      clockLabel: closures.contains { $0.name == "clock" } ? "timerClock" : "clock")
  }

  /// `<Response>`, or nothing.
  private var genericArguments: String {
    machine.genericParameters.isEmpty
      ? "" : "<" + machine.genericParameters.map { text($0.name) }.joined(separator: ", ") + ">"
  }

  /// `Machine<Response>`
  var machineType: String { spelling(machine.name) + genericArguments }

  /// `@available` of the machine, and what the wrapper needs itself: Observation, a clock, or an existential with a type
  /// argument.
  mutating func writeAvailability(_ plan: WrapperPlan) {
    let written = machine.attributes.map(text).filter { $0.hasPrefix("@available") }
    let needed: Availability? =
      plan.isObservable
      ? .observation : machine.needsClock || !machine.genericParameters.isEmpty ? .clocks : nil
    for attribute in Availability.attributes(written, needed: needed) { writer.line(string: attribute) }
  }

  // MARK: The class

  private mutating func emitClass(_ plan: WrapperPlan) {
    writer.lines(
      """
      /// Runs \(article(plan.machine)) `\(plan.machine)`: one event after the other, its outputs performed, its delegate told.
      ///
      /// Events that are sent from inside an output or a delegate's method wait until the current one is handled.
      """)
    if plan.runsTasks {
      writer.lines(
        """
        /// What a state begins is cancelled when the state is left, and everything when the last reference is gone.
        """)
    }
    writeAvailability(plan)
    for attribute in plan.wrapper.attributes {
      writer.write(attribute)
      writer.endLine()
    }
    if !plan.isolation.isEmpty { writer.line(string: String(plan.isolation.dropLast())) }
    let keyword = plan.isActor ? "actor" : "final class"
    writer.write(string: "\(topLevelAccess)\(keyword) \(plan.type)\(genericClause)")
    if plan.isObservable { writer.write(": Observation.Observable") }
    writer.write(string: whereClause)
    writer.openBrace()
    emitTypealiases(plan)
    emitStoredProperties(plan)
    writer.blankLine()
    emitStateProperty(plan)
    writer.blankLine()
    emitClassInit(plan)
    emitDeinit(plan)
    if plan.isActor { emitSetDelegate(plan) }
    emitRunning(plan)
    if plan.hasReaders { emitReaders(plan) }
    emitEnding(plan)
    if hasOutputs { emitPerforming(plan) }
    if plan.runsTasks { emitTasks(plan) }
    writer.closeBrace()
  }

  private mutating func emitTypealiases(_ plan: WrapperPlan) {
    for alias in machine.typealiases {
      writer.line(string: "\(access)typealias \(text(alias.name)) = \(plan.machine).\(text(alias.name))")
    }
    if !machine.typealiases.isEmpty { writer.blankLine() }
  }

  private mutating func emitStoredProperties(_ plan: WrapperPlan) {
    let delegate = "(any \(plan.delegate)\(plan.arguments))?"
    if plan.isActor {
      writer.line(string: "private weak var delegate: \(delegate)")
    } else {
      writer.line("/// Told of every step.")
      writer.line(string: "\(access)weak var delegate: \(delegate)")
      writer.blankLine()
    }
    writer.line(string: "private var machine: \(plan.machine)")
    writer.line(string: "private var phase = \(phaseType).created")
    writer.line(string: "private var pendingEvents: [\(plan.machine).Event] = []")
    if hasOutputs, plan.slots == nil {
      writer.line(string: "private var pendingOutputs: [\(plan.machine).Output] = []")
    }
    if throwsUnhandled { writer.line(string: "private var failure: \(plan.machine).UnhandledEvent?") }
    if plan.isObservable { writer.line("private let registrar = Observation.ObservationRegistrar()") }
    if plan.hasReaders {
      writer.line(string: "private var readers: [Int: AsyncStream<\(plan.machine).State>.Continuation] = [:]")
    }
    if plan.hasReaders { writer.line("private var lastReader = 0") }
    if plan.hasClock { writer.line("private let clock: any _Concurrency.Clock<Swift.Duration>") }
    if plan.runsTasks {
      writer.line("/// What goes on, by number: nothing is delivered for what is not listed here.")
      writer.line(string: "private var tasks: [Int: \(job)] = [:]")
      writer.line("private var lastTask = 0")
    }
    if !plan.activities.isEmpty {
      writer.line("/// The numbers of what the current states have begun.")
      writer.line(string: "private var activities: [\(activityType): Int] = [:]")
    }
    for closure in plan.closures {
      writer.line(string: "private let \(closure.property): \(closure.type)")
      if let priority = closure.priority {
        writer.line(string: "private let \(priority.property): _Concurrency.TaskPriority?")
      }
    }
    emitPrivateTypes(plan)
  }

  /// Names of private types, found nowhere in the file.
  var phaseType: String { machine.names.fresh("Phase") }
  var job: String { machine.names.fresh("Job") }
  var activityType: String { machine.names.fresh("Activity") }

  private mutating func emitPrivateTypes(_ plan: WrapperPlan) {
    writer.lines(
      """

      \(plan.nonisolated)private enum \(phaseType) {
        case created, resting, running
      }
      """)
    guard plan.runsTasks else { return }
    writer.lines(
      """

      /// With its module, as yours may have a `Task` of its own.
      private typealias \(job) = _Concurrency.Task<Void, Never>
      """)
    guard !plan.activities.isEmpty else { return }
    writer.blankLine()
    writer.line("/// What states begin, and end when they are left.")
    writer.write(string: "\(plan.nonisolated)private enum \(activityType): Hashable\(plan.isActor ? ", Sendable" : "")")
    writer.openBrace()
    for activity in plan.activities {
      writer.line(string: "case \(activity.name)" + (activity.timer.map { "(\($0))" } ?? ""))
    }
    writer.closeBrace()
  }

  private mutating func emitStateProperty(_ plan: WrapperPlan) {
    writer.line("/// The current state.")
    let head = "\(access)var state: \(plan.machine).State"
    guard plan.isObservable else {
      writer.line(string: "\(head) { self.machine.state }")
      return
    }
    writer.lines(
      """
      \(head) {
        self.registrar.access(self, keyPath: \\.state)
        return self.machine.state
      }
      """)
  }

  func article(_ name: String) -> String {
    guard let first = name.lowercased().first, "aeiou".contains(first) else { return "a" }
    return "an"
  }

  // MARK: Init and deinit

  private mutating func emitClassInit(_ plan: WrapperPlan) {
    let closures = plan.closures
    let isTaken = closures.contains { $0.name == "machine" || $0.priority?.label == "machine" }
    let value = isTaken ? machine.names.fresh("machine") : "machine"
    var parameters = ["_ \(value): \(plan.machine)" + (hasDefaultInit ? " = \(plan.machine)()" : "")]
    if plan.hasClock {
      parameters.append(
        "\(plan.clockLabel): any _Concurrency.Clock<Swift.Duration> = _Concurrency.ContinuousClock()")
    }
    // The closures come last, so that callers can write them behind the parentheses.
    for priority in closures.compactMap(\.priority) {
      parameters.append("\(priority.label): _Concurrency.TaskPriority? = nil")
    }
    for closure in closures { parameters.append("\(closure.name): @escaping \(closure.type)") }
    let isLong = parameters.count > 1
    writer.line(
      closures.isEmpty ? "/// Wraps a machine." : "/// Wraps a machine; each closure performs one of its outputs.")
    if closures.contains(where: { $0.kind != .plain }) { emitInitNotes(closures) }
    writer.write(string: "\(access)init(")
    if isLong { writer.endLine() }
    for (index, parameter) in parameters.enumerated() {
      let end = index == parameters.count - 1 ? "" : ","
      if isLong { writer.line(string: "  \(parameter)\(end)") } else { writer.write(string: parameter) }
    }
    writer.write(")")
    writer.openBrace()
    writer.line(string: "self.machine = \(value)")
    if plan.hasClock { writer.line(string: "self.clock = \(plan.clockLabel)") }
    for closure in closures {
      writer.line(string: "self.\(closure.property) = \(closure.name)")
      if let priority = closure.priority { writer.line(string: "self.\(priority.property) = \(priority.label)") }
    }
    writer.closeBrace()
  }

  private mutating func emitInitNotes(_ closures: [OutputClosure]) {
    let hasAsync = closures.contains { $0.kind == .async }
    let hasStream = closures.contains { $0.kind == .stream }
    writer.line("///")
    let result =
      hasAsync && hasStream
      ? "An asynchronous one returns the event to send when it is done, or a stream of events."
      : hasStream
        ? "An asynchronous one returns a stream of events to send."
        : "An asynchronous one returns the event to send when it is done."
    writer.line(string: "/// \(result) A priority is that of its task.")
  }

  private mutating func emitDeinit(_ plan: WrapperPlan) {
    guard plan.runsTasks || plan.hasReaders else { return }
    writer.blankLine()
    writer.write("deinit")
    writer.openBrace()
    if plan.runsTasks { writer.line("for task in self.tasks.values { task.cancel() }") }
    if plan.hasReaders { writer.line("for reader in self.readers.values { reader.finish() }") }
    writer.closeBrace()
  }

  private mutating func emitSetDelegate(_ plan: WrapperPlan) {
    writer.lines(
      """

      /// Sets what is told of every step; it is not kept alive.
      \(access)func setDelegate(_ delegate: (any \(plan.delegate)\(plan.arguments))?) {
        self.delegate = delegate
      }
      """)
  }
}
