import StateMachineSyntax

/// What transitions give to choices with parameters.
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
    guard let arguments = supply(choice) else { return false }
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
  private mutating func supply(_ choice: ChoiceID) -> [TargetArgument]? {
    let target = CarryTarget(name: machine.choices[choice].name, range: row.targetRange)
    var arguments: [TargetArgument] = []
    for (index, field) in machine.choices[choice].fields.enumerated() {
      guard let argument = row.choiceValues?[index].map({ .code(code($0)) }) ?? carry(field, to: target) else {
        return nil
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Whether a choice has a row with a mistake. Where it leads is reached then, for all that is known.
  mutating func isBroken(_ choice: ChoiceID) -> Bool {
    guard choices.broken.contains(choice) else { return false }
    for case let target? in machine.choices[choice].branches.map(\.target) {
      brokenRows.append(Usage.RowEnds(sources: [], target: target))
    }
    return true
  }
}
