import StateMachineModel
import StateMachineSyntax

/// Writes single effects: outputs, events that the machine raises, assignments, blocks, and what states do.
struct EffectLowering {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }
  private var names: GeneratedNames { model.names }

  /// - Parameter transition: what has the effect; nil for an `entry` or `exit`.
  func write(_ effect: Effect, of transition: Transition? = nil, _ out: inout SwiftWriter) {
    switch effect {
    case .output(let output, let arguments, let range):
      let hasFields = !machine.outputs[output].fields.isEmpty
      write(names.emit, .declared(machine.outputs[output].name), hasFields: hasFields, arguments, range, &out)
    case .begin(let output, let arguments, let range):
      let declared = machine.outputs[output]
      let name = declared.tasks.activity(model.text(declared.name))?.begin
      let member = name.flatMap { $0 == model.text(declared.name) ? nil : LocalName.fresh($0.spelledAsName) }
      let hasFields = !declared.fields.isEmpty
      write(names.emit, member ?? .declared(declared.name), hasFields: hasFields, arguments, range, &out)
    case .raise(let event, let arguments, let range):
      let hasFields = !machine.events[event].fields.isEmpty
      write("\(names.run).raise", .declared(machine.events[event].name), hasFields: hasFields, arguments, range, &out)
    case .assignProperty(let name, let symbol, let value):
      out.beginLocation(name.range)
      out.write("self.")
      writeAssignment(name, symbol, value, &out)
    case .assignField(let name, let symbol, let value):
      out.beginLocation(name.range)
      writeAssignment(name, symbol, value, &out)
    case .trap(let message, let range): writeTrap(message, range, of: transition, &out)
    case .throw where machine.hasMethods: break
    case .throw(let error, let range):
      out.beginLocation(range)
      out.write(string: "\(names.run).fail(")
      out.code(error, guards: machine.namedGuards)
      out.line(")")
      out.endLocation()
    // The method that the transition is in returns it, once the state is written.
    case .answer: break
    case .block(let code): out.block(code, guards: machine.namedGuards)
    case .end(let output):
      let name = model.text(machine.outputs[output].name)
      guard let activity = machine.outputs[output].tasks.activity(name) else { return }
      out.line(string: "\(names.emit)(.\(activity.cancel.spelledAsName))")
    case .cancel(let output, let range):
      out.beginLocation(range)
      out.line(string: "\(names.emit)(.\(TaskUse.cancel(model.text(machine.outputs[output].name)).spelledAsName))")
      out.endLocation()
    case .schedule(let timer): writeScheduling(timer, &out)
    case .unschedule(let timer): out.line(string: "\(names.emit)(.cancel(.\(names.timer(timer))))")
    case .scope(let scope): write(scope, &out) { write($0, of: transition, &$1) }
    }
  }

  /// Writes `if condition { … }`; else `do { … }` where what is declared would be in the way.
  private func write(
    _ scope: EffectScope, _ out: inout SwiftWriter, effect: (Effect, inout SwiftWriter) -> Void
  ) {
    var opened = 0
    if let condition = scope.condition {
      opened = GuardLowering(model).open(condition, &out)
    } else if scope.isClosed {
      out.openScope()
      opened = 1
    }
    for single in scope.effects { effect(single, &out) }
    out.closeBraces(opened)
  }

  /// The same; of an assignment that a trap behind it lets nobody read, the value alone is worked out.
  ///
  /// - Parameter lost: the fields of the state that are not bound, as nobody reads them.
  func write(
    _ effect: Effect, of transition: Transition? = nil, losing lost: some Sequence<Local>, in state: StateID,
    _ out: inout SwiftWriter
  ) {
    if case .scope(let scope) = effect {
      write(scope, &out) { write($0, of: transition, losing: lost, in: state, &$1) }
      return
    }
    guard case .assignField(let name, _, let value) = effect, let local = lost.first(where: { $0.name.id == name.id })
    else {
      write(effect, of: transition, &out)
      return
    }
    out.beginLocation(value.range)
    out.write("let _: ")
    out.write(machine.states[state].pathFields[Int(local.field)].type)
    out.write(" = ")
    out.code(value, guards: machine.namedGuards)
    out.endLine()
    out.endLocation()
  }

  /// Tells the compiler that a local may change: a method of it is called that may be mutating.
  func writeMayChange(_ local: Local, _ out: inout SwiftWriter) {
    out.write("Self.mayChange(&")
    out.write(local.name)
    out.line(")")
  }

  /// Writes `function(.name(arguments))`.
  private func write(
    _ function: String, _ name: LocalName, hasFields: Bool, _ arguments: SwiftCode?, _ range: SourceRange,
    _ out: inout SwiftWriter
  ) {
    out.beginLocation(range)
    out.write(string: function)
    out.write("(.")
    switch name {
    case .declared(let name): out.write(member: name)
    case .fresh(let name): out.write(string: name)
    }
    if let arguments {
      out.write("(")
      out.code(arguments, guards: machine.namedGuards)
      out.write(")")
    } else if hasFields {
      out.write("()")
    }
    out.write(")")
    out.endLine()
    out.endLocation()
  }

  private func writeAssignment(
    _ name: Identifier, _ symbol: SourceRange, _ value: SwiftCode, _ out: inout SwiftWriter
  ) {
    out.write(name)
    out.write(" ")
    out.write(symbol)
    out.write(" ")
    out.code(value, guards: machine.namedGuards)
    out.endLine()
    out.endLocation()
  }

  private func writeTrap(
    _ message: SwiftCode?, _ range: SourceRange, of transition: Transition?, _ out: inout SwiftWriter
  ) {
    out.beginLocation(range)
    out.write("preconditionFailure(")
    if let message {
      out.code(message, guards: machine.namedGuards)
    } else {
      out.write(string: trapMessage(transition))
    }
    out.write(")")
    out.endLeaving()
    out.endLocation()
  }

  private func trapMessage(_ transition: Transition?) -> String {
    let name = model.text(machine.name).inStringLiteral
    guard let transition else { return "\"\(name): this cannot happen\"" }
    // The text of a timer would say too much.
    let event = transition.trigger.timer == nil ? machine.name(of: transition.trigger) : "elapsed"
    let words = "event \(event) cannot happen in state \(model.name(of: transition.source))"
    return "\"\(name): \(words.inStringLiteral)\""
  }

  private func writeScheduling(_ timer: TimerID, _ out: inout SwiftWriter) {
    let declaration = machine.timers[timer]
    let function =
      declaration.repeats ? GeneratedNames.repeating(besideAfter: model.run.timers.after) : "schedule"
    let label = declaration.repeats ? "every" : "after"
    if case .code(let code) = declaration.delay { out.beginLocation(code.range) }
    out.write(string: "\(names.emit)(.\(function)(.\(names.timer(timer)), \(label): ")
    switch declaration.delay {
    case .literal(let text): out.write(string: text)
    case .code(let code): out.code(code, guards: machine.namedGuards)
    }
    out.line("))")
    out.endLocation()
  }
}
