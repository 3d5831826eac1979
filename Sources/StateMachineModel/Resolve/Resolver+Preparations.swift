import StateMachineSyntax

/// What events do in every state, before their transitions are tried: effects behind the event's declaration. They change
/// properties of the machine, and nothing else.
extension Resolver {
  mutating func resolvePreparations(_ items: [ItemSyntax]) {
    for case .event(let signature) in items where !signature.effects.isEmpty {
      guard let event = declaredEvent(signature.name) else { continue }
      resolvePreparation(of: event, signature.effects)
    }
  }

  private mutating func resolvePreparation(of event: EventID, _ effects: [EffectSyntax]) {
    row.clear(.preparation)
    used.events[event] = true
    if machine.isNoncopyable, !machine.hasMethods {
      diagnostics.append(.preparesNoncopyable(range(of: effects[0]), eventName(event)))
    }
    for effect in effects { checkPreparation(effect, of: event) }
    var resolved = resolveEffects(effects)
    scope.clear()
    scope.enter(machine.events[event].fields, [], of: .event)
    useEffects(effects)
    assignFields(&resolved)
    machine.events[event].preparation = Action(effects: resolved, locals: scope.locals)
  }

  /// Refuses what does not change properties alone.
  private mutating func checkPreparation(_ effect: EffectSyntax, of event: EventID) {
    let range = range(of: effect)
    switch effect {
    case .assignment, .block: return
    case .output where isAnswer(effect):
      diagnostics.append(.preparesMore(range, what: "answer", eventName(event)))
    case .output(let name, _):
      guard let named = namedEffect(effect) else {
        // Of an output that is not declared, something else is said.
        if names[name.id].output != nil {
          diagnostics.append(.preparesMore(range, what: "produce an output", eventName(event)))
        }
        return
      }
      let does = namedEffects[named].effects
      if does.containsSingle(where: { !$0.changesPropertiesAlone }) {
        diagnostics.append(.preparesMore(range, what: "do more than change properties", eventName(event)))
      }
    case .raise: diagnostics.append(.preparesMore(range, what: "raise an event", eventName(event)))
    case .trap: diagnostics.append(.preparesMore(range, what: "trap", eventName(event)))
    case .answer: diagnostics.append(.preparesMore(range, what: "answer", eventName(event)))
    case .throw: diagnostics.append(.preparesMore(range, what: "throw", eventName(event)))
    }
  }

  private func eventName(_ event: EventID) -> String { text(machine.events[event].name.id) }
}

extension Effect {
  /// Whether it is an assignment, or a block; those in a scope are asked by themselves.
  fileprivate var changesPropertiesAlone: Bool {
    switch self {
    case .assignProperty, .assignField, .block, .scope: true
    case .output, .raise, .trap, .throw, .answer, .begin, .end, .cancel, .schedule, .unschedule: false
    }
  }
}
