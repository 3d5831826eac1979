import StateMachineModel

/// What composites have for what no state within them takes: a function each, which the cases of these states call.
extension FlatReducer {
  /// Writes the functions of the composites around states that are told apart.
  func lowerComposites(_ out: inout SwiftWriter) {
    for state in machine.states.indices
    where machine.states[state].isComposite && !machine.isParallel(state) && machine.region(of: state) == nil
      && !machine.states[state].isRegion && handles(state) && !hasCase(state)
    {
      lowerFunction(of: state, &out)
    }
  }

  private func lowerFunction(of composite: StateID, _ out: inout SwiftWriter) {
    let outer = handler(of: composite)
    let own = rows(of: composite)
    let releases = outer != nil && purpose != .accept && self.releases(composite, own.source)
    // Without a `switch` over the event there is nothing to break out of.
    let isOnlyState = model.layout.isOnlyState(composite)
    let breaks = purpose.trigger == nil || isOnlyState
    begin(composite)
    out.blankLine()
    writeHead(of: composite, &out)
    out.openFunction(answers: purpose.answers(machine))
    if releases {
      // What is bound has one owner again before the composite around has its turn.
      if isOnlyState { out.openSwitch(over: model.layout.state) }
      out.write(isOnlyState ? "case " : "if case ")
      states.writePattern(of: composite, own.source, &out)
      if isOnlyState {
        out.openCase()
      } else {
        out.write(string: " = \(model.layout.state)")
        out.openBrace(.check)
      }
      lowerBody(of: composite, own, releases: true, breaks: breaks, &out)
      if isOnlyState {
        out.closeCase()
        out.closeSwitch()
      } else {
        out.closeBrace()
      }
      if let outer, hasReleased {
        rows.write(.delegated(to: outer), context, &out)
      } else if !isOnlyState {
        rows.writeNoStep(context, &out)
      }
    } else {
      let opened = own.source.isEmpty ? 0 : states.beginMatch(composite, own.source, match, &out)
      lowerBody(of: composite, own, releases: false, breaks: breaks, &out)
      states.endMatch(opened, &out)
    }
    out.closeFunction()
  }

  /// What stands where the composite is not active: the code cannot come there.
  private var match: StateLowering.Match {
    let otherwise =
      switch purpose {
      case .accept: "return false"
      case .method: "preconditionFailure()"
      case .take, .takeAlways: "return \(rows.noStep)"
      }
    return StateLowering.Match(otherwise: otherwise)
  }

  private func writeHead(of composite: StateID, _ out: inout SwiftWriter) {
    let name = model.name(of: composite)
    let swiftName = model.names.function(purpose.verb(model), composite)
    let event = model.names.event
    let result = model.takesSteps || machine.hasMethods ? model.stepResult : "Outcome"
    switch purpose {
    case .accept:
      out.lines("/// Whether `\(name)` has a transition for an event for which its active substate has none.")
      out.write(string: "private func \(swiftName)(_ \(event): Event) -> Bool")
    case .takeAlways:
      out.lines("/// Takes the transition of `\(name)` that no event triggers, if one applies.")
      out.write(string: "private mutating func \(swiftName)(\(model.parameters(first: true))) -> \(result)")
    case .method(let event):
      let trigger = machine.name(of: .event(event))
      out.lines("/// Takes the transition of `\(name)` for `\(trigger)`, where its active substate has none.")
      out.write(string: "\(model.privateAccess)mutating func \(swiftName)")
      MethodLowering(model).writeSignature(of: event, parameterNames, isWithin: true, &out)
    case .take:
      let effect = model.takesSteps ? "" : model.errors.clause
      let parameters = "_ \(event): Event\(model.parameters(first: false))"
      out.lines("/// Takes the transition of `\(name)` for an event for which its active substate has none.")
      out.write(string: "private mutating func \(swiftName)(\(parameters))\(effect) -> \(result)")
    }
  }
}
