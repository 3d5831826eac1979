import StateMachineSyntax

/// Choices with parameters: each is a function of its own for each state from which arrows lead there. Its rows are
/// transitions of that state, which know the parameters in the place of an event's payload.
extension Resolver {
  /// Leads a transition to a choice with parameters: what each of these is given, as the fields of a state are.
  mutating func call(_ choice: ChoiceID, _ transition: inout Transition) -> Bool {
    guard !isBroken(choice) else {
      choices.reached[choice] = true
      return false
    }
    if machine.hasRegions {
      let name = machine.choices[choice].name
      reportOnce(
        Diagnostic.parametersBesideRegions(row.targetRange, text(name.id))
          .note("'\(text(name.id))' is declared here", name.range))
      return false
    }
    guard let arguments = supply(choice, transition.source, transition.trigger) else {
      return false
    }
    transition.arguments = arguments
    guard noteMethod(of: choice, transition.trigger) else { return false }
    followChanges(in: row.choiceValues ?? [])
    // The rows of the choice see the payload as it is then.
    scope.noteRead { _ in true }
    choices.enter(
      choice, from: transition.source,
      labels: machine.fields(of: transition.trigger).compactMap(\.name?.id))
    return true
  }

  /// Notes the method in which a choice with parameters answers; false where another answers otherwise.
  private mutating func noteMethod(of choice: ChoiceID, _ trigger: Trigger) -> Bool {
    guard machine.hasMethods else { return true }
    let event: EventID?
    switch trigger {
    case .event(let id): event = id
    case .choice(let outer): event = machine.choices[outer].event
    case .always, .done, .elapsed: event = nil
    }
    guard let event else {
      reportOnce(.choiceWithoutMethod(row.targetRange, text(machine.choices[choice].name.id)))
      return false
    }
    guard let first = machine.choices[choice].event else {
      machine.choices[choice].event = event
      return true
    }
    func words(_ id: EventID) -> [String?] {
      let method = machine.events[id].method
      return [
        method.answer.map { source.text($0.type) }, method.throwing.map { $0.type.map(source.text) ?? "any Error" },
        method.generics.map(source.text),
      ]
    }
    guard words(first) != words(event) else { return true }
    let names = [first, event].map { text(machine.events[$0].name.id) }
    reportOnce(
      .choiceOfSeveralAnswers(
        row.targetRange, text(machine.choices[choice].name.id), first: names[0], second: names[1]))
    return false
  }

  /// What is given to the parameters: the argument that is written, else what carries over, else the default.
  private mutating func supply(_ choice: ChoiceID, _ state: StateID, _ trigger: Trigger)
    -> [TargetArgument]?
  {
    let declaration = machine.choices[choice]
    var arguments: [TargetArgument] = []
    for (index, field) in declaration.fields.enumerated() {
      if let value = row.choiceValues?[index] {
        arguments.append(.code(code(value)))
        continue
      }
      let target = CarryTarget(
        name: text(declaration.name.id), declaration: declaration.name.range, range: row.targetRange)
      guard let carried = carry(field, to: target, state, trigger) else { return nil }
      arguments.append(carried)
    }
    return arguments
  }

  /// Resolves the rows of choices with parameters for each state from which arrows lead there, once all rows of states
  /// are known.
  mutating func resolveEnteredChoices() {
    var next = 0
    while next < choices.entered.count {
      let (source, choice) = choices.entered[next]
      next += 1
      for entry in choices.rowsOfChoice[choice] { expand(entry, of: choice, from: source) }
    }
  }

  private mutating func expand(_ entry: ID<ChoiceRow>, of choice: ChoiceID, from source: StateID) {
    let rowID = choices.rows[entry].id
    row = choices.rows[entry].row
    row.expansion = choices.rows[entry].expansions
    row.carrier = .branch(from: source, on: .choice(choice))
    choices.rows[entry].incoming.append(machine.states[source].name.range)
    choices.rows[entry].expansions += 1
    scope.clear()
    scope.enter(machine.choices[choice].fields, choices.rows[entry].plan, of: .event)
    enterPath(of: source, [])
    let domain = domain(from: source, toChoice: choice)
    row.domain = row.isExternal ? outer(domain, self.domain(ofRow: row, from: choice)) : domain
    usePatterns(choices.rows[entry].plan)
    choices.branchCount = 0
    var transition = Transition(source: source, trigger: .choice(choice), row: rowID)
    var effects = choices.rows[entry].effects
    let isSupplied = instantiate(&transition, choices.rows[entry].condition, .condition, &effects)
    choices.rows[entry].effects = effects
    transition.locals = scope.locals
    transition.patterns = scope.usedPatterns
    transition.isConditional = choices.rows[entry].isConditional
    choices.rows[entry].note(row)
    if isSupplied, !machine.rows[rowID].neverApplies { machine.transitions.append(transition) }
  }

  /// A row of a choice with parameters names a label of an event that leads there.
  mutating func reportEventLabel(_ name: NameID, _ range: SourceRange) {
    guard case .branch(_, .choice(let choice)) = row.carrier,
      choices.eventLabels[choice]?.contains(name) == true
    else { return }
    reportOnce(.labelOfEvent(text(name), range, choice: text(machine.choices[choice].name.id)))
  }
}
