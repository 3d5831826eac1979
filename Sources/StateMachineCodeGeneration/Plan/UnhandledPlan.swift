import StateMachineModel

/// Plans the code for events that have no transition in the current state. It also plans the Swift by which messages of
/// that code name the state.
struct UnhandledPlan {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }

  /// The Swift expression for the name of the current state in a message. It is `self.state.name`, or a call that
  /// returns the names of all active states if some state has regions.
  var state: String { holdsRegions(nil) ? "Self.name(of: self.state)" : "self.state.\(model.nameOfState)" }

  /// The expression for the error `UnhandledEvent`, which names the event and the state that has no transition for it.
  var error: String { "UnhandledEvent(state: self.state.\(model.nameOfState), event: event.name)" }

  /// Returns the call of the function for an unhandled event, such as `self.unhandled(event)`. If the policy throws at
  /// once, and not at the end of the run, the call begins with `try`.
  func call(_ event: String) -> String {
    let attempt = model.errors.byPolicy && !model.keepsFailure ? "try " : ""
    return "\(attempt)self.unhandled(\(event)\(keepsError ? ", run: &\(model.names.run)" : ""))"
  }

  /// The statement that ends `handle` for an unhandled event: `return .ignored`, or a call of the function `unhandled`.
  var statement: String {
    if model.ignoresUnhandled { return "return .ignored" }
    let call = call(model.names.event)
    return model.onePolicyTraps ? call : "return \(call)"
  }

  /// Whether the run keeps the error of a policy until the run ends, instead of throwing it at once.
  var keepsError: Bool { model.keepsFailure && model.errors.byPolicy }

  /// Whether the machine needs a function that returns the names of all active states. It does if a message contains
  /// these names, and if a state has regions. The error `UnhandledEvent` needs no such function: it contains only the
  /// state's `name`.
  var namesStates: Bool {
    let tellsState = machine.hasPolicy { $0 == .assert || $0 == .trap }
    return (model.run.canRunOn || model.hasEvents && tellsState) && holdsRegions(nil)
  }

  /// Returns whether a state within `body`, at any depth, has regions. The name of one active state then does not say
  /// which states are active.
  ///
  /// - Parameter body: a region; nil for the machine.
  func holdsRegions(_ body: StateID?) -> Bool {
    guard body != nil || !machine.isParallel else { return machine.topStates.contains(where: holdsRegions) }
    return model.behaviour.tree.leaves(of: body).contains(where: machine.isParallel)
  }
}

extension SwiftModel {
  var unhandled: UnhandledPlan { UnhandledPlan(model: self) }
}
