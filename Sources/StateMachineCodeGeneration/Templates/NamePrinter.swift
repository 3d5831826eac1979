import StateMachineModel

/// Prints the enums of names of states and events, and the properties `name` that return such a name.
struct NamePrinter {
  private let model: SwiftModel
  private var machine: StateMachine { model.machine }
  private var access: String { model.access }
  /// The modifiers of an enum of names, each with a blank after it: `public nonisolated `. In a machine with a global
  /// actor, the enum is always nonisolated. In a machine with the default isolation of its module, it is nonisolated
  /// only if an error contains the names.
  private var typeHead: String {
    switch machine.isolation {
    case .module: access + (machine.throwsUnhandledEvent ? "nonisolated " : "")
    case .nonisolated: access
    case .globalActor: access + "nonisolated "
    }
  }

  init(_ model: SwiftModel) { self.model = model }

  // MARK: States

  /// Writes the property `name` of states, and the enum of names that it returns. Logs and the error of an unhandled
  /// event use these names. Nothing is written for a machine whose events are methods.
  ///
  /// - Parameter body: the region that has the states; nil for the machine.
  func writeStates(of body: StateID?, _ out: inout SwiftWriter) {
    // Only reducers need names of states: for logs, and for the error of an unhandled event.
    if model.machine.hasMethods { return }
    let names = model.nameEnum(ofStatesIn: body)
    write(Lowerer(model).nameOfState(in: body, names), &out)
    write(names, "The names of the states.", &out)
  }

  /// Writes the struct with the names of the active states in all regions of the machine.
  func writeRegions(_ out: inout SwiftWriter) {
    let type = model.nameType(ofStatesIn: nil)
    let regions = machine.topStates.map { region in
      (
        property: model.nameProperty(of: region), spelling: model.spelling(machine.states[region].name),
        type: "\(model.names.children(of: region)).\(model.nameType(ofStatesIn: region))"
      )
    }
    out.blankLine()
    out.line("/// The names of the states, one for each region, without what they hold.")
    out.write(string: "\(access)var \(model.nameOfState): \(type)")
    out.openBrace()
    let values = regions.map { "\($0.property.spelledAsMember): self.\($0.spelling).name" }
    out.line(string: "\(type)(\(values.joined(separator: ", ")))")
    out.closeBrace()
    out.blankLine()
    out.line("/// The names of the regions' states.")
    out.write(string: "\(typeHead)struct \(type): CustomStringConvertible, Hashable, Sendable")
    out.openBrace()
    for region in regions { out.line(string: "\(access)let \(region.property.spelledAsCase): \(region.type)") }
    let text = String.text(ofRegions: regions.map { "self.\($0.property.spelledAsMember)" })
    out.line(string: "\(access)var description: String { \(text) }")
    out.closeBrace()
  }

  // MARK: Events

  /// Writes the property `name` of events, and the enum of these names.
  func writeEvents(_ out: inout SwiftWriter) {
    let names = model.nameEnumOfEvents
    write(Lowerer(model).nameOfEvent(names), &out)
    write(names, "The names of the events.", &out)
  }

  /// Writes the enum of the names of events for a machine whose events are methods. Nothing is written unless the
  /// machine declares `interface eventNames`.
  func writeEventNames(_ out: inout SwiftWriter) {
    let isAsked = machine.interfaceMembers.contains { if case .eventNames = $0.kind { true } else { false } }
    guard isAsked else { return }
    writeType(model.nameEnumOfEvents, "The names of the events.", &out)
    out.blankLine()
  }

  // MARK: Parts

  private func write(_ property: Function, _ out: inout SwiftWriter) {
    out.blankLine()
    model.write(property, &out)
  }

  private func write(_ names: NameEnum, _ summary: StaticString, _ out: inout SwiftWriter) {
    out.blankLine()
    writeType(names, summary, &out)
  }

  /// Writes an enum of names.
  ///
  /// The enum has no raw values. To compare and hash strings, Embedded Swift would need the tables of Unicode.
  private func writeType(_ names: NameEnum, _ summary: StaticString, _ out: inout SwiftWriter) {
    out.write("/// ")
    out.line(summary)
    out.write(string: "\(typeHead)enum \(names.type): CaseIterable, CustomStringConvertible, Hashable, Sendable")
    out.openBrace()
    for (index, name) in names.cases.enumerated() {
      let identifier = name.identifier.spelledAsCase
      if index == 0 {
        out.write("case ")
      } else {
        out.write(",")
        out.breakLine(before: identifier.utf8.count + 2)
      }
      out.write(string: identifier)
    }
    if !names.cases.isEmpty {
      out.endLine()
      out.blankLine()
    }
    model.write(Lowerer(model).description(of: names), &out)
    out.closeBrace()
  }
}
