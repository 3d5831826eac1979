import StateMachineSyntax

/// What leads on from where a body begins, and from where a history leads without a past.
extension Resolver {
  /// Resolves the transition of a pseudostate. Without a pseudostate, the arrow only says which state is meant.
  package mutating func resolve(pseudostate: StateID?, _ syntax: TransitionSyntax) {
    guard let pseudostate, machine.states[pseudostate].isPseudostate,
      machine.states[pseudostate].name.range == syntax.triggers?.first.range
    else { return }
    resolve(syntax, in: pseudostate)
  }

  /// The transition of a pseudostate leads to what stands within its body.
  mutating func checkTargetOfPseudostate() {
    guard row.isExternal, let source = row.sources.first?.state, machine.states[source].isPseudostate,
      let body = machine.states[source].parent
    else { return }
    let isWithin =
      if let target = row.target { target != body && machine.isInside(target, body) } else {
        row.choice.flatMap { machine.choices[$0].parent }.map { machine.isInside($0, body) } ?? false
      }
    guard !isWithin else { return }
    if row.target == body, row.history != nil, reportInitialAtHistory(row.targetRange) { return }
    diagnostics.append(.initialOutside(row.targetRange, text(machine.states[body].name.id)))
    row.isBroken = true
  }
}
