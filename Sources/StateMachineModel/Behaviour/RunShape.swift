import StateMachineSyntax

/// Facts about a machine by which the generator chooses the code that runs it. For example, a machine that raises
/// events needs a queue for them. The facts are computed once.
package struct RunShape: Sendable {
  package let raises: Bool
  package let defers: Bool
  package let hasAlways: Bool
  /// The states with transitions on `done`.
  package let completable: [StateID]
  private let isCompletable: IDSet<State>
  package let timers: TimerSorts
  /// Whether states have activities (`do`) or timers, which go on as long as the state is active.
  package let hasActivities: Bool
  /// Whether states have submachines.
  package let hasSubmachines: Bool
  /// Whether the machine is the submachine of a state of another machine.
  package let isSubmachine: Bool
  /// Whether the machine can end: in a final state or, with regions, in a final state of each region.
  package let canEnd: Bool
  /// Whether the machine does something when it starts, before its first event.
  package let hasStart: Bool

  /// Finds the facts about a machine whose rows are resolved.
  package init(_ machine: StateMachine) {
    func raises(_ effects: [Effect]) -> Bool { effects.containsSingle { if case .raise = $0 { true } else { false } } }
    self.raises =
      machine.rows.indices.contains { raises(machine.rows[$0].effects) }
      || machine.states.contains { raises($0.entry?.effects ?? []) || raises($0.exit?.effects ?? []) }
    defers = machine.states.contains { !$0.deferred.isEmpty }
    timers = TimerSorts(
      after: machine.timers.contains { !$0.repeats }, every: machine.timers.contains(where: \.repeats))
    hasActivities = !machine.timers.isEmpty || machine.outputs.contains(where: \.tasks.isActivity)
    isSubmachine = machine.isSubmachine
    hasSubmachines = machine.states.contains { $0.submachine != nil }
    var hasAlways = false
    var isCompletable = IDSet<State>(count: machine.states.count)
    for id in machine.transitions.indices {
      switch machine.transitions[id].trigger {
      case .always: hasAlways = true
      case .done: isCompletable[machine.transitions[id].source] = true
      case .event, .elapsed: break
      }
    }
    self.hasAlways = hasAlways
    self.isCompletable = isCompletable
    completable = machine.states.indices.filter { isCompletable[$0] }
    // With regions at the top level, each of them must be able to end; without, one final state suffices.
    canEnd =
      machine.isParallel
      ? machine.topStates.allSatisfy(machine.canBeDone) : machine.topStates.contains { machine.states[$0].isFinal }
    // A state that the start enters may do something, or a transition without an event may follow.
    hasStart =
      machine.states.contains { $0.entry != nil || $0.submachine != nil } || hasAlways || !completable.isEmpty
  }

  /// Whether the machine may take transitions when it starts, before any event comes from outside. An `entry` may raise
  /// an event, or a transition may need no event (`always`, `done`).
  package var takesRowsAtStart: Bool { raises || hasAlways || hasDone }

  package var hasDone: Bool { !completable.isEmpty }

  /// Returns whether a state has transitions on `done`.
  package func isCompletable(_ state: StateID) -> Bool { isCompletable[state] }

  /// Whether something, such as a timer, has to begin again when a machine is read from stored data. Always true for a
  /// submachine and for its owner, because neither knows whether the other has timers or activities.
  package var resumes: Bool { hasActivities || hasSubmachines || isSubmachine }

  /// Whether a run may have several microsteps, because one microstep can lead to another without an event from
  /// outside.
  package var runsToCompletion: Bool { raises || defers || hasAlways || hasDone }

  /// Whether a run needs a queue, for raised events and completion events.
  package var needsQueue: Bool { raises || hasDone }

  /// Whether a run may go on for ever, because one microstep may lead to the next without end.
  package var canRunOn: Bool { needsQueue || hasAlways }
}
