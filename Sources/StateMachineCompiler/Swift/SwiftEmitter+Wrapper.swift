/// The class around the machine: it owns the value, queues events that are sent from inside a callback, performs outputs
/// and tells its delegate. The class and the protocol follow the isolation of the module, so that a view controller can
/// be the delegate.
extension SwiftEmitter {
  mutating func emit(_ wrapper: Wrapper) {
    let type = wrapper.name.map(spelling) ?? "\(text(machine.name.range))StateMachine"
    let isQuoted = wrapper.name == nil && machine.name.needsBackticks
    let names = WrapperNames(
      type: isQuoted ? "`\(type)`" : type, delegate: delegateName(of: wrapper), arguments: genericArguments,
      machine: spelling(machine.name) + genericArguments)
    writer.blankLine()
    // Embedded Swift has neither weak references nor existentials.
    writer.line("#if !hasFeature(Embedded)")
    writer.indent()
    emitDelegate(names)
    writer.blankLine()
    emitClass(names)
    writer.outdent()
    writer.line("#endif")
  }

  private struct WrapperNames {
    var type: String
    var delegate: String
    /// `<Response>`, or nothing.
    var arguments: String
    /// `Machine<Response>`
    var machine: String
  }

  private func delegateName(of wrapper: Wrapper) -> String {
    let base = wrapper.name.map { text($0.range) } ?? "\(text(machine.name.range))StateMachine"
    let name = base + "Delegate"
    return name.spelledAsName
  }

  private var genericArguments: String {
    machine.genericParameters.isEmpty
      ? "" : "<" + machine.genericParameters.map { text($0.name) }.joined(separator: ", ") + ">"
  }

  /// `@available` of the machine, and what an existential with a type argument needs.
  private mutating func writeAvailability() {
    for attribute in machine.attributes where text(attribute).hasPrefix("@available") {
      writer.write(attribute)
      writer.endLine()
    }
    if !machine.genericParameters.isEmpty {
      writer.line("@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)")
    }
  }

  // MARK: The delegate

  private mutating func emitDelegate(_ names: WrapperNames) {
    var methods: [(name: String, argument: String, documentation: String)] = [
      (
        "didEnter state: \(names.machine).State", "on event: \(names.machine).Event?",
        "The machine has entered `state`: at its start, with no event, and after every transition."
      ),
      (
        "willHandle event: \(names.machine).Event", "in state: \(names.machine).State",
        "The machine is about to handle `event`."
      ),
      (
        "didStayIn state: \(names.machine).State", "on event: \(names.machine).Event",
        "An internal transition has run: `state` was neither left nor entered."
      ),
      (
        "didIgnore event: \(names.machine).Event", "in state: \(names.machine).State",
        "The machine has no transition for `event` in `state`."
      ),
    ]
    if traits.defers {
      methods.append(
        (
          "didDefer event: \(names.machine).Event", "in state: \(names.machine).State",
          "The machine keeps `event` for a state that does not defer it."
        ))
    }
    writer.line(string: "/// Is told what \(article(names.type)) `\(names.type)` does.")
    writeAvailability()
    writer.write(string: "\(topLevelAccess)protocol \(names.delegate)\(names.arguments): AnyObject\(whereClause)")
    writer.openBrace()
    for parameter in machine.genericParameters {
      writer.write("associatedtype ")
      writer.write(parameter.name)
      if let constraint = parameter.constraint {
        writer.write(": ")
        writer.write(constraint)
      }
      writer.endLine()
    }
    let receiver = "_ stateMachine: \(names.type)\(names.arguments)"
    for (index, method) in methods.enumerated() {
      if index > 0 { writer.blankLine() }
      writer.line(string: "/// \(method.documentation)")
      writer.line(string: "func stateMachine(\(receiver), \(method.name), \(method.argument))")
    }
    writer.closeBrace()
    writer.blankLine()
    writeAvailability()
    writer.write(string: "extension \(names.delegate)")
    writer.openBrace()
    for method in methods.dropFirst() {
      writer.line(string: "\(access)func stateMachine(\(receiver), \(method.name), \(method.argument)) {}")
    }
    writer.closeBrace()
  }

  // MARK: The class

  private mutating func emitClass(_ names: WrapperNames) {
    let delegate = "any \(names.delegate)\(names.arguments)"
    writer.lines(
      """
      /// Runs \(article(names.machine)) `\(names.machine)`: one event after the other, its outputs performed, its delegate told.
      ///
      /// Events that are sent from inside an output or a delegate's method wait until the current one is handled.
      """)
    writeAvailability()
    writer.write(string: "\(topLevelAccess)final class \(names.type)\(genericClause)\(whereClause)")
    writer.openBrace()
    for alias in machine.typealiases {
      writer.line(string: "\(access)typealias \(text(alias.name)) = \(names.machine).\(text(alias.name))")
    }
    if !machine.typealiases.isEmpty { writer.blankLine() }
    writer.lines(
      """
      /// Told of every step.
      \(access)weak var delegate: (\(delegate))?

      private var machine: \(names.machine)
      private var pendingEvents: [\(names.machine).Event] = []
      """)
    if hasOutputs { writer.line(string: "private var pendingOutputs: [\(names.machine).Output] = []") }
    writer.lines(
      """
      private var isStarted = false
      private var isRunning = false
      """)
    if throwsUnhandled { writer.line(string: "private var failure: \(names.machine).UnhandledEvent?") }
    for closure in closures { writer.line(string: "private let \(closure.property): \(closure.type)") }
    writer.lines(
      """

      /// The current state.
      \(access)var state: \(names.machine).State { self.machine.state }

      """)
    emitClassInit(names)
    emitRunning(names)
    if hasOutputs { emitPerforming(names) }
    writer.closeBrace()
  }

  private func article(_ name: String) -> String {
    guard let first = name.lowercased().first, "aeiou".contains(first) else { return "a" }
    return "an"
  }

  /// The property that holds an output's closure. The suffix keeps it apart from every other member.
  private func propertyName(_ output: Output) -> String {
    let name = text(output.name.range) + "Output"
    return name.spelledAsName
  }

  /// `(_ speed: Int) -> Void`
  private func closureType(_ output: Output) -> String {
    let parameters = output.fields.map { field -> String in
      let type = text(field.type)
      let escaping = isFunction(type) && !type.hasPrefix("@escaping") ? "@escaping " : ""
      return field.name.map { "_ \(spelling($0)): \(escaping)\(type)" } ?? escaping + type
    }
    return "(\(parameters.joined(separator: ", "))) -> Void"
  }

  /// What performs the outputs: one closure for each, those of machines that states hold included.
  private var closures: [(name: String, property: String, type: String)] {
    machine.outputs.flatMap { output in
      output.holder < 0
        ? [(spelling(output.name), propertyName(output), closureType(output))]
        : heldClosures(of: output.holder).map { ($0.name, $0.name + "Output", $0.type) }
    }
  }

  private mutating func emitClassInit(_ names: WrapperNames) {
    let closures = closures
    let value = closures.contains { $0.name == "machine" } ? machine.names.fresh("machine") : "machine"
    writer.lines(
      hasOutputs
        ? "/// Wraps a machine; each closure performs one of its outputs." : "/// Wraps a machine.")
    writer.write(string: "\(access)init(")
    if hasOutputs {
      writer.endLine()
      writer.write("  ")
    }
    writer.write(string: "_ \(value): \(names.machine)")
    if hasDefaultInit { writer.write(string: " = \(names.machine)()") }
    for closure in closures {
      writer.line(",")
      writer.write(string: "  \(closure.name): @escaping \(closure.type)")
    }
    if hasOutputs { writer.endLine() }
    writer.write(")")
    writer.openBrace()
    writer.line(string: "self.machine = \(value)")
    for closure in closures { writer.line(string: "self.\(closure.property) = \(closure.name)") }
    writer.closeBrace()
  }

  private mutating func emitRunning(_ names: WrapperNames) {
    let hasStart = hasStart || machine.isHeld
    let starts =
      !hasStart
      ? "" : hasOutputs ? "  self.machine.start { self.pendingOutputs.append($0) }\n" : "  self.machine.start()\n"
    let performs = hasOutputs && hasStart ? "  self.performOutputs()\n" : ""
    let effect = throwsUnhandled ? " throws(\(names.machine).UnhandledEvent)" : ""
    let failing =
      throwsUnhandled
      ? "\n  if let failure = self.failure {\n    self.failure = nil\n    throw failure\n  }" : ""
    writer.lines(
      """

      /// Enters the current state and tells the delegate. Done by the first `send`, if not before; later calls do nothing.
      \(access)func start() {
        guard !self.isStarted else { return }
        self.isStarted = true
        self.isRunning = true
      \(starts)\(performs)  self.delegate?.stateMachine(self, didEnter: self.machine.state, on: nil)
        self.handlePendingEvents()
        self.isRunning = false
      }

      /// Handles `event`, and then the events that were sent meanwhile.
      """)
    if throwsUnhandled {
      writer.lines(
        """
        ///
        /// - Throws: the first event of the run that the machine has no transition for, once the run is over.
        """)
    }
    writer.lines(
      """
      \(access)func send(_ event: \(names.machine).Event)\(effect) {
        guard !self.isRunning else {
          self.pendingEvents.append(event)
          return
        }
        if self.isStarted {
          self.isRunning = true
          self.handle(event)
          self.handlePendingEvents()
          self.isRunning = false
        } else {
          self.pendingEvents.append(event)
          self.start()
        }\(failing)
      }

      private func handlePendingEvents() {
        var index = 0
        while index < self.pendingEvents.count {
          self.handle(self.pendingEvents[index])
          index += 1
        }
        if index > 0 { self.pendingEvents.removeAll(keepingCapacity: true) }
      }

      """)
    emitHandle(names)
  }

  private mutating func emitHandle(_ names: WrapperNames) {
    let emitting = hasOutputs ? " { self.pendingOutputs.append($0) }" : ""
    writer.write(string: "private func handle(_ event: \(names.machine).Event)")
    writer.openBrace()
    writer.line("self.delegate?.stateMachine(self, willHandle: event, in: self.machine.state)")
    if throwsUnhandled {
      writer.lines(
        """
        let outcome: \(names.machine).Outcome
        do throws(\(names.machine).UnhandledEvent) {
          outcome = try self.machine.handle(event: event)\(emitting)
        } catch {
          if self.failure == nil { self.failure = error }
          outcome = .ignored
        }
        """)
    } else {
      writer.line(string: "let outcome = self.machine.handle(event: event)\(emitting)")
    }
    if hasOutputs { writer.line("self.performOutputs()") }
    writer.lines(
      """
      switch outcome {
      case .transitioned:
        self.delegate?.stateMachine(self, didEnter: self.machine.state, on: event)
      case .stayed:
        self.delegate?.stateMachine(self, didStayIn: self.machine.state, on: event)
      case .ignored:
        self.delegate?.stateMachine(self, didIgnore: event, in: self.machine.state)
      """)
    if traits.defers {
      writer.lines(
        """
        case .deferred:
          self.delegate?.stateMachine(self, didDefer: event, in: self.machine.state)
        """)
    }
    writer.line("}")
    writer.closeBrace()
  }

  // MARK: Outputs

  private mutating func emitPerforming(_ names: WrapperNames) {
    writer.lines(
      """

      /// Performs the outputs of one event, with the new state visible. By index, so that the buffer is never shared.
      private func performOutputs() {
        var index = 0
        while index < self.pendingOutputs.count {
          self.perform(self.pendingOutputs[index])
          index += 1
        }
        if index > 0 { self.pendingOutputs.removeAll(keepingCapacity: true) }
      }

      private func perform(_ output: \(names.machine).Output) {
        switch output {
      """)
    writer.indent()
    for output in machine.outputs {
      writer.write("case .")
      writer.write(member: output.name)
      if output.holder >= 0 {
        writer.line("(let output):")
        writer.indent()
        emitPerformingHeld(output.holder)
        writer.outdent()
        continue
      }
      let arguments = output.fields.enumerated().map { index, field in
        field.name.map(spelling) ?? machine.names.fresh("value\(index + 1)")
      }
      if !arguments.isEmpty {
        writer.write(string: "(" + arguments.map { "let \($0)" }.joined(separator: ", ") + ")")
      }
      writer.line(":")
      writer.indent()
      writer.line(string: "self.\(propertyName(output))(\(arguments.joined(separator: ", ")))")
      writer.outdent()
    }
    writer.line("}")
    writer.outdent()
    writer.line("}")
  }
}
