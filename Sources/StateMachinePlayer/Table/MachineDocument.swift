import JSON
import StateMachineModel

/// Machines as one document for other programs, with everything that each machine does in every state. A program that
/// runs it looks up no name, and needs no rule of the language but that of regions (`Behaviour.exitSet`). The page "The
/// table of a machine" describes it.
package struct MachineDocument: Sendable {
  /// The version of the document's format, which is raised when old readers would misread it.
  package static let version = 1

  /// The machines that were requested, followed by their submachines from other files.
  package let machines: [Behaviour]
  private let main: Int

  /// - Parameter others: machines of other files that may be submachines, which are looked up by their full names.
  package init(_ machines: [Behaviour], others: [Behaviour] = []) {
    var all = machines
    var index = 0
    while index < all.count {
      for state in all[index].machine.states {
        guard let name = state.submachine?.interface.name, !all.contains(where: { $0.machine.fullName == name }),
          let found = others.first(where: { $0.machine.fullName == name })
        else { continue }
        all.append(found)
      }
      index += 1
    }
    self.machines = all
    main = machines.count
  }

  package var json: JSONValue {
    let names = machines.map(\.machine.fullName)
    let tables = machines.map { behaviour in
      var table = MachineTable(behaviour, machines: names)
      return table.json
    }
    return [
      "format": "sm-gen machines", "version": .int(Self.version), "main": .int(main), "machines": .array(tables),
    ]
  }
}
