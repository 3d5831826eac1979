import StateMachineModel
import StateMachineSyntax

/// Choices with parameters, each a function for each state from which transitions lead to it.
extension Lowerer {
  func call(_ choice: ChoiceID, _ arguments: [TargetArgument], _ scope: RowScope, _ way: Way) -> [Statement] {
    var list = zip(machine.choices[choice].fields, arguments).map { field, argument -> Argument in
      let value: Expression? =
        switch argument {
        case .code(let code): self.value(code, scope)
        case .local(let name): carried(name, scope)
        case .bound(let name): scope.bound[name.id].map { .variable($0) }
        default: field.defaultValue.map(plain)
        }
      return Argument(nil, value ?? .literal(""))
    }
    list += scope.source.map { Argument(nil, model.takesStateOut ? .variable($0) : .reference(.variable($0))) }
    list += [scope.child, regions(of: scope)].compactMap { $0.map { Argument(nil, .variable($0)) } }
    let isThrowing =
      if case .method(let event) = way.task { machine.events[event].method.throwing != nil } else { false }
    let function = function(names.function(of: choice, from: scope.state))
    return [.leave(call(function, list, mayThrow: isThrowing), .handed)]
  }

  /// The regions that a composite at the end of a path holds.
  private func regions(of scope: RowScope) -> Variable? {
    machine.isParallel(scope.state) ? scope.regions[layout.segments(of: scope.state).count - 1] : nil
  }

  func choiceFunctions() {
    for state in machine.states.indices {
      for group in behaviour.groups(of: state) {
        if case .choice(let choice) = group.trigger { functions.append(function(of: choice, state, group)) }
      }
    }
  }

  private func function(of choice: ChoiceID, _ state: StateID, _ group: Behaviour.TriggerGroup) -> Function {
    var scope = scope(of: state)
    scope.event = machine.choices[choice].fields.enumerated().map { variable(for: $1, "event", $0) }
    for variable in scope.source {
      (variables[variable].isInout, variables[variable].isGivenAway) = (!model.takesStateOut, true)
    }
    var signature = Signature(
      documentation: .lines(
        "Leads from `\(model.name(of: state))` to the target that the choice "
          + "`\(text(machine.choices[choice].name))` selects."),
      introducer: "\(model.privateAccess)mutating func")
    var task = Task.take
    if machine.hasMethods, let event = machine.choices[choice].event {
      task = .method(event)
      signature.clause = clause(of: machine.events[event].method)
      signature.result = machine.events[event].method.answer.map { [.source($0.type)] }
    } else {
      signature.result = [.text("Outcome")]
    }
    let fields = machine.choices[choice].fields + machine.states[state].pathFields
    var parameters = zip(fields, scope.event + scope.source).map { handed($0, $1) }
    if let child = scope.child ?? regions(of: scope) {
      let path = machine.path(of: state).map(names.children).joined(separator: ".")
      parameters.append(Parameter(variable: child, type: [.text("State.\(path)")], isAdjusted: true))
    }
    signature.parameters = parameters + passedOnParameters
    let body = rows(behaviour.tried(group), covering: group.covering, scope, task) + [trap(nil)]
    return Function(
      id: function(names.function(of: choice, from: state)), signature: signature, body: body,
      standsAtOnlyCall: machine.hasMethods, variables: variables)
  }

  /// A parameter for a payload field that a function within the machine is handed.
  private func handed(_ field: Field, _ variable: Variable) -> Parameter {
    let type = types?.text(of: field) ?? machine.typeText(of: field)
    var specifier: [TypePiece] = []
    if variables[variable].isInout {
      specifier = [.text("inout ")]
    } else if model.takesStateOut, model.mayBeNoncopyable(field.type) {
      specifier = [.text("consuming ")]
    }
    return Parameter(
      variable: variable, specifier: specifier, type: [.text(type)],
      isEscaping: machine.typeText(of: field).isFunctionType, isAdjusted: true)
  }
}
