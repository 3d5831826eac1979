/// How a machine stores its state, and which of its methods' transitions must find it there.
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
      guard local.owner == .source, local.isChangedInPlace else { return false }
      let type = machine.states[state].pathFields[Int(local.field)].type
      return !machine.ownsNothing(type) && machine.emptyLiteral(type) == nil
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

extension Behaviour {
  /// Whether a transition of a method must find its source while it changes the payload: it names the state, or hands
  /// on the machine, or throws before the state is written again.
  func seesSource(_ transition: Transition) -> Bool {
    guard machine.hasMethods else { return false }
    var visited: Set<ChoiceID> = []
    return seesSource(transition, &visited)
  }

  private func readsState(_ code: SwiftCode) -> Bool {
    SwiftAnalysis.nameOfState(in: code.range, machine.source.bytes, methods: machine.swift.names) != nil
  }

  /// - Parameter visited: the choices with parameters whose methods have been looked at.
  private func seesSource(_ transition: Transition, _ visited: inout Set<ChoiceID>) -> Bool {
    let row = machine.rows[transition.row]
    if row.hasAttempt || row.readsState(machine.source.bytes, methods: machine.swift.names) { return true }
    for argument in transition.arguments + transition.returns.flatMap(\.arguments) {
      if case .code(let code) = argument, readsState(code) { return true }
    }
    for branch in transition.branches where seesSource(branch, &visited) { return true }
    guard let choice = transition.choice, !machine.choices[choice].fields.isEmpty, visited.insert(choice).inserted,
      let group = group(of: transition.source, on: .choice(choice))
    else { return false }
    return tried(group).contains { seesSource(machine.transitions[$0], &visited) }
  }
}
