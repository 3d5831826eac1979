import StateMachineModel
import StateMachineSyntax

/// Translates the properties that a machine declares with `interface channelID, eventNames`.
extension Lowerer {
  /// Returns the computed properties that the `interface` statement declares.
  func interfaceMembers() -> [Function] {
    machine.interfaceMembers.map { member in
      switch member.kind {
      case .eventNames: eventNames()
      case .label(let type, let isOptional): accessor(member.name, type, isOptional: isOptional)
      }
    }
  }

  /// Returns the property `var channelID: ChannelID`. Its value is the value of the label `channelID` in the active
  /// state.
  ///
  /// - Parameter isOptional: whether some states have no such label; in these states, the property is nil.
  private func accessor(_ name: Identifier, _ type: SourceRange, isOptional: Bool) -> Function {
    let arms = behaviour.tree.leaves(of: nil).map { leaf in
      let scope = scope(of: leaf)
      let place = machine.states[leaf].pathFields.lastIndex { $0.name?.id == name.id }
      let value = place.map { Expression.variable(scope.source[$0]) } ?? .literal("nil")
      return Arm(patterns: [pattern(of: leaf, scope)], body: [.leave(value)])
    }
    let text = model.text(type)
    // A second optional would add a second nil with the same meaning.
    let mark = isOptional && !text.hasSuffix("?") && !text.hasPrefix("Optional<")
    var function = table(
      self.text(name), .lines("The `\(self.text(name))` of the current state\(isOptional ? ", if it has one" : "")."),
      "\(model.inlinable)\(model.access)var", result: "", [.match(Match(subject: .literal(layout.state), arms: arms))])
    function.signature.result =
      mark ? [.text("("), .source(type), .text(")?")].withoutParentheses(text) : [.source(type)]
    return function
  }

  // MARK: Names of events

  /// Returns the property `var eventNames: Set<Event.Name>`: the names of the events for which the active state has a
  /// row. Rows of ancestors and events of submachines count. Rows that stop the program, or that only ignore the event,
  /// do not.
  private func eventNames() -> Function {
    let type = "Swift.Set<\(model.typeOfEventNames)>"
    let names = variable("names")
    func list(_ names: [String]) -> Expression { .literal("[\(names.map { "." + $0 }.joined(separator: ", "))]") }
    /// Returns code that adds names of events to the variable `names`: the events for which an active state in a region
    /// has a row.
    ///
    /// - Parameters:
    ///   - body: the region; nil for the machine.
    ///   - known: the names that have been added already, for the states around the region.
    func add(_ body: StateID?, _ scope: RowScope, besides known: Set<String> = []) -> [Statement] {
      if machine.isParallel(body: body) {
        return machine.children(of: body).flatMap { add($0, scope, besides: known) }
      }
      let subject: Expression = body.map { self.subject(ofRegion: $0, scope) } ?? .literal(layout.state)
      let arms = behaviour.tree.leaves(of: body).map { leaf in
        let own = self.scope(of: leaf, within: scope)
        let more = offered(in: leaf).filter { !known.contains($0) }
        let call = Call(callee: .method(names, "formUnion", isMutating: true), arguments: [Argument(nil, list(more))])
        let within = machine.isParallel(leaf) ? add(leaf, own, besides: known.union(more)) : []
        return Arm(patterns: [pattern(of: leaf, own)], body: (more.isEmpty ? [] : [.perform(.call(call))]) + within)
      }
      return [.match(Match(subject: subject, arms: arms, keepsArms: true))]
    }
    let body: [Statement]
    if machine.hasRegions {
      body =
        [Statement(.declare(names, type: type, .literal("[]")))] + add(nil, RowScope(state: StateID(0)))
        + [.leave(.variable(names))]
    } else {
      let arms = behaviour.tree.leaves(of: nil).map {
        Arm(patterns: [pattern(of: $0)], body: [.leave(list(offered(in: $0)))])
      }
      body = [.match(Match(subject: .literal(layout.state), arms: arms))]
    }
    return table(
      InterfaceMember.eventNames,
      .lines("The names of the events that the current state has a row for, whatever the row's guard says."),
      "\(model.access)var", result: type, body)
  }

  /// Returns the names of the events for which a state or an ancestor has a row or a submachine. A row that stops the
  /// program, or that only ignores the event, does not count.
  private func offered(in state: StateID) -> [String] {
    let names = model.nameEnumOfEvents.cases
    return machine.events.indices.filter { event in
      behaviour.reaction(of: state, to: event).attempts.contains { attempt in
        guard case .transition(let id) = attempt else { return true }
        let row = machine.rows[machine.transitions[id].row]
        // An internal transition without effects only ignores the event.
        return !row.traps && !(machine.transitions[id].isInternal && row.effects.isEmpty)
      }
    }.map { names[$0.index].identifier.spelledAsMember }
  }
}

extension [TypePiece] {
  /// Returns the type without the parentheses of an optional: `Type?` for `(Type)?`, if `Type` is a single name.
  fileprivate func withoutParentheses(_ type: String) -> [TypePiece] {
    // The pieces are `(`, the type and `)?`.
    type.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" } ? [self[1], .text("?")] : self
  }
}
