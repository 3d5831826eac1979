import StateMachineSyntax

/// The features that a machine uses, and the microsteps that can follow a microstep; found once.
package struct RunShape: Sendable {
  package let raises: Bool
  package let defers: Bool
  package let hasAlways: Bool
  /// The states with `done` rows.
  package let completable: [StateID]
  private let isCompletable: IDSet<State>
  package let timers: TimerSorts
  /// Whether states do something for as long as they are active: asynchronous outputs, or timers.
  package let hasActivities: Bool
  /// Whether states have submachines.
  package let hasSubmachines: Bool
  /// Whether the machine is a submachine of another.
  package let isSubmachine: Bool
  /// Whether the machine can end.
  package let canEnd: Bool
  /// Whether the machine has something to do before its first event.
  package let hasStart: Bool

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
    canEnd =
      machine.isParallel
      ? machine.topStates.allSatisfy(machine.canBeDone) : machine.topStates.contains { machine.states[$0].isFinal }
    hasStart =
      machine.states.contains { $0.entry != nil || $0.submachine != nil } || hasAlways || !completable.isEmpty
  }

  /// Whether rows may be taken at the start, without an event from outside.
  package var takesRowsAtStart: Bool { raises || hasAlways || hasDone }

  package var hasDone: Bool { !completable.isEmpty }

  /// Returns whether a state has `done` rows.
  package func isCompletable(_ state: StateID) -> Bool { isCompletable[state] }

  /// Whether the machine has something to begin again when it is resumed after it was stored. A submachine and its
  /// owner do not know each other's needs.
  package var resumes: Bool { hasActivities || hasSubmachines || isSubmachine }

  /// Whether a microstep can lead to another without an event from outside.
  package var runsToCompletion: Bool { raises || defers || hasAlways || hasDone }

  /// Whether a run has a queue, of raised events and completion events.
  package var needsQueue: Bool { raises || hasDone }

  /// Whether a run may go on without end.
  package var canRunOn: Bool { needsQueue || hasAlways }
}
