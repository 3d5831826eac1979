import StateMachineModel
import StateMachineSyntax

/// Makes the attempts of a state's transitions: which names they need, and what is done with them.
extension BindingPlanner {
  func attempts(
    _ transitions: some Sequence<TransitionID>, _ eventNames: [LocalName?], _ source: Bindings, otherwise: Verdict?,
    action: (TransitionID) -> Attempt.Action
  ) -> Attempts {
    var attempts = Attempts(otherwise: otherwise)
    attempts.transitions.reserveCapacity(transitions.underestimatedCount)
    for id in transitions {
      attempts.transitions.append(attempt(id, eventNames, source, action(id)))
      if !model.machine.transitions[id].isConditional { attempts.otherwise = nil }
    }
    guard let last = attempts.transitions.last?.transition, model.machine.transitions[last].isConditional,
      let group = model.behaviour.group(
        of: model.machine.transitions[last].source, on: model.machine.transitions[last].trigger),
      group.covering > 0
    else { return attempts }
    attempts.patternSwitch = patternSwitch(attempts.transitions.suffix(group.covering))
    if attempts.patternSwitch != nil {
      attempts.otherwise = nil
    } else if attempts.otherwise == nil {
      // No value comes here, which Swift cannot know.
      attempts.otherwise = onlyConditions ? .refused : .unhandled
    }
    return attempts
  }

  /// Nil where a guard cannot stand in the label of a case.
  private func patternSwitch(_ attempts: ArraySlice<Attempt>) -> PatternSwitch? {
    var columns: Set<PatternSwitch.Column> = []
    for attempt in attempts {
      let transition = model.machine.transitions[attempt.transition]
      if let condition = model.machine.rows[transition.row].condition,
        !model.guards.isExpression(condition, of: transition)
      {
        return nil
      }
      for pattern in attempt.labelPatterns(model.machine) {
        columns.insert(.pattern(UsedField(owner: pattern.owner, field: pattern.field)))
      }
      let names = attempt.labelAliases.map { UsedField(owner: $0.local.owner, field: $0.local.field) }
      // A pattern cannot use what its own label binds.
      let usesNames = transition.patterns.contains { !$0.isIrrefutable && $0.shape.hasUnknown }
      if !names.isEmpty, usesNames { return nil }
      for name in names { columns.insert(.name(name)) }
    }
    return PatternSwitch(count: attempts.count, columns: columns.sorted())
  }

  func attempt(
    _ id: TransitionID, _ eventNames: [LocalName?], _ source: Bindings, _ action: Attempt.Action
  ) -> Attempt {
    let attempt = Attempt(transition: id, eventNames: eventNames, source: source, action: action)
    let aliases = aliases(in: attempt)
    let traps = traps(id)
    // Most attempts need nothing else.
    if aliases.isEmpty, !traps, !model.machine.transitions[id].hasPatterns { return attempt }
    attempt.aliases = aliases
    if traps { attempt.lost = model.machine.transitions[id].locals.filter { !isNeeded($0, in: id) }.map(\.name.id) }
    for pattern in model.machine.transitions[id].patterns
    where pattern.isIrrefutable && pattern.bindings.contains(where: { isUsed($0, in: id) }) {
      attempt.tuples.append(pattern)
    }
    return attempt
  }

  private func aliases(in attempt: Attempt) -> [Attempt.Alias] {
    var aliases: [Attempt.Alias] = []
    let id = attempt.transition
    for local in model.machine.transitions[id].locals where needsAlias(local, attempt) {
      aliases.append(.init(local: local, isVariable: !onlyConditions && isVariable(local, in: id)))
    }
    return aliases
  }

  /// Whether the row must give the field its own name: it is called otherwise in the case, or is a variable there, which
  /// a closure that runs elsewhere may not capture.
  private func needsAlias(_ local: Local, _ attempt: Attempt) -> Bool {
    guard isNeeded(local, in: attempt.transition), usage(of: local) != .carried else {
      return false
    }
    if attempt.name(local.owner, local.field) != .declared(local.name) { return true }
    let field = Int(local.field)
    guard local.owner == .source, field < attempt.source.isVariable.count, attempt.source.isVariable[field],
      local.usage.contains(.body), !isVariable(local, in: attempt.transition)
    else { return false }
    return model.machine.transitions[attempt.transition].holdsClosure(model.machine)
  }
}

extension Attempt {
  /// The patterns that stand in the label of a case: those that may fail, and tuples that give names.
  func labelPatterns(_ machine: StateMachine) -> [Pattern] {
    machine.transitions[transition].patterns.filter { !$0.isIrrefutable } + tuples
  }

  /// The row's own names for fields that its guard, or a pattern, has a use for.
  var labelAliases: [Alias] { aliases.filter { $0.local.usage.contains(.condition) } }
}

extension PatternSwitch.Column: Comparable {
  var field: UsedField {
    switch self {
    case .pattern(let field), .name(let field): field
    }
  }

  private var isName: Bool { if case .name = self { true } else { false } }

  /// As rows are written: what is asked of the state stands before what is asked of the event.
  static func < (first: Self, second: Self) -> Bool {
    let (one, other) = (first.field, second.field)
    return (first.isName ? 1 : 0, one.owner == .source ? 0 : 1, one.field)
      < (second.isName ? 1 : 0, other.owner == .source ? 0 : 1, other.field)
  }
}

extension Transition {
  /// Whether the effects or arguments may hold a closure.
  fileprivate func holdsClosure(_ machine: StateMachine) -> Bool {
    func holds(_ code: SwiftCode?) -> Bool {
      code.map { machine.source.bytes[$0.range.lowerBound..<$0.range.upperBound].contains(Ascii.leftBrace) } ?? false
    }
    var isFound = false
    forEachRow { row in
      let isInRow = machine.rows[row].effects.containsSingle { effect in
        switch effect {
        case .output(_, let arguments, _), .raise(_, let arguments, _): holds(arguments)
        case .assignProperty(_, _, let value), .assignField(_, _, let value): holds(value)
        case .block(let code), .throw(let code, _), .answer(let code, _): holds(code)
        case .trap, .begin, .end, .cancel, .schedule, .unschedule, .scope: false
        }
      }
      if isInRow { isFound = true }
    }
    forEachArrival { arrival in
      for argument in arrival.arguments { if case .code(let code) = argument, holds(code) { isFound = true } }
    }
    return isFound
  }
}
