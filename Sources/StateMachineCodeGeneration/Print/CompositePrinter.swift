import StateMachineModel

/// Writes what composites have for what no state within them takes: a function each, which the cases of these states call.
struct CompositePrinter {
  private let reducer: ReducerPrinter
  private var model: SwiftModel { reducer.model }
  private var states: StatePrinter { reducer.states }
  private var names: GeneratedNames { model.names }
  private var machine: StateMachine { model.machine }

  init(_ reducer: ReducerPrinter) { self.reducer = reducer }

  func write(_ function: CompositeFunction, _ flat: FlatReducer, _ out: inout SwiftWriter) {
    let context = ReducerPrinter.Context(
      planner: flat.planner, task: .function(function.purpose), states: [function.composite],
      parameterNames: flat.parameterNames)
    out.blankLine()
    writeHead(function, flat.parameterNames, &out)
    out.openFunction(answers: function.purpose.answers(machine))
    if function.releases {
      writeReleasing(function, context, &out)
    } else {
      let otherwise =
        switch function.purpose {
        case .accept: "return false"
        case .method: "preconditionFailure()"
        case .take, .takeAlways: "return \(reducer.noStep)"
        }
      let opened =
        function.bindings.isEmpty
        ? 0
        : states.beginMatch(
          function.composite, function.bindings, StatePrinter.Match(otherwise: otherwise), &out)
      reducer.write(function.body, context, &out)
      states.endMatch(opened, &out)
    }
    out.closeFunction()
  }

  /// What is bound has one owner again before the composite around has its turn.
  private func writeReleasing(
    _ function: CompositeFunction, _ context: ReducerPrinter.Context, _ out: inout SwiftWriter
  ) {
    let isOnlyState = model.layout.isOnlyState(function.composite)
    if isOnlyState {
      out.openSwitch(over: model.layout.state)
    }
    out.write(isOnlyState ? "case " : "if case ")
    states.writePattern(of: function.composite, function.bindings, &out)
    if isOnlyState {
      out.openCase()
    } else {
      out.write(string: " = \(model.layout.state)")
      out.openBrace(.check)
    }
    reducer.write(function.body, context, &out)
    if isOnlyState {
      out.closeCase()
      out.closeSwitch()
    } else {
      out.closeBrace()
    }
    if let outer = function.released {
      reducer.write(.delegated(to: outer), context, &out)
    } else if !isOnlyState {
      reducer.writeNoStep(context, &out)
    }
  }

  private func writeHead(
    _ function: CompositeFunction, _ parameterNames: [LocalName?], _ out: inout SwiftWriter
  ) {
    let name = model.name(of: function.composite)
    let swiftName = names.function(function.purpose.verb(model), function.composite)
    let result = model.takesSteps || machine.hasMethods ? model.stepResult : "Outcome"
    switch function.purpose {
    case .accept:
      out.lines("/// Whether `\(name)` has a transition for an event for which its active substate has none.")
      out.write(string: "private func \(swiftName)(_ \(names.event): Event) -> Bool")
    case .takeAlways:
      out.lines("/// Takes the transition of `\(name)` that no event triggers, if one applies.")
      out.write(string: "private mutating func \(swiftName)(\(model.parameters(first: true))) -> \(result)")
    case .method(let event):
      let trigger = model.machine.name(of: .event(event))
      out.lines("/// Takes the transition of `\(name)` for `\(trigger)`, where its active substate has none.")
      out.write(string: "\(model.privateAccess)mutating func \(swiftName)")
      MethodPrinter(model).writeSignature(of: event, parameterNames, isWithin: true, &out)
    case .take:
      let effect = model.takesSteps ? "" : model.errors.clause
      let parameters = "_ \(names.event): Event\(model.parameters(first: false))"
      out.lines("/// Takes the transition of `\(name)` for an event for which its active substate has none.")
      out.write(string: "private mutating func \(swiftName)(\(parameters))\(effect) -> \(result)")
    }
  }
}
