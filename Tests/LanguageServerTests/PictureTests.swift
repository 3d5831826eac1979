import JSON
import LanguageServer
import Testing

/// Pictures are drawn while the server handles other requests.
@Suite struct PictureTests {
  /// Draws when it is told to.
  final class Painter: PictureService {
    private(set) var begun: [String] = []
    private(set) var cancelled: [Int] = []
    var results: [(number: Int, svg: String?)] = []
    var isMissing = false

    func begin(_ dot: String) -> Int? {
      if isMissing { return nil }
      begun.append(dot)
      return begun.count
    }

    func cancel(_ number: Int) { cancelled.append(number) }

    func finished() -> [(number: Int, svg: String?)] {
      defer { results = [] }
      return results
    }
  }

  private func editor(_ painter: Painter?) -> Editor {
    var editor = Editor()
    editor.server = Server(files: MemoryFiles([:]), pictures: painter)
    _ = editor.request("initialize", ["capabilities": Editor.capabilities])
    editor.open(ServerTests.good)
    return editor
  }

  private static let asked: JSONValue = ["textDocument": ["uri": .string(Editor.door)]]

  @Test func otherRequestsAreAnsweredWhileAPictureIsDrawn() {
    let painter = Painter()
    var editor = editor(painter)
    #expect(editor.request("sm-gen/picture", Self.asked) == .null)
    #expect(painter.begun.first?.contains("digraph") == true)
    #expect(editor.ask("textDocument/hover", line: 2, character: 9)["contents"] != nil)
    #expect(editor.server.finishedPictures().isEmpty)
    painter.results = [(1, "<svg/>"), (7, "<svg/>")]
    let answers = editor.server.finishedPictures()
    #expect(answers.count == 1)
    #expect(answers.first?["id"] == 3)
    #expect(answers.first?["result", "svg"] == "<svg/>")
    #expect(answers.first?["result", "mermaid"] == nil)
    #expect(answers.first?["result", "states"]?.array?.count == 3)
    #expect(editor.server.finishedPictures().isEmpty)
  }

  /// A timer without `: Sendable` is a mistake of the wrapper (E116): the picture needs none.
  @Test func whatIsWrongWithTheSwiftAloneIsDrawn() {
    let painter = Painter()
    var editor = editor(painter)
    editor.change("machine Nap {\n  initial state awake\n  state dozing\n  awake -> dozing : after 5s\n}\n")
    #expect(editor.request("sm-gen/picture", Self.asked) == .null)
    #expect(painter.begun.last?.contains("dozing") == true)
  }

  @Test func aPageIsDrawnPictureByPicture() {
    let painter = Painter()
    var editor = editor(painter)
    editor.change(ServerTests.good + ServerTests.good.replacing("machine Door", with: "machine Gate"))
    let asked: JSONValue = ["textDocument": ["uri": .string(Editor.door)], "format": "html"]
    #expect(editor.request("sm-gen/picture", asked) == .null)
    painter.results = [(1, "<svg id=\"first\"/>")]
    #expect(editor.server.finishedPictures().isEmpty)
    #expect(painter.begun.count == 2)
    painter.results = [(2, "<svg id=\"second\"/>")]
    let html = editor.server.finishedPictures().first?["result", "html"]?.string ?? ""
    #expect(html.contains("<template id=\"picture0\"><svg id=\"first\"/></template>"))
    #expect(html.contains("<template id=\"picture1\"><svg id=\"second\"/></template>"))
    #expect(html.contains("\"name\":\"Gate\""))
    // Where one of them cannot be drawn, there is no page.
    _ = editor.request("sm-gen/picture", asked)
    painter.results = [(3, "<svg/>")]
    #expect(editor.server.finishedPictures().isEmpty)
    painter.results = [(4, nil)]
    #expect(editor.server.finishedPictures().first?["result", "mermaid"] != nil)
  }

  @Test func withoutGraphvizTheAnswerIsMermaid() {
    let painter = Painter()
    var editor = editor(painter)
    _ = editor.request("sm-gen/picture", Self.asked)
    painter.results = [(1, nil)]
    #expect(editor.server.finishedPictures().first?["result", "mermaid"]?.string?.contains("stateDiagram") == true)
    painter.isMissing = true
    #expect(editor.request("sm-gen/picture", Self.asked)["result", "mermaid"] != nil)
    var plain = self.editor(nil)
    #expect(plain.request("sm-gen/picture", Self.asked)["result", "mermaid"] != nil)
    plain.change("machine M {\n")
    #expect(plain.request("sm-gen/picture", Self.asked)["result"] == .null)
  }

  @Test func aLaterPictureOfTheTextAbandonsAnEarlierOne() {
    let painter = Painter()
    var editor = editor(painter)
    _ = editor.request("sm-gen/picture", Self.asked)
    let count = editor.notifications.count
    _ = editor.request("sm-gen/picture", Self.asked)
    #expect(painter.cancelled == [1])
    #expect(editor.notifications.dropFirst(count).map { $0["id"] } == [3])
    #expect(editor.notifications.last?["result"] == .null)
    editor.notify("$/cancelRequest", ["id": 4])
    #expect(painter.cancelled == [1, 2])
    #expect(editor.notifications.last?["error", "code"] == -32800)
    painter.results = [(1, "<svg/>"), (2, "<svg/>")]
    #expect(editor.server.finishedPictures().isEmpty)
  }
}
