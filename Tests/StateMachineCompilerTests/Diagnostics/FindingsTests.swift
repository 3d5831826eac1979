import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Comments silence findings, and some findings wait until there are no errors.
@Suite struct FindingsTests {
  @Test func aCommentHoldsForAllLinesOfItsRow() {
    let declarations = "  initial state a\n  event e\n  output o\n"
    let row = "  a -> a : e\n      [true]\n      / o"
    #expect(findings(declarations + row + "\n") == ["6 W306"])
    #expect(findings(declarations + "  // sm-gen: ignore W306: for the test\n" + row + "\n") == [])
    #expect(findings(declarations + row + " // sm-gen: ignore W306: for the test\n") == [])
  }

  @Test func aCommentSilencesItsLineOrTheNext() {
    let text = "  initial state a\n  event e\n  a : e\n"
    #expect(findings(text + "  event f\n") == ["5 W305"])
    #expect(findings(text + "  event f // sm-gen: ignore W305: soon\n") == [])
    #expect(findings(text + "  // sm-gen: ignore W305: soon\n  // And more of it.\n\n  event f\n") == [])
    #expect(findings(text + "  // sm-gen: ignore W305: soon\n  event f // sm-gen: ignore W305: soon\n") == [])
    #expect(findings(text + "  // sm-gen: ignore W301, W305: soon\n  event f\n") == ["5 W314"])
    #expect(findings(text + "  event f // sm-gen: ignore W305\n") == ["5 W305", "5 W314"])
    #expect(findings(text + "  event f // sm-gen: ignore: soon\n") == ["5 W305", "5 W314"])
    #expect(findings(text + "  event f // sm-gen: ignore E101: soon\n") == ["5 W305", "5 W314"])
    #expect(findings(text + "  output o(\"sm-gen: ignore\")\n").contains { $0.hasSuffix("W314") } == false)
  }

  /// A row of several lines begins on the last line of another one.
  @Test func aCommentOnALaterLineIsForTheWholeRow() {
    let text = "  initial state a\n  state b\n  event e\n  a\n  -> b : e; b\n  -> a : e; *\n  -> a : e"
    #expect(findings(text + "\n").contains { $0.hasSuffix("W304") })
    #expect(findings(text + " // sm-gen: ignore W304: for the test\n") == [])
  }

  @Test func nothingIsCalledIdleWhileThereAreErrors() {
    #expect(findings("  initial state a\n  event e // sm-gen: ignore W305: soon\n  a -> b : e\n") == ["4 E101"])
  }

  @Test func strictMakesNoErrorOfWhatIsSilenced() {
    var compiler = Compiler()
    compiler.options.isStrict = true
    let text = "machine M {\n  initial state a\n  event e, f // sm-gen: ignore W305: soon\n  a : e\n}\n"
    #expect(!compiler.check(SourceFile(path: "m.sm", text: text)).hasErrors)
  }
}
