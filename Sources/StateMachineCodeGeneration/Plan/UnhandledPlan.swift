import StateMachineModel

/// The policy for events without a transition in the current state, and the state's name in messages.
struct UnhandledPlan {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }

  /// The expression for the name of the current state in a message, for a string interpolation.
  var state: String { holdsRegions(nil) ? "Self.name(of: self.state)" : "self.state.\(model.nameOfState)" }

  /// The error that contains the event and the state that does not handle it.
  var error: String { "UnhandledEvent(state: self.state.\(model.nameOfState), event: event.name)" }

  /// Returns the call of the function for an unhandled event. The call throws unless the run keeps errors.
  func call(_ event: String) -> String {
    let attempt = model.errors.byPolicy && !model.keepsFailure ? "try " : ""
    return "\(attempt)self.unhandled(\(event)\(keepsError ? ", run: &\(model.names.run)" : ""))"
  }

  /// The statement that ends the function with the outcome for the unhandled event.
  var statement: String {
    if model.ignoresUnhandled { return "return .ignored" }
    let call = call(model.names.event)
    return model.onePolicyTraps ? call : "return \(call)"
  }

  /// Whether the run keeps the error of a policy.
  var keepsError: Bool { model.keepsFailure && model.errors.byPolicy }

  /// Whether there is a function for the names of all active states, which messages of a machine with regions contain.
  /// The error contains the state's `name` only.
  var namesStates: Bool {
    let tellsState = machine.hasPolicy { $0 == .assert || $0 == .trap }
    return (model.run.canRunOn || model.hasEvents && tellsState) && holdsRegions(nil)
  }

  /// Returns whether a leaf of the region, or of the machine for nil, has regions, so that its name alone is ambiguous.
  func holdsRegions(_ body: StateID?) -> Bool {
    guard body != nil || !machine.isParallel else { return machine.topStates.contains(where: holdsRegions) }
    return model.behaviour.tree.leaves(of: body).contains(where: machine.isParallel)
  }
}

extension SwiftModel {
  var unhandled: UnhandledPlan { UnhandledPlan(model: self) }
}
