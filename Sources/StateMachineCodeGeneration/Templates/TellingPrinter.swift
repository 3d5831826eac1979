import StateMachineModel
import StateMachineSyntax

/// The printer of a second form of a machine for tests: a struct with the same behaviour and the same states that tells
/// which rows it takes.
package struct TellingPrinter {
  private let model: SwiftModel

  package init(_ behaviour: Behaviour) {
    var machine = behaviour.machine
    // The struct is within the machine's type, and only tests use it.
    machine.access = .internal
    machine.isInlinable = false
    machine.attributes = []
    machine.interfaceMembers = []
    machine.wrappers = []
    let kept = ["~Copyable", "Hashable", "Equatable"]
    machine.conformances.removeAll { !kept.contains(machine.source.text($0)) }
    model = SwiftModel(Behaviour(machine), tellsRows: true)
  }

  /// The properties that code outside of the machine cannot see: private properties, histories, and deferred events.
  package var hiddenProperties: [String] {
    model.machine.storedProperties.filter { $0.visibility == .private }.map { model.spelling($0.name) }
      + model.history.composites.map(model.names.history)
      + (model.run.defers ? [model.names.deferredEvents] : [])
  }

  /// The property that stores the state.
  package var storedState: String { model.layout.storedProperty }

  /// - Parameters:
  ///   - head: the struct's head, without the brace.
  ///   - queries: the Swift for each query.
  ///   - members: the Swift within the machine to copy.
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
