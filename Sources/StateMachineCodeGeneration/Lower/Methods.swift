import StateMachineModel
import StateMachineSyntax

/// Machines with one method for each event.
extension Lowerer {
  func parameters(of event: EventID) -> [Variable] {
    let parameters = variables(of: event)
    for (field, variable) in zip(machine.events[event].fields, parameters) {
      variables[variable].isInout = field.specifier.map { model.text($0).contains("inout") } ?? false
    }
    return parameters
  }

  func method(_ event: EventID) {
    let task = Task.method(event)
    isConsumed = takesOut(task) && layout.storage == .state && layout.consumingMethods.contains(event)
    defer { isConsumed = false }
    let declaration = machine.events[event]
    let parameters = parameters(of: event)
    var body: [Statement] = []
    if model.run.runsToCompletion {
      // What follows from the event happens as the method returns, or throws.
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
    // What is sent must be nobody else's, and Swift takes what is read of the machine for the machine's.
    method.isChanging = declaration.method.answer?.specifier != nil
    throwing.insert(method.id)
    functions.append(method)
    composites(task)
  }

  /// The states that can be told apart, with a composite in the place of those within it where it alone has something
  /// for an event.
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

  /// Puts a composite in the place of the states within it that leave an event to it, behind the others, where these
  /// always take the event. A function of its own would look at the state a second time: Swift copies what it holds.
  private func gather(within composite: StateID, on event: EventID, _ states: inout [StateID]) {
    let inside = states.filter { machine.isInside($0, composite) && $0 != composite }
    let leaving = Set(inside.filter { behaviour.leavesOver(.event(event), from: $0, to: composite) })
    let isLeft = leaving.allSatisfy { leaf in
      machine.path(of: leaf).allSatisfy { $0 <= composite || knowsNothing($0, event) }
    }
    guard has(composite, .event(event)), isLeft, !leaving.isEmpty,
      let last = states.lastIndex(where: { inside.contains($0) && !leaving.contains($0) })
    else { return }
    states.insert(composite, at: last + 1)
    states.removeAll(where: leaving.contains)
  }

  private func reactsAlone(_ composite: StateID, to event: EventID) -> Bool {
    guard machine.states[composite].isComposite, !machine.isParallel(composite) else { return false }
    return machine.states.indices.allSatisfy {
      $0 == composite || !machine.isInside($0, composite) || knowsNothing($0, event)
    }
  }

  /// The signature of an event's method, but for its name and what stands before it.
  func signature(of event: EventID, _ parameters: [Variable]) -> Signature {
    let declaration = machine.events[event]
    var signature = Signature(documentation: .source(nil), introducer: "")
    signature.generics = declaration.method.generics
    signature.parameters = zip(declaration.fields, parameters).map { parameter(for: $0, $1) }
    signature.clause = clause(of: declaration.method)
    signature.result = declaration.method.answer.map { answer in
      (answer.specifier.map { [.source($0), .text(" ")] } ?? []) + [.source(answer.type)]
    }
    signature.requirements = declaration.method.requirements
    return signature
  }

  /// A parameter as a field is declared.
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
