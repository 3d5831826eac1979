import StateMachineModel

/// How a machine stores its state.
enum StateStorage {
  /// `var state: State`
  case state
  /// An optional. Nil stands in the place of the state while a method changes its payload: no state is without one.
  case optional

  init(_ behaviour: Behaviour, emptyState: StateID?) {
    let machine = behaviour.machine
    let isOptional =
      machine.hasMethods && emptyState == nil
      && (machine.isNoncopyable || Self.changesPayload(behaviour))
    self = isOptional ? .optional : .state
  }

  /// Whether something changes a payload in place that no literal could stand for meanwhile: it would be copied.
  private static func changesPayload(_ behaviour: Behaviour) -> Bool {
    let machine = behaviour.machine
    func isCopied(_ local: Local, of state: StateID) -> Bool {
      machine.changesInPlace(local, of: state)
        && machine.emptyLiteral(machine.states[state].pathFields[Int(local.field)].type) == nil
    }
    let isInEffects = machine.transitions.contains { transition in
      !machine.rows[transition.row].traps && transition.locals.contains { isCopied($0, of: transition.source) }
        && !behaviour.seesSource(transition)
    }
    return isInEffects
      || machine.states.indices.contains { state in
        machine.states[state].entry?.locals.contains { isCopied($0, of: state) } ?? false
      }
  }
}
