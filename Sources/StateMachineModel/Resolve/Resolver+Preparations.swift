import StateMachineSyntax

/// What events do in every state, before their transitions are tried: effects behind the event's declaration. They
/// change properties of the machine, and nothing else.
extension Resolver {
  mutating func resolvePreparations(_ items: [ItemSyntax]) {
    for case .event(let signature) in items where !signature.effects.isEmpty {
      guard let event = declaredEvent(signature.name) else { continue }
      resolvePreparation(of: event, signature.effects)
    }
  }

  private mutating func resolvePreparation(of event: EventID, _ effects: [EffectSyntax]) {
    row.clear(.preparation(event))
    used.events[event] = true
    if machine.isNoncopyable, !machine.hasMethods {
      diagnostics.append(.preparesNoncopyable(effects[0].range, eventName(event)))
    }
    for effect in effects { checkPreparation(effect, of: event) }
    machine.events[event].preparation = resolveAction(effects)
  }

  /// Refuses what does not change properties alone.
  private mutating func checkPreparation(_ effect: EffectSyntax, of event: EventID) {
    guard var deed = effect.deed else { return }
    if isAnswer(effect) {
      deed = "answer"
    } else if let named = namedEffect(effect) {
      let isMore = namedEffects[named].effects.containsSingle { ![.assignment, .block].contains($0.kind) }
      guard isMore else { return }
      deed = "do more than change properties"
    } else if let name = effect.called, output(cancelledBy: name) != nil {
      deed = "cancel an output"
    } else if let name = effect.called, names[name.id].output == nil {
      // Of an output that is not declared, something else is said.
      return
    }
    diagnostics.append(.preparesMore(effect.range, what: deed, eventName(event)))
  }

  private func eventName(_ event: EventID) -> String { text(machine.events[event].name.id) }
}
