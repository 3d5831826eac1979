import Foundation
import StateMachineCompiler
import StateMachineDiagrams
import StateMachineFormat
import StateMachineGlue
import StateMachineImport
import StateMachineModel
import StateMachinePlayer
import StateMachineReports
import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineCodeGeneration

/// The texts of the page `Architecture.md` are current: it follows a row of `specs/ElevatorDoor.sm` through the
/// compiler, and shows the row as each part of the compiler leaves it.
@Suite struct ArchitectureWalkTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  private static let pagePath = "Sources/StateMachineCompiler/StateMachineCompiler.docc/Architecture.md"

  /// The folders that a heading names, and the block below it, if there is one.
  private static func rooms() throws -> [(folders: [String], text: String, block: String?)] {
    try text(pagePath).components(separatedBy: "\n### ").dropFirst().map { section in
      let heading = section.prefix { $0 != "\n" }
      let folders = heading.matches(of: /`([^`]+)`/).map { String($0.1) }
      let text = section.components(separatedBy: "\n## ")[0]
      let parts = text.components(separatedBy: "\n```\n")
      return (folders, text, parts.count == 3 ? parts[1] : nil)
    }
  }

  private let source: SourceFile
  private let analysis: Compiler.Analysis
  private let row: TransitionSyntax

  init() throws {
    let source = SourceFile(path: "specs/ElevatorDoor.sm", text: try Self.text("specs/ElevatorDoor.sm"))
    let analysis = Compiler().analysis(of: source)
    (self.source, self.analysis) = (source, analysis)
    let body = try #require(analysis.tree?.machines.first?.body)
    let rows = body.compactMap { if case .transition(let row) = $0 { row } else { nil } }
    row = try #require(rows.first { $0.target.map { source.text($0.range) } == "closing" })
  }

  private func line(_ range: SourceRange) -> String {
    let lines = Lines.start(source.bytes, of: range.lowerBound)
    return String(decoding: source.bytes[lines...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// The rows of a table with two columns, the first as wide as its widest text.
  private func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $1 }.joined(separator: "\n")
  }

  // MARK: The row in each room

  private func sourceText() -> String {
    let (line, column) = LineTable(source.bytes).position(of: row.range.lowerBound)
    return "\(line):\(column): " + self.line(row.range).drop { $0 == " " }
  }

  private func syntaxText() throws -> String {
    guard case .listed(let sources) = row.sources, let target = row.target, let trigger = row.triggers?.first,
      let guardSyntax = row.guardSyntax, let effect = row.effects.first
    else { throw Missing() }
    return table([
      ("source", source.text(sources.first.path.first.range)), ("target", source.text(target.range)),
      ("trigger", source.text(trigger.range)), ("guard", try condition(guardSyntax)),
      ("effect", source.text(effect.range)),
    ])
  }

  private struct Missing: Error {}

  private func condition(_ syntax: GuardSyntax) throws -> String {
    guard case .expression(let swift, _) = syntax else { throw Missing() }
    return source.text(swift.range)
  }

  private func usedNames() throws -> String {
    let condition = try condition(try #require(row.guardSyntax))
    let argument = "persons > 5 ? 1 : 2"
    #expect(line(row.range).contains(argument))
    return table(
      [condition, argument].map { swift in
        let bytes = Array(swift.utf8)
        let names = SwiftLexer.tokens(of: bytes, in: SourceRange(0, bytes.count)).filter { $0.kind == .identifier }
          .map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
        return (swift, names.joined(separator: ", "))
      })
  }

  private var behaviour: Behaviour { analysis.machines[0] }
  private var machine: StateMachine { behaviour.machine }

  private func transition() throws -> Transition {
    try #require(machine.transitions.first { machine.rows[$0.row].range == row.range })
  }

  private func state(_ id: StateID) -> String {
    let fields = machine.states[id].fields.map { field in
      (field.label.map { machine.names.text($0.id) + ": " } ?? "") + source.text(field.type)
    }
    let payload = fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
    return machine.names.text(machine.states[id].name.id) + payload
  }

  private func transitionText() throws -> String {
    let transition = try transition()
    guard case .event(let event) = transition.trigger, let target = transition.target else { throw Missing() }
    let arguments = zip(machine.states[target].fields, transition.arguments).map { field, argument in
      let label = field.label.map { machine.names.text($0.id) } ?? ""
      guard case .local(let name) = argument else { return label }
      return "\(label): \(machine.names.text(name.id))"
    }
    return table([
      ("source", state(transition.source)), ("trigger", machine.name(of: .event(event))), ("target", state(target)),
      ("arguments", arguments.joined(separator: ", ")),
      ("domain", transition.domain.map(state) ?? "the machine"),
    ])
  }

  private func passageText() throws -> String {
    let passage = behaviour.passage(of: try transition())
    guard case .arrival(let arrival) = passage.end else { throw Missing() }
    let effects = row.effects.map { source.text($0.range) }
    #expect(machine.rows[passage.row].effects.count == effects.count)
    return table([
      ("exits", passage.exits.isEmpty ? "none" : "\(passage.exits)"), ("effects", effects.joined(separator: ", ")),
      ("target", machine.names.text(machine.states[arrival.state].name.id)),
      ("entries", arrival.entries.isEmpty ? "none" : "\(arrival.entries)"),
    ])
  }

  /// The arm of the row's event in `handle`.
  private func arm(simplified: Bool) throws -> String {
    let lowerer = Lowerer(SwiftModel(behaviour))
    lowerer.handle()
    var function = lowerer.functions[0]
    if simplified {
      var functions = [function]
      Simplify.run(&functions)
      function = functions[0]
    }
    var out = SwiftWriter(source: source, writesSourceLocations: false)
    CodePrinter.write(function, &out)
    let lines = String(decoding: out.output, as: UTF8.self).split(separator: "\n").map(String.init)
    let outer = try #require(lines.firstIndex { $0.hasPrefix("  case .open") })
    let first = try #require(lines[outer...].firstIndex { $0.hasPrefix("    case .closeButton") })
    let end = lines[(first + 1)...].firstIndex { !$0.hasPrefix("      ") } ?? lines.endIndex
    return ([lines[outer]] + lines[first..<end]).joined(separator: "\n")
  }

  /// The lines of a text that hold some words, as they stand there.
  private func lines(of text: String, with words: [String]) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return words.compactMap { word in lines.first { $0.contains(word) } }.joined(separator: "\n")
  }

  @Test func theRowIsWhatEachRoomMakesOfIt() throws {
    let swift = try Self.text("Tests/GoldenTests/Expected/ElevatorDoor.sm.swift")
    let glue = GluePrinter.write(
      analysis.machines, head: try #require(analysis.tree?.head), source: source, module: nil)
    let formatted = String(decoding: try #require(Formatter.format(source).bytes), as: UTF8.self)
    let chart = "stateDiagram-v2\n  [*] --> open\n  open --> closing : closeButton / close\n"
    let imported = try #require(
      Importer.run(SourceFile(path: "Door.mmd", text: chart), as: .mermaid, path: "Door.sm").file)
    let text = "open -> closing : closeButton [persons < 10] / close(speed: persons > 5 ? 1 : 2)"
    let glueLine = lines(of: glue, with: [text]).components(separatedBy: " .init(\"specs")[0]
    let document = String(decoding: MachineDocument([behaviour], others: []).json.bytes, as: UTF8.self)
    let entry = document.firstMatch(of: /{"id":\d+,"text":"open -> clos.*?"line":\d+,/).map { String($0.0) }
    let expected: [(folder: String, block: String)] = [
      ("StateMachineSyntax/Source", sourceText()),
      ("StateMachineSyntax/Syntax", try syntaxText()),
      ("StateMachineSyntax/SwiftReading", try usedNames()),
      ("StateMachineModel/Model", try transitionText()),
      ("StateMachineModel/Behaviour", try passageText()),
      (
        "StateMachineCodeGeneration/Plan",
        lines(of: swift, with: ["case closing(", "case closeButton", "case close("]).replacing(/(?m)^ +/, with: "")
      ),
      ("StateMachineCodeGeneration/Lower", try arm(simplified: false)),
      ("StateMachineCodeGeneration/Simplify", try arm(simplified: true)),
      ("StateMachineCodeGeneration/Print", lines(of: swift, with: ["self.state = .closing("])),
      ("StateMachineCodeGeneration/Templates", lines(of: swift, with: ["case .close(let speed): self"])),
      (
        "StateMachineDiagrams",
        lines(of: machine.drawing(format: .mermaid, options: DiagramOptions()), with: ["open --> closing"])
      ),
      ("StateMachineReports", lines(of: Coverage(machine).plainText(title: ""), with: ["open "])),
      ("StateMachinePlayer", entry ?? ""),
      ("StateMachineGlue", glueLine.replacing(/^ +/, with: "")),
      ("StateMachineFormat", lines(of: formatted, with: ["open -> closing"])),
      ("StateMachineImport", lines(of: String(decoding: imported.bytes, as: UTF8.self), with: ["open -> closing"])),
    ]
    let rooms = try Self.rooms()
    #expect(rooms.filter { $0.block != nil }.map { $0.folders[0] } == expected.map(\.folder))
    for (folder, block) in expected {
      let shown = rooms.first { $0.folders[0] == folder }?.block
      #expect(shown == block, "\(folder)\n\(block)")
    }
  }

  // MARK: The rooms

  /// Each folder of `Sources` is in a heading, or named in the section of the one around it.
  @Test func everyRoomIsOnThePage() throws {
    let rooms = try Self.rooms()
    let folders = rooms.flatMap(\.folders)
    for folder in folders {
      let isThere = ["Sources/", "", "Sources/StateMachineCodeGeneration/"].contains { root in
        FileManager.default.fileExists(atPath: Repository.root.appending(path: root + folder).path)
      }
      #expect(isThere, "\(folder)")
    }
    let page = try Self.text(Self.pagePath)
    let root = Repository.root.appending(path: "Sources")
    for target in try FileManager.default.contentsOfDirectory(atPath: root.path) {
      #expect(page.contains(target) || target == "JSON", "\(target)")
      guard folders.contains(where: { $0.hasPrefix("\(target)/") }) else { continue }
      for folder in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: target).path)
      where !folder.contains(".") {
        #expect(page.contains("`\(target)/\(folder)`") || page.contains("`\(folder)`"), "\(target)/\(folder)")
      }
    }
  }

  /// A reader of the page finds the room in which each of these changes begins: the section names it in these words.
  @Test(arguments: [
    ("the words of the error for an unknown event", "StateMachineSyntax/Diagnostics", "the words of a message"),
    ("a statement 'priority high'", "StateMachineSyntax/Syntax", "a new statement"),
    ("a regex literal whose end is found too late", "StateMachineSyntax/SwiftReading", "taken for something"),
    ("a label that is carried over from two sources", "StateMachineModel/Resolve", "carrying over"),
    ("the order in which regions are exited", "StateMachineModel/Behaviour", "what a machine does"),
    ("a warning for a state that only one event leaves", "StateMachineModel/Checks", "a warning about a machine"),
    ("the name of the enum of states' names", "StateMachineCodeGeneration/Plan", "a generated name"),
    ("an assignment of the state that nothing reads", "StateMachineCodeGeneration/Simplify", "superfluous"),
    ("telling the delegate that a timer elapses", "StateMachineCodeGeneration/Templates", "what a wrapper does with"),
    ("arrows of history in Graphviz", "StateMachineDiagrams", "a picture"),
    ("the alignment of rows with two events", "StateMachineFormat", "the layout of `.sm` files"),
    ("an option '--quiet'", "sm-gen", "an option"),
  ])
  func eachChangeHasItsRoom(_ change: String, _ folder: String, _ words: String) throws {
    let rooms = try Self.rooms().filter { $0.text.contains("*Changes that begin here:*") }
    let found = rooms.filter { room in
      let end = room.text.components(separatedBy: "*Changes that begin here:*")[1].replacing("\n", with: " ")
      return end.contains(words)
    }
    #expect(found.count == 1 && found[0].folders.contains(folder), "\(change)")
  }
}
