import StateMachineModel
import StateMachineSyntax

/// Translates the computed properties of the enums of states and events. Most of them are a `switch` in which each arm
/// is one line.
extension Lowerer {
  /// Returns a computed property such as `var isOpen: Bool`, with the code `body`. An arm of its `switch` that only
  /// returns a value takes one line: `case .open: true`.
  ///
  /// - Parameters:
  ///   - introducer: the words before the name, such as `public var`.
  ///   - parameters: the parameters, if the result is to be a function; nil for a property.
  func table(
    _ name: String, _ documentation: Signature.Documentation, _ introducer: String, parameters: [Parameter]? = nil,
    result: String, _ body: [Statement]
  ) -> Function {
    var signature = Signature(documentation: documentation, introducer: introducer)
    signature.parameters = parameters
    signature.result = [.text(result)]
    return Function(
      id: function(name), signature: signature, body: body, otherwise: [.leave(.literal("false"))], isPure: true,
      isTable: true, isEntryPoint: true, variables: variables)
  }

  /// Returns a `switch` over an expression, such as `self`, with the given arms (`case`s). Passes that shorten code
  /// keep the `switch`, so that Swift checks that all cases have an arm.
  private func tell(_ subject: String, _ arms: [Arm]) -> [Statement] {
    [.match(Match(subject: .literal(subject), arms: arms, keepsApart: model.takesStateOut, keepsArms: true))]
  }

  private func arm(_ pattern: CasePattern, _ value: String) -> Arm {
    Arm(patterns: [pattern], body: [.leave(.literal(value))])
  }

  // MARK: Names

  /// Returns the property `var name: Name` of an enum of states: the name of a state, without its payload.
  ///
  /// - Parameter body: the region of the states; nil for the machine's states outside of regions.
  func nameOfState(in body: StateID?, _ names: NameEnum) -> Function {
    let arms = zip(behaviour.tree.leaves(of: body), names.cases).map { leaf, name in
      arm(pattern(of: leaf), "." + name.identifier.spelledAsMember)
    }
    return table(
      "name", .lines("The name of the state, without its payload."), "\(model.access)var", result: names.type,
      tell("self", arms))
  }

  /// Returns the property `var name: Name` of the enum `Event`.
  func nameOfEvent(_ names: NameEnum) -> Function {
    let patterns =
      machine.events.indices.map { pattern(of: $0, []) } + machine.timers.indices.map { pattern(ofElapsed: $0) }
    let arms = zip(patterns, names.cases).map { arm($0, "." + $1.identifier.spelledAsMember) }
    return table(
      "name", .lines("The name of the event, without its parameters."), "\(model.access)var", result: names.type,
      tell("self", arms))
  }

  /// Returns the property `var description: String` of an enum of names. Its value is the text of the name.
  func description(of names: NameEnum) -> Function {
    let arms = names.cases.map { name in
      arm(.one(name.identifier.spelledAsMember, [], siblings: 0), "\"\(name.text.inStringLiteral)\"")
    }
    return table("description", .none, "\(model.access)var", result: "String", tell("self", arms))
  }

  // MARK: Queries

  /// Returns the properties that test which state is active: one for each group, such as `isMoving`, and one for each
  /// state that a guard tests with `in(…)`.
  func queries() -> [Function] {
    let groups = machine.groups.map { group in
      let name = text(group.name)
      let documentation: Signature.Documentation =
        group.documentation.map { .source($0) } ?? .lines("Whether the state is one of the group `\(name)`.")
      return query(
        StateQuery.property(ofGroup: name).spelledAsName, documentation, model.inlinable + model.access, group.members)
    }
    let asked = machine.queries.indices.filter { machine.queries[$0].group == nil && !machine.queries[$0].isForTests }
    return groups
      + asked.map { id in
        query(
          names.query(id).spelledAsName, .lines("Whether `\(machine.queries[id].text)` is active."),
          machine.isInlinable ? "@inlinable " : "fileprivate ", machine.queries[id].members)
      }
  }

  /// Returns the property `var isOpen: Swift.Bool`. It is true if one of the states `members`, or a state within one of
  /// them, is active.
  private func query(_ name: String, _ documentation: Signature.Documentation, _ access: String, _ members: [StateID])
    -> Function
  {
    let choices = GroupQuery(of: members, in: machine).choices
    let body =
      choices.isEmpty
      ? [.leave(.literal("true"))] : asked(choices, RowScope(state: StateID(0)), [.leave(.literal("false"))])
    return table(name, documentation, access + "var", result: "Swift.Bool", body)
  }

  /// Returns the `switch` statements of a group's property, such as `isMoving`. They return `true` if a state of the
  /// group is active. If states of the group are in different regions, there is one `switch` for each of these regions.
  ///
  /// - Parameters:
  ///   - choices: for each `switch`, its region and the states for which it returns `true`.
  ///   - scope: the variables that the patterns of enclosing `switch` statements bind.
  ///   - otherwise: the code that runs if no state of the group is active: `return false`. It is empty if another
  ///     `switch` follows.
  private func asked(_ choices: [GroupQuery.Choice], _ scope: RowScope, _ otherwise: [Statement]) -> [Statement] {
    choices.enumerated().map { index, choice in
      // Only after the last `switch` is it known that no state of the group is active.
      let rest = index == choices.count - 1 ? otherwise : []
      var arms = choice.inside.map { arm(pattern(of: $0), "true") }
      for (composite, regions) in choice.divided {
        let own = self.scope(of: composite, within: scope)
        let pattern = pattern(of: composite, own)
        arms.append(Arm(patterns: [pattern], body: asked(regions, own, rest)))
      }
      arms += choice.outside.map { Arm(patterns: [pattern(of: $0)], body: rest) }
      let region = choice.region.map { subject(ofRegion: $0, scope).replacing(layout.state, by: .literal("self")) }
      return .match(
        Match(subject: region ?? .literal("self"), arms: arms, keepsApart: model.takesStateOut, keepsArms: true))
    }
  }

  /// Returns the property `var isFinal: Bool`. It is true if the machine is in a final state. In a machine with
  /// regions, each region must be in a final state.
  func isFinalProperty() -> Function {
    let no = [Statement.leave(.literal("false"))]
    let yes = [Statement.leave(.literal("true"))]
    func match(_ subject: Expression, _ states: [StateID], _ final: [Statement]) -> Statement {
      let arms = states.map { Arm(patterns: [pattern(of: $0)], body: machine.states[$0].isFinal ? final : no) }
      return .match(Match(subject: subject, arms: arms, keepsApart: model.takesStateOut, keepsArms: true))
    }
    let body =
      machine.isParallel
      ? machine.topStates.map { region in
        let name = model.spelling(machine.states[region].name)
        return match(.literal("self.state.\(name)"), machine.states[region].children, [])
      } + yes : [match(.literal("self.state"), machine.topStates, yes)]
    return table(
      "isFinal", .lines("Whether the machine is in a final state: it takes no more events."), "\(model.access)var",
      result: "Bool", body)
  }

  // MARK: Activities

  /// Returns the function `sends`. It returns whether an output declares that its task may send a given event to the
  /// machine. Tasks check this by an `assert` when they send an event.
  ///
  /// - Parameters:
  ///   - activities: the names of each output, with the events that the output's task may send. If the list of events
  ///     is empty, the task may send any event.
  ///   - activity: the type of the function's first parameter, an enum of the names.
  ///   - event: the type of the function's second parameter.
  func sends(_ activities: [(names: [String], events: [EventID])], activity: String, event: String) -> Function {
    let arms = activities.map { names, events -> Arm in
      let patterns = names.map { CasePattern.one($0, [], siblings: 0) }
      guard !events.isEmpty else { return Arm(patterns: patterns, body: [.leave(.literal("true"))]) }
      let sent = machine.events.indices.map { arm(pattern(of: $0, []), events.contains($0) ? "true" : "false") }
      let timers = machine.timers.indices.map { arm(pattern(ofElapsed: $0), "false") }
      return Arm(patterns: patterns, body: tell("event", sent + timers))
    }
    let parameters = [("activity", activity), ("event", event)].map { name, type in
      Parameter(variable: variables.make(name, isFixed: true), type: [.text(type)])
    }
    return table(
      "sends", .lines("Whether an event is among those that an output sends."), "private static func",
      parameters: parameters, result: "Swift.Bool", tell("activity", arms))
  }
}

extension Expression {
  fileprivate func replacing(_ text: String, by value: Expression) -> Expression {
    mapping { if case .literal(text) = $0 { value } else { $0 } }
  }
}
