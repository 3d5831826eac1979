/// What states do when they are entered and left.
extension Resolver {
  /// Resolves an `entry`, `exit` or `do` of a state.
  mutating func resolve(_ action: ActionSyntax, of state: StateID) {
    row.clear()
    row.isExit = action.kind == .exit
    row.isAction = true
    defer { row.isExit = false }
    if action.kind != .entry, machine.states[state].isFinal {
      report(action, ofFinal: state)
      return
    }
    if action.kind == .activity {
      resolve(activity: action, of: state)
      return
    }
    var effects = resolveEffects(action.effects)
    let meaning = action.condition.map { self.meaning(ofGuard: $0, of: source.text(action.keyword)) }
    scope.clear()
    enterPath(of: state, [])
    // A condition is looked at between effects, and belongs to them.
    if let condition = action.condition { use(condition, .body) }
    useEffects(action.effects)
    assignFields(&effects)
    if meaning == .never { return }
    if meaning == .condition, let condition = action.condition, !effects.isEmpty {
      effects = [.scope(EffectScope(condition: code(condition), effects: effects))]
    }
    let resolved = Action(effects: effects, locals: scope.locals)
    if row.isExit {
      machine.states[state].exit.append(resolved)
    } else {
      machine.states[state].entry.append(resolved)
    }
  }

  /// A final state has neither `exit` nor `do`, as in UML. What these name counts as used.
  private mutating func report(_ action: ActionSyntax, ofFinal state: StateID) {
    let name = text(machine.states[state].name.id)
    if action.kind == .activity {
      diagnostics.append(.activityOfFinalState(name, action.keyword))
    } else {
      let composite = machine.states[state].path.dropLast().last { !machine.states[$0].isRegion }
      diagnostics.append(
        .exitOfFinalState(name, action.keyword, within: composite.map { text(machine.states[$0].name.id) }))
    }
    row.isActivity = action.kind == .activity
    _ = resolveEffects(action.effects)
    scope.clear()
    enterPath(of: state, [])
    if let condition = action.condition { use(condition, .body) }
    useEffects(action.effects)
  }
}
