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

  init(_ machine: String, _ reader: OutlineReader) {
    self.machine = machine
    path = reader.source.path
    isUncertain = reader.syntax.isUncertain
    states = reader.states(reader.syntax.body)
    for item in reader.syntax.body {
      switch item {
      case .event(let signature): events.append(reader.signal(signature))
      case .output(let signature, _): outputs.append(reader.signal(signature))
      case .stored(let stored) where stored.visibility != .private || stored.initialValue == nil:
        properties.append(
          Field(
            label: reader.name(stored.name), type: reader.source.text(stored.type.range),
            typeRange: stored.type.range, defaultValue: stored.initialValue.map { reader.source.text($0.range) }))
      default: break
      }
    }
    reader.syntax.body.forEachDeep { item in
      guard case .state(let state) = item, let submachine = state.submachine else { return }
      let signal = Signal(name: reader.name(state.name), submachine: submachine.text(reader.names))
      events.append(signal)
      outputs.append(signal)
    }
    stateIndices = Dictionary(states.indices.map { (states[$0].name.text, $0) }) { first, _ in first }
    eventIndices = Dictionary(events.indices.map { (events[$0].name.text, $0) }) { first, _ in first }
  }

  /// A state of the machine's own body.
  package func state(named name: String) -> State? { stateIndices[name].map { states[$0] } }

  package func event(named name: String) -> Signal? { eventIndices[name].map { events[$0] } }

  package func output(named name: String) -> Signal? { outputs.first { $0.name.text == name } }
}

/// The text of a machine, from which its outline is read when it is asked for.
struct OutlineReader: Sendable {
  let syntax: MachineSyntax
  let names: NameTable
  let source: SourceFile

  func name(_ name: NameSyntax) -> MachineOutline.Name {
    MachineOutline.Name(text: names.text(name.id), range: source.bare(name.range))
  }

  func signal(_ signature: SignatureSyntax) -> MachineOutline.Signal {
    MachineOutline.Signal(name: name(signature.name), fields: signature.payload.map(field))
  }

  func states(_ items: [ItemSyntax]) -> [MachineOutline.State] {
    items.compactMap { item in
      switch item {
      case .state(let state):
        MachineOutline.State(
          name: name(state.name), isFinal: state.isFinal, fields: state.payload.map(field),
          children: states(state.body), submachine: state.submachine?.text(names))
      case .region(let region):
        MachineOutline.State(name: name(region.name), isRegion: true, children: states(region.body))
      default: nil
      }
    }
  }

  private func field(_ parameter: ParameterSyntax) -> MachineOutline.Field {
    MachineOutline.Field(
      label: parameter.label.map(name), type: source.text(parameter.type.range), typeRange: parameter.type.range,
      defaultValue: parameter.defaultValue.map { source.text($0.range) })
  }
}
