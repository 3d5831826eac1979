import JSON
import StateMachineDiagrams
import StateMachineModel
import StateMachinePlayer

/// A service that draws pictures asynchronously.
package protocol PictureService: AnyObject {
  /// Begins to draw a DOT text, and returns a number that identifies the picture; nil if this is impossible.
  func begin(_ dot: String) -> Int?
  /// Cancels the drawing of a picture with a number.
  func cancel(_ number: Int)
  /// Returns the pictures finished since the last call, each with its number, and its SVG, or nil if it failed.
  func finished() -> [(number: Int, svg: String?)]
}

/// The picture of a machine, or a page that plays all machines of the text, to be drawn for a view beside the text.
struct MachinePicture {
  private let document: OpenDocument
  private let machine: StateMachine
  /// The names of all machines in the text.
  private let machines: [String]
  private let options: DiagramOptions
  private let page: PlayerPage?
  /// The DOT texts that must be drawn; at least one.
  let drawings: [String]

  init(
    _ machine: StateMachine, of machines: [String], _ document: OpenDocument, _ options: DiagramOptions,
    page: PlayerPage?
  ) {
    self.machine = machine
    self.machines = machines
    self.document = document
    self.options = options
    self.page = page
    drawings = page?.drawings ?? [machine.drawing(format: .dot, options: options)]
  }

  /// Returns the response for drawn pictures: a page, an SVG or, if not all could be drawn, a Mermaid text; and the
  /// names of states with the places of their declarations.
  func json(svgs: [String]) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "machine", value: .string(machine.fullName)),
      .init(key: "machines", value: .array(machines.map(JSONValue.string))),
    ]
    if svgs.count < drawings.count {
      members.append(.init(key: "mermaid", value: .string(machine.drawing(format: .mermaid, options: options))))
    } else if let html = page?.html(pictures: svgs.map { Array($0.utf8) }) {
      members.append(.init(key: "html", value: .string(String(decoding: html, as: UTF8.self))))
    } else {
      members.append(.init(key: "svg", value: .string(svgs[0])))
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
  /// Returns the picture of a machine; nil if the text has errors, so that the last picture stays.
  ///
  /// - Parameters:
  ///   - parameters: the `machine`, by default the first; whether the view is `dark`; and the `format`,
  ///     `html` for a page that plays all machines of the text.
  ///   - others: machines of other files, which may be submachines of those in the text.
  func picture(_ parameters: JSONValue, others: [Behaviour] = []) -> MachinePicture? {
    guard !analysis.result.hasErrorsBesidesSwift else { return nil }
    let machines = analysis.machines.map(\.machine)
    let name = parameters["machine"]?.string
    guard let machine = machines.first(where: { name == nil || $0.fullName == name }) else { return nil }
    var options = DiagramOptions()
    if parameters["dark"]?.bool ?? false { options.theme = .dark }
    let page = parameters["format"] == "html" ? PlayerPage(MachineDocument(analysis.machines, others: others)) : nil
    return MachinePicture(machine, of: machines.map(\.fullName), document, options, page: page)
  }
}
