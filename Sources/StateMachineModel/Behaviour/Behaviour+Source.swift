import StateMachineSyntax

/// Which transitions must find their source while they run.
extension Behaviour {
  /// Tells whether a transition of a method must find its source while it changes the payload: it names the state, or
  /// hands on the machine, or throws before the state is written again.
  package func seesSource(_ transition: Transition) -> Bool {
    machine.hasMethods
      && (machine.rows[transition.row].hasAttempt || placeOfSource(in: transition) != nil
        || transition.branches.contains(where: seesSource))
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
}
