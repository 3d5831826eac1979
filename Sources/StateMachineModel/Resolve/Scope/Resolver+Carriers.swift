import StateMachineSyntax

/// Resolves guards and effects with the names that their statement can use, such as a row or an `entry`.
extension Resolver {
  /// Looks up the names that a guard and effects use, and replaces the assignments in `effects` by resolved ones.
  /// Before the call, `scope` must contain the names that the statement can use.
  mutating func instantiate(_ condition: SwiftText?, _ effects: inout [Effect]) {
    if let condition { use(condition, row.carrier.usageOfGuard) }
    if let condition { enterBoundNames(condition.range) }
    useEffects(row.effects)
    assignFields(&effects)
  }

  /// Adds the names that the guard of the current row binds to `scope`, the names that the row can use. The type of
  /// such a name is known only if the guard unwraps an optional label under its own name: `[let item]`.
  ///
  /// - Parameter condition: the range of the guard.
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

  /// Stores the places of a name that a guard binds, for an editor: where the name is bound, and its uses in the guard.
  ///
  /// - Parameter end: the end of the guard.
  private mutating func noteBinding(_ name: Identifier, upTo end: Int) {
    guard occurrences != nil else { return }
    note(name.range, name, .binding)
    for start in SwiftAnalysis.places(of: text(name.id), in: SourceRange(name.range.upperBound, end), source.bytes) {
      note(SourceRange(start, start + text(name.id).utf8.count), name, .binding)
    }
  }

  /// Resolves the effects of an `entry`, `exit` or `do`. Returns them with the labels that they use.
  ///
  /// - Parameter condition: the condition under which the effects run; nil without a condition.
  mutating func resolveAction(_ effects: [EffectSyntax], if condition: SwiftText? = nil) -> Action {
    var resolved = resolveEffects(effects)
    enterCarrier()
    instantiate(condition, &resolved)
    reportUnknownNames()
    return Action(effects: resolved, locals: scope.locals)
  }

  /// Counts all names in a guard, in effects and in `texts` as used. This is done for statements with errors, so that
  /// declarations do not look unused because of these mistakes.
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

  /// Fills `scope` with the names that the current row, `entry`, `exit` or `do` can use. Also counts values in the
  /// row's patterns as used, such as `limit` in `.some(limit)`. For a policy, a named effect and a row of a choice,
  /// removes all names from `scope` and adds none.
  mutating func enterCarrier() {
    scope.clear()
    switch row.carrier {
    case .entry(let state), .exit(let state), .activity(let state): enterPath(of: state, [])
    case .row, .claim: enterPair()
    case .branch, .policy, .namedEffect: break
    }
  }

  /// Adds the labels of the current trigger and source to `scope`, the names that the row can use. A pattern of the row
  /// may give a label another name: `n` in `open(n)`.
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

  /// Adds the labels of a state and of its ancestors to `scope`, the names that the row can use.
  ///
  /// - Parameter plan: the patterns of the row for the fields of the state.
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
