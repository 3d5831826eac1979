/// What a machine makes use of, found once.
struct MachineTraits {
  let raises: Bool
  let defers: Bool
  let hasAlways: Bool
  /// The states with `done` rows.
  let completable: [Int]
  let isCompletable: [Bool]

  /// Whether a step is a function of its own, which says where there is none.
  var takesSteps: Bool { runsToCompletion || hasRegions || isHeld || holds }

  let hasRegions: Bool
  let hasTimersAfter: Bool
  let hasTimersEvery: Bool
  /// Whether another machine holds this one, and whether it holds others.
  let isHeld: Bool
  let holds: Bool

  /// Whether a step can lead to another without an event from outside.
  var runsToCompletion: Bool { raises || defers || hasAlways || !completable.isEmpty }

  init(_ machine: StateMachine) {
    func raises(_ effects: [Effect]) -> Bool { effects.contains { if case .raise = $0 { true } else { false } } }
    self.raises =
      machine.rows.contains { raises($0.effects) }
      || machine.states.contains { raises($0.entry?.effects ?? []) || raises($0.exit?.effects ?? []) }
    defers = machine.states.contains { !$0.deferred.isEmpty }
    hasRegions = machine.hasRegions
    hasTimersAfter = machine.timers.contains { !$0.repeats }
    hasTimersEvery = machine.timers.contains(where: \.repeats)
    isHeld = machine.isHeld
    holds = machine.states.contains { $0.submachine != nil }
    hasAlways = machine.transitions.contains { Int($0.event) == machine.always }
    var isCompletable = Array(repeating: false, count: machine.states.count)
    for transition in machine.transitions where Int(transition.event) == machine.done {
      isCompletable[Int(transition.source)] = true
    }
    self.isCompletable = isCompletable
    completable = machine.states.indices.filter { isCompletable[$0] }
  }
}
