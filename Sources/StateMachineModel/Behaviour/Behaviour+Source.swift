import StateMachineSyntax

/// Which transitions must find their source while they run.
extension Behaviour {
  /// Tells whether a transition of a method must find its source while it changes the payload: it names the state, or
  /// hands on the machine, or throws before the state is written again.
  package func seesSource(_ transition: Transition) -> Bool {
    guard machine.hasMethods else { return false }
    var visited: Set<ChoiceID> = []
    return seesSource(transition, &visited)
  }

  /// Where a transition names the state, or hands on the machine, in its own row; nil where it does not.
  func placeOfSource(in transition: Transition) -> SourceRange? {
    let row = machine.rows[transition.row]
    var codes = (row.condition.map { [$0] } ?? []) + row.effects.flatMap(\.codes)
    for argument in transition.arguments + transition.returns.flatMap(\.arguments) {
      if case .code(let code) = argument { codes.append(code) }
    }
    for code in codes {
      let place = SwiftAnalysis.nameOfState(in: code.range, machine.source.bytes, methods: machine.swift.names)
      if let place { return place }
    }
    return nil
  }

  /// - Parameter visited: the choices with parameters whose methods have been looked at.
  private func seesSource(_ transition: Transition, _ visited: inout Set<ChoiceID>) -> Bool {
    if machine.rows[transition.row].hasAttempt || placeOfSource(in: transition) != nil { return true }
    for branch in transition.branches where seesSource(branch, &visited) { return true }
    guard let choice = transition.choice, !machine.choices[choice].fields.isEmpty, visited.insert(choice).inserted,
      let group = group(of: transition.source, on: .choice(choice))
    else { return false }
    return tried(group).contains { seesSource(machine.transitions[$0], &visited) }
  }
}
