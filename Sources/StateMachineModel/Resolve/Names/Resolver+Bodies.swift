import StateMachineSyntax

/// The bodies of the machine, of its states and of its regions, and the texts in them.
extension Resolver {
  /// Calls a function for each item of a body that is no state or region, and for the items within these, with the
  /// state or region that contains the item. Of a state that is declared twice, the second is left out.
  mutating func forEachItem(
    _ items: [ItemSyntax], in body: StateID? = nil, _ visit: (inout Resolver, ItemSyntax, StateID?) -> Void
  ) {
    for item in items {
      switch item {
      case .state(let syntax):
        if let state = declaredState(syntax.name) { forEachItem(syntax.body, in: state, visit) }
      case .region(let syntax):
        if let region = declaredState(syntax.name) { forEachItem(syntax.body, in: region, visit) }
      default: visit(&self, item, body)
      }
    }
  }

  /// Returns the state with a body; nil for the machine, and for a region, which is no source and has no actions.
  func state(ofBody body: StateID?) -> StateID? { body.flatMap { machine.states[$0].isRegion ? nil : $0 } }

  /// Returns the state or region that a name declares; nil if an earlier declaration has the name.
  func declaredState(_ name: NameSyntax) -> StateID? {
    guard let state = names[name.id].state, name.range.contains(machine.states[state].name.range) else { return nil }
    return state
  }

  func text(_ name: NameID) -> String { file.text(name) }

  func stateName(_ state: StateID) -> String { text(machine.states[state].name.id) }

  /// Returns the code of a text, with the places of named guards.
  func code(_ text: SwiftText) -> SwiftCode { file.code(text, names, machine.namedGuards, row.parameters) }

  /// Returns the code of a trap's message, an error, a result or an argument of a row. In a machine with methods,
  /// `state` and `event` in string literals of the code are names.
  func named(_ text: SwiftText) -> SwiftCode {
    var code = code(text)
    if machine.hasMethods { code.names = file.namePlaces(in: text) }
    return code
  }
}
