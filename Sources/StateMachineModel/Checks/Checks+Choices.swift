import StateMachineSyntax

/// Checks of rows of a choice that have no arrow, such as `next : [n < 3]` of `choice next`. If the choice takes such a
/// row, the source of the transition stays active. This is a mistake if the transition has already exited a state whose
/// exit does something. It is also a mistake if the source is a pseudostate, in which no machine can stay. A row with
/// `trap` is no mistake.
extension Checks {
  /// Reports rows of choices without an arrow by which a transition would have to stay where it cannot.
  mutating func checkStayingRows() {
    guard !machine.choices.isEmpty else { return }
    var reported: Set<RowID> = []
    let leaving = machine.states.indices.filter { doesSomethingWhenLeft($0) }
    for transition in machine.transitions where transition.mayStay(in: machine) {
      checkStay(transition, leaving, &reported)
    }
  }

  /// Reports the rows without an arrow of the choice to which `transition` leads, unless the source can stay active.
  /// `leaving` has the states whose exit does something; rows in `reported` get no second finding.
  private mutating func checkStay(_ transition: Transition, _ leaving: [StateID], _ reported: inout Set<RowID>) {
    let isPseudostate = machine.states[transition.source].isPseudostate
    let left = isPseudostate ? nil : behaviour.exitSet(of: transition).members(of: leaving).first
    guard isPseudostate || left != nil else { return }
    let incoming = machine.rows[transition.row].range
    transition.forEachArrival { arrival in
      guard arrival.isInternal, !machine.rows[arrival.row].traps, reported.insert(arrival.row).inserted else { return }
      let range = machine.rows[arrival.row].range
      guard let left else {
        let word = machine.states[transition.source].pseudostate == .initial ? "initial" : "history"
        diagnostics.append(
          Diagnostic.staysInPseudostate(range, word).note("this row leads to the choice", incoming))
        return
      }
      let (reason, place) = whatIsDone(whenLeaving: left)
      diagnostics.append(
        Diagnostic.staysAfterExit(range, name(of: transition.source))
          .note("this row leads to the choice", incoming).note(reason, place))
    }
  }

  /// Returns whether something happens when a state is exited: its `exit` runs, or its activity, its timer or its
  /// submachine ends.
  private func doesSomethingWhenLeft(_ state: StateID) -> Bool {
    machine.states[state].exit != nil || machine.states[state].submachine != nil
  }

  /// Returns the text of a note that says what happens when a state is exited: `a timer of 'open', which ends with it`.
  /// Also returns the place in the file where this is declared.
  private func whatIsDone(whenLeaving state: StateID) -> (reason: String, place: SourceRange) {
    let declaration = machine.states[state]
    let name = "'\(name(of: state))'"
    if let place = declaration.written.exit.lazy.flatMap(\.effects).compactMap(\.range).first {
      return ("what \(name) does when it is left", place)
    }
    if let timer = declaration.timers.first {
      return ("a timer of \(name), which ends with it", machine.timers[timer].range)
    }
    return ("\(name) ends what goes on in it", declaration.name.range)
  }
}
