import StateMachineSyntax

/// What states do when they are entered and left.
extension Resolver {
  /// Resolves an `entry`, `exit` or `do` of a state.
  package mutating func resolve(_ action: ActionSyntax, of state: StateID) {
    let carrier: Carrier =
      switch action.kind {
      case .entry: .entry(state)
      case .exit: .exit(state)
      case .activity: .activity(state)
      }
    row.clear(carrier)
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
    reportUnknownNames()
    checkPayloadIsThere(for: action, of: state)
    if meaning == .never { return }
    let declared = declaredNames(in: action.effects)
    let place = (carrier.isExit ? machine.states[state].exit : machine.states[state].entry)?.effects.count ?? 0
    closeLines(of: state, isExit: carrier.isExit, before: action.effects, action.condition, declaring: declared)
    if meaning == .condition, let condition = action.condition, !effects.isEmpty {
      effects = [.scope(EffectScope(condition: code(condition), effects: effects))]
    } else if !declared.isEmpty {
      effects = [.scope(EffectScope(effects: effects))]
      let line = ActionLineKey(state: state, isExit: carrier.isExit)
      for name in declared { openLines[line, default: [:]][name, default: []].append(place) }
    }
    let resolved = Action(effects: effects, locals: scope.locals)
    if carrier.isExit {
      machine.states[state].exit.append(resolved)
    } else {
      machine.states[state].entry.append(resolved)
    }
  }

  /// Refuses the payload in an action of a machine that takes its state out while a row runs.
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
        rows: "\(action.kind == .exit ? "out of" : "into") '\(text(machine.states[state].name.id))'"))
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
    _ = resolveEffects(action.effects)
    scope.clear()
    enterPath(of: state, [])
    if let condition = action.condition { use(condition, .body) }
    useEffects(action.effects)
  }

  // MARK: Names that lines declare

  /// The names that blocks among some effects declare; those in named effects are known in these alone.
  func declaredNames(in effects: [EffectSyntax]) -> [NameID] {
    effects.flatMap { effect -> [NameID] in
      guard case .block(_, let range) = effect else { return [] }
      return SwiftAnalysis.declaredNames(in: range, source.bytes).compactMap {
        tree.names.find($0.lowerBound, $0.upperBound)
      }
    }
  }

  /// Closes the lines before some effects of an `entry` or `exit` that declare what these use, or declare anew.
  mutating func closeLines(
    of state: StateID, isExit: Bool = false, before effects: [EffectSyntax], _ condition: SwiftText? = nil,
    declaring declared: [NameID] = []
  ) {
    let line = ActionLineKey(state: state, isExit: isExit)
    guard openLines[line] != nil else { return }
    for name in declared { close(name, line) }
    if let condition { closeLines(of: state, isExit: isExit, before: condition) }
    for effect in effects {
      if let named = knownEffect(effect) {
        closeLines(of: state, isExit: isExit, before: namedEffects[named].syntax.effects)
      }
      if let name = effect.assigned { close(name.id, line) }
      effect.forEachText { closeLines(of: state, isExit: isExit, before: $0) }
    }
  }

  /// The same for a piece of Swift.
  mutating func closeLines(of state: StateID, isExit: Bool = false, before text: SwiftText) {
    let line = ActionLineKey(state: state, isExit: isExit)
    guard openLines[line] != nil else { return }
    for index in text.uses.indices {
      let use = tree.nameUses[index]
      guard !use.isMemberOfSelf else { continue }
      close(use.name, line)
      for inner in names[use.name].namedGuard.map({ guards.uses[$0] }) ?? [] { close(inner.name, line) }
    }
  }

  /// Where an `entry` changes the payload, the state is built anew behind its lines, of its labels.
  mutating func closeLinesBeforeChange(of state: StateID) {
    guard machine.states[state].entry?.locals.contains(where: \.isChanged) == true else { return }
    let line = ActionLineKey(state: state, isExit: false)
    for field in machine.states[state].pathFields { if let name = field.name { close(name.id, line) } }
  }

  private mutating func close(_ name: NameID, _ line: ActionLineKey) {
    for place in openLines[line]?.removeValue(forKey: name) ?? [] {
      if line.isExit {
        machine.states[line.state].exit?.effects.close(at: place)
      } else {
        machine.states[line.state].entry?.effects.close(at: place)
      }
    }
  }
}

/// The lines of a state's `entry`, or of its `exit`.
struct ActionLineKey: Hashable {
  var state: StateID
  var isExit: Bool
}

extension [Effect] {
  fileprivate mutating func close(at place: Int) {
    guard indices.contains(place), case .scope(var scope) = self[place] else { return }
    scope.isClosed = true
    self[place] = .scope(scope)
  }
}
