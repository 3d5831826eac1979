import StateMachineSyntax

/// Checks of the resolved machine as a whole. For example, they report states that cannot be reached, and declarations
/// that are never used. The findings are in `diagnostics`.
///
/// `behaviour` says what the machine does; `usage` contains the other facts about the file.
package struct Checks {
  let behaviour: Behaviour
  let usage: Usage
  let machine: StateMachine
  package var diagnostics: [Diagnostic] = []
  /// The rows that have been reported because they have the same guard as an earlier row. A missing `[else]` is not
  /// reported for such a row, because one mistake may explain both: the guard was meant to be `[else]`.
  var repeatedRows: Set<RowID> = []

  package init(behaviour: Behaviour, usage: Usage) {
    machine = behaviour.machine
    self.behaviour = behaviour
    self.usage = usage
  }

  /// Runs all checks, and adds their findings to `diagnostics`.
  ///
  /// - Parameter isComplete: whether the resolver has understood every name and every statement of the machine. If it
  ///   has not, only the first checks run, such as that of the order of rows. The others could report a declaration as
  ///   unused, for example, although a statement that was not understood uses it.
  package mutating func run(isComplete: Bool) {
    checkOrderOfRows(isComplete: isComplete)
    checkDeferredEvents()
    checkEndlessRows()
    checkStayingRows()
    checkOverriddenRows()
    checkConflicts()
    guard isComplete else { return }
    checkResults()
    checkCopies()
    checkPolicyErrors()
    if machine.hasPolicy(where: { $0 == .error }), usage.brokenRows.isEmpty { checkEveryPair() }
    let unreachable = checkReachability()
    let deadEnds = checkDeadEnds(unreachable: unreachable)
    checkFinalStates(deadEnds: deadEnds, unreachable: unreachable)
    checkClaims(unreachable: unreachable)
    checkWaiting()
    checkSentEvents()
    checkReplay()
    checkUses()
  }

  func name(of state: StateID) -> String { machine.names.text(machine.states[state].name.id) }
  func name(of event: EventID) -> String { machine.name(of: .event(event)) }

  /// The states that can be active between events, except for final states.
  var activeStates: [StateID] {
    machine.states.indices.filter { machine.canEndRun(in: $0) && !machine.states[$0].isFinal }
  }

  /// The states in which the machine can get events. Final states are among them only in a machine with methods,
  /// because methods can be called in final states, too.
  var statesWithEvents: [StateID] {
    machine.states.indices.filter { machine.canEndRun(in: $0) && (machine.hasMethods || !machine.states[$0].isFinal) }
  }
}

struct StateAndEvent: Hashable {
  var state: StateID
  var event: EventID
}

/// A row and one of its triggers, as a key. A row with several sources has several transitions on the trigger, but the
/// checks report them only once.
struct TriggerOfRow: Hashable, Comparable {
  var row: RowID
  var trigger: Trigger

  static func < (first: Self, second: Self) -> Bool { (first.row, first.trigger) < (second.row, second.trigger) }
}
