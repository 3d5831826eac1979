import StateMachineModel

/// What becomes of an event for which no state has a transition, and how messages about it name the state.
struct UnhandledPlan {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }

  /// The name of the current state in a message, to be put into a string.
  var state: String { holdsRegions(nil) ? "Self.name(of: self.state)" : "self.state.\(model.nameOfState)" }

  /// The error that says which event the current state does not handle.
  var error: String { "UnhandledEvent(state: self.state.\(model.nameOfState), event: event.name)" }

  /// The call of the function for it. It throws itself where that need not wait for the end of the run.
  func call(_ event: String) -> String {
    let attempt = model.errors.byPolicy && !model.keepsFailure ? "try " : ""
    return "\(attempt)self.unhandled(\(event)\(keepsError ? ", run: &\(model.names.run)" : ""))"
  }

  /// The statement that ends with what becomes of the event.
  var statement: String {
    if model.ignoresUnhandled { return "return .ignored" }
    let call = call(model.names.event)
    return model.onePolicyTraps ? call : "return \(call)"
  }

  /// Whether the error of a policy is left to the run.
  var keepsError: Bool { model.keepsFailure && model.errors.byPolicy }

  /// Whether there is a function that names all that is active: messages say that of a machine with regions. The error has
  /// the names that users have.
  var namesStates: Bool {
    let tellsState = machine.hasPolicy { $0 == .assert || $0 == .trap }
    return (model.run.canRunOn || model.hasEvents && tellsState) && holdsRegions(nil)
  }

  /// Whether a state of a body has regions. Its name alone does not say what is active, and a message does.
  func holdsRegions(_ body: StateID?) -> Bool {
    guard body != nil || !machine.isParallel else { return machine.topStates.contains(where: holdsRegions) }
    return model.behaviour.tree.leaves(of: body).contains(where: machine.isParallel)
  }
}

extension SwiftModel {
  var unhandled: UnhandledPlan { UnhandledPlan(model: self) }
}
