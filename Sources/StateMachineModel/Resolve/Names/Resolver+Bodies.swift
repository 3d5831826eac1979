import StateMachineSyntax

/// Visits the statements in the bodies of a machine, and makes code from their Swift.
extension Resolver {
  /// Calls `visit` for each statement in a body, and in the bodies of the states and regions within it. `visit` also
  /// gets the state or region whose body contains the statement. The declarations of states and regions themselves are
  /// left out. So is the body of a state that is declared a second time.
  ///
  /// - Parameters:
  ///   - items: the statements of the body.
  ///   - body: the state or region with the body; nil for the machine's body.
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

  /// Returns the state whose body this is, for the rows and actions in it. Nil for the machine's body. Also nil for the
  /// body of a region, because a region is no source of rows and has no `entry` or `exit`.
  func state(ofBody body: StateID?) -> StateID? { body.flatMap { machine.states[$0].isRegion ? nil : $0 } }

  /// Returns the state or region that a declaration declares. Nil if the declaration is refused, because an earlier
  /// declaration has the same name.
  ///
  /// - Parameter name: the name in the declaration.
  func declaredState(_ name: NameSyntax) -> StateID? {
    guard let state = names[name.id].state, name.range.contains(machine.states[state].name.range) else { return nil }
    return state
  }

  func text(_ name: NameID) -> String { file.text(name) }

  func stateName(_ state: StateID) -> String { text(machine.states[state].name.id) }

  /// Returns the code of a piece of Swift in the current statement, with the places of named guards and parameters in
  /// it.
  func code(_ text: SwiftText) -> SwiftCode { file.code(text, names, machine.namedGuards, row.parameters) }

  /// Returns the code of a message, an error, a result or an argument. In a machine with methods, its string literals
  /// may contain the names of the event and the state: `"\(event) in \(state)"`.
  func named(_ text: SwiftText) -> SwiftCode {
    var code = code(text)
    if machine.hasMethods { code.names = file.namePlaces(in: text) }
    return code
  }
}
