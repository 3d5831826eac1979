import StateMachineModel

/// A choice with parameters, for one state from which arrows lead to it: a function that is handed the parameters and
/// the state's payload. What rows of such choices change is handed as `inout`, so that it has one owner and is not
/// copied.
struct ChoiceFunction {
  var name: String
  var choice: ChoiceID
  var source: StateID
  /// The rows that are tried, and what the parameters are called; nil where one is not needed.
  var bound: BoundTransitions
  /// What the fields of the state's path are called, and what a composite holds.
  var bindings: Bindings
}

extension StateMachine {
  /// Tells whether a transition leads to a choice with parameters, perhaps through others.
  func callsChoice(_ id: TransitionID) -> Bool { transitions[id].choice != nil && callsChoice(transitions[id]) }

  private func callsChoice(_ transition: Transition) -> Bool {
    guard let choice = transition.choice else { return false }
    return !choices[choice].fields.isEmpty || transition.branches.contains { callsChoice($0) }
  }

  /// Tells whether a transition is a row of a choice with parameters.
  func isOfChoice(_ id: TransitionID) -> Bool {
    if case .choice = transitions[id].trigger { true } else { false }
  }
}

extension GeneratedNames {
  /// `chooseAnswered`; `chooseAnsweredInBusy` where several states lead to the choice.
  func function(of choice: ChoiceID, _ machine: StateMachine, from source: StateID) -> String {
    if let name = choices[choice] { return name.spelledAsName }
    return function(
      "choose" + machine.source.text(machine.choices[choice].name.range).capitalizedFirst + "In",
      source)
  }
}

extension BindingPlanner {
  /// The function of a choice with parameters for a state, with those of its transitions that are tried.
  func choiceFunction(_ choice: ChoiceID, _ source: StateID, _ group: Behaviour.TriggerGroup)
    -> ChoiceFunction
  {
    let machine = model.machine
    let transitions = model.behaviour.tried(group)
    let bound = BoundTransitions(transitions: transitions, eventNames: eventNames(group.trigger, transitions))
    var bindings = sourceBindings(of: source, [bound], rebuildsAll: true)
    for field in bindings.isVariable.indices {
      bindings.isVariable[field] = model.handedFields.isChanged(field, of: source)
      if !model.handedFields.isHanded(field, of: source) { bindings.names[field] = nil }
    }
    bindings.child = model.handedFields.handsChild(of: source) ? .fresh(model.names.child) : nil
    return ChoiceFunction(
      name: model.names.function(of: choice, machine, from: source), choice: choice, source: source, bound: bound,
      bindings: bindings)
  }
}
