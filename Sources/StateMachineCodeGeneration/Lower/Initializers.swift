import StateMachineModel
import StateMachineSyntax

/// The initializer of a machine whose initial state needs something.
extension Lowerer {
  /// An initializer that takes what the initial state needs, in the order of the file; nil where that is nothing, or
  /// the machine has no methods.
  func initializer() -> Function? {
    guard machine.hasMethods, let parameters = machine.startParameters, let initial = machine.initialState else {
      return nil
    }
    let state = machine.states[initial]
    var signature = Signature(
      documentation: .lines("Makes a machine in its initial state."),
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
