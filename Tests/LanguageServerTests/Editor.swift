import JSON
import LanguageServer
import Testing

/// Files that are on no disk.
final class MemoryFiles: FileAccess {
  private var files: [String: String]

  init(_ files: [String: String]) { self.files = files }

  func stateMachineFiles(in folder: String) -> [String] {
    files.keys.filter { $0.hasPrefix(folder + "/") && !$0.dropFirst(folder.count + 1).contains("/") }.sorted()
  }

  func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  func stamp(of path: String) -> String? { files[path].map { "\($0.utf8.count) \($0.hashValue)" } }

  func write(_ path: String, _ text: String) { files[path] = text }
}

/// An editor, as the server sees it.
struct Editor {
  var server: Server
  private(set) var texts: [String: String] = [:]
  /// The messages that the server has sent without a request, in order.
  private(set) var notifications: [JSONValue] = []
  private(set) var initializeResult: JSONValue = .null
  private var lastID = 0
  private var version = 0

  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-8", "utf-16"]],
    "textDocument": [
      "completion": ["completionItem": ["snippetSupport": true]],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]],
      "rename": ["prepareSupport": true], "publishDiagnostics": ["relatedInformation": true],
      "hover": ["contentFormat": ["markdown", "plaintext"]],
    ],
  ]

  init(_ files: [String: String] = [:], capabilities: JSONValue = Editor.capabilities) {
    self.init(MemoryFiles(files), capabilities: capabilities)
  }

  init(_ files: MemoryFiles, capabilities: JSONValue = Editor.capabilities) {
    server = Server(files: files)
    initializeResult =
      request("initialize", ["capabilities": capabilities, "rootUri": "file:///w"])["result"] ?? .null
    notify("initialized", [:])
  }

  // MARK: Messages

  /// Sends a request, and returns the whole response; null if there is none.
  mutating func request(_ method: String, _ parameters: JSONValue) -> JSONValue {
    lastID += 1
    let id = JSONValue.int(lastID)
    let message: JSONValue = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters]
    var answer: JSONValue?
    for sent in server.handle(message.bytes) {
      if sent["id"] == id { answer = sent } else { notifications.append(sent) }
    }
    return answer ?? .null
  }

  mutating func notify(_ method: String, _ parameters: JSONValue) {
    let message: JSONValue = ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    notifications += server.handle(message.bytes)
  }

  mutating func idle() { notifications += server.idle() }

  // MARK: Texts

  static let door = "file:///w/Door.sm"

  mutating func open(_ text: String, _ uri: String = Editor.door) {
    version += 1
    texts[uri] = text
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "sm", "version": .int(version), "text": .string(text),
        ]
      ])
  }

  mutating func change(_ text: String, _ uri: String = Editor.door) {
    version += 1
    texts[uri] = text
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": .int(version)],
        "contentChanges": [["text": .string(text)]],
      ])
  }

  /// The result of a request about the place of a mark, which stands in the text as `¦`: the text is opened without it.
  mutating func ask(
    _ method: String, _ marked: String, _ uri: String = Editor.door, _ more: [(String, JSONValue)] = []
  ) -> JSONValue {
    let parts = marked.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined()
    if texts[uri] == nil { open(text, uri) } else { change(text, uri) }
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    return ask(method, line: lines.count - 1, character: lines.last?.utf8.count ?? 0, uri, more)
  }

  mutating func ask(
    _ method: String, line: Int, character: Int, _ uri: String = Editor.door, _ more: [(String, JSONValue)] = []
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      JSONValue.Member(key: "textDocument", value: ["uri": .string(uri)]),
      JSONValue.Member(key: "position", value: ["line": .int(line), "character": .int(character)]),
    ]
    members += more.map { JSONValue.Member(key: $0.0, value: $0.1) }
    let answer = request(method, .object(members))
    return answer["result"] ?? answer["error"] ?? .null
  }

  /// The diagnostics that were pushed last for a text: `line:column code message`.
  func diagnostics(_ uri: String = Editor.door) -> [String]? {
    let last = notifications.last {
      $0["method"]?.string == "textDocument/publishDiagnostics" && $0["params", "uri"]?.string == uri
    }
    return last?["params", "diagnostics"]?.array?.map(Self.words)
  }

  static func words(_ diagnostic: JSONValue) -> String {
    let line = diagnostic["range", "start", "line"]?.int ?? -1
    let character = diagnostic["range", "start", "character"]?.int ?? -1
    return "\(line):\(character) \(diagnostic["code"]?.string ?? "?") \(diagnostic["message"]?.string ?? "?")"
  }

  /// A text after edits of the protocol, which do not overlap; columns are bytes.
  static func applying(_ edits: [JSONValue], to text: String) -> String {
    var bytes = Array(text.utf8)
    let positions = TextPositions(bytes, .utf8)
    let replacements = edits.compactMap { edit in
      positions.range(edit["range"]).map { ($0, edit["newText"]?.string ?? "") }
    }
    for (range, text) in replacements.sorted(by: { $0.0.start > $1.0.start }) {
      bytes.replaceSubrange(range.lowerBound..<range.upperBound, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
