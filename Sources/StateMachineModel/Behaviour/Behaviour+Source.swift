import StateMachineSyntax

/// Transitions that need their source while they run.
extension Behaviour {
  /// Returns whether a transition of a method needs its source while it changes the payload: it names the state, passes
  /// the machine on, or throws before the state is written back.
  package func seesSource(_ transition: Transition) -> Bool {
    machine.hasMethods
      && (machine.rows[transition.row].hasAttempt || placeOfSource(in: transition) != nil
        || transition.branches.contains(where: seesSource))
  }

  /// Returns the place in a transition's own row that names the state or passes the machine on; nil if there is none.
  func placeOfSource(in transition: Transition) -> SourceRange? {
    codes(in: transition).lazy.compactMap { [machine] in
      SwiftAnalysis.nameOfState(in: $0.range, machine.source.bytes, methods: machine.swift.members)
    }.first
  }

  /// Returns the Swift that a transition may run in its own row.
  package func codes(in transition: Transition) -> [SwiftCode] {
    let row = machine.rows[transition.row]
    var arguments = transition.arguments + transition.returns.flatMap(\.arguments)
    var codes = (row.condition.map { [$0] } ?? []) + row.effects.allCodes
    if case .action(_, _, let given, let range) = transition.answer {
      // The name of a result is no function, and its labels are no variables.
      codes.removeAll { $0.range == range }
      arguments += given
    }
    return codes + arguments.compactMap { if case .code(let code) = $0 { code } else { nil } }
  }
}
