import JSON
import LanguageServer
import SystemSupport

/// Asks `sourcekit-lsp` about the generated Swift. The program is started at the first question.
final class SourceKit: SwiftService {
  private var conversation: Conversation?
  /// Whether `sourcekit-lsp` could not be started once. No further attempt is then made.
  private var isMissing = false
  private var stream = MessageStream()
  private var lastID = 0
  /// The documents that `sourcekit-lsp` has open, by URI, each with its version number and text.
  private var documents: [String: (version: Int, text: String)] = [:]
  /// The folder of the package for which `sourcekit-lsp` was started; empty before it is started.
  private var root = ""
  /// The longest time to wait for a response, in seconds. First responses are slow, but users do not wait longer for a
  /// pop-up.
  private static let timeout = 1.5
  private static let startTimeout = 10.0

  func ask(_ method: String, about text: String, madeFrom path: String, line: Int, character: Int) -> SwiftReply? {
    guard start(for: path) else { return nil }
    let uri = FileURI.uri(swiftPath(for: path))
    tell(uri, text)
    let parameters: JSONValue = [
      "textDocument": ["uri": .string(uri)],
      "position": ["line": .int(line), "character": .int(character)],
    ]
    return request(method, parameters, timeout: Self.timeout).map { SwiftReply(result: $0, document: uri) }
  }

  // MARK: Documents

  /// Tells `sourcekit-lsp` the text of a document. The document is opened the first time. Later, a message is sent only
  /// if the text has changed.
  private func tell(_ uri: String, _ text: String) {
    if let known = documents[uri] {
      guard known.text != text else { return }
      documents[uri] = (known.version + 1, text)
      notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string(uri), "version": .int(known.version + 1)],
          "contentChanges": [["text": .string(text)]],
        ])
    } else {
      documents[uri] = (1, text)
      notify(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": .string(uri), "languageId": "swift", "version": 1, "text": .string(text),
          ]
        ])
    }
  }

  /// Returns the path of the Swift that is generated from a `.sm` file. If the build plugin has written it, this is the
  /// plugin's file, which is part of the module. Otherwise, it is a path beside the `.sm` file, at which there need not
  /// be a file.
  private func swiftPath(for path: String) -> String {
    let name = FileSystem.name(of: path)
    let target = FileSystem.name(of: FileSystem.folder(of: path))
    for build in [".build/index-build", ".build"] {
      let outputs = "\(root)/\(build)/plugins/outputs"
      for package in FileSystem.names(in: outputs) {
        let folder = "\(outputs)/\(package)/\(target)/destination/StateMachineGenerator"
        for candidate in ["\(folder)/\(name).swift", "\(folder)/\(Self.stem(name)).swift"]
        where FileSystem.isRegularFile(candidate) {
          return candidate
        }
      }
    }
    return path + ".swift"
  }

  private static func stem(_ name: String) -> String { name.hasSuffix(".sm") ? String(name.dropLast(3)) : name }

  // MARK: Starting

  /// Starts `sourcekit-lsp` for the package of a file, unless it is already running for that package. Returns whether
  /// `sourcekit-lsp` is running.
  private func start(for path: String) -> Bool {
    let package = Self.package(of: path)
    if let conversation, conversation.isOpen, root == package { return true }
    guard !isMissing else { return false }
    conversation = nil
    documents = [:]
    stream = MessageStream()
    root = package
    let program = getenv("SM_GEN_SOURCEKIT_LSP").map { SystemText.string($0) } ?? "sourcekit-lsp"
    guard !program.isEmpty, let started = try? Conversation([program]) else {
      isMissing = true
      return false
    }
    conversation = started
    let parameters: JSONValue = [
      "processId": .int(Int(getpid())), "rootUri": .string(FileURI.uri(package)),
      "capabilities": [
        "textDocument": [
          "completion": ["completionItem": ["snippetSupport": true]], "hover": ["contentFormat": ["markdown"]],
        ]
      ],
    ]
    guard request("initialize", parameters, timeout: Self.startTimeout) != nil else {
      conversation = nil
      isMissing = true
      return false
    }
    notify("initialized", [:])
    return true
  }

  /// Returns the innermost folder that contains a file and a `Package.swift`. If there is no such folder, returns the
  /// folder of the file.
  private static func package(of path: String) -> String {
    var folder = FileSystem.folder(of: path)
    while folder != "/", folder != "." {
      if FileSystem.isRegularFile(folder + "/Package.swift") { return folder }
      folder = FileSystem.folder(of: folder)
    }
    return FileSystem.folder(of: path)
  }

  // MARK: Messages

  private func send(_ message: JSONValue) {
    guard let conversation else { return }
    if !conversation.write(MessageStream.framed(message.bytes), timeout: Self.timeout) { self.conversation = nil }
  }

  private func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Sends a request to `sourcekit-lsp`, and returns the result in its response. Nil if the response is an error, or if
  /// it does not come in time.
  ///
  /// - Parameter timeout: the longest time to wait, in seconds.
  private func request(_ method: String, _ parameters: JSONValue, timeout: Double) -> JSONValue? {
    lastID += 1
    let id = JSONValue.int(lastID)
    send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters])
    let deadline = ChildProcess.now() + timeout
    while let conversation, conversation.isOpen {
      while let item = stream.next() {
        guard case .message(let bytes) = item, let message = JSONParser.parse(bytes) else {
          self.conversation = nil
          return nil
        }
        if message["method"] != nil {
          // The program requests services of an editor, such as progress and configuration, which are not available.
          if let asked = message["id"] { send(["jsonrpc": "2.0", "id": asked, "result": .null]) }
        } else if message["id"] == id {
          return message["result"]
        }
      }
      guard let bytes = conversation.read(until: deadline) else {
        if ChildProcess.now() >= deadline { return nil }
        continue
      }
      stream.append(bytes)
    }
    return nil
  }
}
