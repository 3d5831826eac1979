import StateMachineModel
import StateMachineSyntax

/// Translates the initializers of a machine that can begin in states with a payload. The caller passes the payload's
/// values.
extension Lowerer {
  /// Returns the initializer for one initial state. Its parameters are the values of the state's payload without a
  /// default, and the properties without an initial value. They have the order of the `.sm` file.
  func initializer(of initial: StateID) -> Function {
    let parameters = machine.startParameters(of: initial) ?? []
    let state = machine.states[initial]
    var signature = Signature(
      documentation: .lines(
        machine.otherInitialStates.isEmpty
          ? "Makes a machine in its initial state." : "Makes a machine that begins in `\(text(state.name))`."),
      introducer: (model.inlinable + model.access).trimmingBlank)
    signature.parameters = []
    var properties: [Argument] = []
    var fields: [Variable] = []
    for parameter in parameters {
      switch parameter {
      case .field(let field):
        let name = field.name.map(text) ?? machine.names.fresh("value\(fields.count + 1)")
        let variable = variables.make(name, isFixed: true)
        fields.append(variable)
        var new = self.parameter(for: field, variable)
        if field.specifier == nil, model.takesStateOut, model.mayBeNoncopyable(field.type) {
          new.specifier = [.text("consuming ")]
        }
        signature.parameters?.append(new)
      case .property(let property):
        let variable = variables.make(text(property.name), isFixed: true)
        properties.append(Argument(model.spelling(property.name), .variable(variable)))
        var new = Parameter(label: model.spelling(property.name), variable: variable, type: [.source(property.type)])
        if model.mayBeNoncopyable(property.type) { new.specifier = [.text("consuming ")] }
        new.isEscaping = model.text(property.type).isFunctionType
        signature.parameters?.append(new)
      }
    }
    var given = fields[...]
    let values = state.fields.map { field in field.hasDefault ? nil : given.popFirst().map { Expression.variable($0) } }
    let value = new("." + member(state.name), state.fields, values)
    let call = Call(callee: .other("self.init"), arguments: properties + [Argument("state", value)])
    return Function(
      id: function("init"), signature: signature, body: [.perform(.call(call))], isEntryPoint: true,
      variables: variables)
  }
}

extension String {
  fileprivate var trimmingBlank: String { hasSuffix(" ") ? String(dropLast()) : self }
}
