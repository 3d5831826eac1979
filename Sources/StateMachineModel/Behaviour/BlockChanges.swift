import StateMachineSyntax

/// The changes that a block of Swift may make outside of the block.
extension Behaviour {
  /// Returns the names that a block of Swift may change, sorted: `count` for `{ count += 1 }`. A name counts if the
  /// block assigns it, calls it or one of its methods, or passes it `inout`. If the block calls a function from
  /// `swift { … }`, every property declared with `var` counts. The result may contain names that are neither fields nor
  /// properties.
  package func changes(of block: SwiftCode) -> [String] {
    let bytes = machine.source.bytes
    let used = SwiftAnalysis.usedNames(in: block.range, bytes)
    let isCalling = !machine.swift.members.isDisjoint(with: used)
    let variables = machine.storedProperties.filter(\.isVariable).map { machine.names.text($0.name.id) }
    let changed = SwiftAnalysis.changedNames(in: block.range, bytes)
    return (isCalling ? changed.union(variables) : changed).sorted()
  }
}
