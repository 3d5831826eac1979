import StateMachineModel

/// Writes where histories are kept.
struct HistoryPrinter {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }

  /// The properties of all composites that remember.
  func writeProperties(_ out: inout SwiftWriter) {
    for state in model.history.composites {
      out.line(string: "/// The history of `\(model.name(of: state))`: what was active in it when it was last left.")
      let property = "\(model.names.history(of: state)): \(model.history.type(of: state))?"
      out.line(string: "\(model.helperAccess)var \(property)")
    }
  }

  /// The types of what is remembered of composites that have a payload.
  func writeTypes(_ out: inout SwiftWriter, conformances: [String]) {
    for state in model.history.composites where model.history.isStruct(state) {
      out.line(string: "/// The history of `\(model.name(of: state))`: its payload, and what was active in it.")
      model.write(head: "\(model.helperAccess)struct", model.history.type(of: state), conformances, &out)
      let names = model.history.parts(of: state).fields
      for (index, field) in machine.states[state].fields.enumerated() {
        out.beginLocation(field.type)
        let name = names[machine.states[state].ownFields + index] ?? ""
        out.write(string: "\(model.helperMemberAccess)var \(name): ")
        out.code(SwiftCode(range: field.type))
        out.endLine()
        out.endLocation()
      }
      out.line(string: "\(model.helperMemberAccess)var child: \(model.history.children(of: state))")
      out.closeBrace()
      out.blankLine()
    }
  }
}
