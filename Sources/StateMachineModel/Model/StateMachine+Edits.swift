import StateMachineSyntax

/// Texts and ranges for the fixes that the checks and the resolver propose.
extension StateMachine {
  /// Returns the range of the keyword `state` before a state, so that a fix can insert `initial` or `final` there. Nil
  /// if the statement also declares other states, and nil for a region or a pseudostate.
  func keyword(of state: StateID) -> SourceRange? {
    let declaration = states[state]
    guard !declaration.isRegion, !declaration.isPseudostate,
      let word = source.word(before: source.written(declaration.name.range).lowerBound), source.text(word) == "state",
      source.byte(after: declaration.range.upperBound) != Ascii.comma
    else { return nil }
    return word
  }

  /// Returns the name by which a row can use a state: `sound` within the body of `active`, and `active.sound`
  /// elsewhere. A state at the top level has its own name everywhere.
  ///
  /// - Parameter place: the range of the row.
  func name(of state: StateID, seenFrom place: SourceRange) -> String {
    let path = states[state].path.map { SwiftName.written(names.text(states[$0].name.id)) }
    let isVisible = states[state].parent.map { states[$0].range.contains(place) } ?? true
    return isVisible ? path.last ?? "" : path.joined(separator: ".")
  }

  /// Returns the text of a row that handles events and does nothing: `open : shut, locked`. If one of the events needs
  /// a result, the row says that the events cannot occur: `open : next / trap`.
  ///
  /// - Parameter condition: a guard in brackets, after a blank: ` [n < 3]`. Empty for a row without a guard.
  func idleRow(_ state: String, _ events: [EventID], condition: String = "") -> String {
    let names = events.map { name(of: .event($0)) }.joined(separator: ", ")
    let hasResult = events.contains { lacksDefault($0) }
    return "\(state) : \(names)\(condition)\(hasResult ? " / trap" : "")"
  }
}
