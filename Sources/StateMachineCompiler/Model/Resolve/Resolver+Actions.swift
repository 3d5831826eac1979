/// What states do when they are entered and left.
extension Resolver {
  /// Resolves an `entry`, `exit` or `do` of a state.
  mutating func resolve(_ action: ActionSyntax, of state: StateID) {
    row.clear()
    row.isExit = action.kind == .exit
    row.isAction = true
    defer { row.isExit = false }
    if action.kind != .entry, machine.states[state].isFinal {
      let name = text(machine.states[state].name.id)
      diagnostics.append(.actionOfFinalState(name, action.keyword, source.text(action.keyword)))
      return
    }
    if action.kind == .activity {
      resolve(activity: action, of: state)
      return
    }
    var effects = resolveEffects(action.effects)
    scope.clear()
    enterPath(of: state, [])
    useEffects(action.effects)
    assignFields(&effects)
    let resolved = Action(effects: effects.compactMap { $0 }, locals: scope.locals)
    if row.isExit {
      machine.states[state].exit.append(resolved)
    } else {
      machine.states[state].entry.append(resolved)
    }
  }
}
