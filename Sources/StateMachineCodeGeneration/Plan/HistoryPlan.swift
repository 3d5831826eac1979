import StateMachineModel
import StateMachineSyntax

/// Plans the properties of the machine that contain the histories of composite states.
struct HistoryPlan: Sendable {
  private let machine: StateMachine
  private let names: GeneratedNames

  init(_ machine: StateMachine, _ names: GeneratedNames) {
    self.machine = machine
    self.names = names
  }

  /// The composite states with a history.
  var composites: [StateID] { machine.states.indices.filter { !machine.states[$0].histories.isEmpty } }

  /// Returns whether the value of a history is a struct. It is if the composite state has a payload: the struct
  /// contains the payload and the state that was active.
  func isStruct(_ composite: StateID) -> Bool { !machine.states[composite].fields.isEmpty }

  /// Returns the name of the enum of the states within a composite state: `State.Player`.
  func children(of composite: StateID) -> String {
    "State." + machine.path(of: composite).map(names.children).joined(separator: ".")
  }

  /// Returns the type of a history's value. It is the enum of the states within the composite state. If the composite
  /// state has a payload, it is a struct.
  func type(of composite: StateID) -> String {
    isStruct(composite) ? names.historyType(of: composite) : children(of: composite)
  }

  /// The properties of the struct in which a history is stored. `fields` has the name of a property for each field of
  /// the composite state. The key is the index of the field among all fields of the state and its ancestors, outer
  /// states first. The struct has one more property, `child`, for the state that was active.
  struct Parts {
    var fields: [Int: String] = [:]
    /// The names in `fields` as they are written before a colon in a call. Back-ticks that are needless there are
    /// missing, because Swift would warn of them.
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
