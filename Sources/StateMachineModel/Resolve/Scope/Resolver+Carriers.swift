import StateMachineSyntax

/// Guards and effects, in the scope of what carries them.
extension Resolver {
  /// Resolves what a guard and effects use and assign. The scope has the names that the carrier at hand knows.
  mutating func instantiate(_ condition: SwiftText?, _ effects: inout [Effect]) {
    if let condition { use(condition, row.carrier.usageOfGuard) }
    if let condition { enterBoundNames(condition.range) }
    useEffects(row.effects)
    assignFields(&effects)
  }

  /// Enters the names that the guard binds. Of an optional that it unwraps under its own name, the type is known.
  private mutating func enterBoundNames(_ condition: SourceRange) {
    for (name, isShorthand) in row.bound {
      let found = scope.find(name.id)
      guard isShorthand else {
        noteBinding(name, upTo: condition.upperBound)
        scope.enter(name, as: .binding)
        continue
      }
      guard let label = (found.event ?? found.source).map({ scope.entries[$0] }) else {
        let property = names[name.id].property.map { machine.storedProperties[$0.index].name }
        scope.enter(property ?? name, as: property == nil ? nil : .property)
        continue
      }
      let kind = label.isExplicit ? Occurrence.Kind.binding : .label
      if !label.isDeep, case .optional(let wrapped) = typeReader.structure(of: label.type) {
        let key = typeNumbers.key(of: wrapped, source.bytes)
        scope.enter(label.name, as: kind, of: label.owner, type: wrapped, key: key)
      } else {
        scope.enter(label.name, as: kind)
      }
    }
  }

  /// Notes a name that a guard binds, and where the guard itself uses it.
  private mutating func noteBinding(_ name: Identifier, upTo end: Int) {
    guard occurrences != nil else { return }
    note(name.range, name, .binding)
    for start in SwiftAnalysis.places(of: text(name.id), in: SourceRange(name.range.upperBound, end), source.bytes) {
      note(SourceRange(start, start + text(name.id).utf8.count), name, .binding)
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
