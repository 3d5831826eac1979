import JSON

/// The capabilities of the client that matter to the server, and the capabilities that the server has.
struct ClientCapabilities {
  let encoding: PositionEncoding
  let pullsDiagnostics: Bool
  /// Whether the server can ask the client to request all diagnostics again.
  let refreshesDiagnostics: Bool
  let hasRelatedInformation: Bool
  let hasSnippets: Bool
  let hasMarkdown: Bool
  /// Whether the edits sent to the client may name the version of the text to which they apply.
  let hasVersionedEdits: Bool
  let preparesRenames: Bool
  /// Whether code actions sent to the client may contain edits, and not only commands.
  let hasCodeActionLiterals: Bool

  /// - Parameter capabilities: the client's capabilities in the request `initialize`; nil if it sends none.
  init(_ capabilities: JSONValue?) {
    let text = capabilities?["textDocument"]
    let encodings = capabilities?["general", "positionEncodings"]?.array?.compactMap(\.string) ?? []
    encoding = encodings.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    pullsDiagnostics = text?["diagnostic"].map { !$0.isNull } ?? false
    refreshesDiagnostics = capabilities?["workspace", "diagnostics", "refreshSupport"]?.bool ?? false
    hasRelatedInformation = text?["publishDiagnostics", "relatedInformation"]?.bool ?? pullsDiagnostics
    hasSnippets = text?["completion", "completionItem", "snippetSupport"]?.bool ?? false
    let formats = text?["hover", "contentFormat"]?.array?.compactMap(\.string) ?? ["markdown"]
    hasMarkdown = formats.contains("markdown")
    hasVersionedEdits = capabilities?["workspace", "workspaceEdit", "documentChanges"]?.bool ?? false
    preparesRenames = text?["rename", "prepareSupport"]?.bool ?? false
    hasCodeActionLiterals = text?["codeAction", "codeActionLiteralSupport"] != nil
  }

  /// Returns Markdown as content for the client, declared as plain text if the client does not show Markdown.
  func markup(_ text: String) -> JSONValue { ["kind": hasMarkdown ? "markdown" : "plaintext", "value": .string(text)] }

  var serverCapabilities: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    add("positionEncoding", .string(encoding.rawValue))
    add("textDocumentSync", ["openClose": true, "change": 1])
    add("hoverProvider", true)
    add("definitionProvider", true)
    add("referencesProvider", true)
    add("documentHighlightProvider", true)
    add("renameProvider", preparesRenames ? ["prepareProvider": true] : true)
    add("documentSymbolProvider", true)
    add("workspaceSymbolProvider", true)
    add("completionProvider", ["triggerCharacters": [">", ":", "/", "[", ".", ",", "("]])
    add("signatureHelpProvider", ["triggerCharacters": ["(", ","]])
    add("documentFormattingProvider", true)
    add("foldingRangeProvider", true)
    if hasCodeActionLiterals { add("codeActionProvider", ["codeActionKinds": ["quickfix"]]) }
    add(
      "semanticTokensProvider",
      [
        "legend": [
          "tokenTypes": .array(SemanticTokenType.allCases.map { .string($0.rawValue) }),
          "tokenModifiers": .array(SemanticTokenModifier.allCases.map { .string($0.rawValue) }),
        ],
        "full": true,
      ])
    add("inlayHintProvider", true)
    if pullsDiagnostics {
      add("diagnosticProvider", ["interFileDependencies": true, "workspaceDiagnostics": false])
    }
    return members
  }
}
