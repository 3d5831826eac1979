import StateMachineCompiler

extension AnalysedDocument {
  /// What the name at a place stands for: its declaration, its documentation, and what the machine does with it.
  func hover(at offset: Int, _ client: ClientCapabilities) -> JSONValue {
    let found = analysis.occurrences.at(offset)
    guard let first = found.first else { return .null }
    let texts = found.compactMap { occurrence -> String? in
      let machine = analysis.machines.first { behaviour in
        behaviour.machine.name.range == occurrence.declaration
          || behaviour.machine.bodyRange.map { $0.contains(occurrence.declaration) } ?? false
      }
      return machine.flatMap { NameDescription.text(of: occurrence, in: $0, asMarkdown: client.hasMarkdown) }
    }
    guard !texts.isEmpty else { return .null }
    return [
      "contents": [
        "kind": client.hasMarkdown ? "markdown" : "plaintext",
        "value": .string(texts.joined(separator: client.hasMarkdown ? "\n\n---\n\n" : "\n\n")),
      ],
      "range": document.positions.json(first.range),
    ]
  }
}
