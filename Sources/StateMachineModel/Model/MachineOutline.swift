import StateMachineSyntax

/// The declarations of a machine to which Swift code or other machines may refer: states, events, outputs, results and
/// properties. Each has its range in the machine's file, so that an editor can go there.
package struct MachineOutline: Sendable {
  package struct Name: Sendable {
    package var text: String
    /// The name's range, without back-ticks.
    package var range: SourceRange
  }

  package struct Field: Sendable {
    package var label: Name?
    package var type: String
    /// The range of the type in the machine's file.
    var typeRange: SourceRange
  }

  /// A state or a region.
  package struct State: Sendable {
    package var name: Name
    package var isRegion = false
    package var isFinal = false
    package var fields: [Field] = []
    /// The states or regions directly within the state or region.
    package var children: [State] = []
    /// The name of the state's submachine, as written; nil if the state has none.
    package var submachine: String?
  }

  /// An event, an output or a result. A state with a submachine adds an event and an output with the state's name.
  /// Their payloads are an event and an output of the submachine.
  package struct Signal: Sendable {
    package var name: Name
    package var fields: [Field] = []
    package var submachine: String?
  }

  /// An enum of results (`action`) with its cases.
  package struct Action: Sendable {
    package var name: Name
    package var cases: [Signal] = []
  }

  /// The full name of the machine.
  package var machine: String
  /// The machine's own name.
  package var name: Name
  /// The path of the machine's file.
  package var path: String
  package private(set) var states: [State] = []
  package private(set) var events: [Signal] = []
  package private(set) var outputs: [Signal] = []
  package private(set) var actions: [Action] = []
  /// The properties for which the initializer has parameters.
  package private(set) var properties: [Field] = []
  /// All stored properties, including those for which the initializer has no parameter.
  package private(set) var members: [Field] = []
  /// The fields of initial states for which initializers have parameters.
  package private(set) var startFields: [Field] = []
  package private(set) var aliases: [(name: Name, type: String)] = []
  package private(set) var groups: [Name] = []
  package private(set) var wrappers: [Name] = []
  /// Whether each event is a method: `interface methods`.
  package private(set) var hasMethods: Bool
  private let declared: StateMachine
  /// The indices in `states`, by the names of the states at the top level.
  private var stateIndices: [String: Int] = [:]
  /// The indices in `events`, by the names of the events.
  private var eventIndices: [String: Int] = [:]

  /// Creates the outline of a machine whose declarations are resolved.
  ///
  /// - Parameter submachines: the states of the machine that have submachines.
  init(_ declared: StateMachine, _ submachines: [MachineInterface.SubmachineState]) {
    self.declared = declared
    machine = declared.fullName
    name = .init(declared.name, declared)
    hasMethods = declared.hasMethods
    path = declared.source.path
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
    actions = declared.actionEnums.map { action in
      Action(
        name: .init(action.name, declared),
        cases: action.cases.map {
          Signal(name: .init($0.name, declared), fields: $0.fields.map { Field($0, declared) })
        })
    }
    properties = declared.initializedProperties.map { Field($0, declared) }
    members = declared.storedProperties.map { Field($0, declared) }
    startFields = declared.startingStates.flatMap { declared.startParameters(of: $0) ?? [] }.compactMap {
      if case .field(let field) = $0 { Field(field, declared) } else { nil }
    }
    aliases = declared.typealiases.map {
      (Name(text: declared.source.text($0.name), range: $0.name), declared.source.text($0.type))
    }
    groups = declared.groups.map { .init($0.name, declared) }
    wrappers = declared.wrappers.compactMap { $0.name.map { .init($0, declared) } }
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

  /// Returns the state with this name at the top level; nil if there is no such state.
  package func state(named name: String) -> State? { stateIndices[name].map { states[$0] } }

  package func event(named name: String) -> Signal? { eventIndices[name].map { events[$0] } }

  package func output(named name: String) -> Signal? { outputs.first { $0.name.text == name } }

  /// The text of each declaration's `///` comment, by the range of the declaration's name.
  package var documentations: [SourceRange: String] {
    declared.documentations.mapValues { declared.source.documentationText($0) }
  }

  /// Returns the cases of the enum of results with this name; nil if there is no such enum.
  func results(of action: String) -> [Signal]? { actions.first { $0.name.text == action }?.cases }

  /// Returns the state or region at a path of names, outermost first: `["active", "sound"]`. Nil if there is no such
  /// state or region.
  func state(at path: [String]) -> State? {
    guard let first = path.first, var found = state(named: first) else { return nil }
    for name in path.dropFirst() {
      guard let next = found.children.first(where: { $0.name.text == name }) else { return nil }
      found = next
    }
    return found
  }
}

extension MachineOutline.Name {
  fileprivate init(_ name: Identifier, _ declared: StateMachine) {
    self.init(text: declared.names.text(name.id), range: name.range)
  }
}

extension MachineOutline.Field {
  fileprivate init(_ property: StoredProperty, _ declared: StateMachine) {
    self.init(
      label: .init(property.name, declared), type: declared.source.text(property.type), typeRange: property.type)
  }

  fileprivate init(_ field: Field, _ declared: StateMachine) {
    self.init(
      label: field.label.map { .init($0, declared) }, type: declared.source.text(field.type), typeRange: field.type)
  }
}
