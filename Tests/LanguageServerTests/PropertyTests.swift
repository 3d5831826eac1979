import Foundation
import JSON
import LanguageServer
import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import TestSupport
import Testing

/// Properties of the server hold for every example machine, at random places.
@Suite struct ServerPropertyTests {
  private static let specs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "specs")

  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: specs.path)) ?? [])
    .filter { $0.hasSuffix(".sm") }.sorted()

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: specs.appending(path: name), encoding: .utf8)
  }

  /// All examples, in one folder.
  private static func files() throws -> MemoryFiles {
    var files: [String: String] = [:]
    for name in names { files["/w/\(name)"] = try text(name) }
    return MemoryFiles(files)
  }

  /// The distance between the tried places: 1 tries each place of each file, 120 every 120th.
  private static let stride = Int(TestExtent.count("SM_GEN_EDITOR_STRIDE", short: 120, long: 40))

  /// The compiler, as `sm-gen check` has it for a file among the examples.
  private static func compiler(for name: String, _ text: String) throws -> Compiler {
    struct File {
      var source: SourceFile
      var names: MachineNames
      init(_ name: String, _ text: String) {
        source = SourceFile(path: name, text: text)
        names = MachineNames(source.bytes)
      }
    }
    let others = try names.filter { $0 != name }.map { File($0, try self.text($0)) }
    var context = MachineContext()
    for file in MachineNames.related(others, to: [File(name, text)], by: \.names) { context.add(file.source) }
    return Compiler(context: context)
  }

  // MARK: Typing

  @Test(arguments: names) func theDiagnosticsOfATypedTextAreThoseOfACheck(_ name: String) throws {
    var editor = Editor(try Self.files())
    let text = try Self.text(name)
    let uri = "file:///w/\(name)"
    editor.open("", uri)
    var count = 0
    for end in Swift.stride(from: 0, through: text.count, by: Self.stride) + [text.count] {
      let typed = String(text.prefix(end))
      editor.change(typed, uri)
      editor.idle()
      count += 1
      guard count % 10 == 0 || end == text.count else { continue }
      let source = SourceFile(path: name, text: typed)
      let positions = TextPositions(source.bytes, .utf8)
      let expected = try Self.compiler(for: name, typed).check(source).diagnostics.map { diagnostic in
        let (line, character) = positions.position(of: diagnostic.range.lowerBound)
        return "\(line):\(character) \(diagnostic.code.rawValue) \(diagnostic.message)"
      }
      #expect(editor.diagnostics(uri) == expected)
    }
  }

  // MARK: Renaming

  /// Every name that is declared, renamed from every place where it stands, gives the same Swift but for the name.
  @Test(arguments: names) func aRenamedMachineIsTheSame(_ name: String) throws {
    let text = try Self.text(name)
    let source = SourceFile(path: name, text: text)
    let compiler = try Self.compiler(for: name, text)
    let before = try #require(compiler.generate(source).swift)
    let analysis = compiler.analysis(of: source)
    let positions = TextPositions(source.bytes, .utf8)
    var editor = Editor(try Self.files())
    let uri = "file:///w/\(name)"
    editor.open(text, uri)
    var seen: Set<SourceRange> = []
    var refusals: [String] = []
    var count = 0
    for occurrence in analysis.occurrences.all
    where occurrence.isDeclaration && occurrence.kind != .machine && seen.insert(occurrence.declaration).inserted {
      count += 1
      guard count % max(1, Self.stride / 5) == 0 else { continue }
      let old = source.text(occurrence.range)
      // Keywords of Swift have back-ticks in it, and other names have none.
      guard SwiftName.spelled(old) == old else { continue }
      let fresh = Self.fresh(old)
      guard !text.contains(fresh) else { continue }
      let (line, character) = positions.position(of: occurrence.range.lowerBound)
      let answer = editor.ask(
        "textDocument/rename", line: line, character: character, uri, [("newName", .string(fresh))])
      guard let edits = answer["changes", uri]?.array else {
        refusals.append("\(old): \(answer["message"]?.string ?? "\(answer)")")
        continue
      }
      let renamed = Editor.applying(edits, to: text)
      let after = try #require(compiler.generate(SourceFile(path: name, text: renamed)).swift, "\(old) in \(name)")
      // A name is part of others: `Closing`, `cancelSave`, `isClosing`.
      func unified(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
          .replacing(fresh, with: old).replacing(Self.capitalised(fresh), with: Self.capitalised(old))
          .replacing(" an `", with: " a `")
      }
      let difference = zip(unified(after).split(separator: "\n"), unified(before).split(separator: "\n")).first {
        $0 != $1
      }
      #expect(difference == nil, "\(old) in \(name)")
    }
    // The examples' own Swift names some of what they declare.
    #expect(refusals.isEmpty, "\(name): \(refusals)")
  }

  /// A name of the same length, so that lines are broken at the same places.
  private static func fresh(_ name: String) -> String {
    let letters = "zqxjzqxjzqxjzqxjzqxjzqxjzqxjzqxjzqxjzqxjzqxj"
    let text = String(letters.prefix(max(1, name.count)))
    return name.first?.isUppercase == true ? capitalised(text) : text
  }

  private static func capitalised(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  // MARK: Anything

  private static let methods = [
    "textDocument/diagnostic", "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/formatting",
    "textDocument/semanticTokens/full", "textDocument/inlayHint", "textDocument/codeAction", "textDocument/hover",
    "textDocument/definition", "textDocument/references", "textDocument/documentHighlight",
    "textDocument/prepareRename", "textDocument/rename", "textDocument/completion", "textDocument/signatureHelp",
    "workspace/symbol", "textDocument/none",
  ]

  /// Each request has one response, even for damaged texts, positions outside of the text and malformed messages.
  @Test(arguments: names) func everyRequestIsAnswered(_ name: String) throws {
    var random = SeededGenerator(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) } % 1_000_003))
    var editor = Editor(try Self.files())
    let text = try Self.text(name)
    let uri = "file:///w/\(name)"
    editor.open(text, uri)
    for _ in 0..<(4_000 / Self.stride) {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...30, using: &random))
        let piece = bytes[start..<end]
        bytes.removeSubrange(start..<end)
        if Bool.random(using: &random) {
          bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      editor.change(String(decoding: bytes, as: UTF8.self), uri)
      if Bool.random(using: &random) { editor.idle() }
      let position: JSONValue = [
        "line": .int(Int.random(in: -1...80, using: &random)),
        "character": .int(Int.random(in: -1...90, using: &random)),
      ]
      let method = Self.methods.randomElement(using: &random) ?? ""
      let answer = editor.request(
        method,
        [
          "textDocument": ["uri": .string(uri)], "position": position, "range": ["start": position, "end": position],
          "newName": "fresh", "context": [:], "query": "a",
        ])
      #expect((answer["result"] == nil) != (answer["error"] == nil), "\(method): \(answer)")
    }
  }

  @Test func messagesAreTornApart() throws {
    var random = SeededGenerator(seed: 5)
    let files = try Self.files()
    let whole: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "textDocument/hover",
      "params": ["textDocument": ["uri": .string(Editor.door)], "position": ["line": 1, "character": 3]],
    ]
    var editor = Editor(files)
    editor.open(ServerTests.good)
    for _ in 0..<2_000 {
      var bytes = whole.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      #expect(editor.server.handle(bytes).count { $0["method"] == nil } <= 1)
    }
    // And it still works.
    #expect(editor.ask("textDocument/hover", line: 2, character: 9)["contents"] != nil)
  }
}
