import JSON
import StateMachineDiagrams
import StateMachineModel

/// Draws pictures, beside whatever else the server does.
package protocol PictureService: AnyObject {
  /// Begins to draw a DOT text, and returns a number for the picture; nil where that cannot be done.
  func begin(_ dot: String) -> Int?
  /// Gives a picture up, which is never finished.
  func cancel(_ number: Int)
  /// The pictures that have been finished, by their numbers, each once: an SVG, or nil where none has become of it.
  func finished() -> [(number: Int, svg: String?)]
}

/// The picture of a machine, for a view beside the text, before it is drawn.
struct MachinePicture {
  private let document: OpenDocument
  private let machine: StateMachine
  /// The names of all machines of the text.
  private let machines: [String]
  private let options: DiagramOptions

  init(_ machine: StateMachine, of machines: [String], _ document: OpenDocument, _ options: DiagramOptions) {
    self.machine = machine
    self.machines = machines
    self.document = document
    self.options = options
  }

  var dot: String { machine.drawing(format: .dot, options: options) }

  /// An SVG or, without one, a text of Mermaid, with the names of the states and where they are declared.
  func json(svg: String?) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "machine", value: .string(machine.fullName)),
      .init(key: "machines", value: .array(machines.map(JSONValue.string))),
    ]
    if let svg {
      members.append(.init(key: "svg", value: .string(svg)))
    } else {
      members.append(.init(key: "mermaid", value: .string(machine.drawing(format: .mermaid, options: options))))
    }
    let states = machine.states.filter { !$0.isPseudostate }.map { state -> JSONValue in
      [
        "name": .string(machine.names.text(state.name.id)),
        "path": .string(state.path.map { machine.names.text(machine.states[$0].name.id) }.joined(separator: ".")),
        "range": document.positions.json(state.name.range),
      ]
    }
    members.append(.init(key: "states", value: .array(states)))
    return .object(members)
  }
}

extension AnalysedDocument {
  /// The picture of a machine; nil where the text has errors: the picture drawn before stays.
  ///
  /// - Parameter parameters: which `machine`, the first one where they say none, and whether it is `dark` around it.
  func picture(_ parameters: JSONValue) -> MachinePicture? {
    guard !analysis.result.hasErrors else { return nil }
    let machines = analysis.machines.map(\.machine)
    let name = parameters["machine"]?.string
    guard let machine = machines.first(where: { name == nil || $0.fullName == name }) else { return nil }
    var options = DiagramOptions()
    if parameters["dark"]?.bool ?? false { options.theme = .dark }
    return MachinePicture(machine, of: machines.map(\.fullName), document, options)
  }
}
