import JSON
import StateMachineModel

/// Machines as one JSON document for other programs. It contains what each machine does in every state. A program that
/// runs a machine by this document need not look up names. It must know only one kind of the language's rules: which
/// transitions of regions exclude each other (`Behaviour.exitSet`). The page "The table of a machine" describes the
/// format.
package struct MachineDocument: Sendable {
  /// The version of the format. It is raised when a program that was written for an older version would misread the
  /// document.
  package static let version = 1

  /// The machines for which the document is made, and then their submachines from other files.
  package let machines: [Behaviour]
  private let main: Int

  /// Creates a document of machines. Submachines of these machines are added to the document.
  ///
  /// - Parameter others: machines of other files, among which the submachines are found by their full names.
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
