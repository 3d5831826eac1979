import StateMachineSyntax

/// The bodies of the machine, of its states and of its regions, and the texts in them.
extension Resolver {
  /// Calls a function for each item of a body that is no state or region, and for those within these, with the state or
  /// region that it stands in. Of a state that is declared twice, the second is left out.
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

  /// The state whose body it is: a region is no source, and does nothing itself.
  func state(ofBody body: StateID?) -> StateID? { body.flatMap { machine.states[$0].isRegion ? nil : $0 } }

  /// The number of a state or a region, unless it is declared twice and this is not the first.
  func declaredState(_ name: NameSyntax) -> StateID? {
    guard let state = names[name.id].state, name.range.contains(machine.states[state].name.range) else { return nil }
    return state
  }

  func text(_ name: NameID) -> String { file.text(name) }

  func stateName(_ state: StateID) -> String { text(machine.states[state].name.id) }

  /// The text with the places where guards are named.
  func code(_ text: SwiftText) -> SwiftCode { file.code(text, names, machine.namedGuards, row.parameters) }

  /// The same for what a row of a machine with methods traps with, throws, answers or gives: in its string literals,
  /// `state` and `event` are names, which are known where they stand.
  func named(_ text: SwiftText) -> SwiftCode {
    var code = code(text)
    if machine.hasMethods { code.names = file.namePlaces(in: text) }
    return code
  }
}
