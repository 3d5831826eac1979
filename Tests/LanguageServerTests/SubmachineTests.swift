import LanguageServer
import Testing

/// The server knows a submachine in the file of its owner: `¦` marks the cursor.
@Suite struct SubmachineTests {
  static let inner = """
    machine Inner {
      var limit: Int
      initial state idle
      state working(n: Int) {
        initial state calm
        state hasty(why: String = "")
      }
      state failed(error: String)
      final state finished(total: Int)
      event start(n: Int), poke(k: Int), stop
      idle -> working(n: n) : start
      working(n) -> finished(total: n + limit) : stop
      working : poke(k) [k > limit]
      working -> failed(error: "hit") : poke
      failed -> idle : stop
    }

    """
  static let outer = """
    machine Outer {
      initial state off(n: Int = 0)
      state busy(times: Int = 0): Inner
      state over(total: Int)
      event on, again, give(n: Int), halt
      off -> busy(.working(n: n), limit: 3) : on
      off -> busy(times: 2, .failed(error: "working"), limit: n) : again
      off -> busy(Inner.State.idle, limit: 4) : halt
      busy(.failed(let error)) -> off : again [error.isEmpty]
      busy(_, .working(n: let n, .hasty(why: let why))) -> off(n: n) : halt [why == ""]
      busy : busy(.poke(k: let k)) [k > 3]
      busy -> over(total: t) : done(.finished(total: let t))
      over -> off : give
    }

    """
  static let innerURI = "file:///w/Inner.sm"
  static let outerURI = "file:///w/Outer.sm"

  /// An editor with both files, one of which is open.
  private func editor(_ inner: String = inner, _ outer: String = outer) -> Editor {
    Editor(["/w/Inner.sm": inner, "/w/Outer.sm": outer])
  }

  private static func mark(_ piece: String, _ text: String) -> String {
    text.replacing(piece, with: "¦" + piece, maxReplacements: 1)
  }

  /// Both texts after a renaming, or why it was refused.
  private func rename(
    _ marked: String, _ uri: String, to name: String, inner: String = inner, outer: String = outer
  ) -> (inner: String, outer: String, refusal: String?) {
    var editor = editor(inner, outer)
    let answer = editor.ask("textDocument/rename", marked, uri, [("newName", .string(name))])
    func text(_ uri: String, _ text: String) -> String {
      Editor.applying(answer["changes", uri]?.array ?? [], to: text)
    }
    return (text(Self.innerURI, inner), text(Self.outerURI, outer), answer["message"]?.string)
  }

  @Test func theFilesOfTheseTestsAreRight() {
    var editor = editor()
    editor.open(Self.inner, Self.innerURI)
    editor.open(Self.outer, Self.outerURI)
    editor.idle()
    #expect(editor.diagnostics(Self.innerURI)?.filter { $0.contains(" E") } == [])
    #expect(editor.diagnostics(Self.outerURI)?.filter { $0.contains(" E") } == [])
  }

  @Test(arguments: [
    ("working(n: Int)", "working(n: n), limit", "working", "toiling"),
    ("failed(error: String)", "failed(let", "failed", "broken"),
    ("idle\n", "idle, limit", "idle", "resting"),
    ("finished(total: Int)", "finished(total: let", "finished", "complete"),
    ("hasty", "hasty", "hasty", "quick"),
    ("poke(k", "poke(k", "poke", "prod"),
    ("limit: Int", "limit: 3", "limit", "bound"),
  ])
  func aNameIsRenamedInBothFiles(_ inner: String, _ outer: String, _ old: String, _ new: String) {
    // What is called so in the owner's strings is another thing.
    let renamedInner = Self.inner.replacing(old, with: new)
    let renamedOuter = Self.outer.replacing(old, with: new).replacing("\"\(new)\"", with: "\"\(old)\"")
    let fromInner = rename(Self.mark(inner, Self.inner), Self.innerURI, to: new)
    #expect(fromInner.refusal == nil)
    #expect(fromInner.inner == renamedInner)
    #expect(fromInner.outer == renamedOuter)
    let fromOuter = rename(Self.mark(outer, Self.outer), Self.outerURI, to: new)
    #expect(fromOuter.refusal == nil)
    #expect(fromOuter.inner == renamedInner)
    #expect(fromOuter.outer == renamedOuter)
  }

  @Test func labelsAreRenamedWithThoseThatTheyAreCarriedTo() {
    let renamed = rename(Self.mark("error: String", Self.inner), Self.innerURI, to: "reason")
    #expect(renamed.inner == Self.inner.replacing("error:", with: "reason:"))
    #expect(renamed.outer == Self.outer.replacing("error:", with: "reason:"))
    let other = rename(Self.mark("k: let", Self.outer), Self.outerURI, to: "count")
    #expect(other.inner.contains("poke(count: Int)"))
    #expect(other.outer.contains("busy(.poke(count: let k)) [k > 3]"))
    // The label of the owner's own state stays.
    let label = rename(Self.mark("n: n), limit", Self.outer), Self.outerURI, to: "count")
    #expect(label.outer.contains("busy(.working(count: n), limit: 3)"))
    #expect(label.outer.contains(".working(count: let n, .hasty"))
    #expect(label.outer.contains("off(n: Int = 0)"))
    #expect(label.inner.contains("state working(count: Int)"))
  }

  @Test func backticksAreWrittenInBothFiles() {
    let renamed = rename(Self.mark("failed(let", Self.outer), Self.outerURI, to: "`given up`")
    #expect(renamed.inner.contains("state `given up`(error: String)"))
    #expect(renamed.outer.contains("busy(.`given up`(let error))"))
    let back = rename(
      Self.mark("given up` ->", renamed.inner), Self.innerURI, to: "failed", inner: renamed.inner, outer: renamed.outer)
    #expect(back.inner == Self.inner)
    #expect(back.outer == Self.outer)
  }

  @Test func machinesOfOneFileAreRenamedTogether() {
    var editor = Editor()
    let both = Self.inner + Self.outer
    let answer = editor.ask(
      "textDocument/rename", Self.mark("failed(let", both), Editor.door, [("newName", "broken")])
    #expect(
      Editor.applying(answer["changes", Editor.door]?.array ?? [], to: both) == both.replacing("failed", with: "broken")
    )
  }

  @Test func submachinesOfSubmachinesAreRenamed() {
    let top = """
      machine Top {
        initial state outer: Outer
        event go
        outer : outer(.busy(.poke(k: let k))) [k > 1]
      }

      """
    var editor = Editor(["/w/Inner.sm": Self.inner, "/w/Outer.sm": Self.outer, "/w/Top.sm": top])
    let answer = editor.ask(
      "textDocument/rename", Self.mark("poke(k: let", Self.outer), Self.outerURI, [("newName", "prod")])
    #expect(
      Editor.applying(answer["changes", "file:///w/Top.sm"]?.array ?? [], to: top)
        == top.replacing("poke", with: "prod"))
    let held = editor.ask(
      "textDocument/rename", Self.mark("busy(times", Self.outer), Self.outerURI, [("newName", "held")])
    #expect(
      Editor.applying(held["changes", "file:///w/Top.sm"]?.array ?? [], to: top) == top.replacing("busy", with: "held"))
  }

  // MARK: Refusals

  @Test func whatIsNotUnderstoodIsRefused() {
    let odd = Self.outer.replacing(
      "busy(.working(n: n), limit: 3)", with: "busy(n > 1 ? .working(n: n) : .idle, limit: 3)")
    let refusal = rename(Self.mark("working(n: Int)", Self.inner), Self.innerURI, to: "toiling", outer: odd).refusal
    #expect(
      refusal == "'working' in line 6 of Outer.sm may be this name, in Swift that is not renamed: change it there first"
    )
    // Another name is not touched by it.
    let other = rename(Self.mark("failed(error: String)", Self.inner), Self.innerURI, to: "broken", outer: odd)
    #expect(other.refusal == nil)

    // The types of states within states are understood.
    let typed = Self.outer.replacing("[error.isEmpty]", with: "[error == Inner.State.Working.calm.description]")
    let calm = rename(Self.mark("calm", Self.inner), Self.innerURI, to: "slow", outer: typed)
    #expect(calm.outer == typed.replacing("Working.calm", with: "Working.slow"))
  }

  @Test func whatClashesIsNamedWithItsPlace() {
    #expect(
      rename(Self.mark("failed(let", Self.outer), Self.outerURI, to: "idle").refusal
        == "'idle' is taken: the state 'idle' is declared in line 3 of Inner.sm")
    let broken = Self.outer.replacing("-> off : give", with: "-> of : give")
    #expect(
      rename(Self.mark("failed(error: String)", Self.inner), Self.innerURI, to: "x", outer: broken).refusal
        == "Outer.sm names it too, and has errors: mend them before a name is changed")
  }

  // MARK: Navigation

  @Test func definitionsAndReferencesAreInBothFiles() {
    var editor = editor()
    let found = editor.ask("textDocument/definition", Self.mark("working(n: n), limit", Self.outer), Self.outerURI)
    #expect(found.array?.count == 1)
    #expect(found.array?.first?["uri"]?.string == Self.innerURI)
    #expect(found.array?.first?["range", "start"] == ["line": 3, "character": 8])
    func files(_ marked: String, _ uri: String) -> [String] {
      (editor.ask("textDocument/references", marked, uri).array ?? []).compactMap { $0["uri"]?.string }.sorted()
    }
    let expected = Array(repeating: Self.innerURI, count: 5) + Array(repeating: Self.outerURI, count: 2)
    #expect(files(Self.mark("working(n: n), limit", Self.outer), Self.outerURI) == expected)
    #expect(files(Self.mark("working(n: Int)", Self.inner), Self.innerURI) == expected)
    let highlights = editor.ask(
      "textDocument/documentHighlight", Self.mark("working(n: n), limit", Self.outer), Self.outerURI)
    #expect(highlights.array?.count == 2)
  }

  @Test func hoverShowsWhatTheSubmachineDeclares() {
    var editor = editor()
    func hover(_ piece: String) -> String {
      editor.ask("textDocument/hover", Self.mark(piece, Self.outer), Self.outerURI)["contents", "value"]?.string ?? ""
    }
    #expect(hover("failed(let").contains("state failed(error: String)"))
    #expect(hover("limit: 3").contains("var limit: Int"))
    #expect(hover("poke(k").contains("event poke(k: Int)"))
    #expect(hover("finished(total: let").contains("final state finished(total: Int)"))
    #expect(hover("total: let").contains("of the state 'finished'"))
  }

  @Test func whatChangesInAnotherFileIsSeen() {
    let files = MemoryFiles(["/w/Inner.sm": Self.inner])
    var editor = Editor(files)
    func line(_ marked: String) -> Int? {
      editor.ask("textDocument/definition", marked, Self.outerURI).array?.first?["range", "start", "line"]?.int
    }
    let marked = Self.mark("failed(let", Self.outer)
    #expect(line(marked) == 7)
    files.write("/w/Inner.sm", "\n" + Self.inner)
    editor.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": .string(Self.innerURI), "type": 2]]])
    #expect(line(marked) == 8)
  }

  // MARK: Machines

  private func renameMachine(_ name: String, _ others: [String: String] = [:], inner: String = inner) -> String? {
    var files = others
    files["/w/Outer.sm"] = Self.outer
    var editor = Editor(files)
    let answer = editor.ask(
      "textDocument/rename", Self.mark("Inner {", inner), Self.innerURI, [("newName", .string(name))])
    return answer["message"]?.string
  }

  @Test func aMachineTakesNoNameOfAnotherType() {
    #expect(renameMachine("Core") == nil)
    #expect(renameMachine("Outer") == "'Outer' is taken: the machine 'Outer' is declared in line 1 of Outer.sm")
    let stranger = "machine Stranger {\n  wrapper class Known\n  initial state a\n  event e\n  a : e\n}\n"
    #expect(
      renameMachine("Stranger", ["/w/Stranger.sm": stranger])
        == "'Stranger' is taken: the machine 'Stranger' is declared in line 1 of Stranger.sm")
    #expect(renameMachine("Known", ["/w/Stranger.sm": stranger])?.contains("the wrapper 'Known'") == true)
    let typed = Self.inner.replacing(
      "  var limit", with: "  typealias Core = Int\n  swift { struct Deep {} }\n  var limit")
    #expect(
      renameMachine("Core", inner: typed) == "'Core' is taken: the type alias 'Core' is declared in line 2 of Inner.sm")
    #expect(renameMachine("Deep", inner: typed)?.contains("the type 'Deep' is declared in line 3") == true)
    let beside = Self.inner + "swift { enum Beside {} }\n"
    #expect(renameMachine("Beside", inner: beside)?.contains("the type 'Beside'") == true)
  }
}
