import StateMachineModel
import StateMachineSyntax

/// One transition where it is tried, with what its fields are called there. A class, as it is handed on from printer to
/// printer: a copy of a value would retain each of its lists.
final class Attempt {
  let transition: TransitionID
  let eventNames: [LocalName?]
  let source: Bindings
  /// The row's own names for fields that are called otherwise in the case.
  let aliases: [Alias]
  /// Tuple patterns: they cannot fail, and give names to the parts of a field.
  let tuples: [Pattern]
  /// Fields that the row assigns before it traps, and that nothing reads.
  let lost: [NameID]

  init(
    transition: TransitionID, eventNames: [LocalName?], source: Bindings, aliases: [Alias], tuples: [Pattern] = [],
    lost: [NameID] = []
  ) {
    self.transition = transition
    self.eventNames = eventNames
    self.source = source
    self.aliases = aliases
    self.tuples = tuples
    self.lost = lost
  }

  struct Alias {
    var local: Local
    var isVariable: Bool
  }

  /// The same with variables of its own for fields that it changes.
  func owning(_ changed: [Local]) -> Attempt {
    let own = changed.filter { local in
      !lost.contains(local.name.id) && !aliases.contains { $0.local.name.id == local.name.id }
    }
    return Attempt(
      transition: transition, eventNames: eventNames, source: source,
      aliases: aliases + own.map { Alias(local: $0, isVariable: true) }, tuples: tuples, lost: lost)
  }

  /// The same with another name for a field of the source.
  func binding(_ field: Int, as name: LocalName) -> Attempt {
    var source = source
    while source.names.count <= field { source.names.append(nil) }
    source.names[field] = name
    return Attempt(
      transition: transition, eventNames: eventNames, source: source, aliases: aliases, tuples: tuples, lost: lost)
  }

  func name(_ owner: PayloadOwner, _ field: Int32) -> LocalName? {
    Self.name(owner, field, eventNames, source)
  }

  /// What a field is called where an event's fields and a source's have these names; nil where it is not bound.
  static func name(
    _ owner: PayloadOwner, _ field: Int32, _ eventNames: [LocalName?], _ source: Bindings
  ) -> LocalName? {
    let names = owner == .event ? eventNames : source.names
    return Int(field) < names.count ? names[Int(field)] : nil
  }
}

/// How a case ends in which no transition applies.
enum Verdict: Equatable {
  case accepted
  case refused
  /// The event is ignored on purpose: no state further out is asked.
  case ignored
  case deferred
  /// No state has a transition: the machine's policy counts, or whoever called decides.
  case unhandled
  /// A composite around the state is asked.
  case delegated(to: StateID)
  /// The same behind the `switch`, where the payload that the case has bound has one owner again, and can grow in
  /// place.
  case released(to: StateID)
  /// What stands behind comes next.
  case next
  /// No value comes here, which Swift cannot know.
  case impossible
}

/// A column of the `switch` over transitions whose patterns together match everything, which Swift checks for
/// exhaustiveness: what it looks at, and what the label of a case says of it.
enum PatternColumn: Hashable {
  /// The patterns for a field.
  case pattern(UsedField)
  /// The name under which guards know a field that is called otherwise around the `switch`.
  case name(UsedField)
}

/// Makes the attempts of transitions: which names they need, and what is done with them.
extension BindingPlanner {
  /// The columns of the `switch` over attempts; nil where a guard cannot stand in the label of a case.
  func patternColumns(_ attempts: [Attempt]) -> [PatternColumn]? {
    var columns: Set<PatternColumn> = []
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
    return columns.sorted()
  }

  func attempt(_ id: TransitionID, _ eventNames: [LocalName?], _ source: Bindings) -> Attempt {
    var aliases: [Attempt.Alias] = []
    for local in model.machine.transitions[id].locals where needsAlias(local, of: id, eventNames, source) {
      aliases.append(.init(local: local, isVariable: !onlyConditions && isVariable(local, in: id)))
    }
    let traps = traps(id)
    // Most attempts need nothing else.
    guard traps || model.machine.transitions[id].hasPatterns else {
      return Attempt(transition: id, eventNames: eventNames, source: source, aliases: aliases)
    }
    let lost = traps ? model.machine.transitions[id].locals.filter { !isNeeded($0, in: id) }.map(\.name.id) : []
    let tuples = model.machine.transitions[id].patterns.filter { pattern in
      pattern.isIrrefutable && pattern.bindings.contains { isUsed($0, in: id) }
    }
    return Attempt(
      transition: id, eventNames: eventNames, source: source, aliases: aliases, tuples: tuples, lost: lost)
  }

  /// Tells whether the row must give the field its own name: it is called otherwise in the case, or is a variable
  /// there, which a closure that runs elsewhere may not capture.
  private func needsAlias(
    _ local: Local, of id: TransitionID, _ eventNames: [LocalName?], _ source: Bindings
  ) -> Bool {
    guard isNeeded(local, in: id), usage(of: local) != .carried else { return false }
    if Attempt.name(local.owner, local.field, eventNames, source) != .declared(local.name) { return true }
    let field = Int(local.field)
    guard local.owner == .source, field < source.isVariable.count, source.isVariable[field],
      local.usage.contains(.body), !isVariable(local, in: id)
    else { return false }
    return model.machine.transitions[id].holdsClosure(model.machine)
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

extension PatternColumn: Comparable {
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
  /// Tells whether the effects or arguments may hold a closure.
  fileprivate func holdsClosure(_ machine: StateMachine) -> Bool {
    func holds(_ code: SwiftCode) -> Bool {
      machine.source.bytes[code.range.lowerBound..<code.range.upperBound].contains(Ascii.leftBrace)
    }
    var isFound = false
    forEachRow { row in
      if machine.rows[row].effects.containsSingle(where: { $0.codes.contains(where: holds) }) { isFound = true }
    }
    forEachArrival { arrival in
      for argument in arrival.arguments { if case .code(let code) = argument, holds(code) { isFound = true } }
    }
    return isFound
  }
}
