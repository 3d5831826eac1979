import StateMachineSyntax

/// Looks up the named effects that effects use, and the names that blocks of Swift declare.
extension Resolver {
  /// Returns the named effect that an effect uses. Nil if the effect is something else, such as an output.
  func namedEffect(_ effect: EffectSyntax) -> NamedEffectID? {
    guard !machine.namedEffects.isEmpty, let name = effect.called else { return nil }
    return names[name.id].namedEffect
  }

  /// Returns the named effect that an effect uses. Nil if the effect is something else, or if the named effect has an
  /// error.
  func knownEffect(_ effect: EffectSyntax) -> NamedEffectID? {
    namedEffect(effect).flatMap { namedEffects[$0].isKnown ? $0 : nil }
  }

  /// Returns whether effects assign to a name or change it in a block, directly or in a named effect that they use.
  func assigns(_ name: NameID, _ effects: [EffectSyntax]) -> Bool {
    effects.contains { effect in
      if let named = knownEffect(effect) { return assigns(name, namedEffects[named].syntax.effects) }
      if let assigned = effect.assigned { return assigned.id == name }
      guard case .block(let text, _) = effect else { return false }
      let range = text.range.lowerBound..<text.range.upperBound
      return row.blockChanges.contains { $0.name == name && range.contains(Int($0.start)) }
    }
  }

  /// Returns the names that the blocks among the effects declare. Blocks in named effects are left out, because their
  /// names can be used only within the named effect.
  func declaredNames(in effects: [EffectSyntax]) -> [NameID] {
    effects.flatMap { effect -> [NameID] in
      guard case .block(_, let range) = effect else { return [] }
      return SwiftAnalysis.declaredNames(in: range, source.bytes).compactMap {
        tree.names.find($0.lowerBound, $0.upperBound)
      }
    }
  }
}
