/// What is declared and never used.
extension Checks {
  mutating func checkUses() {
    if !usage.hasBrokenHistory {
      for (state, range) in usage.unusedHistoryDefaults.sorted(by: { $0.key < $1.key }) {
        diagnostics.append(.unusedHistoryDefault(range, name(of: state)))
      }
    }
    // What a submachine has no row for, its owner may.
    if !machine.isSubmachine {
      report("event", machine.events.map(\.name.range), usage.events, "no row has it as its event")
    }
    report("output", machine.outputs.map(\.name.range), usage.outputs, "no effect produces it")
    // Others may read what they see: in another module, nobody can tell.
    let isSeen = machine.access == .public || machine.access == .package
    for (index, property) in machine.storedProperties.enumerated()
    where !usage.properties[ID(index)] && (!isSeen || property.visibility == .private) {
      report("property", property.name.range, "no row or action uses it")
    }
    report("effect", machine.namedEffects.map(\.name.range), usage.effects, "no row or action names it")
    report("guard", usage.guardNames, usage.guards, "no row names it")
    checkActions()
  }

  /// Actions that nothing in the machine is made of, and answers of others that no row gives.
  private mutating func checkActions() {
    guard !machine.actionEnums.isEmpty, usage.brokenRows.isEmpty else { return }
    var given = machine.actionEnums.map { Array(repeating: false, count: $0.cases.count) }
    for transition in machine.transitions {
      transition.forEachArrival { arrival in
        if case .action(let action, let index, _, _)? = arrival.answer { given[action.index][index] = true }
      }
    }
    let words = SwiftWords(machine)
    for (place, action) in machine.actionEnums.enumerated() {
      let name = machine.source.text(action.name.range)
      let isAnswer = machine.events.contains { $0.method.answer?.actionEnum == ID(place) }
      guard isAnswer || words.types.contains(name) else {
        report("action", action.name.range, "no event answers with it")
        continue
      }
      for (index, one) in action.cases.enumerated()
      where !given[place][index] && !words.members.contains(machine.source.text(one.name.range)) {
        report("answer", one.name.range, "no row gives it")
      }
    }
  }

  /// Reports those of the names of one kind that are not used.
  private mutating func report<Element>(
    _ kind: String, _ names: [SourceRange], _ isUsed: IDSet<Element>, _ reason: String
  ) {
    for (index, name) in names.enumerated() where !isUsed[ID(index)] { report(kind, name, reason) }
  }

  private mutating func report(_ kind: String, _ name: SourceRange, _ reason: String) {
    diagnostics.append(.unused(kind, machine.source.text(name), name, reason))
  }
}
