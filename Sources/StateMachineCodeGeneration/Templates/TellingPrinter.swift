import StateMachineModel
import StateMachineSyntax

/// Prints a second form of a machine for tests that explore, such as the struct `TellingInGlue`. It has the behaviour
/// of the machine, and it tells the test which rows are taken.
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

  /// The names of the properties that a test cannot read in the machine itself: private properties, histories, and
  /// deferred events. The second form of the machine has these properties, too, so that the test can read them there.
  package var hiddenProperties: [String] {
    model.machine.storedProperties.filter { $0.visibility == .private }.map { model.spelling($0.name) }
      + model.history.composites.map(model.names.history)
      + (model.run.defers ? [model.names.deferredEvents] : [])
  }

  /// The name of the property that stores the state.
  package var storedState: String { model.layout.storedProperty }

  /// Returns the Swift of the struct.
  ///
  /// - Parameters:
  ///   - head: the head of the struct, without the brace: `struct TellingInGlue`.
  ///   - queries: the Swift that replaces each query of a guard: `self.query0InGlue()` for `in(open)`.
  ///   - members: the Swift that the file has within the machine; it is copied into the struct.
  ///   - others: the Swift of further members, which is written at the end of the struct.
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
