import StateMachineSyntax

/// Guards and effects, in the scope of what carries them.
extension Resolver {
  /// Resolves what a guard and effects use and assign. The scope has the names that the carrier at hand knows.
  mutating func instantiate(_ condition: SwiftText?, _ effects: inout [Effect]) {
    if let condition { use(condition, row.carrier.usageOfGuard) }
    enterBoundNames()
    useEffects(row.effects)
    assignFields(&effects)
  }

  /// Enters the names that the guard binds. Of an optional that it unwraps under its own name, the type is known.
  private mutating func enterBoundNames() {
    for (name, isShorthand) in row.bound {
      let found = scope.find(name.id)
      let label = isShorthand ? (found.event ?? found.source).map { scope.entries[$0] } : nil
      guard let label, !label.isDeep, case .optional(let wrapped) = typeReader.structure(of: label.type) else {
        scope.enter(name, of: .source, type: SourceRange(0, 0), key: .unknown)
        continue
      }
      let key = typeNumbers.key(of: wrapped, source.bytes)
      scope.enter(label.name, of: label.owner, type: wrapped, key: key)
    }
  }

  /// Resolves the effects of what is no row, with the names that it knows.
  ///
  /// - Parameter condition: the one that they run under.
  mutating func resolveAction(_ effects: [EffectSyntax], if condition: SwiftText? = nil) -> Action {
    var resolved = resolveEffects(effects)
    enterCarrier()
    instantiate(condition, &resolved)
    reportUnknownNames()
    return Action(effects: resolved, locals: scope.locals)
  }

  /// Counts what guards and effects with a mistake in them use, so that one mistake does not also make things look
  /// unused.
  mutating func markLoosely(_ condition: SwiftText?, _ effects: [EffectSyntax], besides texts: [SwiftText] = []) {
    for effect in effects {
      if let name = effect.called, let output = names[name.id].output { used.outputs[output] = true }
      if let named = namedEffect(effect) { used.effects[named] = true }
    }
    enterCarrier()
    if let condition { use(condition, row.carrier.usageOfGuard) }
    for text in texts { use(text, .body) }
    useEffects(effects)
  }

  /// Fills the scope with what the carrier at hand knows, and marks what its patterns use.
  mutating func enterCarrier() {
    scope.clear()
    switch row.carrier {
    case .entry(let state), .exit(let state), .activity(let state): enterPath(of: state, [])
    case .row, .claim: enterPair()
    case .branch, .policy, .namedEffect: break
    }
  }

  /// Enters the labels of the trigger and of the source at hand, with the patterns that the row has for them.
  private mutating func enterPair() {
    guard let pair = row.pairAtHand else { return }
    let (state, statePlan) = row.sources[pair.source]
    // A timer has no payload.
    var eventPlan: [FieldPattern] = []
    if let trigger = row.trigger {
      eventPlan = row.triggers[pair.trigger].plan
      if trigger == .done { eventPlan = plan(eventPlan, ofDone: state) }
      scope.enter(machine.fields(of: trigger), eventPlan, of: .event)
    }
    enterPath(of: state, statePlan)
    usePatterns(eventPlan)
    usePatterns(statePlan)
  }

  /// Enters the labels of a state and of the composites that it stands in.
  mutating func enterPath(of state: StateID, _ plan: [FieldPattern]) {
    guard machine.states[state].parent != nil else {
      scope.enter(machine.states[state].fields, plan, of: .source)
      return
    }
    let path = machine.path(of: state)
    for (place, outer) in path.enumerated() {
      scope.enter(
        machine.states[outer].fields, outer == state ? plan : [], of: .source, first: machine.states[outer].ownFields,
        level: path.count - 1 - place)
    }
  }
}
