import StateMachineSyntax

extension StateMachine {
  /// Tells whether a block among some effects declares names, which the code behind it may use. The names that a scope
  /// among them declares are known in that scope alone.
  package func declareNames(_ effects: [Effect]) -> Bool {
    effects.contains { effect in
      guard case .block(let code) = effect else { return false }
      // The range of a block is that between its braces.
      let braces = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
      return !SwiftAnalysis.declaredNames(in: braces, source.bytes).isEmpty
    }
  }
}
