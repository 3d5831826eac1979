import Foundation
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A wrong name in embedded Swift is reported in the `.sm` file, at its line and its column, in every piece of Swift of
/// every example.
@Suite struct PlantedErrorTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let specs: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "specs").path)) ?? []
    return names.filter { $0.hasSuffix(".sm") }.sorted()
  }()

  static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: "specs/\(name)"), encoding: .utf8)
  }

  /// A name that has been written into a piece, and where it is.
  struct Plant {
    var name: String
    var kind: EmbeddedSwift.Kind
    var line = 0
    var column = 0
  }

  @Test func thereAreSpecs() { #expect(Self.specs.count >= 10) }

  @Test(arguments: specs) func aWrongNameIsReportedAtItsPlace(_ spec: String) throws {
    try check(spec, kinds: EmbeddedSwift.Kind.allCases.filter { $0 != .type && $0 != .typealiasType })
  }

  @Test(arguments: specs) func aWrongTypeIsReportedAtItsPlace(_ spec: String) throws {
    try check(spec, kinds: [.type])
  }

  /// Line endings, tabs, and letters of several bytes in the names before a piece.
  @Test(arguments: ["crlf", "tabs", "umlauts"]) func aWrongNameIsReportedInOtherLayouts(_ layout: String) throws {
    let kinds = EmbeddedSwift.Kind.allCases.filter { $0 != .type && $0 != .typealiasType }
    for spec in ["EveryFeature.sm", "MediaPlayer.sm"] {
      try check(spec, kinds: kinds) { text in
        switch layout {
        case "crlf": text.replacing("\n", with: "\r\n")
        case "tabs": text.replacing("  ", with: "\t")
        default: text.replacing("track", with: "tr\u{e4}ck").replacing("load", with: "l\u{f6}ad")
        }
      }
    }
  }

  /// After `nonisolated` or an attribute in the line of `machine` itself, the columns of the head stay.
  @Test func whatTheHeadSaysIsReportedAtItsPlace() throws {
    let text = """
      @Wrong1 @Wrong2
      @Wrong3
      public machine Head<T: Wrong4, U: Wrong5>: Sendable, Wrong6,
          Wrong7 where T: Wrong8, U: Wrong9 {
        wrapper class C
        wrapper actor D
        initial state a
        event e
        a : e
      }
      @Wrong10
      machine Short: Sendable, Wrong11 {
        wrapper @Wrong12 class E
        wrapper @Wrong13 actor F
        initial state a
        event e
        a : e
      }
      machine Plain: Wrong14 {
        initial state a
        event e
        a : e
      }
      """
    let findings = try SwiftCompiler().check(try Self.generated("head.sm", text)).filter(\.isError)
    for number in 1...14 {
      let name = "Wrong\(number)"
      let before = text.prefix(upTo: try #require(text.firstRange(of: try Regex("\(name)\\b"))).lowerBound)
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      let said = findings.filter { $0.message.contains("'\(name)'") }
      let place = "head.sm:\(lines.count):\((lines.last?.utf8.count ?? 0) + 1)"
      #expect(Set(said.map { "\($0.file):\($0.line):\($0.column)" }) == [place], "\(name)")
    }
  }

  /// In the output itself and in the wrapper, and nowhere in the generated file.
  @Test func aWrongTypeOfAnOutputIsReportedWhereItIsWritten() throws {
    let text = """
      machine M {
        initial state a
        event e(Int)
        output o(Wrong, of: Int), p(Int)
        a : e(n) / o(n, of: n), p(n)
      }
      """
    let findings = try SwiftCompiler().check(try Self.generated("output.sm", text)).filter(\.isError)
    #expect(Set(findings.map { "\($0.file):\($0.line):\($0.column)" }) == ["output.sm:4:12"])
  }

  private func check(
    _ spec: String, kinds: [EmbeddedSwift.Kind], layout: (String) -> String = { $0 }
  ) throws {
    let (text, plants) = Self.plant(in: layout(try Self.text(spec)), kinds: kinds)
    guard !plants.isEmpty else { return }
    TestExtent.say("PlantedErrorTests: \(plants.count) wrong names in \(spec)")
    let findings = try SwiftCompiler().check(try Self.generated(spec, text)).filter(\.isError)
    for (name, plants) in Dictionary(grouping: plants, by: \.name) {
      let said = findings.filter { $0.message.contains("'\(name)'") }
      let places = Set(said.map { "\($0.file):\($0.line):\($0.column)" })
      if [.guardCondition, .namedGuard, .actionCondition].contains(plants[0].kind) {
        // A guard that uses what a pattern binds is tested where that is bound: in `handle` and in `accepts`.
        let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[plants[0].line - 1]
        // A method has no `accepts`; a named guard beside another condition is told for each use.
        let isMethod = text.contains("interface methods")
        #expect(isMethod ? said.count >= 1 : said.count == (line.contains("(let ") ? 2 : 1), "\(plants)")
      }
      let expected = Set(plants.map { "\(spec):\($0.line):\($0.column)" })
      // Of several wrong types in one declaration, the compiler may tell one.
      #expect(
        plants[0].kind == .type ? !places.isEmpty && places.isSubset(of: expected) : places == expected,
        "\(name): expected \(expected.sorted()), found \(places.sorted())")
    }
  }

  /// The Swift of a file, and of the examples whose machines it holds.
  static func generated(_ spec: String, _ text: String) throws -> [(name: String, text: String)] {
    var context = MachineContext()
    for name in specs where name != spec { context.add(SourceFile(path: name, text: try Self.text(name))) }
    var options = Compiler.Options()
    options.writesSourceLocations = true
    let result = Compiler(options: options, context: context).generate(SourceFile(path: spec, text: text))
    let errors = result.diagnostics.filter { $0.severity == .error }.map { "\($0.message) \($0.range)" }
    #expect(errors == [], "\(text)")
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    let held = specs.filter { $0 != spec && text.contains(": \($0.dropLast(3))") }
    let others = try held.map { name in
      let expected = root.appending(path: "Tests/GoldenTests/Expected/\(name).swift")
      return (name: "\(name).swift", text: try String(contentsOf: expected, encoding: .utf8))
    }
    return [(name: "\(spec).swift", text: swift)] + others
  }

  /// Writes a wrong name into each piece of some kinds.
  static func plant(in text: String, kinds: [EmbeddedSwift.Kind]) -> (text: String, plants: [Plant]) {
    let source = SourceFile(path: "planted.sm", text: text)
    var result: [UInt8] = []
    var end = 0
    var plants: [Plant] = []
    var starts: [Int] = []
    var types: [String: String] = [:]
    for piece in EmbeddedSwift.pieces(of: Parser.parse(source).0) where kinds.contains(piece.kind) {
      let old = source.text(piece.range)
      var name = "wrong\(plants.count)"
      if piece.kind == .type {
        // What carries over keeps its type.
        name = types[old] ?? "Wrong\(types.count)"
        types[old] = name
      }
      guard let (new, offset) = planted(old, piece.kind, name) else { continue }
      result += source.bytes[end..<piece.range.lowerBound]
      starts.append(result.count + offset)
      plants.append(Plant(name: name, kind: piece.kind))
      result += Array(new.utf8)
      end = piece.range.upperBound
    }
    result += source.bytes[end...]
    let lines = LineTable(result)
    for index in plants.indices { (plants[index].line, plants[index].column) = lines.position(of: starts[index]) }
    return (String(decoding: result, as: UTF8.self), plants)
  }

  /// A piece with a wrong name in it, and how many bytes stand before that; nil where a name would change what the piece
  /// is.
  private static func planted(_ old: String, _ kind: EmbeddedSwift.Kind, _ name: String) -> (String, Int)? {
    switch kind {
    case .type, .typealiasType:
      // What a continuation or a closure can do, rows are checked for.
      // What a pattern takes out of an optional has the type of other fields.
      return old.contains("Continuation") || old.contains("->") || old.hasPrefix("ConnectionID") ? nil : (name, 0)
    case .pattern:
      // A pattern that binds nothing may be any expression.
      let isName = old.allSatisfy { $0.isLetter || $0.isNumber } && old.first?.isLetter == true
      return isName || ["let ", "var ", "_", "nil"].contains(where: old.contains) ? nil : ("\(name) + \(old)", 0)
    case .guardCondition, .namedGuard, .actionCondition:
      if ["let ", "case ", "#"].contains(where: old.hasPrefix) { return ("\(name), \(old)", 0) }
      // After what is there, as the column of a later part counts too.
      return ("(\(old)) && \(name)", old.utf8.count + 6)
    case .block, .namedBlock:
      let start = old.prefix { $0.isWhitespace }
      return ("\(start)\(name)(); \(old.dropFirst(start.count))", start.utf8.count)
    // Rows return cases of this type.
    case .resultType: return nil
    // A message that is no argument is one string literal.
    case .message where old.hasPrefix("\""): return ("\"\\(\(name))\"", 3)
    case .defaultValue, .initialValue, .delay, .targetArgument, .outputArgument, .raisedArgument, .assignedValue,
      .message, .thrownError, .policyError, .result, .defaultResult:
      return (name, 0)
    }
  }
}
