import StateMachineSyntax

/// Checks of the resolved machine as a whole: rows that exclude each other, states that cannot be reached or exited,
/// and declarations that are never used.
///
/// `behaviour` says what the machine does; `usage` contains the other facts about the file.
package struct Checks {
  let behaviour: Behaviour
  let usage: Usage
  let machine: StateMachine
  package var diagnostics: [Diagnostic] = []
  /// The rows after one with the same guard: their other findings may follow from that.
  var repeatedRows: Set<RowID> = []

  package init(behaviour: Behaviour, usage: Usage) {
    machine = behaviour.machine
    self.behaviour = behaviour
    self.usage = usage
  }

  /// Runs all checks.
  ///
  /// - Parameter isComplete: whether every name and every statement is understood. If not, nothing is reported as
  ///   unreachable, idle or unused: the reason may be something that is missing.
  package mutating func run(isComplete: Bool) {
    checkOrderOfRows(isComplete: isComplete)
    checkDeferredEvents()
    checkEndlessRows()
    checkStayingRows()
    checkOverriddenRows()
    checkConflicts()
    guard isComplete else { return }
    checkAnswers()
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

  /// The states that can be active between events, apart from final states.
  var activeStates: [StateID] {
    machine.states.indices.filter { machine.canRest(in: $0) && !machine.states[$0].isFinal }
  }

  /// The states in which events can come; methods can be called in final states, too.
  var statesWithEvents: [StateID] {
    machine.states.indices.filter { machine.canRest(in: $0) && (machine.hasMethods || !machine.states[$0].isFinal) }
  }
}

struct StateAndEvent: Hashable {
  var state: StateID
  var event: EventID
}

/// A row, and one of its triggers.
struct TriggerOfRow: Hashable, Comparable {
  var row: RowID
  var trigger: Trigger

  static func < (first: Self, second: Self) -> Bool { (first.row, first.trigger) < (second.row, second.trigger) }
}
