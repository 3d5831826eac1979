import StateMachineSyntax

/// The lines of an `entry` or `exit` share one scope of Swift, until a line uses or declares a name that a block in an
/// earlier line declares. The earlier line then gets a scope of its own, and is called closed.
extension Resolver {
  /// Closes the lines of an `entry` or `exit` that declare names which these later effects use, or declare anew.
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

  /// Closes the lines that declare names which a later piece of Swift uses.
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

  /// Closes the lines that declare labels, if the `entry` changes the payload, as the new state is made of the labels.
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
