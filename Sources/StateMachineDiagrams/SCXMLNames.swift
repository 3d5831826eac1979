import StateMachineModel
import StateMachineSyntax

/// The identifiers in an SCXML document, and the names of its variables.
struct SCXMLNames {
  /// The identifiers of states, choices, histories and timers, which share one name space (XML 1.0, §3.3.1).
  let states: IDMap<State, String>
  let choices: IDMap<Choice, String>
  /// The identifiers of shallow histories to which transitions lead, by the composite state.
  let histories: [StateID: String]
  let deepHistories: [StateID: String]
  let timers: IDMap<Timer, String>
  /// The identifiers that are in use.
  private let taken: XMLNames
  private let text: MachineText

  init(_ machine: StateMachine, _ text: MachineText) {
    var names = XMLNames()
    var states = IDMap<State, String>()
    for state in machine.states { states.append(names.unique(text.name(state.name))) }
    var choices = IDMap<Choice, String>()
    for choice in machine.choices { choices.append(names.unique(text.name(choice.name))) }
    var histories: [StateID: String] = [:]
    var deepHistories: [StateID: String] = [:]
    for id in machine.states.indices {
      let name = text.name(machine.states[id].name)
      if machine.states[id].histories.contains(.shallow) { histories[id] = names.unique(name + "_history") }
      if machine.states[id].histories.contains(.deep) { deepHistories[id] = names.unique(name + "_deepHistory") }
    }
    var timers = IDMap<Timer, String>()
    for timer in machine.timers { timers.append(names.unique("timer_" + text.name(machine.states[timer.state].name))) }
    self.states = states
    self.choices = choices
    self.histories = histories
    self.deepHistories = deepHistories
    self.timers = timers
    taken = names
    self.text = text
  }

  // MARK: Variables

  /// Returns the variable for a label or a property. Labels and properties with one name share it.
  func variable(_ name: String) -> String {
    var id = XMLNames.name(name)
    while taken.contains(id) { id = "_" + id }
    return id
  }

  func property(_ name: Identifier) -> String { variable(text.name(name)) }

  /// Returns the variable for a field that a state itself declares.
  func field(_ field: Field, _ place: Int, of state: StateID) -> String {
    variable((field.name ?? field.label).map(text.name) ?? "\(states[state])_\(place)")
  }

  /// Returns the expression that reads a parameter of the current event (SCXML §5.10.1).
  func parameter(_ field: Field, _ place: Int) -> String {
    "_event.data." + ((field.label ?? field.name).map(text.name) ?? "\(place)")
  }
}
