import StateMachineModel

extension MachineText {
  /// The declarations of the machine: everything that can change without a change of the picture.
  func declarations() -> [Diagram.Declaration] {
    var declarations: [Diagram.Declaration] = []
    func add(_ name: String, _ rest: String) { declarations.append(.init(name: name, text: name + rest)) }
    func payload(_ fields: [Field]) -> String { self.payload(fields, withDefaults: true) }
    for property in machine.storedProperties {
      let keyword = property.isVariable ? "var" : "let"
      add("\(keyword) \(name(property.name))", ": \(swift(property.type))\(value(property.initialValue))")
    }
    for named in machine.namedGuards { add("guard \(name(named.name))", value(named.expression.range)) }
    for named in machine.namedEffects { add("effect \(name(named.name))", value(named.range)) }
    for state in machine.states where !state.isRegion && !state.isPseudostate {
      add(
        "state \(name(state.name))",
        payload(state.fields.filter { $0.submachine == nil })
          + (state.submachine.map { ": \(swift($0.type))" } ?? ""))
    }
    for group in machine.groups {
      add("group \(name(group.name))", " = " + group.members.map(path).joined(separator: ", "))
    }
    for event in machine.events where event.owner == nil {
      let policy = event.unhandled.map { " unhandled \(self.policy($0))" } ?? ""
      let effects = preparation(event).map { " / " + $0.joined(separator: ", ") } ?? ""
      add("event \(name(event.name))", payload(event.fields) + policy + effects)
    }
    for output in machine.outputs where output.owner == nil {
      let kind = output.kind == .plain ? "" : output.kind == .async ? " async" : " stream"
      let sent = output.sent.map { name(machine.events[$0].name) }.joined(separator: ", ")
      add("output \(name(output.name))", payload(output.fields) + kind + (sent.isEmpty ? "" : " -> \(sent)"))
    }
    for claim in machine.claims { add(swift(claim.range), "") }
    add("unhandled", " \(policy(machine.unhandled))")
    return declarations
  }
}
