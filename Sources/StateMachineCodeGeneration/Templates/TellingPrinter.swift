import StateMachineModel
import StateMachineSyntax

/// Writes a machine once more, for tests: a struct that does the same over the same states, and tells which rows it
/// takes.
package struct TellingPrinter {
  private let model: SwiftModel

  package init(_ behaviour: Behaviour) {
    var machine = behaviour.machine
    // It stands within the machine's type, and only tests see it.
    machine.access = .internal
    machine.isInlinable = false
    machine.attributes = []
    machine.interfaceMembers = []
    machine.wrappers = []
    let kept = ["~Copyable", "Hashable", "Equatable"]
    machine.conformances.removeAll { !kept.contains(machine.source.text($0)) }
    model = SwiftModel(Behaviour(machine), tellsRows: true)
  }

  /// The properties that nobody else sees: private ones, histories, and events that wait.
  package var hiddenProperties: [String] {
    model.machine.storedProperties.filter { $0.visibility == .private }.map { model.spelling($0.name) }
      + model.history.composites.map(model.names.history)
      + (model.run.defers ? [model.names.deferredEvents] : [])
  }

  /// The property that stores the state.
  package var storedState: String { model.layout.storedProperty }

  /// - Parameters:
  ///   - head: what stands before the brace of the struct.
  ///   - queries: the Swift that asks each question of guards for states.
  ///   - members: what is copied of the Swift within the machine.
  ///   - others: further members.
  package func write(
    head: String, queries: [String], members: [SourceRange], others: String
  ) -> String {
    var out = SwiftWriter(source: model.machine.source, writesSourceLocations: false)
    for query in queries { out.stateQueries.append(query) }
    out.indent()
    out.write(string: head)
    out.openBrace()
    HistoryPrinter(model: model).writeTypes(&out, conformances: model.nestedConformances(isState: false))
    RunTypePrinter(model).write(&out)
    MemberPrinter(model).writeProperties(&out)
    MachinePrinter(model: model).writeFunctions(&out)
    for member in members { out.members(member) }
    out.outdent()
    out.outdent()
    out.lines(Lines(others))
    out.indent()
    out.indent()
    out.closeBrace()
    return String(decoding: out.output, as: UTF8.self)
  }
}
