import JSON

/// The capabilities of the client (the editor) on which the server depends. The capabilities of the server are in
/// ``serverCapabilities``.
struct ClientCapabilities {
  let encoding: PositionEncoding
  let pullsDiagnostics: Bool
  /// Whether the client accepts a request from the server to ask for the diagnostics of all texts again.
  let refreshesDiagnostics: Bool
  let hasRelatedInformation: Bool
  let hasSnippets: Bool
  let hasMarkdown: Bool
  /// Whether the client accepts edits that name a version of the text. Such an edit applies only to this version.
  let hasVersionedEdits: Bool
  let preparesRenames: Bool
  /// Whether the client accepts code actions that contain edits. Otherwise it accepts only commands.
  let hasCodeActionLiterals: Bool

  /// Reads the capabilities that a client has sent. A capability that the client has not sent counts as missing, with
  /// two exceptions. A client that does not name its formats gets Markdown. A client that asks for diagnostics gets
  /// related information with them.
  ///
  /// - Parameter capabilities: the member `capabilities` in the parameters of the request `initialize`; nil if the
  ///   client has sent no such member.
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

  /// Returns a Markdown text as content for the client. If the client does not show Markdown, the same text is declared
  /// to be plain text.
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
