import StateMachineModel
import StateMachineSyntax

/// The identifiers of the elements in an SCXML document, and the names of its variables.
struct SCXMLNames {
  /// The identifiers of states. Choices, histories and timers have other identifiers than states and than each other,
  /// because each identifier may be used only once in an XML document (XML 1.0, §3.3.1).
  let states: IDMap<State, String>
  let choices: IDMap<Choice, String>
  /// The identifier of each shallow history, by the composite state.
  let histories: [StateID: String]
  /// The identifier of each deep history, by the composite state.
  let deepHistories: [StateID: String]
  let timers: IDMap<Timer, String>
  /// The identifiers of elements. No variable may have one of these as its name.
  private let taken: XMLNames
  private let text: MachineText

  /// Chooses an identifier for each state, choice, history and timer of the machine.
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

  /// Returns the name of the document's variable for a label or a property. A label and a property with the same name
  /// have one variable. The name is `_open` instead of `open` if an element, such as a state, has the identifier
  /// `open`.
  func variable(_ name: String) -> String {
    var id = XMLNames.name(name)
    while taken.contains(id) { id = "_" + id }
    return id
  }

  /// Returns the name of the document's variable for a property.
  func property(_ name: Identifier) -> String { variable(text.name(name)) }

  /// Returns the name of the document's variable for a field of a state. A field without a name gets one that is made
  /// of the state and the field's position: `open_0`.
  ///
  /// - Parameter place: the index of the field in the payload that the state itself declares, without fields of
  ///   ancestors.
  func field(_ field: Field, _ place: Int, of state: StateID) -> String {
    variable((field.name ?? field.label).map(text.name) ?? "\(states[state])_\(place)")
  }

  /// Returns the expression that reads a field of the current event (SCXML §5.10.1): `_event.data.persons`.
  ///
  /// - Parameter place: the index of the field. It is used as the name if the field has neither a label nor a name.
  func parameter(_ field: Field, _ place: Int) -> String {
    "_event.data." + ((field.label ?? field.name).map(text.name) ?? "\(place)")
  }
}
