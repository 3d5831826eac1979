/// How often the rows of choices are written out.
extension Behaviour {
  /// By choice: how many times the generated code has its rows, once for each transition that is tried and leads to it,
  /// also through another choice.
  func choiceExpansions() -> IDMap<Choice, Int> {
    var counts = IDMap<Choice, Int>(repeating: 0, count: machine.choices.count)
    guard !machine.choices.isEmpty else { return counts }
    for state in machine.states.indices {
      for group in groups(of: state) {
        for id in tried(group) where machine.transitions[id].choice != nil { count(machine.transitions[id], &counts) }
      }
    }
    return counts
  }

  /// The resolver allows no more than some hundred branches, and no circle of choices.
  private func count(_ transition: Transition, _ counts: inout IDMap<Choice, Int>) {
    guard let choice = transition.choice else { return }
    counts[choice] += 1
    for branch in transition.branches { count(branch, &counts) }
  }
}
