import StateMachineSyntax

/// Transitions of methods whose code may read the whole state while they run.
extension Behaviour {
  /// Returns whether the payload of the source must stay in the state while a transition of a method runs. It must if
  /// Swift of the transition may read it there: the Swift uses `state` or `self`, or calls a function of the machine.
  /// It also must if the transition may throw, because the state must then be unchanged.
  package func seesSource(_ transition: Transition) -> Bool {
    machine.hasMethods
      && (machine.rows[transition.row].hasAttempt || placeOfSource(in: transition) != nil
        || transition.branches.contains(where: seesSource))
  }

  /// Returns the range of the first name in a transition's own row that uses the state or the whole machine: `state`,
  /// `self`, or a function of the machine that is called. Nil if the row has no such name. The rows of choices to which
  /// the transition leads are not examined.
  func placeOfSource(in transition: Transition) -> SourceRange? {
    codes(in: transition).lazy.compactMap { [machine] in
      SwiftAnalysis.nameOfState(in: $0.range, machine.source.bytes, methods: machine.swift.members)
    }.first
  }

  /// Returns the pieces of Swift in a transition's own row: guard, effects and arguments. The pieces in the rows of
  /// choices to which the transition leads are not included.
  package func codes(in transition: Transition) -> [SwiftCode] {
    let row = machine.rows[transition.row]
    var arguments = transition.arguments + transition.returns.flatMap(\.arguments)
    var codes = (row.condition.map { [$0] } ?? []) + row.effects.allCodes
    if case .action(_, _, let given, let range) = transition.result {
      // The name of a result is no function, and its labels are no variables.
      codes.removeAll { $0.range == range }
      arguments += given
    }
    return codes + arguments.compactMap { if case .code(let code) = $0 { code } else { nil } }
  }
}
