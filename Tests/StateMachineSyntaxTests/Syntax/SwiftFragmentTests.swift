import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// A piece of Swift that cannot be complete is refused at its place, in any slot.
@Suite struct SwiftFragmentTests {
  private func findings(_ slot: String, _ fragment: String) -> [String] {
    func text(_ name: String, _ usual: String) -> String { slot == name ? fragment : usual }
    let text = """
      machine M {
        wrapper none
        var p: Int = \(text("initial value", "1"))
        initial state a
        state b(x: Int = \(text("default", "1")))
        event e(Int)
        output o(Int)
        a -> b(x: \(text("target", "p"))) : e(n) [\(text("guard", "p > 1"))] / o(\(text("argument", "n"))), { \(text("block", "p += 1")) }
        a : e(\(text("pattern", "1"))) / p = \(text("assignment", "1"))
        b : e
      }
      """
    return Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.filter { $0.severity == .error }
      .map { "\($0.code.rawValue) \($0.message)" }
  }

  private static let slots = [
    "initial value", "default", "target", "guard", "argument", "block", "pattern", "assignment",
  ]

  @Test(arguments: slots, ["#if", "#endif", "#sourceLocation(file: \"x\", line: 1)", "#error(\"x\")", "#line"])
  func directives(_ slot: String, _ fragment: String) {
    let findings = findings(slot, fragment)
    #expect(findings.count == 1, "\(findings)")
    #expect(findings.first?.contains("has no place here") == true, "\(findings)")
  }

  @Test(arguments: slots, ["p ??", "1 -", "p >", "p as", "p is", "try", "await", "p.", "\\", "@"])
  func piecesThatLackTheirEnd(_ slot: String, _ fragment: String) {
    let findings = findings(slot, fragment)
    #expect(findings.count == 1, "\(findings)")
    #expect(findings.first?.hasPrefix("E015 something is missing after") == true, "\(findings)")
  }

  @Test(arguments: slots, ["0x", "1e", "5k", "0b2", "0xg", "1.5f", "1_000k"])
  func numbersThatSwiftCannotRead(_ slot: String, _ fragment: String) {
    #expect(findings(slot, fragment) == ["E010 '\(fragment)' is no number in Swift"])
  }

  @Test func tokensThatSwiftDoesNotKnow() {
    #expect(findings("guard", "s == “a”") == ["E010 '“' is a typographic quote: write '\"'"])
    #expect(findings("argument", "“a”.count") == ["E010 '“' is a typographic quote: write '\"'"])
    #expect(
      findings("block", "p = \"a\\q\".count") == ["E010 '\\q' means nothing in a string: write '\\\\' for a backslash"])
    #expect(findings("guard", "\"\\ä\" == s") == ["E010 '\\ä' means nothing in a string: write '\\\\' for a backslash"])
    #expect(
      findings("guard", "s == \"a\tb\"") == ["E010 Swift has no control character in a string: write '\\t'"])
    #expect(
      findings("guard", "s == ##\"\u{1}\"##") == ["E010 Swift has no control character in a string: write '\\##u{1}'"])
    #expect(
      findings("guard", "s == \"\u{7F}\"") == ["E010 Swift has no control character in a string: write '\\u{7F}'"])
    #expect(findings("guard", "p $ 1") == ["E015 something is missing after '$'"])
    #expect(findings("guard", "p == \\ 1") == ["E015 something is missing after '\\'"])
    #expect(findings("guard", "@ p") == ["E015 something is missing after '@'"])
  }

  @Test func numbersAndStringsThatSwiftKnows() {
    for fragment in [
      "0x1F", "0b1010_0101", "0o17", "1_000", "1e5", "1e-5", "1.5E+3", "0x1.8p3", "0x1p-2", "t.0.1", "5.description",
      "\"\\n\\t\\0\\u{e4}\\\"\\'\\(p)\\\\\".count", "#\"\\q\"#.count", "a.map { $0 }", "a.map(\\.count)",
      "a[keyPath: \\(p)]", "\"\"\"\n  a\tb\n  \"\"\".count",
    ] {
      #expect(findings("argument", fragment) == [], "\(fragment)")
    }
  }

  @Test func wholePieces() {
    #expect(findings("argument", "p.as + q.try") == [])
    #expect(findings("guard", "p! > 1 && q?.r != nil, let x = p") == [])
    #expect(findings("block", "#expect(p > 1)") == [])
    #expect(findings("initial value", "[1, 2].reduce(0, +)") == [])
    #expect(findings("assignment", "if n > 1 { 1 } else { 2 }") == [])
    #expect(findings("guard", "return") == ["E010 'return' begins a statement: write an expression alone"])
  }

  @Test(arguments: ["initial value", "default", "guard"], ["if", "switch"])
  func branches(_ slot: String, _ word: String) {
    // Swift has no such defaults of parameters, and what is a property's initial value is one.
    #expect(findings(slot, "\(word) p { }") == ["E010 '\(word)' begins a statement: write an expression alone"])
  }

  @Test func aNamedGuardHasNoCommaAtItsEnd() {
    expectDiagnostics(
      """
      machine M {
        var p: Int = 1
        guard big = p > 1,
      //                 ^ E015
        initial state a
        event e
        a : e [big] / p = 2
      }
      """, warnings: false)
  }
}
