import StateMachineSyntax

/// The changes that a block of Swift may make outside of the block.
extension Behaviour {
  /// Returns the names of the payload fields and variable properties that a block may change: it assigns them, calls
  /// something on them, or passes them on. A block that calls a function of the machine's Swift may change every
  /// variable property.
  package func changes(of block: SwiftCode) -> [String] {
    let bytes = machine.source.bytes
    let used = SwiftAnalysis.usedNames(in: block.range, bytes)
    let isCalling = !machine.swift.members.isDisjoint(with: used)
    let variables = machine.storedProperties.filter(\.isVariable).map { machine.names.text($0.name.id) }
    let changed = SwiftAnalysis.changedNames(in: block.range, bytes)
    return (isCalling ? changed.union(variables) : changed).sorted()
  }
}
