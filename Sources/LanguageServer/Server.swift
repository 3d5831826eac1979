import JSON
import StateMachineCompiler
import StateMachineImport
import StateMachineModel
import StateMachineSyntax

/// The language server: it gets the messages of an editor, and returns the messages to send. It reads no streams, and
/// it accesses files through a protocol, so that tests can call it directly.
///
/// It handles one message after the other, and computes each response from the current texts. Only pictures may be out
/// of date: a picture shows the text as it was when the picture was requested.
package struct Server {
  private let files: any FileAccess
  /// The service that draws pictures; nil for a server that cannot draw.
  private let pictures: (any PictureService)?
  /// The requests whose pictures are being drawn. The key is the number that ``pictures`` has given to the drawing.
  private var drawings: [Int: Drawing] = [:]
  /// The service for requests about the Swift in guards and effects; nil for a server without such a service.
  let swift: (any SwiftService)?
  /// The record of which server shows the findings of which text; nil if no second server can be running.
  private let claims: (any DocumentClaims)?
  /// The process id of the editor.
  private var editor: Int
  private var hasToldOfOtherServer = false
  var workspace: Workspace
  var client = ClientCapabilities(nil)
  private var state = State.waiting
  /// The diagnostics that were last sent for each text, as parameters of the message; the key is the text's URI.
  /// Diagnostics that have not changed are not sent again.
  private var pushed: [String: JSONValue] = [:]
  /// Whether a text may have changed since the last call of ``idle()``, which sends diagnostics.
  private var hasNews = false
  private var requestCount = 0

  private enum State { case waiting, running, shutDown }

  /// The exit code of the process; nil while the server runs.
  package private(set) var exitCode: Int32?

  /// Creates a server, which waits for the request `initialize`.
  ///
  /// - Parameters:
  ///   - files: the access to files that are not open in the editor.
  ///   - pictures: the service that draws pictures; nil for a server that cannot draw.
  ///   - swift: the service for requests about the Swift in guards and effects; nil for a server without such a
  ///     service.
  ///   - claims: the record of which server shows the findings of which text; nil if no second server can be running.
  ///   - editor: the process that has started the server. It counts as the editor if `initialize` names no process.
  package init(
    files: any FileAccess, pictures: (any PictureService)? = nil, swift: (any SwiftService)? = nil,
    claims: (any DocumentClaims)? = nil, editor: Int = 0
  ) {
    self.files = files
    self.pictures = pictures
    self.swift = swift
    self.claims = claims
    self.editor = editor
    workspace = Workspace(files: files, encoding: .utf16)
  }

  /// Handles a message from the client, and returns the messages to send to it.
  package mutating func handle(_ bytes: [UInt8]) -> [JSONValue] {
    guard let message = JSONParser.parse(bytes) else {
      return [RPC.response(.null, RPC.Failure(code: .parseError, message: "this is no JSON"))]
    }
    guard let method = message["method"]?.string else {
      // This is a response to a request of the server, or no message of JSON-RPC.
      guard message["id"] != nil, message["result"] == nil, message["error"] == nil else { return [] }
      let failure = RPC.Failure(code: .invalidRequest, message: "this message has no method")
      return [RPC.response(message["id"] ?? .null, failure)]
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else {
      return receive(method, parameters)
    }
    do throws(RPC.Failure) {
      if method == "sm-gen/picture", state == .running, let replies = try beginPicture(id, parameters) {
        return (client.pullsDiagnostics ? [] : idle()) + replies
      }
      let reply = RPC.response(id, try reply(method, parameters))
      // Notifications about a change are sent before the response to a later request.
      return (client.pullsDiagnostics ? [] : idle()) + [reply]
    } catch {
      return [RPC.response(id, error)]
    }
  }

  /// Returns the messages to send while no message from the client waits: the diagnostics of texts that have changed.
  /// Some clients ask for diagnostics themselves; such a client gets at most a request to ask again. Empty if no text
  /// has changed.
  package mutating func idle() -> [JSONValue] {
    guard hasNews, state == .running else { return [] }
    hasNews = false
    guard !client.pullsDiagnostics else {
      // The client pulls the diagnostics of the text that it has changed itself anyway.
      guard client.refreshesDiagnostics, workspace.hasChangedOthers else { return [] }
      workspace.hasChangedOthers = false
      requestCount += 1
      return [RPC.request("refresh-\(requestCount)", "workspace/diagnostic/refresh")]
    }
    var messages: [JSONValue] = []
    for uri in workspace.documents.keys.sorted() {
      guard let analysed = workspace.analysis(of: uri) else { continue }
      var parameters: [JSONValue.Member] = [.init(key: "uri", value: .string(uri))]
      if let version = analysed.document.version { parameters.append(.init(key: "version", value: .int(version))) }
      parameters.append(.init(key: "diagnostics", value: .array(analysed.diagnostics(for: client))))
      guard pushed.updateValue(.object(parameters), forKey: uri) != .object(parameters) else { continue }
      messages.append(RPC.notification("textDocument/publishDiagnostics", .object(parameters)))
    }
    return messages
  }

  // MARK: Pictures

  /// A request for a picture that is being drawn.
  private struct Drawing {
    let id: JSONValue
    let uri: String
    let picture: MachinePicture
    /// The SVGs that are finished. A page that plays several machines needs several SVGs.
    var svgs: [String] = []
  }

  /// Begins to draw the picture that a request asks for. Returns responses to earlier requests for pictures of the same
  /// text, because these pictures are out of date. Nil if nothing can be drawn; the caller then responds to the request
  /// at once.
  ///
  /// - Parameter id: the id of the request.
  private mutating func beginPicture(
    _ id: JSONValue, _ parameters: JSONValue
  ) throws(RPC.Failure) -> [JSONValue]? {
    let analysed = try analysedDocument("sm-gen/picture", parameters)
    let others = parameters["format"] == "html" ? workspace.submachines(of: analysed) : []
    guard let pictures, let picture = analysed.picture(parameters, others: others),
      let number = pictures.begin(picture.drawings[0])
    else {
      return nil
    }
    let uri = analysed.document.uri
    let replies = abandonDrawings { $0.uri == uri }.map { RPC.response($0, .null) }
    drawings[number] = Drawing(id: id, uri: uri, picture: picture)
    return replies
  }

  /// Cancels the drawings for which `isAbandoned` returns true. Returns the ids of the requests for these drawings,
  /// because the requests still need responses.
  private mutating func abandonDrawings(where isAbandoned: (Drawing) -> Bool) -> [JSONValue] {
    let numbers = drawings.filter { isAbandoned($0.value) }.keys.sorted()
    return numbers.compactMap { number in
      pictures?.cancel(number)
      return drawings.removeValue(forKey: number)?.id
    }
  }

  /// Returns the responses to requests whose pictures are finished. If a request needs a further drawing, the function
  /// begins this drawing and returns no response yet.
  package mutating func finishedPictures() -> [JSONValue] {
    (pictures?.finished() ?? []).compactMap { number, svg in
      guard var drawing = drawings.removeValue(forKey: number) else { return nil }
      if let svg { drawing.svgs.append(svg) }
      let rest = svg == nil ? [] : drawing.picture.drawings.dropFirst(drawing.svgs.count)
      if let next = rest.first.flatMap({ pictures?.begin($0) }) {
        drawings[next] = drawing
        return nil
      }
      return RPC.response(drawing.id, drawing.picture.json(svgs: drawing.svgs))
    }
  }

  // MARK: Notifications

  /// Handles a notification, which gets no response. Returns other messages to send, such as warnings for the user.
  private mutating func receive(_ method: String, _ parameters: JSONValue) -> [JSONValue] {
    if method == "exit" {
      exitCode = state == .shutDown ? 0 : 1
      return []
    }
    if method == "$/cancelRequest", let id = parameters["id"] {
      let failure = RPC.Failure(code: .requestCancelled, message: "the request is cancelled")
      return abandonDrawings { $0.id == id }.map { RPC.response($0, failure) }
    }
    guard state == .running else { return [] }
    let uri = parameters["textDocument", "uri"]?.string
    let version = parameters["textDocument", "version"]?.int
    switch method {
    case "textDocument/didOpen":
      guard let uri, let text = parameters["textDocument", "text"]?.string else { return [] }
      workspace.open(uri, version: version, text: text)
      hasNews = true
      return claim(uri)
    case "textDocument/didChange":
      // The server has asked for whole texts (`"change": 1`), so changes of parts are ignored. The last text counts.
      guard let uri, workspace.documents[uri] != nil,
        let change = parameters["contentChanges"]?.array?.last(where: { $0["range"] == nil }),
        let text = change["text"]?.string
      else { return [] }
      workspace.open(uri, version: version, text: text)
      hasNews = true
    case "textDocument/didClose":
      guard let uri, workspace.documents[uri] != nil else { return [] }
      workspace.close(uri)
      release(uri)
      hasNews = true
      guard pushed.removeValue(forKey: uri) != nil else { return [] }
      return [
        RPC.notification("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
      ]
    case "workspace/didChangeWatchedFiles":
      for change in parameters["changes"]?.array ?? [] { change["uri"]?.string.map { workspace.fileChanged($0) } }
      hasNews = true
    default: break
    }
    return []
  }

  /// Records that this server shows the findings of a text. If another server of the same editor shows them already, it
  /// returns a warning for the user. The user gets only one such warning; later results are empty.
  private mutating func claim(_ uri: String) -> [JSONValue] {
    let document = Self.document(uri)
    guard let other = claims?.claim(document, editor: editor), !hasToldOfOtherServer else { return [] }
    hasToldOfOtherServer = true
    let message = """
      Two servers 'sm-gen-lsp' have '\(document)' open for one editor: this one and process \(other). If both serve one \
      window, each finding is shown twice: remove one of the two configurations.
      """
    return [RPC.notification("window/showMessage", ["type": 2, "message": .string(message)])]
  }

  private func release(_ uri: String) { claims?.release(Self.document(uri), editor: editor) }

  /// Returns the key of a document in the record of servers. It is the file's path, because clients may write the URI
  /// of one file in several forms. If the URI is not that of a file, it is the URI itself.
  private static func document(_ uri: String) -> String { FileURI.path(uri) ?? uri }

  // MARK: Requests

  /// Returns the result of a request. Throws an error if the server cannot handle the request, which the client gets as
  /// the response.
  private mutating func reply(_ method: String, _ parameters: JSONValue) throws(RPC.Failure) -> JSONValue {
    switch (state, method) {
    case (.waiting, "initialize"): return initialize(parameters)
    case (.waiting, _): throw RPC.Failure(code: .notInitialized, message: "'initialize' comes first")
    case (.running, "initialize"): throw RPC.Failure(code: .invalidRequest, message: "'initialize' comes but once")
    case (.running, "shutdown"):
      state = .shutDown
      // An editor may start the next server before this one has ended.
      for uri in workspace.documents.keys { release(uri) }
      return .null
    case (.running, _): break
    case (.shutDown, _): throw RPC.Failure(code: .invalidRequest, message: "the server is shut down")
    }
    if method == "sm-gen/import" { return try imported(parameters) }
    if method == "workspace/symbol" { return workspaceSymbols(parameters["query"]?.string ?? "") }
    guard Self.documentMethods.contains(method) else {
      throw RPC.Failure(code: .methodNotFound, message: "there is no method '\(method)'")
    }
    return try reply(method, parameters, analysedDocument(method, parameters))
  }

  /// Handles the request `sm-gen/import`: translates Swift or a chart (a statechart in Mermaid, PlantUML or SCXML) to a
  /// `.sm` file. Returns the text of the `.sm` file, or null if the import has failed, and the findings.
  private func imported(_ parameters: JSONValue) throws(RPC.Failure) -> JSONValue {
    guard let uri = parameters["textDocument", "uri"]?.string, let text = parameters["textDocument", "text"]?.string
    else {
      throw RPC.Failure(code: .invalidParameters, message: "'sm-gen/import' needs a text document with its text")
    }
    let source = SourceFile(path: Self.document(uri), text: text)
    let result = Importer.run(source)
    let positions = TextPositions(source.bytes, workspace.encoding)
    return [
      "text": result.file.map { .string(String(decoding: $0.bytes, as: UTF8.self)) } ?? .null,
      "diagnostics": .array(
        result.diagnostics.map { diagnostic in
          [
            "range": positions.json(diagnostic.range), "code": .string(diagnostic.code.rawValue),
            "message": .string(diagnostic.message),
          ]
        }),
    ]
  }

  private mutating func analysedDocument(
    _ method: String, _ parameters: JSONValue
  ) throws(RPC.Failure) -> AnalysedDocument {
    guard let uri = parameters["textDocument", "uri"]?.string else {
      throw RPC.Failure(code: .invalidParameters, message: "'\(method)' needs a text document")
    }
    guard let analysed = workspace.analysis(of: uri) else {
      throw RPC.Failure(code: .invalidParameters, message: "'\(uri)' is not open")
    }
    return analysed
  }

  static let documentMethods: Set<String> = [
    "textDocument/diagnostic", "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/formatting",
    "textDocument/semanticTokens/full", "textDocument/inlayHint", "textDocument/codeAction", "textDocument/hover",
    "textDocument/definition", "textDocument/references", "textDocument/documentHighlight",
    "textDocument/prepareRename", "textDocument/rename", "textDocument/completion", "textDocument/signatureHelp",
    "sm-gen/picture",
  ]

  private mutating func reply(
    _ method: String, _ parameters: JSONValue, _ analysed: AnalysedDocument
  ) throws(RPC.Failure) -> JSONValue {
    switch method {
    case "textDocument/diagnostic":
      return ["kind": "full", "items": .array(analysed.diagnostics(for: client))]
    case "textDocument/documentSymbol": return analysed.documentSymbols
    case "textDocument/foldingRange": return analysed.foldingRanges
    case "textDocument/formatting": return analysed.formatting
    case "sm-gen/picture": return analysed.picture(parameters)?.json(svgs: []) ?? .null
    case "textDocument/semanticTokens/full": return analysed.semanticTokens
    case "textDocument/inlayHint":
      return analysed.inlayHints(in: analysed.document.positions.range(parameters["range"]))
    case "textDocument/codeAction":
      guard let range = analysed.document.positions.range(parameters["range"]) else { throw Self.noPosition }
      return analysed.codeActions(in: range, only: parameters["context", "only"]?.array?.compactMap(\.string), client)
    default: break
    }
    guard let place = analysed.document.positions.offset(parameters["position"]) else { throw Self.noPosition }
    let offset = analysed.document.source.nameOffset(at: place)
    switch method {
    case "textDocument/hover":
      let known = hover(at: offset, analysed)
      return known.isNull ? swiftHover(at: offset, analysed) : known
    case "textDocument/definition": return definition(at: offset, analysed)
    case "textDocument/references":
      let includesDeclaration = parameters["context", "includeDeclaration"]?.bool ?? true
      return references(at: offset, analysed, includesDeclaration: includesDeclaration)
    case "textDocument/documentHighlight": return highlights(at: offset, analysed)
    case "textDocument/prepareRename": return try prepareRename(at: offset, analysed)
    case "textDocument/rename":
      guard let name = parameters["newName"]?.string else {
        throw RPC.Failure(code: .invalidParameters, message: "a new name is missing")
      }
      return try rename(at: offset, analysed, to: name)
    case "textDocument/completion": return completion(at: place, analysed)
    case "textDocument/signatureHelp": return analysed.signatureHelp(at: place)
    default: return .null
    }
  }

  private static let noPosition = RPC.Failure(code: .invalidParameters, message: "a position is missing")

  // MARK: The beginning

  private mutating func initialize(_ parameters: JSONValue) -> JSONValue {
    state = .running
    client = ClientCapabilities(parameters["capabilities"])
    editor = parameters["processId"]?.int ?? editor
    workspace = Workspace(files: files, encoding: client.encoding)
    var folders = (parameters["workspaceFolders"]?.array ?? []).compactMap { $0["uri"]?.string }
    if folders.isEmpty, let root = parameters["rootUri"]?.string { folders = [root] }
    workspace.folders = folders.compactMap(FileURI.path)
    return [
      "capabilities": .object(client.serverCapabilities),
      "serverInfo": ["name": "sm-gen-lsp", "version": .string(Self.version)],
    ]
  }

  /// The version of the package.
  package static let version = ToolVersion.current
}
