extension StateMachine {
  /// Whether a block of a named effect declares names, which are known within that effect alone. What stands in a scope
  /// within it is known there.
  func declaresNames(_ scope: EffectScope) -> Bool {
    scope.effects.contains { effect in
      guard case .block(let code) = effect else { return false }
      // The range of a block is that between its braces.
      let braces = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
      return !SwiftAnalysis.declaredNames(in: braces, source.bytes).isEmpty
    }
  }
}
