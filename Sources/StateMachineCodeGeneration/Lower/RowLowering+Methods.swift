import StateMachineModel

/// What only the methods of events have: a state that is put back, a policy in each case, and answers.
extension RowLowering {
  // MARK: What is tried

  /// Writes `do {` before a transition that may throw while its state is out of the machine; false where none is
  /// written.
  func beginCatching(_ attempt: Attempt, _ context: Context, _ out: inout SwiftWriter) -> Bool {
    let transition = machine.transitions[attempt.transition]
    guard context.planner.takesOut, machine.mayThrow(transition) else { return false }
    transitions.openDo(of: transition, &out)
    return true
  }

  /// Puts the state back as it is then: a row that throws has not happened.
  func endCatching(_ attempt: Attempt, _ out: inout SwiftWriter) {
    out.continueBrace("catch")
    states.putBack(machine.transitions[attempt.transition].source, attempt.source, &out)
    out.leave("throw error")
    out.closeBrace()
  }

  /// Writes the rows of the choice with parameters that one transition alone leads to, where that ends.
  func write(
    _ rows: [TransitionID], behind attempt: Attempt, _ context: Context, _ out: inout SwiftWriter
  ) {
    guard case .call(let choice, let arguments) = model.behaviour.passage(of: attempt.transition).end else { return }
    let names = context.planner.eventNames(.choice(choice), rows)
    for (index, field) in machine.choices[choice].fields.enumerated() {
      if case .local(let name) = arguments[index], index < names.count, names[index].map({ $0.id == name.id }) ?? true {
        continue
      }
      out.write("let ")
      if index < names.count, let name = names[index] { states.write(name, &out) } else { out.write("_") }
      out.write(": ")
      out.piece(field.type)
      out.write(" = ")
      transitions.writeArgument(arguments[index], for: field, attempt, &out)
      out.endLine()
    }
    let bound = BoundTransitions(transitions: rows[...], eventNames: names)
    lower(bound, attempt.source, otherwise: nil, context, &out)
  }

  // MARK: How a case ends

  /// How a case of a method ends.
  func write(_ verdict: Verdict, ofMethod event: EventID, _ context: Context, _ out: inout SwiftWriter) {
    if context.planner.takesOut, verdict == .ignored || verdict == .unhandled && !machine.policy(of: event).stops {
      states.putBack(context.states.first, context.bindings, &out)
    }
    switch verdict {
    case .ignored: answers.writeDefault(of: event, &out)
    case .unhandled: writePolicy(of: event, context, &out)
    case .delegated(let composite): out.leave(call(ofMethod: event, composite, context))
    default: writeEnd(verdict, context, &out)
    }
  }

  /// Writes what becomes of an event in a state that has no transition for it.
  private func writePolicy(of event: EventID, _ context: Context, _ out: inout SwiftWriter) {
    let unhandled = machine.unhandled(event)
    let name = "\(model.text(machine.name)): \(machine.name(of: .event(event)))".inStringLiteral
    setNames(event, context, &out)
    switch unhandled.policy {
    case .ignore: answers.writeDefault(of: event, &out)
    case .assert:
      writeFailure("assertionFailure", unhandled.message, name, stops: false, &out)
      answers.writeDefault(of: event, &out)
    case .trap, .error: writeFailure("preconditionFailure", unhandled.message, name, stops: true, &out)
    case .throw: if let error = unhandled.error { answers.writeThrow(error, isEarly: false, &out) }
    }
  }

  /// Sets what `\(state)` and `\(event)` are in the case at hand: literals, so that nothing is formatted.
  func setNames(_ event: EventID, _ context: Context, _ out: inout SwiftWriter) {
    let state = context.states.first.map { model.layout.pathText($0) } ?? ""
    (out.stateName, out.eventName) = (state.inStringLiteral, machine.name(of: .event(event)).inStringLiteral)
  }

  private func writeFailure(
    _ function: StaticString, _ message: SwiftCode?, _ name: String, stops: Bool, _ out: inout SwiftWriter
  ) {
    out.beginLocation(message?.range)
    out.write(function)
    if let message {
      out.write("(")
      out.code(message, guards: machine.namedGuards)
      out.write(")")
    } else {
      out.write(string: "(\"\(name) cannot happen in this state\")")
    }
    if stops { out.endLeaving() } else { out.endLine() }
    out.endLocation()
  }

  /// The call of a composite's function for one event.
  private func call(ofMethod event: EventID, _ composite: StateID, _ context: Context) -> String {
    let declaration = machine.events[event]
    let attempt = declaration.method.throwing == nil ? "" : "try "
    let function = names.function(ReducerPurpose.method(event).verb(model), composite)
    let own = MethodLowering.arguments(of: declaration, context.parameterNames, model)
    let arguments = own + model.arguments(first: own.isEmpty)
    return "return \(attempt)self.\(function)(\(arguments))"
  }
}

extension RowLowering.Context {
  /// Is true where it is that of the method of an event.
  var isMethod: Bool { if case .function(.method) = task { true } else { false } }
}
