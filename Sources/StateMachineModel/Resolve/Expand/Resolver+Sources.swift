import StateMachineSyntax

/// Finds the sources of rows.
extension Resolver {
  /// Finds the sources of a row, and stores them in the current row. A row without a source has the state `enclosing`,
  /// in whose body it stands.
  mutating func resolveSources(_ syntax: TransitionSyntax, in enclosing: StateID?) {
    switch syntax.sources {
    case .enclosingState:
      guard let enclosing else {
        reject(.missingSource(SourceRange(syntax.range.lowerBound, syntax.range.lowerBound + 1)))
        isIncomplete = true
        return
      }
      checkDone(enclosing, syntax.triggerRange)
      addSource(enclosing, [], at: syntax.range)
    case .listed(let sources):
      beginStates()
      for index in 0..<sources.count { addSources(sources[index], syntax.triggerRange) }
    case .wildcard(_, let exceptions, let others):
      addStatesOfWildcard(except: exceptions)
      guard let others else { return }
      beginStates()
      for source in row.sources { addNamed(source.state) }
      for index in 0..<others.count { addSources(others[index], syntax.triggerRange) }
    }
  }

  /// Adds one source of the row's list to the sources of the current row: a state, or all states of a group. The
  /// patterns that follow the name apply to each of these states.
  ///
  /// - Parameter triggers: the place of the row's triggers, for findings.
  private mutating func addSources(_ source: SourceSyntax, _ triggers: SourceRange) {
    guard let group = group(source.path) else {
      if let state = resolveNewState(source.path, in: "row") {
        addSource(state, source, triggers)
      } else if let state = names[source.path[source.path.count - 1].id].state {
        // A state that is named by a wrong path has a row all the same.
        row.sources.append((state, []))
      }
      return
    }
    for state in resolveNewStates(source.path, in: "row") {
      let count = row.sources.count
      if let reason = reasonNotSource(state, group, source.path.first.range) {
        reject(reason)
        return
      }
      addSource(state, source, triggers)
      // An error with one state of a group is mostly an error with others, too.
      if row.isBroken || row.sources.count == count { return }
    }
  }

  private mutating func addSource(_ state: StateID, _ source: SourceSyntax, _ triggers: SourceRange) {
    checkDone(state, triggers)
    let plan =
      source.pattern == nil
      ? [] : plan(source.pattern, for: machine.states[state].fields, of: "state", named: machine.states[state].name)
    addSource(state, plan ?? [], at: source.path.first.range)
  }

  /// Returns a finding for a state of a group that cannot have rows, because it is a region or a final state. Nil if
  /// the state can have rows.
  private func reasonNotSource(_ state: StateID, _ group: GroupID, _ range: SourceRange) -> Diagnostic? {
    guard machine.states[state].isRegion || mayNotHaveRows(state) else { return nil }
    let declaration = machine.states[state]
    let (name, member) = (text(machine.groups[group].name.id), text(declaration.name.id))
    if declaration.isRegion { return .regionInGroup(range, name, region: member) }
    return Diagnostic.finalStateInGroup(range, name, state: member).note("'\(member)' is final", declaration.name.range)
  }

  private func mayNotHaveRows(_ state: StateID) -> Bool {
    machine.states[state].isFinal && !machine.hasMethods && !row.carrier.mayNameFinalStates
  }

  private mutating func addSource(_ state: StateID, _ plan: [FieldPattern], at range: SourceRange) {
    if machine.states[state].isRegion {
      reject(.regionAsState(range, stateName(state)))
      return
    }
    if mayNotHaveRows(state) {
      let name = stateName(state)
      reject(Diagnostic.rowFromFinalState(name, range).note("'\(name)' is final", machine.states[state].name.range))
      return
    }
    row.sources.append((state, plan))
  }
}
