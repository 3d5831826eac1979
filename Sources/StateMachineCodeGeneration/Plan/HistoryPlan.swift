import StateMachineModel
import StateMachineSyntax

/// The properties of the machine that keep the histories of composite states.
struct HistoryPlan: Sendable {
  private let machine: StateMachine
  private let names: GeneratedNames

  init(_ machine: StateMachine, _ names: GeneratedNames) {
    self.machine = machine
    self.names = names
  }

  /// The composite states with a history.
  var composites: [StateID] { machine.states.indices.filter { !machine.states[$0].histories.isEmpty } }

  /// Returns whether a history is a struct, of the composite state's payload and of the state that was active in it.
  func isStruct(_ composite: StateID) -> Bool { !machine.states[composite].fields.isEmpty }

  /// Returns the enum of a composite state's children, `State.Player`.
  func children(of composite: StateID) -> String {
    "State." + machine.path(of: composite).map(names.children).joined(separator: ".")
  }

  /// Returns the type of a history: the enum of the children, or a struct if the composite state has a payload.
  func type(of composite: StateID) -> String {
    isStruct(composite) ? names.historyType(of: composite) : children(of: composite)
  }

  /// The struct for the history of a composite state with a payload: the property of each field, by the field's index.
  /// Its property `child` is the state that was active.
  struct Parts {
    var fields: [Int: String] = [:]
    /// The properties as labels of arguments, where Swift warns of needless back-ticks.
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
