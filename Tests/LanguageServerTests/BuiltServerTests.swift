import Foundation
import JSON
import LanguageServer
import Testing

/// The built server works with other programs, `dot` and `sourcekit-lsp`, which are scripts here.
@Suite struct BuiltServerTests {
  /// The server over pipes.
  private final class Client {
    private let process = Process()
    private let input = Foundation.Pipe()
    private let output = Foundation.Pipe()
    private var stream = MessageStream()
    private var lastID = 0
    let folder: URL

    /// - Parameters:
    ///   - programs: scripts in the folder `bin`, which is where programs are looked for first.
    ///   - environment: what is said besides; `FOLDER` in it is the folder.
    init(_ programs: [String: String] = [:], _ environment: [String: String] = [:]) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "sm-gen-lsp \(UUID().uuidString)")
      let bin = folder.appending(path: "bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      for (name, text) in programs {
        let file = bin.appending(path: name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
      var variables = ProcessInfo.processInfo.environment
      variables["PATH"] = bin.path + ":/usr/bin:/bin"
      variables["SM_GEN_SOURCEKIT_LSP"] = ""
      for (name, value) in environment { variables[name] = value.replacing("FOLDER", with: folder.path) }
      process.executableURL = try Self.program()
      process.environment = variables
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      _ = request("initialize", ["capabilities": Editor.capabilities, "rootUri": .string(FileURI.uri(folder.path))])
    }

    deinit {
      process.terminate()
      try? FileManager.default.removeItem(at: folder)
    }

    private static func program() throws -> URL {
      // Beside the test bundle, or beside the bundle's folder.
      let places = [Bundle.main.bundleURL] + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
      let programs = places.map { $0.appending(path: "sm-gen-lsp") }
      return try #require(programs.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    var uri: String { FileURI.uri(folder.appending(path: "Door.sm").path) }

    func open(_ text: String) {
      send(nil, "textDocument/didOpen", ["textDocument": ["uri": .string(uri), "version": 1, "text": .string(text)]])
    }

    @discardableResult
    func send(_ id: JSONValue?, _ method: String, _ parameters: JSONValue) -> JSONValue? {
      var members: [JSONValue.Member] = [.init(key: "jsonrpc", value: "2.0")]
      if let id { members.append(.init(key: "id", value: id)) }
      members += [.init(key: "method", value: .string(method)), .init(key: "params", value: parameters)]
      input.fileHandleForWriting.write(Data(MessageStream.framed(JSONValue.object(members).bytes)))
      return id
    }

    /// Begins a request, and returns its number.
    func begin(_ method: String, _ parameters: JSONValue) -> Int {
      lastID += 1
      send(.int(lastID), method, parameters)
      return lastID
    }

    func request(_ method: String, _ parameters: JSONValue) -> JSONValue? { answer(to: begin(method, parameters)) }

    private func answer(to id: Int) -> JSONValue? {
      while let answer = nextAnswer() {
        if answer["id"] == .int(id) { return answer["result"] }
      }
      return nil
    }

    /// Returns the next response; nil at the end of the stream.
    func nextAnswer() -> JSONValue? {
      while true {
        while case .message(let bytes)? = stream.next() {
          if let message = JSONParser.parse(bytes), message["id"] != nil, message["method"] == nil { return message }
        }
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return nil }
        stream.append(Array(data)[...])
      }
    }

    func beginHover(line: Int, character: Int) -> Int {
      begin(
        "textDocument/hover",
        [
          "textDocument": ["uri": .string(uri)], "position": ["line": .int(line), "character": .int(character)],
        ])
    }

    func hover(line: Int, character: Int) -> JSONValue? { answer(to: beginHover(line: line, character: character)) }
  }

  private static let text = ServerTests.good.replacing("persons < 10", with: "persons < limit")
  /// The position of `limit`, a name that only Swift can resolve.
  private static let limit = (line: 6, character: 43)

  // MARK: Graphviz

  @Test func aSlowPictureBlocksNothing() throws {
    // The program waits until the test has received the other response. A server that waits for the picture sends that
    // response last.
    let dot = """
      #!/bin/sh
      cat > /dev/null
      for second in $(seq 50); do [ -e "$0.go" ] && printf '<svg>slow</svg>' && exit; sleep 1; done
      """
    let client = try Client(["dot": dot])
    client.open(Self.text)
    let picture = client.begin("sm-gen/picture", ["textDocument": ["uri": .string(client.uri)]])
    let hover = client.beginHover(line: 2, character: 9)
    let first = client.nextAnswer()
    #expect(first?["id"] == .int(hover))
    #expect(first?["result", "contents"] != nil)
    try Data().write(to: client.folder.appending(path: "bin/dot.go"))
    let answer = client.nextAnswer()
    #expect(answer?["id"] == .int(picture))
    #expect(answer?["result", "svg"] == "<svg>slow</svg>")
  }

  @Test func aPictureThatFailsIsMermaid() throws {
    for dot in ["#!/bin/sh\nexit 1\n", "#!/bin/sh\nkill -SEGV $$\n", "#!/bin/sh\ncat > /dev/null\n"] {
      let client = try Client(["dot": dot])
      client.open(Self.text)
      let answer = client.request("sm-gen/picture", ["textDocument": ["uri": .string(client.uri)]])
      #expect(answer?["mermaid"]?.string?.contains("stateDiagram") == true)
    }
  }

  // MARK: sourcekit-lsp

  /// A script that responds to every request, and to a hover with a text.
  private static let stub = #"""
    #!/bin/sh
    end=$(printf '\r')
    while IFS= read -r header; do
      case "$header" in
      Content-Length:*) length=$(printf '%s' "${header#Content-Length:}" | tr -d ' \r') ;;
      esac
      [ "$header" = "$end" ] || continue
      body=$(dd bs=1 count="$length" 2> /dev/null)
      case "$body" in
      *'"method":"textDocument/hover"'*) result='{"contents":"let limit: Int, says the stub"}' ;;
      *) result='{"capabilities":{}}' ;;
      esac
      id=$(printf '%s' "$body" | sed -n 's/^.*[{,]"id":\([0-9][0-9]*\).*$/\1/p')
      [ -n "$id" ] || continue
      answer="{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$result}"
      printf 'Content-Length: %d\r\n\r\n%s' "${#answer}" "$answer"
    done
    """#

  @Test func theVariableNamesTheProgramThatKnowsSwift() throws {
    let client = try Client(["stub": Self.stub], ["SM_GEN_SOURCEKIT_LSP": "FOLDER/bin/stub"])
    client.open(Self.text)
    var hover = client.hover(line: Self.limit.line, character: Self.limit.character)
    // The server waits only a second or two for a response, and the stub may be slower on a busy machine.
    for _ in 0..<20 where hover == .null {
      hover = client.hover(line: Self.limit.line, character: Self.limit.character)
    }
    #expect(hover?["contents"] == "let limit: Int, says the stub")
    // What the machine declares, the server knows itself.
    #expect(client.hover(line: 2, character: 9)?["contents", "value"]?.string?.contains("state closing") == true)
  }

  @Test(arguments: ["FOLDER/bin/nothing", "FOLDER/bin/mute", ""])
  func theServerWorksWithoutThatProgram(_ program: String) throws {
    // One that is not there, one that ends at once, and none.
    let client = try Client(["mute": "#!/bin/sh\nexit 0\n"], ["SM_GEN_SOURCEKIT_LSP": program])
    client.open(Self.text)
    #expect(client.hover(line: Self.limit.line, character: Self.limit.character) == .null)
    #expect(client.hover(line: 2, character: 9)?["contents"] != nil)
    #expect(client.hover(line: Self.limit.line, character: Self.limit.character) == .null)
  }
}
