import StateMachineModel

/// Prints the `action` enums. Their values are the results of methods.
struct ActionPrinter {
  private let model: SwiftModel
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) { self.model = model }

  /// Writes the `action` enums, in the order of the `.sm` file.
  func write(_ out: inout SwiftWriter) {
    for action in machine.actionEnums {
      out.documentation(action.documentation)
      for attribute in action.attributes {
        out.piece(attribute)
        out.endLine()
      }
      out.beginLocation(action.conformances.isEmpty ? nil : action.name.range)
      let isInternal = (action.access ?? machine.access) != .public
      out.write(string: machine.isInlinable && isInternal ? "@usableFromInline " : "")
      out.write(string: action.access.map { $0.ofMembers(of: machine.access) } ?? model.access)
      out.write("enum ")
      out.write(action.name)
      for (index, conformance) in action.conformances.enumerated() {
        out.write(index == 0 ? ": " : ", ")
        out.piece(conformance)
      }
      out.openBrace()
      out.endLocation()
      for one in action.cases {
        out.documentation(one.documentation)
        out.beginLocation(one.fields.isEmpty ? nil : one.name.range)
        out.write("case ")
        out.write(one.name)
        out.write(payload: one.fields)
        out.endLine()
        out.endLocation()
      }
      out.closeBrace()
      out.blankLine()
    }
  }
}
