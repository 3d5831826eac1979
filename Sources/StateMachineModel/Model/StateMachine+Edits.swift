import StateMachineSyntax

/// Texts and places for the edits that the checks and the resolver propose.
extension StateMachine {
  /// Returns the keyword `state` of a statement that declares this state alone, so that `initial` or `final` can be
  /// inserted; nil for other states.
  func keyword(of state: StateID) -> SourceRange? {
    let declaration = states[state]
    guard !declaration.isRegion, !declaration.isPseudostate,
      let word = source.word(before: source.written(declaration.name.range).lowerBound), source.text(word) == "state",
      source.byte(behind: declaration.range.upperBound) != Ascii.comma
    else { return nil }
    return word
  }

  /// Returns the name of a state for a row at some place: the state's own name if it is known there, else the path.
  func name(of state: StateID, seenFrom place: SourceRange) -> String {
    let path = states[state].path.map { SwiftName.written(names.text(states[$0].name.id)) }
    let isVisible = states[state].parent.map { states[$0].range.contains(place) } ?? true
    return isVisible ? path.last ?? "" : path.joined(separator: ".")
  }

  /// Returns a row for events that does nothing; if the events need a result, a row that says that they cannot occur.
  ///
  /// - Parameter condition: a guard in brackets, with a blank before it; empty for none.
  func idleRow(_ state: String, _ events: [EventID], condition: String = "") -> String {
    let names = events.map { name(of: .event($0)) }.joined(separator: ", ")
    let isAnswered = events.contains { lacksDefault($0) }
    return "\(state) : \(names)\(condition)\(isAnswered ? " / trap" : "")"
  }
}
