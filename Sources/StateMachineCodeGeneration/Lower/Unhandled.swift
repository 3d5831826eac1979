import StateMachineModel
import StateMachineSyntax

/// Translates the function `unhandled`. It does what the machine's policy says about an event for which no active state
/// has a transition.
extension Lowerer {
  /// Returns the function `unhandled`; nil if the machine ignores all unhandled events or has no events.
  func unhandledFunction() -> Function? {
    guard !model.ignoresUnhandled, model.hasEvents else { return nil }
    let plan = model.unhandled
    // Policies use the name `event`, regardless of other functions' parameters.
    let event = variables.make("event", isFixed: true)
    var signature = Signature(
      documentation: .lines("The current state has no transition for `event`."), introducer: "private func")
    signature.parameters = [Parameter(variable: event, type: [.text("Event")])]
    if plan.keepsError {
      signature.parameters?.append(
        Parameter(label: "run", variable: run, specifier: [.text("inout ")], type: [.text(names.runType)]))
    } else if model.errors.byPolicy {
      signature.clause = [.text(model.errors.clause)]
    }
    signature.result = [.text(model.onePolicyTraps ? "Never" : "Outcome")]
    var body = policy(machine.unhandled)
    if model.onePolicy == nil {
      let arms = machine.events.indices.map {
        Arm(patterns: [pattern(of: $0, [])], body: policy(machine.unhandled($0)))
      }
      // Timers are never unhandled.
      let timers = machine.timers.indices.map {
        Arm(patterns: [pattern(ofElapsed: $0)], body: policy(Unhandled(policy: .ignore)))
      }
      body = [.match(Match(subject: .variable(event), arms: arms + timers, keepsArms: true))]
    }
    return Function(
      id: function("unhandled"), signature: signature, body: body, isEntryPoint: true, variables: variables)
  }

  /// Returns the code of a policy, such as `return .ignored` or `throw Failure()`.
  private func policy(_ unhandled: Unhandled) -> [Statement] {
    let ignored = Statement.leave(.literal(".ignored"))
    switch unhandled.policy {
    case .ignore, .error: return [ignored]
    case .assert where model.tellsRows: return [ignored]
    case .assert:
      return located(
        [.perform(call("assertionFailure", [message(unhandled.message)])), ignored], at: unhandled.message?.range)
    case .trap where model.tellsRows: return tellPolicy + [ignored]
    case .trap: return located([trap(message(unhandled.message))], at: unhandled.message?.range)
    case .throw:
      let error = unhandled.error.map { value($0, RowScope(state: StateID(0))) } ?? .literal(model.unhandled.error)
      let list: [Statement] =
        model.unhandled.keepsError
        ? [
          .perform(.call(Call(callee: .method(run, "fail", isMutating: true), arguments: [Argument(nil, error)]))),
          ignored,
        ]
        : [.leave(error, kind: .throw)]
      return located(list, at: unhandled.error?.range)
    }
  }

  /// Returns the Swift expression for the message with which a policy stops the program. The message is made only if
  /// the program stops.
  ///
  /// - Parameter message: the message that the policy declares; nil if it declares none. The result then names the
  ///   machine, the event and the state. It contains no payloads, because they may not be printable.
  private func message(_ message: SwiftCode?) -> Expression {
    let state = model.unhandled.state
    guard let message else {
      let name = model.spelling(machine.name).inStringLiteral
      return .literal("\"\(name): event \\(event.name) is not handled in state \\(\(state))\"")
    }
    var scope = RowScope(state: StateID(0))
    // In a string literal such as `#"…"#`, an interpolation has as many `#` as the literal: `\#(name)`.
    let hashes = String(repeating: "#", count: model.text(message.range).prefix { $0 == "#" }.utf8.count)
    scope.stateName = "\\\(hashes)(\(state))"
    scope.eventName = "\\\(hashes)(event.name)"
    return value(message, scope)
  }

  // MARK: States with regions

  /// Returns the functions `name(of:)`, which return the names of all active states for a message. Empty if no state
  /// has regions, or if no message contains the states. Messages contain them if a policy is `assert` or `trap`, or if
  /// a run may go on without end. Passes do not rename the variables of these functions, because string literals
  /// contain the variables' names.
  func nameFunctions() -> [Function] { model.unhandled.namesStates ? nameFunctions(within: nil, "State") : [] }

  /// Returns the function `name(of:)` for the states of a region or the machine, and the functions for regions within
  /// it. Each returns the name of the active state. If that state has regions, the names of the active states in them
  /// follow in brackets: `playing(loud, paused)`.
  ///
  /// - Parameters:
  ///   - body: the region; nil for the machine.
  ///   - type: the enum of the states: `State` for the machine, `State.Playing.Audio` for a region `audio` of
  ///     `playing`.
  private func nameFunctions(within body: StateID?, _ type: String) -> [Function] {
    let value = variables.make("value", isFixed: true)
    let parameter = Parameter(label: "of", variable: value, type: [.text(type)])
    var functions: [Function] = []
    func add(_ list: [Statement]) {
      let signature = Signature(
        documentation: .none, introducer: "private static func", parameters: [parameter], result: [.text("String")])
      functions.append(
        Function(
          id: function("name"), signature: signature, body: list, isTable: true, isEntryPoint: true,
          variables: variables))
    }
    if body == nil, machine.isParallel {
      add([.leave(.literal(text(ofRegions: machine.topStates, in: "value")))])
      return functions + nameFunctions(ofRegions: machine.topStates, "State")
    }
    let leaves = behaviour.tree.leaves(of: body)
    let parallels = leaves.filter(machine.isParallel)
    let regions = variables.make("regions", isFixed: true)
    let arms = leaves.map { leaf -> Arm in
      guard machine.isParallel(leaf) else {
        return Arm(patterns: [pattern(of: leaf)], body: [.leave(.literal("value.name.description"))])
      }
      var scope = RowScope(state: leaf)
      scope.regions[layout.segments(of: leaf).count - 1] = regions
      let text = text(ofRegions: machine.states[leaf].children, in: "regions", after: layout.pathText(leaf))
      return Arm(patterns: [pattern(of: leaf, scope)], body: [.leave(.literal(text))])
    }
    add([.match(Match(subject: .variable(value), arms: arms, keepsArms: true))])
    return functions
      + parallels.flatMap { state in
        // A state within `body` has a larger ID than `body`, and a state around it has a smaller one.
        let path = machine.path(of: state).filter { outer in body.map { outer > $0 } ?? true }
        return nameFunctions(
          ofRegions: machine.states[state].children, type + path.map { "." + names.children(of: $0) }.joined())
      }
  }

  /// Returns the functions `name(of:)` for those of `regions` in which a state has regions of its own. Other regions
  /// need no function: the active state's `name` is enough.
  ///
  /// - Parameter type: the type that contains the types of the regions, such as `State`, or `State.Playing` for regions
  ///   of `playing`.
  private func nameFunctions(ofRegions regions: [StateID], _ type: String) -> [Function] {
    regions.filter(model.unhandled.holdsRegions).flatMap {
      nameFunctions(within: $0, "\(type).\(names.children(of: $0))")
    }
  }

  /// Returns a string literal with the names of the active states in regions. If `video` has a state with regions, it
  /// is `"(\(regions.audio.name), \(Self.name(of: regions.video)))"`.
  ///
  /// - Parameters:
  ///   - holder: the expression for the struct of regions, such as `regions`.
  ///   - path: the name of the state that has the regions, `playing`, which comes before the brackets. Empty for the
  ///     machine's own regions.
  private func text(ofRegions regions: [StateID], in holder: String, after path: String = "") -> String {
    let names = regions.map { region in
      let subject = "\(holder).\(model.spelling(machine.states[region].name))"
      return model.unhandled.holdsRegions(region) ? "Self.name(of: \(subject))" : "\(subject).name"
    }
    return .text(ofRegions: names, after: path)
  }
}
