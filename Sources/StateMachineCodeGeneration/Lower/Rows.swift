import StateMachineModel
import StateMachineSyntax

/// Translates rows: their conditions, and the code that runs if the conditions are true.
extension Lowerer {
  /// Returns code that tries transitions in order, and takes the first one whose conditions are true. If the conditions
  /// of all transitions are false, control falls through to the statements that the caller appends.
  ///
  /// - Parameter covering: the number of transitions at the end of the list whose patterns together match every value.
  ///   They become one `switch`, unless one of their guards prevents it (see `covered`). It is 0 if there are none.
  func rows(
    _ transitions: some Sequence<TransitionID>, covering: Int = 0, _ scope: RowScope, _ task: Task
  ) -> [Statement] {
    let list = Array(transitions)
    guard covering > 1, let match = covered(list.suffix(covering), scope, task) else {
      return list.map { row($0, scope, task) }
    }
    return list.dropLast(covering).map { row($0, scope, task) } + [match]
  }

  /// Returns code that tries a state's own rows for a trigger, in order. Empty if the state has no row for the trigger.
  func rows(of state: StateID, on trigger: Trigger, _ scope: RowScope, _ task: Task) -> [Statement] {
    guard let group = behaviour.group(of: state, on: trigger) else { return [] }
    return rows(behaviour.tried(group), covering: group.covering, scope, task)
  }

  /// Returns the scope in which a transition's row is translated. It has the variables of `outer`, and variables for
  /// the names that patterns of the row bind.
  func scope(of id: TransitionID, in outer: RowScope, _ task: Task) -> RowScope {
    var scope = outer
    scope.locals = machine.transitions[id].locals
    for pattern in machine.transitions[id].patterns {
      for binding in pattern.bindings {
        scope.bound[binding.name.id] = variables.make(text(binding.name), type: binding.type, isFixed: true)
      }
    }
    if case .method(let event) = task { name(event, in: &scope) }
    return scope
  }

  /// Sets the texts that replace `\(state)` and `\(event)` in messages of a row: the names of the state and of the
  /// event.
  func name(_ event: EventID, in scope: inout RowScope) {
    scope.stateName = layout.pathText(scope.state).inStringLiteral
    scope.eventName = machine.name(of: .event(event)).inStringLiteral
  }

  /// Returns the code of a row: `if` with the row's conditions, and in it the code that takes the transition. In a
  /// microstep of several regions, the code only selects the transition. For a row without conditions, there is no
  /// `if`.
  private func row(_ id: TransitionID, _ outer: RowScope, _ task: Task) -> Statement {
    let transition = machine.transitions[id]
    var scope = scope(of: id, in: outer, task)
    var list: [Statement] = []
    var conditions: [Condition] = []
    for pattern in transition.patterns {
      let (user, subject) = (userPattern(pattern, scope), subject(of: pattern, scope))
      if pattern.isIrrefutable {
        list += located([Statement(.bindPattern(user, subject))], at: pattern.range)
      } else {
        conditions.append(.matches(.user(user), subject))
      }
    }
    conditions += guarding(transition.row, of: transition, .condition, &scope)
    scope.catches = takesOut(task) && conditions.contains(where: \.mayThrow)
    var then = action(id, scope, task)
    if !conditions.isEmpty { then = mark(.passed, transition.row) + then }
    // With source locations, each pattern and the guard have a line of their own.
    let groups = model.isLocated ? conditions.map { [$0] } : conditions.isEmpty ? [] : [conditions]
    for group in groups.reversed() { then = located([.check(group, then)], at: place(of: group, transition)) }
    if !conditions.isEmpty { then = mark(.asked, transition.row) + then }
    var row = Statement.scope(scope.catches ? puttingBack(list + then, outer, task) : list + then)
    row.comments = comments(of: transition.row)
    return row
  }

  /// Returns the place of a row's first condition in the `.sm` file. If the condition is not copied from the file, it
  /// returns the place of the row. The call `guard1(speed)` of a generated function, for example, is not copied.
  private func place(of conditions: [Condition], _ transition: Transition) -> SourceRange? {
    switch conditions.first {
    case .matches(.user(let user), _): user.pattern.range
    case .test(let piece, _): piece.text.code.range
    default: machine.rows[transition.row].range
    }
  }

  /// Returns a condition from the `.sm` file as a condition of an `if`.
  func test(_ condition: SwiftCode, _ scope: RowScope) -> Condition {
    .test(piece(condition.named, .condition, scope))
  }

  /// Returns the condition for a row's guard. It is the guard itself. If a function contains the guard (see
  /// `GuardFunctions`), it is a call of this function, such as `self.guard1(speed)`.
  ///
  /// - Parameter usage: `.condition` for the guard of a transition, `.branchCondition` for that of a choice's row.
  func condition(_ code: SwiftCode, _ transition: Transition, _ usage: LocalUsage, _ scope: RowScope) -> Condition {
    guard let function = model.guards.function(for: code.named, of: transition, usage) else { return test(code, scope) }
    let arguments = function.parameters.map { Argument(nil, carried($0.name, scope) ?? .literal("")) }
    return .isTrue(.call(Call(callee: .other("self.\(function.name)"), arguments: arguments)))
  }

  // MARK: Patterns

  /// Returns a pattern from the `.sm` file, together with the variables that it binds.
  func userPattern(_ pattern: Pattern, _ scope: RowScope) -> UserPattern {
    let tokens = SwiftLexer.tokens(of: machine.source.bytes, in: pattern.range)
    let namesNothing = tokens.indices.allSatisfy { index in
      let range = SourceRange(tokens[index].start, tokens[index].end)
      // Four kinds of tokens use no name of the code around: no identifiers, members, keywords and bound names.
      return tokens[index].kind != .identifier || index > 0 && tokens[index - 1].isPunctuation(Ascii.dot)
        || ["let", "var", "true", "false", "nil"].contains(machine.source.text(range))
        || pattern.bindings.contains { range.contains($0.name.range) }
    }
    return UserPattern(
      pattern: pattern, text: machine.source.text(pattern.range),
      variables: pattern.bindings.compactMap { scope.bound[$0.name.id] }, namesNothing: namesNothing)
  }

  /// Returns the expression that a pattern tests. It is the variable for a field. For a pattern that tests a
  /// submachine, it is the submachine's state, `child.state`.
  func subject(of pattern: Pattern, _ scope: RowScope) -> Expression {
    subject(UsedField(owner: pattern.owner, field: pattern.field), scope)
  }

  /// Returns the variable for a field that a pattern tests. For a submachine, it is the submachine's state,
  /// `child.state`.
  private func subject(_ field: UsedField, _ scope: RowScope) -> Expression {
    let subject = scope[field.owner, field.field].map { Expression.variable($0) } ?? .literal("")
    // The submachine of a state is the last field on the path to this state.
    let isMachine =
      field.owner == .source && machine.states[scope.state].submachine != nil
      && Int(field.field) == machine.states[scope.state].pathFields.count - 1
    return isMachine ? .member(subject, "state") : subject
  }

  /// Returns one `switch` in place of several rows whose patterns together match every value. The Swift compiler then
  /// checks that they do. Nil if a guard of one of the rows cannot be a `where` in the `switch`.
  private func covered(_ transitions: ArraySlice<TransitionID>, _ outer: RowScope, _ task: Task) -> Statement? {
    var fields: Set<UsedField> = []
    for id in transitions {
      for pattern in machine.transitions[id].patterns {
        fields.insert(UsedField(owner: pattern.owner, field: pattern.field))
      }
      if let condition = machine.rows[machine.transitions[id].row].condition {
        let parts = condition.conditions(machine.source.bytes)
        if takesOut(task), machine.rows[machine.transitions[id].row].hasAttempt { return nil }
        if parts.count > 1 || condition.isStatement(machine.source.bytes) { return nil }
      }
    }
    // The columns have the order of a row: fields of the state come before those of the event.
    let columns = fields.sorted { $0.owner == $1.owner ? $0.field < $1.field : $0.owner == .source }
    guard !columns.isEmpty, columns.allSatisfy({ outer[$0.owner, $0.field] != nil }) else { return nil }
    var tried: [Statement] = []
    let arms = transitions.map { id -> Arm in
      let scope = scope(of: id, in: outer, task)
      let row = machine.transitions[id].row
      let patterns = columns.map { column -> CasePattern in
        let own = machine.transitions[id].patterns.first { $0.owner == column.owner && $0.field == column.field }
        return own.map { .user(userPattern($0, scope)) } ?? .any
      }
      let isSingle = columns.count == 1 || patterns.allSatisfy(\.isAny)
      let transition = machine.transitions[id]
      let condition = machine.rows[row].condition.map { [self.condition($0, transition, .condition, scope)] } ?? []
      // Control that reaches an arm has evaluated the conditions of the rows before it and its own; the last has none.
      if id != transitions.last { tried += mark(.asked, row) }
      var body = Statement.scope((id == transitions.last ? [] : mark(.passed, row)) + tried + action(id, scope, task))
      body.comments = comments(of: row)
      var arm = Arm(patterns: [isSingle ? patterns[0] : .tuple(patterns)], condition: condition, body: [body])
      if model.isLocated { arm.place = transition.patterns.first?.range ?? machine.rows[row].range }
      return arm
    }
    let subjects = columns.map { subject($0, outer) }
    let whole = subjects.count == 1 ? subjects[0] : .new("", subjects.map { Argument(nil, $0) })
    return .match(Match(subject: whole, arms: arms))
  }
}
