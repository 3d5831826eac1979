import StateMachineModel
import StateMachineSyntax

/// How what a composite with a history was is kept, in a property of the machine.
struct HistoryPlan: Sendable {
  private let machine: StateMachine
  private let names: GeneratedNames

  init(_ machine: StateMachine, _ names: GeneratedNames) {
    self.machine = machine
    self.names = names
  }

  /// The composites that are remembered.
  var composites: [StateID] { machine.states.indices.filter { !machine.states[$0].histories.isEmpty } }

  /// Whether what is kept of a composite is a struct: its payload, and what was active in it.
  func isStruct(_ composite: StateID) -> Bool { !machine.states[composite].fields.isEmpty }

  /// `State.Player`, the enum of a composite's children.
  func children(of composite: StateID) -> String {
    "State." + machine.path(of: composite).map(names.children).joined(separator: ".")
  }

  /// The type of what is kept: the child alone, unless the composite has a payload of its own.
  func type(of composite: StateID) -> String {
    isStruct(composite) ? names.historyType(of: composite) : children(of: composite)
  }

  /// What is kept of a composite with a payload: by the place of each field, the property for it. What was active in it is
  /// the property `child`.
  struct Parts {
    var fields: [Int: String] = [:]
    /// The same as labels of arguments, where Swift warns of needless back-ticks.
    var labels: [Int: String] = [:]
  }

  func parts(of composite: StateID) -> Parts {
    var parts = Parts()
    for (index, field) in machine.states[composite].fields.enumerated() {
      let place = machine.states[composite].ownFields + index
      let name: String
      if let declared = field.name, machine.names.text(declared.id) != "child" {
        name =
          declared.needsBackticks ? "`\(machine.source.text(declared.range))`" : machine.source.text(declared.range)
      } else {
        name = "value\(index + 1)"
      }
      let plain = name.filter { $0 != "`" }
      parts.fields[place] = name
      parts.labels[place] = SwiftName.isPlain(plain.utf8) && plain != "inout" ? plain : name
    }
    return parts
  }
}
