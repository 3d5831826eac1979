import StateMachineModel
import StateMachineSyntax

/// Translates the methods of machines that have a method for each event.
extension Lowerer {
  /// Returns the variables for the parameters of an event's method.
  func parameters(of event: EventID) -> [Variable] {
    let parameters = variables(of: event)
    for (field, variable) in zip(machine.events[event].fields, parameters) {
      variables[variable].isInout = field.specifier.map { model.text($0).contains("inout") } ?? false
    }
    return parameters
  }

  /// Adds the method of an event.
  func method(_ event: EventID) {
    let task = Task.method(event)
    // A method consumes the state only if the machine stores it without an optional around it.
    isConsumed = takesOut(task) && layout.storage == .state && layout.consumingMethods.contains(event)
    defer { isConsumed = false }
    let declaration = machine.events[event]
    let parameters = parameters(of: event)
    var body: [Statement] = []
    if model.run.runsToCompletion {
      // The run continues as the method returns, or throws.
      body += beginsRun + [Statement(.atEnd([.perform(call(function("settle")))]))]
    }
    body += match(task, reacting(to: event)) { leaf, scope in
      var scope = scope
      scope.event = parameters
      return self.react(leaf, .event(event), scope, task)
    }
    var signature = signature(of: event, parameters)
    signature.documentation = .source(declaration.documentation)
    signature.attributes = declaration.method.attributes
    let access = declaration.method.isPrivate ? model.privateAccess : model.inlinable + model.access
    signature.introducer = access + "mutating func"
    signature.place = declaration.name.range
    var method = Function(
      id: function(model.spelling(declaration.name)), signature: signature, body: body,
      otherwise: signature.result == nil ? [.leave()] : [trap(nil)], isEntryPoint: true, variables: variables)
    // A `sending` result must not be part of the machine, which Swift assumes of a value that is read from it.
    method.isChanging = declaration.method.result?.specifier != nil
    throwing.insert(method.id)
    functions.append(method)
    composites(task)
  }

  /// Returns the states that have an arm in the `switch` of an event's method. Most of them are leaf states. If only a
  /// composite state itself handles the event, and no state within it, it replaces all its leaf states. If states
  /// within it handle the event, too, `gather` decides which of them it replaces.
  private func reacting(to event: EventID) -> [StateID] {
    var states: [StateID] = []
    for leaf in behaviour.tree.leaves(of: nil) {
      let state = machine.path(of: leaf).first { has($0, .event(event)) && reactsAlone($0, to: event) } ?? leaf
      if states.last != state { states.append(state) }
    }
    for composite in machine.states.indices.reversed() where machine.states[composite].isComposite {
      gather(within: composite, on: event, &states)
    }
    return states
  }

  /// Replaces the states that leave an event to a composite state by the composite state itself. If `moving` handles
  /// the event, and of the states within it only `opening`, `[opening, closing, stuck]` becomes `[opening, moving]`.
  /// Nothing changes if `opening` may leave the event to `moving`, too, because its guard may be false. Nothing changes
  /// either if no state within `moving` keeps its arm.
  ///
  /// Without the arm of `moving`, each state would call a function that reads the state again, which copies the
  /// payload.
  ///
  /// - Parameter states: the states that have an arm, which the function changes.
  private func gather(within composite: StateID, on event: EventID, _ states: inout [StateID]) {
    let inside = states.filter { machine.isInside($0, composite) && $0 != composite }
    let leaving = Set(inside.filter { behaviour.leavesOver(.event(event), from: $0, to: composite) })
    // A state must leave the event to `composite` at once: neither it nor an ancestor below `composite` knows the
    // event.
    let isLeft = leaving.allSatisfy { leaf in
      machine.path(of: leaf).allSatisfy { $0 <= composite || knowsNothing($0, event) }
    }
    guard has(composite, .event(event)), isLeft, !leaving.isEmpty,
      let last = states.lastIndex(where: { inside.contains($0) && !leaving.contains($0) })
    else { return }
    states.insert(composite, at: last + 1)
    states.removeAll(where: leaving.contains)
  }

  /// Returns whether no state within a composite state handles an event. The result is false for a state that is not
  /// composite, and for one that has regions.
  private func reactsAlone(_ composite: StateID, to event: EventID) -> Bool {
    guard machine.states[composite].isComposite, !machine.isParallel(composite) else { return false }
    return machine.states.indices.allSatisfy {
      $0 == composite || !machine.isInside($0, composite) || knowsNothing($0, event)
    }
  }

  /// Returns the signature of an event's method. The documentation, the name and the modifiers are missing; the caller
  /// adds them.
  func signature(of event: EventID, _ parameters: [Variable]) -> Signature {
    let declaration = machine.events[event]
    var signature = Signature(documentation: .source(nil), introducer: "")
    signature.generics = declaration.method.generics
    signature.parameters = zip(declaration.fields, parameters).map { parameter(for: $0, $1) }
    signature.clause = clause(of: declaration.method)
    signature.result = declaration.method.result.map { result in
      (result.specifier.map { [.source($0), .text(" ")] } ?? []) + [.source(result.type)]
    }
    signature.requirements = declaration.method.requirements
    return signature
  }

  /// Returns the parameter for a field. It has the label, the specifier (`inout`), the type and the default that the
  /// field's declaration has.
  func parameter(for field: Field, _ variable: Variable) -> Parameter {
    var parameter = Parameter(variable: variable, type: [.source(field.type)])
    parameter.label = field.label.map { label in
      let plain = label.asMember(of: machine.source, quoting: ["inout", "let", "var"])
      return plain.needsBackticks ? "`\(text(plain))`" : text(plain)
    }
    if let specifier = field.specifier { parameter.specifier = [.source(specifier), .text(" ")] }
    parameter.isEscaping = model.text(field.type).isFunctionType
    parameter.defaultValue = field.defaultValue
    return parameter
  }
}
