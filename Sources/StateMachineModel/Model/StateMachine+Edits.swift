import StateMachineSyntax

/// Where a machine is edited: what the checks and the resolver propose.
extension StateMachine {
  /// The `state` before a state that is declared alone in its statement, so that `initial` or `final` can stand before
  /// it.
  func keyword(of state: StateID) -> SourceRange? {
    let declaration = states[state]
    guard !declaration.isRegion, !declaration.isPseudostate,
      let word = source.word(before: source.written(declaration.name.range).lowerBound), source.text(word) == "state",
      source.byte(behind: declaration.range.upperBound) != Ascii.comma
    else { return nil }
    return word
  }

  /// How a row that stands in some place names a state: by its name alone where that is known there, else by its path.
  func name(of state: StateID, seenFrom place: SourceRange) -> String {
    let path = states[state].path.map { SwiftName.written(names.text(states[$0].name.id)) }
    let isVisible = states[state].parent.map { states[$0].range.contains(place) } ?? true
    return isVisible ? path.last ?? "" : path.joined(separator: ".")
  }

  /// A row for events that does nothing; where they have to be answered, one that says that they cannot come.
  ///
  /// - Parameter condition: what stands in the brackets, with a blank before them; empty for none.
  func idleRow(_ state: String, _ events: [EventID], condition: String = "") -> String {
    let names = events.map { name(of: .event($0)) }.joined(separator: ", ")
    let isAnswered = events.contains { lacksDefault($0) }
    return "\(state) : \(names)\(condition)\(isAnswered ? " / trap" : "")"
  }
}
