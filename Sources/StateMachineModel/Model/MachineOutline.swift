import StateMachineSyntax

/// The declarations of a machine that its owner may name in Swift: states, events, outputs and properties, with the
/// places in its own file.
package struct MachineOutline: Sendable {
  package struct Name: Sendable {
    package var text: String
    /// Without back-ticks.
    package var range: SourceRange
  }

  package struct Field: Sendable {
    package var label: Name?
    package var type: String
    /// Where the type stands in the file of the machine.
    var typeRange: SourceRange
    package var defaultValue: String?
  }

  /// A state or a region.
  package struct State: Sendable {
    package var name: Name
    package var isRegion = false
    package var isFinal = false
    package var fields: [Field] = []
    /// The states, or the regions, in its body.
    package var children: [State] = []
    /// The submachine that it holds, as it names it.
    package var submachine: String?
  }

  /// An event or an output, or a state that hands out those of its submachine.
  package struct Signal: Sendable {
    package var name: Name
    package var fields: [Field] = []
    package var submachine: String?
  }

  /// The full name of the machine.
  package var machine: String
  /// The path of its file.
  package var path: String
  /// Is true where some of its declarations may be missing here, as its text has mistakes.
  var isUncertain: Bool
  package private(set) var states: [State] = []
  package private(set) var events: [Signal] = []
  package private(set) var outputs: [Signal] = []
  package private(set) var properties: [Field] = []
  /// By their names, the states of the machine's own body, and the events.
  private var stateIndices: [String: Int] = [:]
  private var eventIndices: [String: Int] = [:]

  /// The outline of a machine that is declared.
  ///
  /// - Parameter submachines: those that its states hold.
  init(_ declared: StateMachine, _ submachines: [MachineInterface.SubmachineState], isUncertain: Bool) {
    machine = declared.fullName
    path = declared.source.path
    self.isUncertain = isUncertain
    let references = Dictionary(submachines.map { ($0.owner, $0.reference) }) { first, _ in first }
    states = Self.states(declared.topStates, declared, references)
    events = declared.events.map {
      Signal(name: .init($0.name, declared), fields: $0.fields.map { Field($0, declared) })
    }
    outputs = declared.outputs.map {
      Signal(name: .init($0.name, declared), fields: $0.fields.map { Field($0, declared) })
    }
    let handed = submachines.map {
      Signal(name: .init(declared.states[$0.owner].name, declared), submachine: $0.reference)
    }
    events += handed
    outputs += handed
    properties = declared.initializedProperties.map { property in
      Field(
        label: .init(property.name, declared), type: declared.source.text(property.type), typeRange: property.type,
        defaultValue: property.initialValue.map(declared.source.text))
    }
    stateIndices = Dictionary(states.indices.map { (states[$0].name.text, $0) }) { first, _ in first }
    eventIndices = Dictionary(events.indices.map { (events[$0].name.text, $0) }) { first, _ in first }
  }

  private static func states(
    _ states: [StateID], _ declared: StateMachine, _ references: [StateID: String]
  ) -> [State] {
    states.filter { !declared.states[$0].isPseudostate }.map { id in
      let state = declared.states[id]
      return State(
        name: .init(state.name, declared), isRegion: state.isRegion, isFinal: state.isFinal,
        fields: state.fields.map { Field($0, declared) },
        children: Self.states(state.children, declared, references), submachine: references[id])
    }
  }

  /// A state of the machine's own body.
  package func state(named name: String) -> State? { stateIndices[name].map { states[$0] } }

  package func event(named name: String) -> Signal? { eventIndices[name].map { events[$0] } }

  package func output(named name: String) -> Signal? { outputs.first { $0.name.text == name } }
}

extension MachineOutline.Name {
  fileprivate init(_ name: Identifier, _ declared: StateMachine) {
    self.init(text: declared.names.text(name.id), range: name.range)
  }
}

extension MachineOutline.Field {
  fileprivate init(_ field: Field, _ declared: StateMachine) {
    self.init(
      label: field.label.map { .init($0, declared) }, type: declared.source.text(field.type), typeRange: field.type,
      defaultValue: field.defaultValue.map(declared.source.text))
  }
}
