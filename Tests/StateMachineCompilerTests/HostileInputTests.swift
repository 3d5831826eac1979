import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// The compiler returns findings for any input, in time that grows with the length of the input.
@Suite struct HostileInputTests {
  private static let head = "machine M {\n  initial state a(x: Int = 0)\n  event e\n  output o(Int)\n"

  private func check(_ bytes: [UInt8]) -> [Diagnostic] {
    let source = SourceFile(path: "hostile.sm", bytes: bytes)
    let result = Compiler().generate(source)
    let renderer = DiagnosticRenderer(source: source)
    for diagnostic in result.diagnostics {
      #expect(diagnostic.range.upperBound <= bytes.count + 1)
      #expect(diagnostic.range.lowerBound <= diagnostic.range.upperBound)
      #expect(renderer.render(diagnostic).utf8.count < 5_000)
    }
    return result.diagnostics
  }

  private func check(_ text: String) -> [Diagnostic] { check(Array(text.utf8)) }

  private static let count = TestExtent.pick(short: 12_000, long: 100_000)

  struct Input: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
  }

  private static func times(_ text: String) -> String { String(repeating: text, count: count) }

  static let broken: [Input] = [
    Input(testDescription: "an empty file", text: ""),
    Input(testDescription: "blank lines", text: " \n\n\t\n"),
    Input(testDescription: "open parentheses", text: head + "  a -> a(x: " + times("(")),
    Input(testDescription: "open brackets on lines", text: head + times("[\n")),
    Input(testDescription: "open braces", text: times("{")),
    Input(testDescription: "closers", text: head + "  a : e [" + times(")")),
    Input(testDescription: "closers on lines", text: head + times("}\n")),
    Input(testDescription: "nested states", text: "machine M {" + times("state a {")),
    Input(testDescription: "machines without end", text: times("machine M {\n")),
    Input(testDescription: "a comment without end", text: head + times("/*")),
    Input(testDescription: "strings without end", text: head + times("  a : e / o(\"\n")),
    Input(testDescription: "a long string without end", text: head + "  a : e / o(\"\"\"\n" + times("x\n")),
    Input(testDescription: "interpolations without end", text: head + "  a : e / o(" + times("\"\\(")),
    Input(testDescription: "rows without end", text: head + times("  a -> a(x: 3 : e\n")),
    Input(testDescription: "blocks without end", text: head + times("  a : e / { foo(\n")),
    Input(testDescription: "commas", text: head + "  a : e / o(" + times(",") + ")\n}"),
    Input(
      testDescription: "guards through guards",
      text: head + (0..<2_000).map { "  guard g\($0) = g\($0 + 1)\n" }.joined() + "}"),
    Input(testDescription: "at signs", text: times("@")),
    Input(
      testDescription: "nested states side by side",
      text: head + "  state c {\n" + (0..<20_000).map { "    state s\($0) { -> a : e }\n" }.joined() + "  }\n}"),
  ]

  @Test(arguments: broken) func givesADiagnostic(_ input: Input) {
    #expect(!check(input.text).isEmpty)
  }

  static let odd: [Input] = [
    Input(
      testDescription: "nested parentheses", text: "  a -> a(x: " + times("(") + "x" + times(")") + ") : e / o(x)\n"),
    Input(testDescription: "nested interpolations", text: "  a : e / o(" + times("\"\\(") + "x" + times(")\"") + ")\n"),
    Input(testDescription: "nested blocks", text: "  a : e / { " + times("if x > 1 { ") + times("}") + "}, o(x)\n"),
    Input(testDescription: "nested closures", text: "  a : e / { " + times("{ x in ") + times("}") + "}, o(x)\n"),
    Input(testDescription: "a very long line", text: "  a -> a : e / o(" + times("x + x + x + ") + "x)\n"),
    Input(testDescription: "regex literals", text: "  a : e [x > 1" + times("#/ ") + "] / o(x)\n"),
    Input(testDescription: "nested comments", text: times("/*") + times("*/") + "\n  a : e / o(x)\n"),
    Input(
      testDescription: "type aliases",
      text: (0..<20_000).map { "  typealias T\($0) = Int\n" }.joined() + "  a : e / o(x)\n"),
    Input(
      testDescription: "a wide tuple", text: "  a : e / { let (" + times("b, ") + "c) = d }, o(x)\n"),
    Input(
      testDescription: "actions of one state, on one line",
      text: "  state b { " + String(repeating: "entry / o(1); exit / o(2); ", count: 10_000)
        + "}\n  a -> b : e / o(x)\n  b -> a : e\n"),
    Input(
      testDescription: "rows on one line", text: (0..<5_000).map { "a : e [x == \($0)] / o(x); " }.joined() + "\n"),
    Input(testDescription: "declarations in a block", text: "  a : e / { " + times("let x = 1; ") + "}, o(x)\n"),
  ]

  private static func machines(_ count: Int, _ body: (Int) -> String) -> String {
    (0..<count).map { "machine M\($0) {\n  initial state a\n  event e\n\(body($0))}\n" }.joined()
  }

  static let charts: [Input] = [
    Input(
      testDescription: "choices after choices",
      text: "machine M {\n  initial state a\n  event e\n  a -> c0 : e\n"
        + (0..<5_000).map { "  choice c\($0)\n  c\($0) -> \($0 == 4_999 ? "a" : "c\($0 + 1)") : [else]\n" }.joined()
        + "}\n"),
    Input(
      testDescription: "regions side by side",
      text: "machine M {\n  event e\n"
        + (0..<2_000).map { "  region r\($0) { initial state s\($0) { : e / } }\n" }.joined() + "}\n"),
    Input(testDescription: "regions within regions", text: "machine M {" + times("region r { state s {")),
    Input(
      testDescription: "a circle of always rows",
      text: "machine M {\n  initial state s0\n" + (1..<5_000).map { "  state s\($0)\n" }.joined()
        + (0..<5_000).map { "  s\($0) -> s\(($0 + 1) % 5_000) : always\n" }.joined() + "}\n"),
    Input(
      testDescription: "machines in a circle",
      text: machines(3_000) { "  state b: M\(($0 + 1) % 3_000)\n  a -> b : e\n  b -> a : e\n" }),
    Input(
      testDescription: "machines within machines, twice each",
      text: machines(60) {
        "  output o\n  a : e / o\n  state b: M\($0 + 1), c: M\($0 + 1)\n  a -> b : e [else]\n  b -> c : e\n"
      }),
    Input(
      testDescription: "a machine with a timer that holds itself, twice",
      text: "machine M: Sendable {\n  initial state a: M\n  state b: M\n  a -> b : after 1s\n  b -> a : every 1s\n}\n"),
    Input(
      testDescription: "histories of everything",
      text: "machine M {\n  initial state i\n  event e\n"
        + (0..<2_000).map { "  state c\($0) { initial state a\($0)\n history -> x }\n  i -> c\($0).history : e\n" }
        .joined()),
  ]

  @Test(arguments: charts) func chartsGiveADiagnostic(_ input: Input) {
    #expect(!check(input.text).isEmpty)
  }

  @Test(arguments: odd) func isRead(_ input: Input) {
    #expect(check(Self.head + input.text + "}\n").map(\.message) == [])
  }

  @Test func lineEndsAndByteOrderMarks() {
    let text = Self.head + "  a -> a : e / o(x)\n}\n"
    let plain = Compiler().generate(SourceFile(path: "a.sm", text: text))
    for variant in [
      text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
      text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r"),
      "\u{FEFF}" + text,
    ] {
      let result = Compiler().generate(SourceFile(path: "a.sm", text: variant))
      #expect(result.diagnostics.isEmpty)
      #expect(result.swift == plain.swift)
    }
  }

  @Test func columnsAfterAByteOrderMarkCountItsBytes() {
    let result = Compiler().check(
      SourceFile(path: "a.sm", text: "\u{FEFF}machine M { initial state é; event e; é -> ü : e }"))
    #expect(result.diagnostics.map(\.code) == [.undeclaredName])
  }

  @Test func notUTF8() {
    for bytes: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ] {
      let text = Array("// ".utf8) + bytes + Array("\nmachine M { initial state a; event e; a : e }\n".utf8)
      #expect(check(text).map(\.code) == [.notUTF8])
    }
  }

  @Test func nulBytes() {
    #expect(check(Array(Self.head.utf8) + [0] + Array("}".utf8)).map(\.code) == [.nulByte])
  }

  /// Every prefix of a file, and every file with one byte changed: what a user sees while typing.
  @Test func filesThatAreBeingTyped() {
    let text = Array(
      """
      /// Doc
      import Foundation
      public machine M<T: Sendable>: Hashable where T: Hashable {
        wrapper class W
        unhandled assert
        typealias A = [T]
        var n: Int = 3
        guard g = n > 3 && (n < 9)
        initial state a(x: Int = 0, _ s: String = "\\(1)") { entry / n += 1, { print("\\(x)") } }
        final state z
        event e(T, at: Int), f
        output o(_ x: Int)
        a(x: 0...3) -> a(x: x + 1) : e(let t, at: x2) [g || x2 > 1] / o(x), { n += 1 }
        * except a -> z : f / trap("no")
      }

      """.utf8)
    for end in text.indices { _ = check(Array(text[..<end])) }
    for index in stride(from: 0, to: text.count, by: TestExtent.pick(short: 4, long: 1)) {
      for byte in "({[\"'/*>\n}".utf8 {
        var changed = text
        changed[index] = byte
        _ = check(changed)
      }
    }
  }
}
