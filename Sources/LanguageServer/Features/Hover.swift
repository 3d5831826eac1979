import JSON
import StateMachineModel
import StateMachineReports

extension Server {
  /// Returns the description of the name at an offset: its declaration, its documentation, and its uses in the machine.
  /// Null if no machine declares the name.
  mutating func hover(at offset: Int, _ analysed: AnalysedDocument) -> JSONValue {
    var texts = analysed.analysis.occurrences.at(offset).compactMap { occurrence in
      analysed.description(of: occurrence, client).map { ($0, occurrence.range) }
    }
    for occurrence in analysed.analysis.occurrences.foreign(at: offset) {
      let file = workspace.analysis(ofFile: workspace.uri(of: occurrence.path))
      if let text = file?.description(of: occurrence.declared, client) { texts.append((text, occurrence.range)) }
    }
    guard let range = texts.first?.1 else { return .null }
    return [
      "contents": client.markup(texts.map(\.0).joined(separator: client.hasMarkdown ? "\n\n---\n\n" : "\n\n")),
      "range": analysed.document.positions.json(range),
    ]
  }
}

extension AnalysedDocument {
  /// Returns the description of a name that this file declares; nil if there is nothing to say about the name.
  fileprivate func description(of occurrence: Occurrence, _ client: ClientCapabilities) -> String? {
    let machine = analysis.machines.first { behaviour in
      behaviour.machine.name.range == occurrence.declaration
        || behaviour.machine.bodyRange.map { $0.contains(occurrence.declaration) } ?? false
    }
    return machine.flatMap { NameDescription.text(of: occurrence, in: $0, asMarkdown: client.hasMarkdown) }
  }
}
