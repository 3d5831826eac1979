import JSON
import LanguageServer
import StateMachineFormat
import StateMachineSyntax
import Testing

/// The server knows the names and places of a file: `¦` marks the cursor.
@Suite struct FeatureTests {
  private static let good = ServerTests.good

  /// The text with the mark before a piece of it.
  private static func mark(_ piece: String, _ text: String = good) -> String {
    text.replacing(piece, with: "¦" + piece, maxReplacements: 1)
  }

  private func hover(_ marked: String) -> String {
    var editor = Editor()
    return editor.ask("textDocument/hover", marked)["contents", "value"]?.string ?? ""
  }

  /// `line:column` of the beginnings of some places.
  private func places(_ value: JSONValue) -> [String] {
    (value.array ?? []).map { place in
      let line = place["range", "start", "line"]?.int ?? -1
      return "\(line):\(place["range", "start", "character"]?.int ?? -1)"
    }
  }

  // MARK: Hover

  @Test func hoverOfAState() {
    #expect(
      hover(Self.mark("closing : closeButton")) == """
        ```sm
        state closing(persons: Int)
        ```

        ← `open : closeButton`\u{20}\u{20}
        → `closed : doorLocked`\u{20}\u{20}
        takes `doorLocked`
        """)
    #expect(hover(Self.mark("closed : doorLocked")).contains("final state closed"))
    #expect(hover(Self.mark("open(")).contains("initial state open(persons: Int = 0)"))
  }

  @Test func hoverOfAnEvent() {
    let text = hover(Self.mark("closeButton ["))
    #expect(text.contains("event closeButton"))
    #expect(text.contains("taken in `open`"))
    #expect(text.contains("1 other state: ignore"))
  }

  @Test func hoverShowsDefaults() {
    let text = """
      machine M {
        initial state a
        choice c
        event e(_ n: Int = 3, for key: Int? = nil)
        output o(last: Bool = true)
        a -> c : e / o
        c -> a : [else]
      }
      """
    #expect(hover(Self.mark("c : e", text)).contains("choice c\n"))
    #expect(hover(Self.mark("e / o", text)).contains("event e(_ n: Int = 3, for key: Int? = nil)"))
    #expect(hover(Self.mark("o\n  c", text)).contains("output o(last: Bool = true)"))
  }

  @Test func hoverOfOtherNames() {
    #expect(hover(Self.mark("persons <")).contains("persons: Int = 0\n```\n\nof the state 'open'"))
    #expect(hover(Self.mark("close(speed: 2)")).contains("output close(speed: Int)"))
    #expect(hover(Self.mark("speed: 2")).contains("of the output 'close'"))
    #expect(hover(Self.mark("Door {")).contains("3 states, 2 events, 2 transitions"))
    #expect(hover(Self.mark("{")) == "")
    let rich = """
      machine M {
        /// How many.
        var n: Int = 0
        guard few = n < 3
        effect more = n += 1
        initial state a
        state b(x: Int?)
        choice c
        group both = a, b
        event e(x: Int?)
        a -> b : e
        both -> c : e(x: let k?) [few] / more
        c -> a : [n > 1]
        c -> b(x: nil) : [else]
      }
      """
    #expect(hover(Self.mark("n < 3", rich)).contains("var n: Int = 0\n```\n\nHow many."))
    #expect(hover(Self.mark("few]", rich)).contains("guard few = n < 3"))
    #expect(hover(Self.mark("more\n  c", rich)).contains("effect more = n += 1"))
    #expect(hover(Self.mark("c : e(", rich)).contains("choice c"))
    #expect(hover(Self.mark("both ->", rich)).contains("group both = a, b"))
    #expect(hover(Self.mark("k?", rich)).contains("bound by the pattern"))
  }

  // MARK: Navigation

  @Test func definitionAndReferences() {
    var editor = Editor()
    #expect(places(editor.ask("textDocument/definition", Self.mark("closing : closeButton"))) == ["2:8"])
    #expect(places(editor.ask("textDocument/definition", Self.mark("persons <"))) == ["1:21"])
    #expect(
      places(editor.ask("textDocument/references", Self.mark("closing : closeButton")))
        == ["2:8", "6:10", "7:2"])
    #expect(
      places(
        editor.ask(
          "textDocument/references", Self.mark("closing : closeButton"), Editor.door,
          [("context", ["includeDeclaration": false])])) == ["6:10", "7:2"])
    #expect(places(editor.ask("textDocument/documentHighlight", Self.mark("persons <"))) == ["1:21", "6:33"])
    // After the last letter, too; on a blank, nothing.
    #expect(
      places(editor.ask("textDocument/definition", Self.good.replacing("-> closed :", with: "-> closed¦ :")))
        == ["3:14"])
    #expect(places(editor.ask("textDocument/definition", Self.mark("{"))) == [])
  }

  @Test func machinesOfOtherFilesAreFound() {
    var editor = Editor([
      "/w/Call.sm":
        "machine Call {\n  initial state ringing\n  final state over\n  event hangUp\n  ringing -> over : hangUp\n}\n"
    ])
    let phone = "machine Phone {\n  initial state busy : ¦Call\n  final state idle\n  busy -> idle : done\n}\n"
    let found = editor.ask("textDocument/definition", phone)
    #expect(found.array?.first?["uri"] == "file:///w/Call.sm")
    #expect(places(found) == ["0:8"])
    #expect(editor.ask("textDocument/references", phone).array?.count == 2)
    let renamed = editor.ask("textDocument/rename", phone, Editor.door, [("newName", "Ring")])
    guard case .object(let changes)? = renamed["changes"] else {
      Issue.record("no changes: \(renamed)")
      return
    }
    #expect(changes.map(\.key).sorted() == ["file:///w/Call.sm", Editor.door])
  }

  // MARK: Renaming

  private func rename(_ marked: String, to name: String) -> (text: String?, refusal: String?) {
    var editor = Editor()
    let answer = editor.ask("textDocument/rename", marked, Editor.door, [("newName", .string(name))])
    guard let edits = answer["changes", Editor.door]?.array else { return (nil, answer["message"]?.string) }
    return (Editor.applying(edits, to: editor.texts[Editor.door] ?? ""), nil)
  }

  @Test func aStateIsRenamedEverywhere() {
    let renamed = rename(Self.mark("closing : closeButton"), to: "shutting").text
    #expect(
      renamed
        == Self.good.replacing("closing", with: "shutting"))
  }

  @Test func aLabelIsRenamedWithThoseThatItIsCarriedTo() {
    let binding = """
      machine A {
        interface methods
        var cache: Int? = nil
        initial state a(tokens: [Int] = [], last: Int? = nil)
        event e(_ n: Int) -> Int = 0
        choice c
        a : e [let ¦index = tokens.firstIndex(of: n), index > 3] / { tokens.remove(at: index) }, return index
        a -> c : e [let last, last > 3]
        c : [last > 5] / return last
        c : [let cache] / return cache
        c : [else]
      }
      """
    let plain = binding.replacing("¦", with: "")
    #expect(rename(binding, to: "place").text == plain.replacing("index", with: "place"))
    for name in ["last", "cache"] {
      let marked = plain.replacing("\(name): Int?", with: "¦\(name): Int?")
      #expect(rename(marked, to: "other").text == plain.replacing(name, with: "other"))
    }
    #expect(rename(Self.mark("persons <"), to: "people").text == Self.good.replacing("persons", with: "people"))
  }

  @Test func anOutputIsRenamedWithItsCancellation() {
    let text = """
      machine M: Sendable {
        initial state a
        event e, f, finished
        output ¦save() async
        a : e / save
        a : f / cancelSave
        a : finished
      }

      """
    let renamed = rename(text, to: "store").text
    #expect(
      renamed
        == text.replacing("¦", with: "").replacing("cancelSave", with: "cancelStore").replacing(" save", with: " store")
    )
  }

  @Test(arguments: [
    ("9x", "begins with a digit"), ("switch", "is a keyword of Swift"), ("let", "is a keyword of Swift"),
    ("half closed", "has a blank in it"), ("half-closed", "has characters that stand in no name of Swift"),
  ])
  func namesThatNeedBackticksAreRefusedWithoutThem(_ name: String, _ reason: String) {
    let refusal = rename(Self.mark("closing : closeButton"), to: name).refusal
    #expect(refusal == "'\(name)' \(reason): choose another name, or write '`\(name)`' with its back-ticks")
    #expect(rename(Self.mark("closing : closeButton"), to: "`\(name)`").refusal == nil)
  }

  @Test func namesWrittenInBackticksGetThem() {
    #expect(
      rename(Self.mark("closing : closeButton"), to: " shut ").text == Self.good.replacing("closing", with: "shut"))
    #expect(
      rename(Self.mark("closing : closeButton"), to: "`half closed`").text
        == Self.good.replacing("closing", with: "`half closed`"))
    let quoted = Self.good.replacing("closing", with: "`half closed`")
    #expect(rename(Self.mark("half closed` :", quoted), to: "closing").text == Self.good)
  }

  @Test func whatWouldClashIsRefused() {
    #expect(
      rename(Self.mark("closing : closeButton"), to: "closed").refusal
        == "'closed' is taken: the state 'closed' is declared in line 4 of Door.sm")
    #expect(rename(Self.mark("closing : closeButton"), to: "1x\ny").refusal?.contains("cannot be a name") == true)
    #expect(rename(Self.mark("closing : closeButton"), to: "").refusal == "'' cannot be a name")
    #expect(rename(Self.mark("{"), to: "x").refusal == "there is no name of a machine at the cursor")
    // Captured: a guard that used something of Swift would mean the label.
    let captured = Self.good.replacing("persons < 10", with: "persons < limit")
    #expect(
      rename(Self.mark("persons <", captured), to: "limit").refusal
        == "'limit' is another name already: 'limit' in line 7 of Door.sm would mean something else then")
    let broken = Self.good.replacing("-> closed :", with: "-> clsed :")
    #expect(rename(Self.mark("closing : closeButton", broken), to: "x").refusal?.contains("has errors") == true)
  }

  @Test func renamingIsPrepared() {
    var editor = Editor()
    let prepared = editor.ask("textDocument/prepareRename", Self.mark("closing : closeButton"))
    #expect(prepared["placeholder"] == "closing")
    #expect(prepared["range", "start"] == ["line": 6, "character": 10])
    #expect(editor.ask("textDocument/prepareRename", Self.mark("{"))["code"] == -32803)
  }

  // MARK: Symbols and folding

  @Test func symbols() {
    var editor = Editor()
    editor.open(Self.good)
    let symbols = editor.request("textDocument/documentSymbol", ["textDocument": ["uri": .string(Editor.door)]])
    let machine = symbols["result"]?.array?.first
    #expect(machine?["name"] == "Door")
    #expect(
      machine?["children"]?.array?.compactMap { $0["name"]?.string }
        == ["open", "closing", "closed", "closeButton", "doorLocked", "close"])
    #expect(machine?["children"]?.array?.first?["detail"] == "initial (persons: Int = 0)")
    let found = editor.request("workspace/symbol", ["query": "dlo"])["result"]?.array
    #expect(found?.compactMap { $0["name"]?.string } == ["doorLocked"])
    #expect(found?.first?["containerName"] == "Door")
  }

  @Test func foldingRanges() {
    var editor = Editor()
    editor.open(
      "// One\n// two\nmachine M {\n  initial state a {\n    entry / { print(1) }\n  }\n  event e\n  a -> a : e\n}\n")
    let ranges = editor.request("textDocument/foldingRange", ["textDocument": ["uri": .string(Editor.door)]])
    #expect(
      ranges["result"]?.array?.map { "\($0["startLine"]?.int ?? -1)-\($0["endLine"]?.int ?? -1)" }
        == ["2-7", "3-4", "0-1"])
  }

  // MARK: Completion

  private func completions(_ marked: String) -> [String] {
    var editor = Editor()
    return (editor.ask("textDocument/completion", marked).array ?? []).compactMap { $0["label"]?.string }
  }

  private func completions(inRow row: String) -> [String] {
    completions(Self.good.replacing("  closing -> closed : doorLocked\n", with: "  \(row)\n"))
  }

  @Test func statesAfterAnArrow() {
    #expect(completions(inRow: "closing -> ¦") == ["open", "closing", "closed"])
    #expect(completions(inRow: "closing -> cl¦ : doorLocked") == ["open", "closing", "closed"])
  }

  @Test func eventsAfterAColon() {
    #expect(
      completions(inRow: "closing -> closed : ¦")
        == ["closeButton", "doorLocked", "after", "every", "always", "done"])
    #expect(completions(inRow: "closing -> closed : doorLocked, ¦").first == "closeButton")
    #expect(completions(inRow: "closing : doorLocked / raise ¦") == ["closeButton", "doorLocked"])
  }

  @Test func labelsInAGuard() {
    #expect(completions(inRow: "closing -> closed : doorLocked [¦") == ["persons", "else", "in"])
    #expect(completions(inRow: "closing -> closed : doorLocked [per¦]") == ["persons", "else", "in"])
    #expect(completions(inRow: "closed : doorLocked [¦]") == ["else", "in"])
  }

  @Test func effectsAfterASlash() {
    #expect(
      completions(inRow: "closing -> closed : doorLocked / ¦") == ["close", "persons", "raise", "trap", "throw"])
    #expect(completions(inRow: "closing -> closed : doorLocked / close(¦") == ["speed:", "persons"])
  }

  @Test func argumentsOfATarget() {
    #expect(completions(inRow: "open -> closing(¦) : closeButton") == ["persons:"] + ["persons"])
  }

  @Test func statementsWhereOneBegins() {
    let all = completions(inRow: "¦")
    #expect(Set(["state", "event", "open", "closing", "source -> target : event"]).isSubset(of: all))
    #expect(!all.contains("entry"))
    let inState = completions(
      "machine M {\n  initial state a {\n    ¦\n  }\n  event e\n  a -> a : e\n}\n")
    #expect(inState.contains("entry"))
    #expect(completions("¦").contains("machine"))
  }

  @Test func wordsAfterKeywords() {
    #expect(completions(inRow: "unhandled ¦") == ["ignore", "assert", "trap", "throw", "error"])
    #expect(completions(inRow: "wrapper ¦") == ["class", "actor", "struct", "none"])
    #expect(completions(inRow: "interface ¦") == ["reducer", "methods", "eventNames"])
    #expect(completions(inRow: "initial ¦") == ["state", "final"])
    #expect(completions(inRow: "group all = ¦").starts(with: ["open", "closing", "closed"]))
  }

  @Test func pathsAndSubmachines() {
    let text =
      "machine M {\n  initial state a {\n    initial state b\n    state c\n    event x\n  }\n  state d\n  event e\n  a -> d : e\n  d -> a.¦ : e\n}\n"
    #expect(completions(text.replacing("    event x\n", with: "")) == ["b", "c", "history", "deepHistory"])
    #expect(completions(inRow: "state other : ¦") == ["Door"])
  }

  @Test func namesThatPatternsGive() {
    #expect(completions(inRow: "closing(persons: let p) -> closed : doorLocked [¦") == ["p", "else", "in"])
    #expect(completions(inRow: "closing(p) : doorLocked [¦]") == ["p", "else", "in"])
    #expect(completions(inRow: "closing(persons: _) : doorLocked [¦]") == ["else", "in"])
    let text = "machine M {\n  initial state a\n  event e(r: Result<Int, Error>)\n  a : e(.success(let v)) [¦]\n}\n"
    #expect(completions(text) == ["v", "r", "else", "in"])
    // A value that is compared binds no name, and hides none.
    let number = text.replacing("r: Result<Int, Error>", with: "k: Int").replacing(".success(let v)", with: "3")
    #expect(completions(number) == ["k", "else", "in"])
    // After a guard, only effects may follow.
    #expect(completions(inRow: "closing -> closed : doorLocked [persons > 3] ¦") == [])
  }

  @Test func statesThatGuardsAskFor() {
    #expect(completions(inRow: "closing -> closed : doorLocked [in(¦") == ["open", "closing", "closed"])
    #expect(completions(inRow: "closing -> closed : doorLocked [!in(cl¦)]") == ["open", "closing", "closed"])
    let text =
      "machine M {\n  initial state a(x: Int = 0) {\n    initial state b\n    final state c(n: Int)\n  }\n  event e\n  ¦\n}\n"
    #expect(completions(text.replacing("¦", with: "a : e [in(a.¦)]")) == ["b", "c"])
    #expect(completions(text.replacing("¦", with: "a -> a : done(¦)")) == [".c"])
    #expect(completions(text.replacing("¦", with: "a -> a : done(.¦)")) == ["c"])
    #expect(completions(text.replacing("¦", with: "a -> a(x: 3).¦")) == ["b", "c", "history", "deepHistory"])
    #expect(!completions(text.replacing("¦", with: "a.¦")).contains("except"))
    #expect(completions(text.replacing("¦", with: "* ¦")).contains("except"))
  }

  @Test func whatEventsAndActionsDo() {
    let text = "machine M {\n  var x: Int = 0\n  initial state a { entry / ¦ }\n  event e(k: Int)\n  output o\n}\n"
    #expect(completions(text) == ["o", "x", "raise", "trap"])
    #expect(completions(inRow: "guard few = ¦") == ["else", "in"])
  }

  @Test func machinesWithMethods() {
    let text = """
      machine M {
        interface methods
        action OnE { go, stop(n: Int) }
        initial state a
        event e -> OnE
        event f -> Bool
        event send(_ n: Int)
        event send(to: Int)
        ¦
      }
      """
    func row(_ row: String) -> [String] { completions(text.replacing("¦", with: row)) }
    #expect(row("a : e / ¦") == ["go", "stop", "return", "trap", "throw"])
    #expect(row("a : f / ¦") == ["return", "trap", "throw"])
    #expect(row("a : ¦") == ["e", "f", "send(_:)", "send(to:)", "always", "done"])
    #expect(row("event g -> ¦") == ["OnE"])
    #expect(row("a : e / stop(¦") == ["n:"])
    #expect(Set(row("¦")).isDisjoint(with: ["region", "output", "wrapper"]))
  }

  @Test func namesOfSubmachines() {
    func labels(_ row: String) -> [String] {
      var editor = Editor(["/w/Inner.sm": SubmachineTests.inner])
      let text = SubmachineTests.outer.replacing("  over -> off : give\n", with: "  \(row)\n")
      let items = editor.ask("textDocument/completion", text, SubmachineTests.outerURI).array ?? []
      return items.compactMap { $0["label"]?.string }
    }
    let states = ["idle", "working", "failed", "finished"]
    #expect(labels("off -> busy(.¦") == states)
    #expect(labels("off -> busy(.wo¦, limit: 3) : on") == states)
    #expect(labels("off -> busy(¦") == ["times:", "limit:"] + states.map { ".\($0)" } + ["n"])
    #expect(labels("off -> busy(.idle, ¦") == ["times:", "limit:"] + states.map { ".\($0)" } + ["n"])
    #expect(labels("off -> busy(.working(¦") == ["n:", "n"])
    #expect(labels("busy(.¦) -> off : halt") == states)
    #expect(labels("busy(.failed(¦)) -> off : halt") == ["error:"])
    #expect(labels("busy : busy(.¦") == ["start", "poke", "stop"])
    #expect(labels("busy : busy(¦") == [".start", ".poke", ".stop"])
    #expect(labels("busy : busy(.poke(¦") == ["k:"])
    #expect(labels("busy -> off : done(.¦") == ["finished"])
  }

  @Test func whatIsBeingDeclared() {
    let text = """
      machine M {
        interface methods
        var last: Int = 0
        action OnE { go, stop(n: Int) }
        initial state a
        state b
        group early = a
        event e -> OnE
        a, b : e / go
        ¦
      }
      """
    func row(_ row: String) -> [String] { completions(text.replacing("¦", with: row)) }
    #expect(row("event q -> OnE = .¦") == ["go", "stop"])
    #expect(row("event q -> OnE = ¦") == [".go", ".stop"])
    #expect(row("event q -> ¦") == ["OnE"])
    #expect(row("group z = ¦") == ["a", "b", "early"])
    #expect(row("group z = a, ¦") == ["a", "b", "early"])
  }

  @Test func nothingInComments() {
    #expect(completions(inRow: "closing -> closed : doorLocked // op¦") == [])
    #expect(completions(inRow: "/// op¦") == [])
    #expect(completions(inRow: "closing -> /* to¦") == [])
    #expect(completions(inRow: "closing -> /* to */ ¦") == ["open", "closing", "closed"])
    #expect(completions(inRow: "closing -> /* to */ // op¦") == [])
  }

  // MARK: Signatures, hints, tokens

  @Test func signatureHelp() {
    var editor = Editor()
    let text = """
      machine M {
        initial state a
        event e
        output go(from: Int, to: Int = 3)
        a : e / go(from: 1, ¦)
      }
      """
    let help = editor.ask("textDocument/signatureHelp", text)
    #expect(help["signatures"]?.array?.first?["label"] == "go(from: Int, to: Int = 3)")
    #expect(help["signatures"]?.array?.first?["parameters"]?.array?.first?["label"] == [3, 12])
    #expect(help["activeParameter"] == 1)
    let labelled = editor.ask("textDocument/signatureHelp", text.replacing("from: 1, ¦", with: "to: ¦"))
    #expect(labelled["activeParameter"] == 1)
    #expect(editor.ask("textDocument/signatureHelp", text.replacing("go(from: 1, ¦)", with: "¦go(from: 1)")) == .null)
  }

  @Test func signaturesOfOverloads() {
    let text = """
      machine M {
        interface methods
        initial state a
        event send
        event send(_ n: Int)
        event send(to: Int, after: Int)
        a : send(¦)
      }
      """
    func help(_ items: String) -> (labels: [String], signature: Int?, parameter: Int?) {
      var editor = Editor()
      let help = editor.ask("textDocument/signatureHelp", text.replacing("¦", with: items))
      return (
        (help["signatures"]?.array ?? []).compactMap { $0["label"]?.string }, help["activeSignature"]?.int,
        help["activeParameter"]?.int
      )
    }
    #expect(help("¦").labels == ["send()", "send(Int)", "send(to: Int, after: Int)"])
    #expect(help("to: ¦").signature == 2)
    #expect(help("to: ¦").parameter == 0)
    #expect(help("to: 3, ¦").signature == 2)
    #expect(help("to: 3, ¦").parameter == 1)
    #expect(help("3¦").signature == 1)
  }

  private func hints(_ text: String) -> [String] {
    var editor = Editor()
    editor.open(text)
    let hints = editor.request("textDocument/inlayHint", ["textDocument": ["uri": .string(Editor.door)]])
    return (hints["result"]?.array ?? []).map { hint in
      let line = hint["position", "line"]?.int ?? -1
      return "\(line):\(hint["position", "character"]?.int ?? -1) \(hint["label"]?.string ?? "")"
    }
  }

  @Test func inlayHintsShowWhatIsCarriedOver() {
    #expect(hints(Self.good) == ["6:17 (persons: persons)"])
    #expect(hints(Self.good.replacing("-> closing", with: "-> closing(persons: 3)")) == [])
    let text = """
      machine M {
        initial state a(x: Int = 0, y: Int = 0)
        state b(x: Int, y: Int)
        state c(y: Int) {
          initial state d(x: Int)
        }
        choice k
        event e, f
        a -> b(x: 1) : e
        a -> k       : f
        k -> c.d     : [x > 1]
        k -> b       : [else]
      }
      """
    #expect(
      hints(text) == ["8:13 , y: y", "10:8 (y: y)", "10:10 (x: x)", "11:8 (x: x, y: y)"].sorted { _, _ in false })
  }

  @Test func semanticTokensCoverTheNames() {
    var editor = Editor()
    editor.open("machine M {\n  initial state a\n  event e\n  a -> a : e\n}\n")
    let tokens = editor.request("textDocument/semanticTokens/full", ["textDocument": ["uri": .string(Editor.door)]])
    #expect(
      tokens["result", "data"] == [
        0, 8, 1, 0, 1, 1, 16, 1, 3, 1, 1, 8, 1, 4, 1, 1, 2, 1, 3, 0, 0, 5, 1, 3, 0, 0, 4, 1, 4, 0,
      ])
  }

  // MARK: Formatting

  @Test func formattingIsThatOfTheCommand() {
    var editor = Editor()
    let text = "machine M {\n\n\n  initial state a\n  state bb\n  event e\na->bb:e\n  bb -> a : e\n}"
    editor.open(text)
    let answer = editor.request(
      "textDocument/formatting",
      ["textDocument": ["uri": .string(Editor.door)], "options": ["tabSize": 8, "insertSpaces": false]])
    let edits = answer["result"]?.array ?? []
    let source = SourceFile(path: "Door.sm", text: text)
    #expect(Array(Editor.applying(edits, to: text).utf8) == Formatter.format(source).bytes)
    // Lines that stay are no part of it.
    #expect(edits.count > 1)
    editor.change("machine M {\n  initial state a(\n}\n")
    let broken = editor.request("textDocument/formatting", ["textDocument": ["uri": .string(Editor.door)]])
    #expect(broken["result"] == [])
  }

  // MARK: Code actions

  private func actions(_ marked: String) -> [(title: String, text: String)] {
    var editor = Editor()
    let parts = marked.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined()
    editor.open(text)
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let position: JSONValue = [
      "line": .int(lines.count - 1), "character": .int(lines.last?.utf8.count ?? 0),
    ]
    let answer = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(Editor.door)], "range": ["start": position, "end": position],
        "context": ["diagnostics": []],
      ])
    return (answer["result"]?.array ?? []).map { action in
      let edits = action["edit", "changes", Editor.door]?.array ?? []
      return (action["title"]?.string ?? "", Editor.applying(edits, to: text))
    }
  }

  @Test func fixesAreCodeActions() {
    let broken = Self.good.replacing("-> closed :", with: "-> cl¦sed :")
    let actions = actions(broken)
    #expect(actions.map(\.title) == ["Write 'closed'"])
    #expect(actions.first?.text == Self.good)
    #expect(self.actions(Self.mark("event closeButton")).isEmpty)
  }

  @Test func theMissingRowsOfAStateAreACodeAction() {
    let actions = actions(Self.mark("closing(persons"))
    #expect(actions.map(\.title) == ["Add the missing rows of 'closing'"])
    #expect(actions.first?.text == Self.good.replacing("doorLocked\n}", with: "doorLocked\n  closing : closeButton\n}"))
  }

  @Test func warningsBesideMissingRowsDoNotHideTheAction() {
    let text =
      "machine M {\n  unhandled error\n  var n: Int = 0\n  initial state ¦a\n  state b\n  event e\n  a -> b : e\n}\n"
    #expect(actions(text).map(\.title).contains("Add the missing rows of 'b'") == false)
    #expect(
      actions(text.replacing("¦", with: "").replacing("state b", with: "state ¦b")).map(\.title).contains(
        "Add the missing rows of 'b'"))
  }

  @Test func warningsAreSilencedByACodeAction() {
    let text = "machine M {\n  initial state a\n  state ¦b\n  event e\n  a -> b : e\n}\n"
    #expect(
      actions(text).map(\.title) == [
        "Declare 'b' 'final'", "Silence 'W302' here, and say why", "Add the missing rows of 'b'",
      ])
  }

  // MARK: Import

  private static let chart = "stateDiagram-v2\n  [*] --> off\n  off --> on : press\n"

  /// A chart that is pasted into an empty file becomes a machine.
  @Test func aPastedChartBecomesAMachine() {
    let actions = actions("¦" + Self.chart)
    #expect(actions.map(\.title) == ["Make a machine of it"])
    #expect(actions.first?.text.contains("machine Door: Sendable {") == true)
    #expect(actions.first?.text.contains("stateDiagram") == false)
  }

  @Test func anyTextCanBeImported() {
    var editor = Editor()
    let result = editor.request(
      "sm-gen/import", ["textDocument": ["uri": "file:///w/chart.mmd", "text": .string(Self.chart)]])["result"]
    #expect(result?["text"]?.string?.contains("off -> on : press") == true)
    let nothing = editor.request(
      "sm-gen/import", ["textDocument": ["uri": "file:///w/a.swift", "text": "let a = 1"]])["result"]
    #expect(nothing?["text"] == .null && nothing?["diagnostics"]?.array?.first?["code"] == "E031")
    #expect(editor.request("sm-gen/import", [:])["error"] != nil)
  }
}
