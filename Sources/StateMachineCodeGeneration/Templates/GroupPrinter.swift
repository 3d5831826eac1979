import StateMachineModel

/// Writes for each group the property of the state that says whether it is in it.
struct GroupPrinter {
  private let model: SwiftModel
  private let states: StateLowering
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
  }

  func write(_ out: inout SwiftWriter) {
    for group in machine.groups { write(group, &out) }
    for id in machine.queries.indices where machine.queries[id].group == nil && !machine.queries[id].isForTests {
      out.blankLine()
      out.line(string: "/// Whether `\(machine.queries[id].text)` is active.")
      write(
        "\(machine.isInlinable ? "@inlinable " : "fileprivate ")var \(model.names.query(id).spelledAsName)",
        machine.queries[id].members, &out)
    }
  }

  private func write(_ group: Group, _ out: inout SwiftWriter) {
    let name = machine.source.text(group.name.range)
    out.blankLine()
    if let documentation = group.documentation {
      out.documentation(documentation)
    } else {
      out.line(string: "/// Whether the state is one of the group `\(name)`.")
    }
    write(
      "\(model.inlinable)\(model.access)var \(StateQuery.property(ofGroup: name).spelledAsName)", group.members, &out)
  }

  /// Writes a property that says whether one of some states, or something within it, is active.
  private func write(_ declaration: String, _ members: [StateID], _ out: inout SwiftWriter) {
    out.write(string: "\(declaration): Swift.Bool")
    out.openBrace()
    let query = GroupQuery(of: members, in: machine)
    if query.choices.isEmpty {
      out.line("true")
    } else {
      write(query.choices, "return false", &out)
    }
    out.closeBrace()
  }

  /// Writes one `switch` after the other.
  ///
  /// - Parameter otherwise: what is done where the state is in none of them.
  private func write(_ choices: [GroupQuery.Choice], _ otherwise: String, _ out: inout SwiftWriter) {
    for (index, choice) in choices.enumerated() {
      write(choice, index == choices.count - 1 ? otherwise : "break", &out)
    }
  }

  private func write(_ choice: GroupQuery.Choice, _ otherwise: String, _ out: inout SwiftWriter) {
    out.line(string: "switch \(subject(choice.region)) {")
    writeCases(choice.inside, "return true", &out)
    for (composite, regions) in choice.divided {
      var bindings = Bindings()
      bindings.child = .fresh(variable(holdingRegionsOf: composite))
      out.write("case ")
      states.writePattern(of: composite, bindings, &out)
      out.write(":")
      out.endLine()
      out.indent()
      write(regions, otherwise, &out)
      out.outdent()
    }
    writeCases(choice.outside, otherwise, &out)
    out.line("}")
  }

  private func writeCases(_ list: [StateID], _ statement: String, _ out: inout SwiftWriter) {
    for label in model.labels(of: list) {
      states.writeCaseList(states: label, &out)
      out.line(string: ": \(statement)")
    }
  }

  private func variable(holdingRegionsOf composite: StateID) -> String {
    model.layout.regionsName(model.layout.segments(of: composite).count - 1)
  }

  /// What the state of a region is read from, or, for nil, that of the machine's body.
  private func subject(_ region: StateID?) -> String {
    guard let region else { return "self" }
    let owner = machine.states[region].parent.map(variable) ?? "self"
    return "\(owner).\(model.spelling(machine.states[region].name))"
  }
}
