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
