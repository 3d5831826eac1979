import JSON
import StateMachineDiagrams
import StateMachineModel
import StateMachinePlayer

/// A service that draws pictures in the background. The server handles other messages in the meantime.
package protocol PictureService: AnyObject {
  /// Begins to draw a text in the language DOT. Returns a number for the drawing, which the other functions use. Nil if
  /// drawing is impossible.
  func begin(_ dot: String) -> Int?
  /// Cancels the drawing with a number that ``begin(_:)`` has returned.
  func cancel(_ number: Int)
  /// Returns the drawings that have finished since the last call: the number of each drawing, and its SVG. The SVG is
  /// nil if the drawing has failed.
  func finished() -> [(number: Int, svg: String?)]
}

/// The view that the editor shows beside a text: the picture of one machine, or a page that plays all machines of the
/// text.
struct MachinePicture {
  private let document: OpenDocument
  private let machine: StateMachine
  /// The names of all machines in the text.
  private let machines: [String]
  private let options: DiagramOptions
  private let page: PlayerPage?
  /// The DOT texts that must be drawn for the picture or the page. There is at least one.
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

  /// Returns the response to the request for the picture. It contains the page or the SVG or, if a drawing has failed,
  /// a Mermaid text. It also contains the place of each state's declaration, which the editor shows when the user
  /// clicks on the state.
  ///
  /// - Parameter svgs: the SVGs of `drawings`, in order. A drawing that has failed is missing, and so are those after
  ///   it.
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
  /// Returns the picture that a request asks for. Nil for a text with errors outside of its Swift, so that the editor
  /// keeps showing the last picture. Also nil if the requested machine does not exist.
  ///
  /// - Parameters:
  ///   - parameters: the parameters of the request: the name of the `machine`, by default the first; whether the view
  ///     is `dark`; and the `format`, `html` for a page that plays all machines of the text.
  ///   - others: machines of other files that may be submachines of the machines in the text.
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
