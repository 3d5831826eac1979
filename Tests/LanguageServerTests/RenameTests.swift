import Foundation
import JSON
import LanguageServer
import StateMachineCodeGeneration
import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import TestSupport
import Testing

/// A renaming also changes the Swift that contains the name, or reports the lines that may contain it.
@Suite struct RenameTests {
  /// Names of every kind, in Swift of every kind.
  private static let door = """
    swift {
      extension Door {
        var isShut: Bool { if case .closed(by: _) = state { true } else { false } }
        static func make() -> Door { Door(limit: 3, state: .opened(count: 2)) }
        func bump() -> Int { limit + self.limit }
      }
      extension Door.State {
        var isOpen: Bool {
          switch self {
          case .opened(let count): count > 0
          case .closed, .moving: false
          }
        }
      }
      func free(_ door: Door) -> Bool { door.state == .opened(count: 1) && door.limit > 2 }
    }
    /// The state `opened` is left alone.
    machine Door: Equatable {
      interface methods
      typealias Situation = Door.State
      let limit: Int
      var last: Door.State = .closed(by: "opened")
      var what: OnMove? = .none
      initial state opened(count: Int = 0)
      state closed(by: String)
      state moving {
        initial state slow
        state fast(speed: Int)
        slow -> fast(speed: 1) : move
      }
      action OnMove: Equatable { go(speed: Int), stop }
      event move(to: Int) -> OnMove = .stop
      event shut -> Bool = false
      group still = opened, closed
      guard isFull = count > limit
      closed -> moving : shut / return false
      moving : shut / return true
      closed : move
      opened -> closed(by: "x") : move(to) [last == .opened(count: 1) || isFull]
          / return to > 3 ? .go(speed: to) : .stop
      opened : shut / last = .closed(by: "y"), what = .stop, return true
      swift {
        enum Color { case opened, red }
        init(after count: Int) { self.init(limit: 3, state: .opened(count: count)) }
        var both: [State] {
          [.opened(count: 3), .closed(by: "z"), State.moving(.slow), Self.State.closed(by: "q"), Door.State.opened(count: 1)]
        }
        var inner: State.Moving { .fast(speed: 2) }
        func next(_ s: State) -> State {
          let copy = s
          switch (s, copy) {
          case (.opened(count: let n), .closed(by: let who)) where n > 3: return .closed(by: who)
          case (.opened, _): return .opened(count: limit)
          case (.moving(.fast(speed: let speed)), _): return .moving(.fast(speed: speed + 1))
          default: break
          }
          if case .opened(let count) = s, count > 3 { return same(s == .opened(count: 3) ? .closed(by: "f") : .moving(.slow)) }
          guard case let .closed(by: who) = self.state else { return .moving(.fast(speed: 3)) }
          let color: Color = .opened
          if color == .opened { return n(s) ? State.opened(count: 1) : .closed(by: who) }
          let key = \\Self.limit
          for x in both where x != .closed(by: who) { print("\\(limit) \\(x == .opened(count: 1))", self[keyPath: key]) }
          let limit = 3
          print(limit, what == .stop)
          return .closed(by: who)
        }
        func same(_ s: State) -> State { s }
        func n(_ s: State) -> Bool { s == same(.moving(.slow)) }
        mutating func shutOrMove() -> OnMove { if shut() { .stop } else { move(to: 3) } }
        var isStill: Bool { state.isStill }
        func mapped() -> [Int] { [1].map { _ in number(.closed(by: "u")) } }
        func number(_ s: Situation) -> Int { 1 }
      }
    }

    """

  /// The text after a renaming, or why it was refused.
  private func rename(
    _ marked: String, to name: String = "fresh", _ files: [String: String] = [:]
  ) -> (text: String?, refusal: String?) {
    var editor = Editor(files)
    let answer = editor.ask("textDocument/rename", marked, Editor.door, [("newName", .string(name))])
    guard let edits = answer["changes", Editor.door]?.array else { return (nil, answer["message"]?.string) }
    return (Editor.applying(edits, to: editor.texts[Editor.door] ?? ""), nil)
  }

  private static func mark(_ piece: String, _ text: String) -> String {
    text.replacing(piece, with: "¦" + piece, maxReplacements: 1)
  }

  // MARK: What is changed

  @Test func stateAndLabelInAnInitializer() {
    let text = """
      machine RetryPolicy {
        initial state waiting(attempts: Int = 0)
        event failed(code: Int)
        waiting : failed(code) [isTemporary(code)] / attempts += 1
        swift {
          init(after attempts: Int) { self.init(state: .waiting(attempts: attempts)) }
          func isTemporary(_ code: Int) -> Bool { (500..<600).contains(code) }
        }
      }

      """
    #expect(rename(Self.mark("waiting(a", text)).text == text.replacing("waiting", with: "fresh"))
    let label = rename(Self.mark("attempts: Int = 0", text)).text
    #expect(label?.contains("init(after attempts: Int) { self.init(state: .waiting(fresh: attempts)) }") == true)
    #expect(label?.contains("/ fresh += 1") == true)
    let guarded = rename(Self.mark("code: Int)\n", text)).text
    #expect(guarded?.contains("[isTemporary(fresh)]") == true)
    #expect(guarded?.contains("isTemporary(_ code: Int)") == true)
  }

  /// Each name, with pieces that stand in the renamed text, and others that stay.
  @Test(arguments: [
    ("opened(count: Int", "{ .opened, _", ["case (.fresh, _)", "State.fresh(count: 1)", "[last == .fresh(count: 1)"]),
    ("by: String", "", ["case .closed(fresh: _)", "Self.State.closed(fresh: \"q\")", "case let .closed(fresh: who)"]),
    ("moving {", "", ["State.fresh(.slow)", "inner: State.Fresh", "case (.fresh(.fast(speed: let speed)), _)"]),
    ("limit: Int", "", ["Door(fresh: 3", "fresh + self.fresh", "\\Self.fresh", "door.fresh > 2", "let limit = 3"]),
    ("stop }", "", ["OnMove = .fresh", ": .fresh\n", "what = .fresh", "what == .fresh", "{ .fresh } else"]),
    ("speed: Int), stop", "", [".go(fresh: to)", ".fast(speed: 2)"]),
    ("move(to: Int)", "", ["{ fresh(to: 3) }", ": fresh(to)"]),
    ("to: Int)", "", ["{ move(fresh: 3) }", "return fresh > 3 ? .go(speed: fresh)"]),
    ("still =", "", ["state.isFresh", "var isStill"]),
    ("Situation =", "", ["_ s: fresh)"]),
  ])
  func namesInSwiftAreChanged(_ name: String, _ gone: String, _ pieces: [String]) {
    let (text, refusal) = rename(Self.mark(name, Self.door))
    #expect(refusal == nil)
    for piece in pieces { #expect(text?.contains(piece) == true, "\(piece) for \(name)") }
    // Other things of the name, strings and comments.
    let others = [
      "`opened` is left alone", "enum Color { case opened, red }", "color: Color = .opened", "by: \"opened\"",
    ]
    for other in others where !name.hasPrefix("by") { #expect(text?.contains(other) == true, "\(other) for \(name)") }
  }

  @Test func machineInSwift() {
    let renamed = rename(Self.mark("Door: Equatable", Self.door), to: "Gate").text
    #expect(renamed == Self.door.replacing("Door", with: "Gate"))
    #expect(rename(Self.mark("Door.State {", Self.door), to: "Gate").text == renamed)
  }

  // MARK: What is refused

  @Test(arguments: [
    ("let f: () -> State = { .open }; show(f)", "open"),
    ("let all = [\"a\": State.shut, \"b\": .open]; show(all)", "open"),
    ("_ = [self].map { $0.limit }", "limit"), ("_ = [self].map(\\.limit)", "limit"),
    ("_ = [1].map { _ -> State in .open }", "open"),
  ])
  func whatIsNotCertainIsRefused(_ swift: String, _ name: String) {
    let text = """
      machine Door {
        let limit: Int = 3
        initial state open
        state shut
        event go
        open -> shut : go
        swift {
          func f() { \(swift) }
          func show(_ x: Any) {}
        }
      }
      """
    let refusal = rename(Self.mark(name == "open" ? "open\n" : "limit: Int", text)).refusal
    #expect(
      refusal
        == "'\(name)' in line 8 of Door.sm may be this name, in Swift that is not renamed: change it there first"
    )
  }

  // MARK: Every name of every machine

  /// Renames names of machines, and compiles what is generated then: all of a machine as one module, in which each
  /// renamed machine has a name of its own.
  @Test func renamedMachinesCompile() throws {
    let stride = Int(TestExtent.count("SM_GEN_RENAME_STRIDE", short: 40, long: 1))
    var specs = Dictionary(
      uniqueKeysWithValues: try Repository.machines.filter { $0.path.contains("/specs/") }
        .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) })
    var counts = (renamed: 0, refused: [String]())
    var number = 0
    let types = try String(contentsOf: Repository.root.appending(path: "Tests/Mutants/Types.swift"), encoding: .utf8)
    let failure = "public struct FeatureFailure: Error, Hashable {}\n"
    var base: [(name: String, text: String)] = [("Types.swift", types + failure)]
    base.append(("Wrappers.swift", String(decoding: WrapperSupport.all.file, as: UTF8.self)))
    for name in specs.keys.sorted() { base.append(("\(name).swift", try Self.swift(of: name, specs))) }
    specs["Kinds.sm"] = Self.door
    var batch: [(name: String, text: String)] = []
    var renamed: [String: String] = [:]
    for name in specs.keys.sorted() {
      for variant in variants(of: name, specs, every: name == "Kinds.sm" ? 1 : stride, &number, &counts.refused) {
        counts.renamed += 1
        var changed = specs
        for (file, text) in variant.texts { changed[file] = text }
        let files = variant.texts.keys.sorted()
        let swift = Self.distinct(try files.map { try Self.swift(of: $0, changed) }, counts.renamed)
        for (file, text) in zip(files, swift) {
          let key = "V\(counts.renamed)\(file.dropLast(3))"
          renamed[key] = "\(variant.old) in \(name)"
          batch.append(("\(key).swift", text))
        }
        if batch.count > 120 {
          try Self.check(batch, base, renamed)
          batch = []
        }
      }
    }
    try Self.check(batch, base, renamed)
    TestExtent.say("\(counts.renamed + counts.refused.count) renames, \(counts.refused.count) refused")
    #expect(counts.refused == [])
    #expect(counts.renamed > 40)
  }

  private static func check(
    _ batch: [(name: String, text: String)], _ base: [(name: String, text: String)], _ renamed: [String: String]
  ) throws {
    for finding in try SwiftCompiler().check(base + batch, ["-wmo"]) where finding.isError {
      Issue.record("\(renamed[finding.name] ?? ""): \(finding)")
    }
  }

  private static func swift(of name: String, _ specs: [String: String]) throws -> String {
    var context = MachineContext()
    for (other, text) in specs where other != name && other != "Kinds.sm" {
      context.add(SourceFile(path: other, text: text))
    }
    var options = Compiler.Options()
    options.supportPlace = .module
    let result = Compiler(options: options, context: context).generate(SourceFile(path: name, text: specs[name] ?? ""))
    return String(decoding: try #require(result.swift, "\(result.diagnostics)"), as: UTF8.self)
  }

  /// The Swift of some files with a number after each name that these declare outside of types.
  private static func distinct(_ files: [String], _ number: Int) -> [String] {
    // Wrappers stand in `#if`.
    let modifiers = "(?:(?:@\\w+(?:\\([^)]*\\))?|public|package|internal|nonisolated|private|final|indirect) )*"
    let kinds = ["^\(modifiers)(?:struct|enum|typealias|func)", "^ *\(modifiers)(?:class|actor|protocol)"]
    let names = Set(
      kinds.flatMap { kind in
        let declaration = try? Regex("\(kind) (\\w+)", as: (Substring, Substring).self).anchorsMatchLineEndings()
        return files.flatMap { swift in declaration.map { swift.matches(of: $0).map { String($0.1) } } ?? [] }
      })
    return files.map { swift in
      swift.replacing(#/(^|[^.\w])(\w+)/#) { match in
        match.1 + (names.contains(String(match.2)) ? "\(match.2)_v\(number)" : match.2)
      }
    }
  }

  private func variants(
    of name: String, _ specs: [String: String], every stride: Int, _ number: inout Int, _ refused: inout [String]
  ) -> [(old: String, texts: [String: String])] {
    let text = specs[name] ?? ""
    var files: [String: String] = [:]
    for (other, text) in specs where other != "Kinds.sm" || name == other { files["/w/\(other)"] = text }
    var context = MachineContext()
    for (other, text) in specs where other != name { context.add(SourceFile(path: other, text: text)) }
    let source = SourceFile(path: name, text: text)
    let positions = TextPositions(source.bytes, .utf8)
    var editor = Editor(files)
    let uri = "file:///w/\(name)"
    editor.open(text, uri)
    var seen: Set<SourceRange> = []
    var result: [(old: String, texts: [String: String])] = []
    for occurrence in Compiler(context: context).analysis(of: source).occurrences.all
    where occurrence.isDeclaration && seen.insert(occurrence.declaration).inserted {
      number += 1
      guard number % stride == 0 else { continue }
      let old = source.text(occurrence.range)
      let (line, character) = positions.position(of: occurrence.range.lowerBound)
      let fresh = old.first?.isUppercase == true ? "ZqFresh" : "zqFresh"
      let answer = editor.ask(
        "textDocument/rename", line: line, character: character, uri, [("newName", .string(fresh))])
      guard case .object(let changes)? = answer["changes"] else {
        refused.append("\(old) in \(name): \(answer["message"]?.string ?? "\(answer)")")
        continue
      }
      var texts: [String: String] = [:]
      for change in changes {
        let file = String(change.key.dropFirst("file:///w/".count))
        texts[file] = Editor.applying(change.value.array ?? [], to: specs[file] ?? "")
      }
      result.append((old, texts))
    }
    return result
  }

  // MARK: Back-ticks

  /// Both ends of a name in back-ticks, outside and inside, find it.
  @Test(arguments: ["¦`half open`", "`¦half open`", "`half open¦`", "`half open`¦"])
  func backTicksBelongToTheName(_ place: String) {
    let text = """
      machine Door {
        /// Between two states.
        initial state `half open`
        state shut
        event go, back
        `half open` -> shut : go
        shut -> @ : back
      }
      """
    let marked = text.replacing("@", with: place)
    var editor = Editor()
    let definition = editor.ask("textDocument/definition", marked)
    #expect(definition.array?.first?["range", "start"] == ["line": 2, "character": 17])
    #expect(editor.ask("textDocument/references", marked).array?.count == 3)
    #expect(editor.ask("textDocument/hover", marked)["contents", "value"]?.string?.contains("Between two") == true)
    #expect(editor.ask("textDocument/prepareRename", marked)["placeholder"] == "half open")
    #expect(rename(marked, to: "ajar").text == text.replacing("@", with: "ajar").replacing("`half open`", with: "ajar"))
  }

  // MARK: Completion

  @Test func completionHasTheDocumentation() {
    let text = """
      /// Opens and shuts.
      machine Door {
        /// Nobody can pass.
        initial state shut
        /// It is wide.
        state open
        /// Somebody pushes.
        event push
        /// It squeaks.
        output squeak
        /// How wide.
        let width: Int = 3
        /// Whether it is wide.
        guard isWide = width > 2
        /// Holds it.
        state held: Door2
        shut -> open : push [isWide] / squeak
        open -> held : push
        held -> @
      }
      /// Another one.
      machine Door2 {
        /// Ajar.
        initial state ajar
        event go
        ajar : go
      }
      """
    var editor = Editor()
    func documentation(_ piece: String, of label: String) -> String? {
      editor.ask("textDocument/completion", text.replacing("@", with: piece)).array?
        .first { $0["label"]?.string == label }?["documentation", "value"]?.string
    }
    #expect(documentation("¦", of: "open") == "It is wide.")
    #expect(documentation("open : ¦", of: "push") == "Somebody pushes.")
    #expect(documentation("open : push [¦", of: "width") == "How wide.")
    #expect(documentation("open : push [¦", of: "isWide") == "Whether it is wide.")
    #expect(documentation("open : push / ¦", of: "squeak") == "It squeaks.")
    #expect(documentation("held(¦", of: ".ajar") == "Ajar.")
    #expect(documentation("open : push\n  state other: ¦", of: "Door2") == "Another one.")
  }
}
