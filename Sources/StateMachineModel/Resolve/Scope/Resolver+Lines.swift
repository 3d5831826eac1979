import StateMachineSyntax

/// Decides which `entry` or `exit` statements (lines) of a state get a scope of their own in the generated Swift:
/// `do { … }`. Usually all lines of a state share one scope. But if a block in one line declares a name that a later
/// line also uses or declares, the earlier line is closed: it gets its own scope, so that the name is unknown after the
/// line.
extension Resolver {
  /// Closes earlier lines of a state's `entry` or `exit` before a new line is added. A closed line has a scope of its
  /// own, `do { … }`. A line is closed if its block declares a name that the new line uses or declares.
  ///
  /// - Parameters:
  ///   - effects: the effects of the new line.
  ///   - condition: the condition of the new line.
  ///   - declared: the names that the new line declares.
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

  /// Closes earlier lines of a state's `entry` or `exit`: gives a scope of their own (`do { … }`) to the lines whose
  /// blocks declare a name that `text`, a piece of Swift in a later line, uses.
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

  /// Gives lines of an `entry` a scope of their own (`do { … }`) if the `entry` changes the state's payload. These are
  /// the lines whose blocks declare a variable with the name of a label. The generated code after the lines makes the
  /// new state from the labels, and must not use the variable instead.
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

/// A key for all `entry` statements of a state, or for all of its `exit` statements.
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
