import StateMachineSyntax

/// Effects with names, and the names that blocks of Swift declare.
extension Resolver {
  /// The named effect that an effect uses.
  func namedEffect(_ effect: EffectSyntax) -> NamedEffectID? {
    guard !machine.namedEffects.isEmpty, let name = effect.called else { return nil }
    return names[name.id].namedEffect
  }

  /// The same; nil where it has a mistake in it.
  func knownEffect(_ effect: EffectSyntax) -> NamedEffectID? {
    namedEffect(effect).flatMap { namedEffects[$0].isKnown ? $0 : nil }
  }

  /// The names that blocks among some effects declare; those in named effects are known in these alone.
  func declaredNames(in effects: [EffectSyntax]) -> [NameID] {
    effects.flatMap { effect -> [NameID] in
      guard case .block(_, let range) = effect else { return [] }
      return SwiftAnalysis.declaredNames(in: range, source.bytes).compactMap {
        tree.names.find($0.lowerBound, $0.upperBound)
      }
    }
  }
}
