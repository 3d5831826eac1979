import StateMachineSyntax

/// The final states that complete a composite state or end the machine, and the transitions on `done` that follow.
extension Behaviour {
  /// Returns the final states directly within a composite state, or directly within its regions. The completion event
  /// of the composite state occurs when one of them is active. If it has regions, one in each region must be active.
  package func finalStates(completing composite: StateID) -> [StateID] {
    machine.states[composite].children.flatMap { child in
      if machine.states[child].isRegion { return finalStates(completing: child) }
      return machine.states[child].isFinal ? [child] : []
    }
  }

  /// Returns whether the machine may end when a state becomes active. It ends in a final state at the top level. A
  /// machine with regions ends when each region is in a final state. So a final state directly in one of its regions
  /// counts, too.
  func canEndMachine(_ state: StateID) -> Bool {
    guard machine.states[state].isFinal else { return false }
    guard let parent = machine.states[state].parent else { return true }
    return machine.states[parent].isRegion && machine.states[parent].parent == nil
  }

  /// Returns the state whose completion event `done` occurs, or may occur, when a leaf state becomes active. It is the
  /// leaf state itself if it has a submachine, or the composite state around a final state. Nil for all other states,
  /// and for a final state at the top level, with which the machine ends.
  package func completion(by leaf: StateID) -> StateID? {
    if machine.states[leaf].submachine != nil { return leaf }
    guard machine.states[leaf].isFinal else { return nil }
    var outer = machine.states[leaf].parent
    while let region = outer, machine.states[region].isRegion { outer = machine.states[region].parent }
    return outer
  }

  /// Returns the transitions on `done` that may follow when a leaf state becomes active. They are in the order in which
  /// they are tried. `isConditional` is false if a transition is taken for certain when it is tried. It is true if
  /// guards, patterns, other regions or a submachine decide whether it is taken.
  package func completionTransitions(from leaf: StateID) -> [(transition: TransitionID, isConditional: Bool)] {
    guard let state = completion(by: leaf), let group = group(of: state, on: .done) else { return [] }
    // Whether the submachine or another region has ended, too, is not known.
    let mayGoOn = state == leaf || machine.isParallel(state)
    var transitions: [(transition: TransitionID, isConditional: Bool)] = []
    for id in tried(group) {
      let asked = state == leaf ? nil : finalStateAsked(by: machine.transitions[id])
      if let asked, machine.source.text(asked.name) != machine.source.text(machine.states[leaf].name.range) { continue }
      let isCertain = !machine.transitions[id].isConditional || asked?.isAll == true
      transitions.append((id, mayGoOn || !isCertain))
      if isCertain { break }
    }
    return transitions
  }

  /// Returns the name of the final state that a transition on `done` requires: `finished` for `done(.finished)`. Nil if
  /// the transition requires no final state. `isAll` is whether this is the only condition of the transition, which
  /// then has no guard and no further pattern.
  private func finalStateAsked(by transition: Transition) -> (name: SourceRange, isAll: Bool)? {
    guard let pattern = transition.patterns.first(where: { $0.owner == .event }) else { return nil }
    var swift = SwiftLexer(
      bytes: machine.source.bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    guard swift.next().isPunctuation(Ascii.dot) else { return nil }
    let name = swift.next()
    guard name.kind == .identifier else { return nil }
    let row = machine.rows[transition.row]
    let isAll = transition.patterns.count == 1 && row.condition == nil && swift.next().kind == .end
    return (SourceRange(name.start, name.end), isAll)
  }
}
