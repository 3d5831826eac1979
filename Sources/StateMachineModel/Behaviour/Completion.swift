import StateMachineSyntax

/// Completion by final states.
extension Behaviour {
  /// Returns the final states that complete a composite state, or contribute to it: in its body, or in its regions.
  package func finalStates(completing composite: StateID) -> [StateID] {
    machine.states[composite].children.flatMap { child in
      if machine.states[child].isRegion { return finalStates(completing: child) }
      return machine.states[child].isFinal ? [child] : []
    }
  }

  /// Returns whether the machine ends with a state, alone or with final states of the machine's other regions.
  func canEndMachine(_ state: StateID) -> Bool {
    guard machine.states[state].isFinal else { return false }
    guard let parent = machine.states[state].parent else { return true }
    return machine.states[parent].isRegion && machine.states[parent].parent == nil
  }

  /// Returns the state that an active leaf state completes, or helps to complete: the leaf itself if it has a
  /// submachine, or the composite state whose final state it is. Nil for all others, and if the machine ends.
  package func completion(by leaf: StateID) -> StateID? {
    if machine.states[leaf].submachine != nil { return leaf }
    guard machine.states[leaf].isFinal else { return nil }
    var outer = machine.states[leaf].parent
    while let region = outer, machine.states[region].isRegion { outer = machine.states[region].parent }
    return outer
  }

  /// Returns the `done` transitions that an active leaf state may cause, in the order in which they are tried, and
  /// whether each depends on more than the active leaf.
  package func completionTransitions(from leaf: StateID) -> [(transition: TransitionID, isConditional: Bool)] {
    guard let state = completion(by: leaf), let group = group(of: state, on: .done) else { return [] }
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

  /// Returns the final state that a `done` transition's pattern names, and whether it is the only condition; nil if the
  /// pattern names none.
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
