import StateMachineModel
import StateMachineSyntax

/// How what a composite with a history was is kept, in a property of the machine.
struct HistoryPlan {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }

  /// Whether the machine's whole state is kept.
  func isWhole(_ composite: StateID) -> Bool { model.actions.wholeHistories.contains(composite) }

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
        name = model.spelling(declared)
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

extension SwiftModel {
  var history: HistoryPlan { HistoryPlan(model: self) }
}
