import StateMachineSyntax

/// The default of a composite state's history, such as `paused` in `history -> paused`: the state that is entered if
/// the composite state was never active, with the arguments for that state.
struct HistoryDefault {
  var target: StateID
  var arguments: [WrittenArguments]
}

/// Resolves the defaults of histories (`history -> paused`), and `defer` statements.
extension Resolver {
  // MARK: History

  /// Resolves the defaults of histories (`history -> paused`). This happens before rows are resolved, because rows may
  /// lead to histories.
  mutating func resolveHistories(_ items: [ItemSyntax]) {
    forEachItem(items) { resolver, item, body in
      guard case .historyDefault(let row) = item, let keyword = row.triggers?.first.range else { return }
      resolver.resolveHistoryDefault(row, keyword, in: body)
    }
  }

  /// Resolves one `history -> paused`, and stores the default. Reports one that is not in the body of a composite
  /// state, or that leads out of this body. An arrow with effects was made a pseudostate earlier, and this pseudostate
  /// is the default.
  private mutating func resolveHistoryDefault(_ syntax: TransitionSyntax, _ keyword: SourceRange, in body: StateID?) {
    guard let body, machine.states[body].isComposite, !machine.isParallel(body) else {
      diagnostics.append(.misplacedHistoryDefault(keyword))
      return
    }
    let pseudostate = machine.states[body].historyDefault
    if let pseudostate, machine.states[pseudostate].name.range == keyword {
      histories.defaults[body] = HistoryDefault(target: pseudostate, arguments: [])
      histories.unusedDefaults[body] = keyword
      return
    }
    row.clear()
    row.body = body
    resolveTarget(syntax.target)
    guard !row.isBroken else { return }
    guard let target = row.target, row.history == nil, target != body, machine.isInside(target, body) else {
      if !lacksDeclarations { diagnostics.append(.historyDefaultOutside(row.targetRange, stateName(body))) }
      return
    }
    guard histories.defaults[body] == nil else {
      diagnostics.append(.statedTwice("history ->", keyword, first: nil))
      markLoosely(nil, syntax.effects)
      return
    }
    histories.defaults[body] = HistoryDefault(target: target, arguments: row.arguments)
    histories.unusedDefaults[body] = keyword
    machine.states[body].historyDefault = target
  }

  // MARK: Defer

  /// Resolves a statement such as `defer open, close`, and adds the events to those that the state defers. Reports it
  /// in a final state.
  mutating func resolve(defer events: NonEmpty<NameSyntax>, _ keyword: SourceRange, in state: StateID) {
    if machine.states[state].isFinal {
      diagnostics.append(.deferInFinalState(keyword, stateName(state)))
      return
    }
    for index in 0..<events.count {
      let name = events[index]
      row.clear()
      guard let event = names[name.id].event else {
        undeclared("event", name, among: machine.events.lazy.map(\.name))
        continue
      }
      note(name.range, machine.events[event].name, .event)
      if machine.states[state].deferred.contains(event) {
        diagnostics.append(.deferredTwice(name.range, text(name.id), in: source))
        continue
      }
      machine.states[state].deferred.append(event)
      deferRanges.append((state, event, name.range))
    }
  }
}
