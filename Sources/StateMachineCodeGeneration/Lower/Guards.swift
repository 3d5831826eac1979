import StateMachineModel
import StateMachineSyntax

/// Translates guards to functions, which `handle` and `accepts` both call. This is done only with source locations.
/// Otherwise the guard would be in both functions, and the Swift compiler would report an error in the guard twice.
extension Lowerer {
  /// Returns the functions, such as `guard1`, for the guards that can have one. A guard that uses names of a pattern
  /// has none, for example, because the types of these names are unknown.
  ///
  /// - Parameter types: the type aliases that the functions use as the types of their parameters.
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
