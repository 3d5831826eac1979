import JSON
import StateMachineSyntax

/// Requests about the Swift in guards, effects and blocks. If the `.sm` file does not declare a name, the server asks
/// `sourcekit-lsp` about the same place in the generated code. Without `sourcekit-lsp`, the results are empty.
extension Server {
  /// Asks the Swift service about the place in the generated code that corresponds to an offset. Nil if the code has no
  /// such place, or if no response comes in time. Also nil if the text has no generated code or is not in a file.
  ///
  /// - Parameter method: the request, such as `textDocument/hover`.
  private mutating func askSwift(
    _ method: String, at offset: Int, _ analysed: AnalysedDocument
  ) -> (reply: SwiftReply, document: SwiftDocument)? {
    guard let swift, let path = analysed.document.path,
      let document = workspace.swiftDocument(for: analysed), let place = document.place(of: offset),
      let reply = swift.ask(
        method, about: document.text, madeFrom: path, line: place.line, character: document.character(of: place))
    else { return nil }
    return (reply, document)
  }

  mutating func swiftHover(at offset: Int, _ analysed: AnalysedDocument) -> JSONValue {
    guard let contents = askSwift("textDocument/hover", at: offset, analysed)?.reply.result["contents"] else {
      return .null
    }
    return ["contents": contents]
  }

  /// Returns where a name in Swift is declared: in the same text or in another file. Empty if `sourcekit-lsp` does not
  /// find the declaration.
  mutating func swiftDefinition(at offset: Int, _ analysed: AnalysedDocument) -> JSONValue {
    guard let (reply, document) = askSwift("textDocument/definition", at: offset, analysed) else { return [] }
    // The result is a list of places, one place, or null.
    let places = reply.result.array ?? (reply.result.isNull ? [] : [reply.result])
    return .array(
      places.compactMap { place -> JSONValue? in
        guard let uri = place["uri"]?.string ?? place["targetUri"]?.string,
          let range = place["range"] ?? place["targetSelectionRange"]
        else { return nil }
        guard uri == reply.document else { return ["uri": .string(uri), "range": range] }
        guard let line = range["start", "line"]?.int, let character = range["start", "character"]?.int,
          let start = document.offset(line: line, character: character)
        else { return nil }
        return [
          "uri": .string(analysed.document.uri),
          "range": analysed.document.positions.json(SourceRange(start, start)),
        ]
      })
  }

  /// Returns the completions that `sourcekit-lsp` offers at an offset. They have no edits, because the edits of
  /// `sourcekit-lsp` apply to the generated code.
  mutating func swiftCompletions(at offset: Int, _ analysed: AnalysedDocument) -> [JSONValue] {
    guard let reply = askSwift("textDocument/completion", at: offset, analysed)?.reply else { return [] }
    // The result is an object with the list `items`, or the list itself.
    let items = reply.result["items"]?.array ?? reply.result.array ?? []
    return items.prefix(Self.maximumCompletions).compactMap { item -> JSONValue? in
      guard case .object(let members) = item, let label = item["label"] else { return nil }
      let kept: Set<String> = ["label", "kind", "detail", "documentation", "filterText", "deprecated", "tags"]
      var result = members.filter { kept.contains($0.key) }
      // The completions of Swift come after those of the machine, which begin with a lower rank.
      result.append(.init(key: "sortText", value: .string("9\(item["sortText"]?.string ?? label.string ?? "")")))
      if let text = item["textEdit", "newText"]?.string ?? item["insertText"]?.string {
        let isSnippet = item["insertTextFormat"] == 2
        guard !isSnippet || client.hasSnippets else { return .object(result) }
        result.append(.init(key: "insertText", value: .string(text)))
        result.append(.init(key: "insertTextFormat", value: .int(isSnippet ? 2 : 1)))
      }
      return .object(result)
    }
  }

  private static let maximumCompletions = 500
}
