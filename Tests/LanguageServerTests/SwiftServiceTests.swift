import JSON
import LanguageServer
import Testing

/// The server asks the Swift service at the right place, and translates its results.
@Suite struct SwiftServiceTests {
  /// A service that records its requests, and returns the same result each time.
  final class Recorder: SwiftService {
    private(set) var asked: [(method: String, text: String, line: Int, character: Int)] = []
    var answer: JSONValue = .null

    func ask(_ method: String, about text: String, madeFrom path: String, line: Int, character: Int) -> SwiftReply? {
      asked.append((method, text, line, character))
      return SwiftReply(result: answer, document: "file://\(path).swift")
    }

    /// The line that was asked about last, with `¦` at the place.
    var lastLine: String? {
      guard let last = asked.last else { return nil }
      let line = last.text.split(separator: "\n", omittingEmptySubsequences: false)[last.line]
      let index = line.utf16.index(line.startIndex, offsetBy: last.character)
      return (line[..<index] + "¦" + line[index...]).trimmingPrefix { $0 == " " }.description
    }
  }

  private static let text = """
    machine Door {
      initial state open(persons: Int)
      state closed
      event close
      output log(String)
      open -> closed : close [persons < limit.count] / log("ä".lowercased()), { helper() }
    }

    """

  private func editor(_ recorder: Recorder) -> Editor {
    var editor = Editor()
    editor.server = Server(files: MemoryFiles([:]), swift: recorder)
    _ = editor.request("initialize", ["capabilities": Editor.capabilities])
    return editor
  }

  private static func mark(_ piece: String) -> String { text.replacing(piece, with: "¦" + piece, maxReplacements: 1) }

  @Test func namesThatTheFileDoesNotDeclareAreAskedOfSwift() {
    let recorder = Recorder()
    recorder.answer = ["contents": ["kind": "markdown", "value": "let limit"]]
    var editor = editor(recorder)
    #expect(editor.ask("textDocument/hover", Self.mark("limit"))["contents", "value"] == "let limit")
    #expect(recorder.lastLine?.contains("persons < ¦limit.count") == true)
    #expect(editor.ask("textDocument/hover", Self.mark("count]"))["contents", "value"] == "let limit")
    #expect(recorder.lastLine?.contains("limit.¦count") == true)
    _ = editor.ask("textDocument/hover", Self.mark("lowercased"))
    #expect(recorder.lastLine?.contains("\"ä\".¦lowercased()") == true)
    _ = editor.ask("textDocument/hover", Self.mark("helper"))
    #expect(recorder.lastLine?.contains("¦helper()") == true)
    // What the machine knows, it says itself.
    let count = recorder.asked.count
    #expect(
      editor.ask("textDocument/hover", Self.mark("persons <"))["contents", "value"]?.string?.contains("Int") == true)
    #expect(editor.ask("textDocument/hover", Self.mark("machine")) == .null)
    #expect(recorder.asked.count == count)
  }

  @Test func definitionsInTheGeneratedCodeAreThoseOfTheText() {
    let recorder = Recorder()
    var editor = editor(recorder)
    recorder.answer = [
      [
        "uri": "file:///w/Other.swift",
        "range": ["start": ["line": 3, "character": 1], "end": ["line": 3, "character": 2]],
      ]
    ]
    let other = editor.ask("textDocument/definition", Self.mark("limit"))
    #expect(other.array?.first?["uri"] == "file:///w/Other.swift")
    // A place of the generated code that is a piece of the text.
    guard let asked = recorder.asked.last else {
      Issue.record("nothing was asked")
      return
    }
    let place: JSONValue = ["line": .int(asked.line), "character": .int(asked.character)]
    recorder.answer = [
      ["uri": .string("file:///w/Door.sm.swift"), "range": ["start": place, "end": place]],
      [
        "uri": .string("file:///w/Door.sm.swift"),
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
      ],
    ]
    let own = editor.ask("textDocument/definition", Self.mark("limit")).array
    #expect(own?.count == 1)
    #expect(own?.first?["uri"] == .string(Editor.door))
    #expect(own?.first?["range", "start"] == ["line": 5, "character": 36])
  }

  @Test func completionsOfSwiftComeAfterThoseOfTheMachine() {
    let recorder = Recorder()
    recorder.answer = [
      "items": [
        ["label": "limit", "kind": 6, "textEdit": ["newText": "limit", "range": [:]], "sortText": "a"],
        ["label": "persons", "kind": 6],
      ]
    ]
    var editor = editor(recorder)
    let guardText = Self.text.replacing("[persons < limit.count]", with: "[persons < ¦limit.count]")
    let items = editor.ask("textDocument/completion", guardText).array
    #expect(items?.compactMap { $0["label"]?.string } == ["persons", "else", "in", "limit"])
    #expect(items?.last?["textEdit"] == nil)
    #expect(items?.last?["insertText"] == "limit")
  }

  @Test func whatIsBeingTypedIsAskedInTheSwiftOfBefore() {
    let recorder = Recorder()
    recorder.answer = ["items": [["label": "isEmpty", "kind": 10]]]
    var editor = editor(recorder)
    _ = editor.ask("textDocument/hover", Self.mark("limit"))
    // `limit.` is no Swift: nothing is generated.
    let typed = Self.text.replacing("limit.count]", with: "limit.¦]")
    let labels = editor.ask("textDocument/completion", typed).array?.compactMap { $0["label"]?.string }
    #expect(labels == ["isEmpty"])
    #expect(recorder.lastLine?.contains("persons < limit.¦") == true)
    let more = Self.text.replacing("helper()", with: "help¦")
    _ = editor.ask("textDocument/completion", more)
    #expect(recorder.lastLine?.contains("help¦") == true)
  }

  @Test func theSwiftIsThatOfTheTextsAsTheyAre() {
    let recorder = Recorder()
    var editor = editor(recorder)
    let inner = "machine Inner {\n  initial state a\n  event e\n  output beep\n  a : e / beep\n}\n"
    let marked = Self.text.replacing("state closed", with: "state closed: Inner").replacing("limit", with: "¦limit")
    editor.open(inner, "file:///w/Inner.sm")
    _ = editor.ask("textDocument/hover", marked)
    #expect(recorder.asked.last?.text.contains("case beep") == false)
    let first = recorder.asked.last?.text
    let line = 5
    let character = "  open -> closed : close [persons < l".utf8.count
    _ = editor.ask("textDocument/hover", line: line, character: character)
    #expect(recorder.asked.count == 2)
    #expect(recorder.asked.last?.text == first)
    // Another text changes what is generated for this one.
    editor.change(inner.replacing("beep", with: "ring"), "file:///w/Inner.sm")
    _ = editor.ask("textDocument/hover", line: line, character: character)
    #expect(recorder.asked.last?.text != first)
    #expect(recorder.asked.last?.text.contains("Ring") == true)
    // And so does the text itself.
    editor.change((editor.texts[Editor.door] ?? "").replacing("helper", with: "assist"))
    _ = editor.ask("textDocument/hover", line: line, character: character)
    #expect(recorder.asked.last?.text.contains("assist()") == true)
  }

  @Test func withoutSwiftTheServerIsWhole() {
    var editor = Editor()
    #expect(editor.ask("textDocument/hover", Self.mark("limit")) == .null)
    #expect(editor.ask("textDocument/definition", Self.mark("limit")) == [])
  }
}
