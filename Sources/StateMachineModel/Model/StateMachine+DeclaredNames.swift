import StateMachineSyntax

extension StateMachine {
  /// The ranges of the `///` comments before declarations, by the range of the declaration's name.
  package var documentations: [SourceRange: SourceRange] {
    var found: [SourceRange: SourceRange] = [:]
    found[name.range] = documentation
    for state in states { found[state.name.range] = state.documentation }
    for choice in choices { found[choice.name.range] = choice.documentation }
    for group in groups { found[group.name.range] = group.documentation }
    for event in events { found[event.name.range] = event.documentation }
    for output in outputs { found[output.name.range] = output.documentation }
    for property in storedProperties { found[property.name.range] = property.documentation }
    for shorthand in shorthands { found[shorthand.name.range] = shorthand.documentation }
    for action in actionEnums {
      found[action.name.range] = action.documentation
      for result in action.cases { found[result.name.range] = result.documentation }
    }
    for alias in typealiases { found[alias.name] = alias.documentation }
    return found
  }

  /// Returns whether one of the effects is a block of Swift that declares a name which later effects may use, such as
  /// `{ let next = count + 1 }`. A block within a `scope` does not count, because its names are known only in the
  /// scope.
  package func declareNames(_ effects: [Effect]) -> Bool {
    effects.contains { effect in
      guard case .block(let code) = effect else { return false }
      // The range of a block excludes its braces.
      let braces = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
      return !SwiftAnalysis.declaredNames(in: braces, source.bytes).isEmpty
    }
  }
}
