import JSON
import LanguageServer
import Testing

/// The server follows the protocol: it checks the order and the form of messages, and publishes diagnostics.
@Suite struct ServerTests {
  static let good = """
    machine Door {
      initial state open(persons: Int = 0)
      state closing(persons: Int)
      final state closed
      event closeButton, doorLocked
      output close(speed: Int)
      open -> closing : closeButton [persons < 10] / close(speed: 2)
      closing -> closed : doorLocked
    }

    """

  @Test func initializeComesFirst() {
    var server = Server(files: MemoryFiles([:]))
    func code(_ method: String) -> Int? {
      let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": [:]]
      return server.handle(message.bytes).first?["error", "code"]?.int
    }
    #expect(code("textDocument/hover") == -32002)
    #expect(code("initialize") == nil)
    #expect(code("initialize") == -32600)
    #expect(code("textDocument/nothing") == -32601)
    #expect(code("textDocument/hover") == -32602)
    #expect(code("shutdown") == nil)
    #expect(code("textDocument/hover") == -32600)
  }

  @Test func theServerSaysItsNameAndItsVersion() {
    let information = Editor().initializeResult["serverInfo"]
    #expect(information?["name"] == "sm-gen-lsp")
    #expect(information?["version"]?.string == Server.version)
  }

  /// Texts that another server has, and what this one has.
  private final class Others: DocumentClaims {
    var claimed: [String] = []

    func claim(_ document: String, editor: Int) -> Int? {
      claimed.append("\(editor) \(document)")
      return document.contains("Other") ? 42 : nil
    }

    func release(_ document: String, editor: Int) { claimed.removeAll { $0 == "\(editor) \(document)" } }
  }

  @Test(arguments: [JSONValue.null, 7]) func aTextOfAnotherServerIsToldOnce(editor: JSONValue) throws {
    let others = Others()
    var server = Server(files: MemoryFiles([:]), claims: others, editor: 3)
    func send(_ method: String, _ parameters: JSONValue, id: JSONValue? = nil) -> [String] {
      var message: [JSONValue.Member] = [
        .init(key: "method", value: .string(method)), .init(key: "params", value: parameters),
      ]
      if let id { message.append(.init(key: "id", value: id)) }
      return server.handle(JSONValue.object(message).bytes).compactMap { $0["params", "message"]?.string }
    }
    func open(_ name: String) -> [String] {
      send("textDocument/didOpen", ["textDocument": ["uri": .string("file:///w/\(name)"), "text": ""]])
    }
    _ = send("initialize", ["processId": editor, "capabilities": [:]], id: 1)
    #expect(open("A.sm").isEmpty)
    #expect(try #require(open("Other.sm").first).contains("'/w/Other.sm' open for one editor: this one and process 42"))
    #expect(open("Other2.sm").isEmpty)
    let number = editor.int ?? 3
    #expect(others.claimed == ["\(number) /w/A.sm", "\(number) /w/Other.sm", "\(number) /w/Other2.sm"])
    _ = send("textDocument/didClose", ["textDocument": ["uri": "file:///w/A.sm"]])
    #expect(others.claimed.count == 2)
    _ = send("shutdown", .null, id: 2)
    #expect(others.claimed.isEmpty)
  }

  @Test func exitAfterShutdownIsSuccess() {
    var editor = Editor()
    _ = editor.request("shutdown", .null)
    editor.notify("exit", .null)
    #expect(editor.server.exitCode == 0)
    var hasty = Editor()
    hasty.notify("exit", .null)
    #expect(hasty.server.exitCode == 1)
  }

  @Test func whatIsNoMessageIsAnsweredOrPassedOver() {
    var editor = Editor()
    #expect(editor.server.handle(Array("{".utf8)).first?["error", "code"] == -32700)
    #expect(editor.server.handle(Array("[]".utf8)).isEmpty)
    #expect(editor.server.handle(Array(#"{"id":1}"#.utf8)).first?["error", "code"] == -32600)
    #expect(editor.server.handle(Array(#"{"id":1,"result":null}"#.utf8)).isEmpty)
    #expect(editor.server.handle(Array(#"{"method":"$/cancelRequest","params":{"id":1}}"#.utf8)).isEmpty)
    let deep = String(repeating: "[", count: 100_000)
    #expect(editor.server.handle(Array(deep.utf8)).first?["error", "code"] == -32700)
  }

  // MARK: Columns

  @Test func columnsAreBytesWhereTheClientOffersIt() {
    let text = "machine M { /* äö𝄞 */ initial state a ; event e ; a --> a : e }\n"
    for (encodings, encoding, column) in [
      (["utf-16", "utf-8"], "utf-8", 57), (["utf-16"], "utf-16", 53), ([], "utf-16", 53),
    ] as [([JSONValue], String, Int)] {
      var editor = Editor(capabilities: ["general": ["positionEncodings": .array(encodings)]])
      #expect(editor.initializeResult["capabilities", "positionEncoding"]?.string == encoding)
      editor.open(text)
      editor.idle()
      let found = editor.notifications.last?["params", "diagnostics"]?.array?.first { $0["code"] == "E011" }
      #expect(found?["range", "start", "character"] == .int(column))
    }
  }

  @Test func positionsBeyondTheTextAreItsEnd() {
    let positions = TextPositions(Array("a\r\nbc\n".utf8), .utf16)
    #expect(positions.offset(line: 0, character: 99) == 1)
    #expect(positions.offset(line: 1, character: 1) == 4)
    #expect(positions.offset(line: 9, character: 0) == 6)
    #expect(positions.offset(line: -1, character: -1) == 0)
    #expect(positions.position(of: 99) == (2, 0))
    let wide = TextPositions(Array("𝄞x".utf8), .utf16)
    #expect(wide.offset(line: 0, character: 2) == 4)
    #expect(wide.offset(line: 0, character: 1) == 4)
    #expect(wide.position(of: 4) == (0, 2))
  }

  // MARK: Diagnostics

  @Test func diagnosticsArePushedWhenNothingWaits() {
    var editor = Editor()
    editor.open(Self.good.replacing("-> closed :", with: "-> clsed :"))
    #expect(editor.diagnostics() == nil)
    editor.idle()
    #expect(editor.diagnostics() == ["7:13 E101 'clsed' is not declared as a state: did you mean 'closed'?"])
    let sent = editor.notifications.count
    editor.idle()
    #expect(editor.notifications.count == sent)
    editor.change(Self.good)
    editor.idle()
    #expect(editor.diagnostics() == [])
    #expect(editor.notifications.last?["params", "version"] == 2)
    editor.notify("textDocument/didClose", ["textDocument": ["uri": .string(Editor.door)]])
    #expect(editor.notifications.count == sent + 2)
  }

  /// Letter by letter: what is wrong elsewhere stays told, and the row at hand is one finding at most.
  @Test func whatIsWrongElsewhereStaysToldWhileOneTypes() throws {
    let text = """
      machine Door {
        initial state open
        state closed
        event close, reopen
        output ring(times: Int)
        open -> clsed : close
        open -> closed : reopen
        @
        closed -> open : reopen
      }
      """
    let elsewhere = "5:10 E101 'clsed' is not declared as a state: did you mean 'closed'?"
    for line in [
      "closed -> open : close [1 > 0] / ring(times: 3), { print() }", "event knock(by: String), bell",
      "* : close / ring(times: 2)", "state ajar, wide",
    ] {
      var editor = Editor()
      editor.open(text.replacing("@", with: ""))
      for end in line.indices {
        editor.change(text.replacing("@", with: line[...end]))
        editor.idle()
        let told = try #require(editor.diagnostics())
        #expect(told.contains(elsewhere), "\(line[...end]): \(told)")
        #expect(told.count { $0.contains(" E0") || $0.contains(" E1") } <= 2, "\(line[...end]): \(told)")
      }
    }
  }

  @Test func diagnosticsArePulledByWhoAnnouncesIt() throws {
    var editor = Editor(capabilities: ["textDocument": ["diagnostic": ["dynamicRegistration": false]]])
    #expect(editor.initializeResult["capabilities", "diagnosticProvider", "interFileDependencies"] == true)
    editor.open(Self.good.replacing("-> closed :", with: "-> clsed :"))
    editor.idle()
    #expect(editor.notifications.isEmpty)
    let report = editor.request("textDocument/diagnostic", ["textDocument": ["uri": .string(Editor.door)]])
    #expect(report["result", "kind"] == "full")
    #expect(try #require(report["result", "items"]?.array).map(Editor.words).count == 1)
    var other = Editor()
    #expect(other.initializeResult["capabilities", "diagnosticProvider"] == nil)
    _ = other.request("shutdown", .null)
  }

  @Test func whoPullsIsToldOfOtherTexts() {
    var editor = Editor(
      ["/w/Call.sm": Self.call],
      capabilities: ["textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]]])
    editor.open(Self.phone)
    editor.idle()
    #expect(editor.notifications.isEmpty)
    editor.open(Self.call, "file:///w/Call.sm")
    editor.idle()
    editor.idle()
    #expect(editor.notifications.map { $0["method"]?.string } == ["workspace/diagnostic/refresh"])
  }

  @Test func notesAreRelatedInformation() {
    let text = "machine M {\n  initial state a\n  state a\n  event e\n  a -> a : e\n}\n"
    var editor = Editor()
    editor.open(text)
    editor.idle()
    let related = editor.notifications.last?["params", "diagnostics"]?.array?.first?["relatedInformation"]?.array?.first
    #expect(related?["message"] == "the first is here")
    #expect(related?["location", "range", "start", "line"] == 1)
    var plain = Editor(capabilities: [:])
    plain.open(text)
    plain.idle()
    #expect(plain.diagnostics()?.first?.hasSuffix("\nline 2: the first is here") == true)
  }

  // MARK: Other files

  private static let call =
    "machine Call {\n  initial state ringing\n  final state over\n  event hangUp\n  ringing -> over : hangUp\n}\n"
  private static let phone =
    "machine Phone {\n  initial state busy : Call\n  final state idle\n  busy -> idle : done(.over)\n}\n"

  @Test func machinesOfOtherFilesAreKnown() {
    var editor = Editor(["/w/Call.sm": Self.call])
    editor.open(Self.phone)
    editor.idle()
    #expect(editor.diagnostics() == [])
    // Unsaved ones, too: and what follows for another text is told.
    editor.open(Self.call.replacing("over", with: "gone"), "file:///w/Call.sm")
    editor.idle()
    #expect(editor.diagnostics()?.first?.contains("'over' is no final state of 'busy'") == true)
    editor.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/Call.sm"]])
    editor.idle()
    #expect(editor.diagnostics() == [])
  }

  @Test func filesThatChangeOnTheDiskAreReadAgain() {
    let files = MemoryFiles(["/w/Call.sm": Self.call])
    var editor = Editor(files)
    editor.open(Self.phone)
    editor.idle()
    files.write("/w/Call.sm", Self.call.replacing("over", with: "finished"))
    editor.notify(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": "file:///w/Call.sm", "type": 2]]])
    editor.idle()
    #expect(editor.diagnostics()?.count == 1)
  }

  // MARK: The stream

  /// Only two hexadecimal digits after a `%` are a byte.
  @Test(arguments: [
    ("file:///a%20b.sm", "/a b.sm"), ("file:///a%2.sm", "/a%2.sm"), ("file:///a%+5.sm", "/a%+5.sm"),
    ("file:///a%", "/a%"), ("file:///a%00.sm", nil),
  ])
  func pathsOfURIsAreDecoded(_ uri: String, _ path: String?) { #expect(FileURI.path(uri) == path) }

  @Test func messagesComeInPieces() {
    var stream = MessageStream()
    let bytes = MessageStream.framed(Array("{}".utf8)) + MessageStream.framed(Array("[1]".utf8))
    var found: [MessageStream.Item] = []
    for byte in bytes {
      stream.append([byte])
      while let item = stream.next() { found.append(item) }
    }
    #expect(found == [.message(Array("{}".utf8)), .message(Array("[1]".utf8))])
    stream.append(Array("content-LENGTH: 2\r\nContent-Type: x\r\n\r\n{}".utf8))
    #expect(stream.next() == .message(Array("{}".utf8)))
    stream.append(Array("Content-Length:\t2 \r\n\r\n{}".utf8))
    #expect(stream.next() == .message(Array("{}".utf8)))
    for length in ["x", "", "+2", "2 2", "-2"] {
      var stream = MessageStream()
      stream.append(Array("Content-Length: \(length)\r\n\r\n{}".utf8))
      #expect(stream.next() == .broken, "\(length)")
    }
  }
}
