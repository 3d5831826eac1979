import StateMachineCompiler

extension AnalysedDocument {
  /// The picture of a machine, for a view beside the text: an SVG or, without Graphviz, a text of Mermaid, with the names of
  /// its states and where they are declared. Null where the text has errors: what was drawn before stays.
  ///
  /// - Parameters:
  ///   - name: which machine, where the text has several; nil for the first.
  ///   - renderer: makes an SVG of a DOT text.
  func picture(named name: String?, isDark: Bool, _ renderer: (String) -> String?) -> JSONValue {
    guard !analysis.result.hasErrors else { return .null }
    let machines = analysis.machines.map(\.machine)
    guard let machine = machines.first(where: { name == nil || $0.fullName == name }) else { return .null }
    var options = DiagramOptions()
    if isDark { options.theme = .dark }
    var members: [JSONValue.Member] = [
      .init(key: "machine", value: .string(machine.fullName)),
      .init(key: "machines", value: .array(machines.map { .string($0.fullName) })),
    ]
    if let svg = renderer(machine.drawing(format: .dot, options: options)) {
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
