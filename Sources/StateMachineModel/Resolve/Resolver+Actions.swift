import StateMachineSyntax

/// Resolves the `entry` and `exit` actions of states.
extension Resolver {
  /// Resolves an `entry`, `exit` or `do` statement, and adds its effects to the state.
  mutating func resolve(_ action: ActionSyntax, of state: StateID) {
    let carrier: Carrier =
      switch action.kind {
      case .entry: .entry(state)
      case .exit: .exit(state)
      case .activity: .activity(state)
      }
    row.clear(carrier)
    if machine.states[state].isFinal, !carrier.mayBeOfFinalState {
      report(action, ofFinal: state)
      return
    }
    if action.kind == .activity {
      resolve(activity: action, of: state)
      return
    }
    let meaning = action.condition.map { self.meaning(ofGuard: $0, of: source.text(action.keyword)) }
    var resolved = resolveAction(action.effects, if: action.condition)
    checkPayloadIsThere(for: action, of: state)
    if meaning == .never { return }
    let declared = declaredNames(in: action.effects)
    let place = (carrier.isExit ? machine.states[state].exit : machine.states[state].entry)?.effects.count ?? 0
    closeLines(of: state, isExit: carrier.isExit, before: action.effects, action.condition, declaring: declared)
    if meaning == .condition, let condition = action.condition, !resolved.effects.isEmpty {
      resolved.effects = [.scope(EffectScope(condition: code(condition), effects: resolved.effects))]
    } else if !declared.isEmpty {
      resolved.effects = [.scope(EffectScope(effects: resolved.effects))]
      let line = ActionLineKey(state: state, isExit: carrier.isExit)
      for name in declared { openLines[line, default: [:]][name, default: []].append(place) }
    }
    if carrier.isExit {
      machine.states[state].exit.append(resolved)
    } else {
      machine.states[state].entry.append(resolved)
    }
  }

  /// Reports an `entry` or `exit` that uses a label of its state's payload in a noncopyable machine with methods. A
  /// method of such a machine moves the state out of the machine while it runs, so the payload cannot be read there.
  private mutating func checkPayloadIsThere(for action: ActionSyntax, of state: StateID) {
    guard machine.hasMethods, machine.isNoncopyable, let name = scope.locals.first?.name.id else { return }
    var texts = action.condition.map { [$0] } ?? []
    for effect in action.effects { effect.forEachText { texts.append($0) } }
    let uses = texts.flatMap { $0.uses.indices.map { tree.nameUses[$0] } }
    let use = uses.first { $0.name == name && !$0.isMemberOfSelf }.map { file.range(of: $0) }
    let place = use ?? action.effects.lazy.compactMap(\.assigned).first { $0.id == name }?.range
    diagnostics.append(
      .takenPayload(
        text(name), place ?? action.keyword, action: source.text(action.keyword),
        rows: "\(action.kind == .exit ? "out of" : "into") '\(stateName(state))'"))
  }

  /// Reports an `exit` or `do` of a final state, because a final state has neither in UML. The names in the statement
  /// count as used, so that declarations do not look unused because of this mistake.
  private mutating func report(_ action: ActionSyntax, ofFinal state: StateID) {
    let name = stateName(state)
    if action.kind == .activity {
      diagnostics.append(.activityOfFinalState(name, action.keyword))
    } else {
      let composite = machine.states[state].path.dropLast().last { !machine.states[$0].isRegion }
      diagnostics.append(.exitOfFinalState(name, action.keyword, within: composite.map { stateName($0) }))
    }
    markLoosely(action.condition, action.effects)
  }
}
