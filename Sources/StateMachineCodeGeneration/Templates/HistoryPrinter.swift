import StateMachineModel

/// Prints the properties in which a machine keeps the histories of its composite states, and the types of these
/// properties.
struct HistoryPrinter {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }

  /// Writes the property of each composite state with a history.
  func writeProperties(_ out: inout SwiftWriter) {
    for state in model.history.composites {
      out.line(string: "/// The history of `\(model.name(of: state))`: what was active in it when it was last left.")
      let property = "\(model.names.history(of: state)): \(model.history.type(of: state))?"
      out.line(string: "\(model.helperAccess)var \(property)")
    }
  }

  /// Writes the structs for the histories of composite states with a payload.
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
      writeInits(of: state, &out)
      out.closeBrace()
      out.blankLine()
    }
  }

  /// Writes the initializer that reads a history which an older version has stored in another form. It also writes the
  /// memberwise initializer, which Swift does not synthesise beside another one. If no older form can exist, nothing is
  /// written.
  private func writeInits(of state: StateID, _ out: inout SwiftWriter) {
    let own = machine.states[state].ownFields
    let parts = model.history.parts(of: state).fields
    var members = machine.states[state].fields.enumerated().map { index, field in
      let spelling = parts[own + index] ?? ""
      return (spelling: spelling, value: model.storedValue(of: field, name: spelling.filter { $0 != "`" }))
    }
    members.append(
      (spelling: "child", value: StoredValue(name: "child", type: .generated(model.history.children(of: state)))))
    let printer = CodingPrinter(model)
    guard printer.isRead(members.map(\.value)) else { return }
    out.blankLine()
    out.write(string: "\(model.helperMemberAccess)init(")
    for (spelling, value) in members {
      out.write(string: "\(spelling): ")
      switch value.type {
      case .written(let range, let part):
        out.code(SwiftCode(range: range))
        out.write(string: part?.rawValue ?? "")
        out.write(", ")
      case .generated(let type): out.write(string: type)
      }
    }
    out.write(")")
    out.openBrace()
    for (spelling, _) in members { out.line(string: "self.\(spelling) = \(spelling)") }
    out.closeBrace()
    printer.writeInit(ofMembers: members, &out)
  }
}
