import StateMachineModel
import StateMachineSyntax

/// Translates the effects of rows, entries, exits and activities.
extension Lowerer {
  /// Returns the code of some effects, in order: `emit(.beep)` for the output `beep`. Blocks of Swift among the effects
  /// may declare names; these names are added to `scope`.
  ///
  /// - Parameter transition: the transition that has the effects; nil for the effects of an entry, an exit or an
  ///   activity.
  func effects(_ effects: [Effect], _ transition: Transition?, _ scope: inout RowScope) -> [Statement] {
    var list: [Statement] = []
    for effect in effects { list += located(self.effect(effect, transition, &scope), at: effect.range) }
    return list
  }

  /// Returns the code of one effect.
  private func effect(_ effect: Effect, _ transition: Transition?, _ scope: inout RowScope) -> [Statement] {
    switch effect {
    case .output(let output, let arguments, _):
      let output = machine.outputs[output]
      return [send(new(member(output.name), !output.fields.isEmpty, arguments, scope))]
    case .begin(let output, let arguments, _):
      let output = machine.outputs[output]
      let begin = output.tasks.activity(text(output.name))?.begin ?? text(output.name)
      let name = begin == text(output.name) ? member(output.name) : begin.spelledAsName
      return [send(new(name, !output.fields.isEmpty, arguments, scope))]
    case .raise(let event, let arguments, _):
      let event = machine.events[event]
      return [tellRun("raise", new(member(event.name), !event.fields.isEmpty, arguments, scope))]
    case .assignProperty(let name, let symbol, let code):
      return [.assign(.literal("self." + model.spelling(name)), value(code, scope), symbol: model.text(symbol))]
    case .assignField(let name, let symbol, let code):
      guard let local = scope.locals.first(where: { $0.name.id == name.id }),
        let variable = scope[local.owner, local.field]
      else { return [] }
      return [.assign(.variable(variable), value(code, scope), symbol: model.text(symbol))]
    case .trap(let message, _): return [trap(message.map { value($0, scope) } ?? .literal(trapMessage(transition)))]
    case .throw where machine.hasMethods, .result: return []
    case .throw(let error, _): return [tellRun("fail", value(error, scope))]
    case .block(let code):
      let piece = piece(code, .block, scope)
      scope.hidden.formUnion(piece.text.declared)
      return [Statement(.block(piece))]
    case .end(let output):
      guard let activity = machine.outputs[output].tasks.activity(text(machine.outputs[output].name)) else { return [] }
      return [send(new(activity.cancel.spelledAsName, false, nil, scope))]
    case .cancel(let output, _):
      return [send(new(TaskUse.cancel(text(machine.outputs[output].name)).spelledAsName, false, nil, scope))]
    case .schedule(let timer): return [send(schedule(timer, scope))]
    case .unschedule(let timer): return [send(.literal(".cancel(.\(names.timer(timer)))"))]
    case .scope(let effects):
      var inner = scope
      let constants = model.isLocated ? self.constants(effects.values, &inner) : []
      let list = constants + self.effects(effects.effects, transition, &inner)
      guard let condition = effects.condition else {
        // The error is evaluated after the effects.
        if effects.effects.error != nil { scope.bound = inner.bound }
        if !effects.isClosed { scope.hidden = inner.hidden }
        // The constants are in braces, unless the error of the row, which comes after them, may use them.
        return effects.isClosed || !constants.isEmpty && effects.effects.error == nil ? [.scope(list)] : list
      }
      return located([.check([test(condition, scope)], list)], at: condition.named.range)
    }
  }

  /// Returns a constant for each argument of a named effect: `let speed: Int = 2`. Each constant has the place of its
  /// argument in the `.sm` file, so that the Swift compiler reports errors there.
  private func constants(_ values: [(parameter: Field, code: SwiftCode)], _ scope: inout RowScope) -> [Statement] {
    let outer = scope
    return values.flatMap { field, code -> [Statement] in
      guard let name = field.name else { return [] }
      let variable = variables.make(text(name), type: field.type, isFixed: true)
      scope.bound[name.id] = variable
      scope.hidden.remove(text(name))
      let type = types?.text(of: field) ?? model.text(field.type)
      return located([Statement(.declare(variable, type: type, value(code, outer)))], at: code.range)
    }
  }

  /// Returns the value `.name(arguments)`. The arguments are copied from the `.sm` file.
  private func new(_ name: String, _ hasFields: Bool, _ arguments: SwiftCode?, _ scope: RowScope) -> Expression {
    let list = arguments.map { [Argument(nil, .piece(piece($0, .arguments, scope)))] } ?? []
    return .new("." + name + (list.isEmpty && hasFields ? "()" : ""), list)
  }

  /// Returns a call of a method of the variable `run`, such as `run.raise(.closed)`.
  private func tellRun(_ method: String, _ value: Expression) -> Statement {
    .perform(.call(Call(callee: .method(run, method, isMutating: true), arguments: [Argument(nil, value)])))
  }

  /// Returns the output that begins a timer: `.schedule(.closing, after: .seconds(5))`.
  private func schedule(_ timer: TimerID, _ scope: RowScope) -> Expression {
    let declaration = machine.timers[timer]
    let function = declaration.repeats ? GeneratedNames.repeating(besideAfter: model.run.timers.after) : "schedule"
    let delay: Expression =
      switch declaration.delay {
      case .literal(let text): .literal(text)
      case .code(let code): value(code, scope)
      }
    return .new(
      ".\(function)",
      [Argument(nil, .literal(".\(names.timer(timer))")), Argument(declaration.repeats ? "every" : "after", delay)])
  }

  // MARK: Traps

  /// Returns a statement that stops the program: `preconditionFailure(message)`.
  func trap(_ message: Expression?) -> Statement {
    .leave(
      .call(Call(callee: .other("preconditionFailure"), arguments: message.map { [Argument(nil, $0)] } ?? [])),
      kind: .trap)
  }

  /// Returns the message of a trap for which the `.sm` file gives no message.
  private func trapMessage(_ transition: Transition?) -> String {
    let name = text(machine.name).inStringLiteral
    guard let transition else { return "\"\(name): this cannot happen\"" }
    let event = transition.trigger.timer == nil ? machine.name(of: transition.trigger) : "elapsed"
    let words = "event \(event) cannot happen in state \(model.name(of: transition.source))"
    return "\"\(name): \(words.inStringLiteral)\""
  }
}
