import StateMachineModel
import StateMachineSyntax

/// With source locations, the functions for guards that `handle` and `accepts` share.
extension Lowerer {
  /// Returns the functions for guards. `types` has aliases for the types of their parameters.
  func guardFunctions(_ types: LocatedTypes) -> [Function] {
    model.guards.functions.map { guarded in
      var scope = RowScope(state: StateID(0))
      let parameters = guarded.parameters.map { parameter -> Parameter in
        let variable = variables.make(text(parameter.name), isFixed: true)
        scope.bound[parameter.name.id] = variable
        return Parameter(
          variable: variable, type: [.text(types.text(of: parameter.field))],
          isEscaping: machine.typeText(of: parameter.field).isFunctionType)
      }
      let holds = Statement.check(
        [.test(piece(guarded.condition, .condition, scope))], [.leave(.literal("true"))])
      let body = located([holds], at: guarded.condition.range) + [.leave(.literal("false"))]
      let signature = Signature(
        documentation: .lines(machine.hasMethods ? "A guard." : "A guard, which `handle` and `accepts` share."),
        introducer: "\(model.helperAccess)func", parameters: parameters, result: [.text("Bool")])
      return Function(
        id: function(guarded.name), signature: signature, body: body, isEntryPoint: true, variables: variables)
    }
  }
}
