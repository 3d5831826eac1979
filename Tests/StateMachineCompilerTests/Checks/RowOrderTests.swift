import Testing

@testable import StateMachineCompiler

/// Rows that never apply, because of others before them.
@Suite struct RowOrderTests {
  @Test func whatStandsBehindARowThatAlwaysAppliesNeverDoes() {
    let text = "  initial state a\n  state b\n  event e\n  let c: Bool\n  b -> a : e\n"
    #expect(findings(text + "  a -> b : e\n  a : e [c] / {}\n") == ["8 W303"])
    #expect(findings(text + "  a -> b : e [c]\n  a : e\n") == [])
  }

  @Test func twoRowsThatAlwaysApplyAreAMistake() {
    #expect(findings("  initial state a\n  event e\n  a : e\n  a -> a : e\n") == ["5 E201"])
  }

  @Test func aRowThatStillAppliesToAnotherSourceIsNotIdle() {
    let text = """
        initial state a
        state b
        event e, f
        output o
        let c: Bool
        a -> b : e
        b -> a : f
        a, b : e [c] / o
      """
    #expect(findings(text) == [])
  }

  @Test func aWildcardStandsBackForTheStatesOwnRows() {
    let text = "  initial state a\n  state b\n  event e\n  a -> b : e\n"
    #expect(findings(text + "  * -> a : e\n") == [])
    #expect(findings(text + "  b -> a : e\n  * -> a : e\n") == ["7 W304"])
  }

  // MARK: Guards

  @Test func aGuardThatIsRepeatedIsFound() {
    let text = "  initial state a(x: Int = 0)\n  event e(n: Int), f\n  a : f\n"
    #expect(findings(text + "  a : e [x > 1 && n<2]\n  a -> a(x: 1) : e [ x > 1 && n < 2 ]\n") == ["6 W303"])
    #expect(findings(text + "  a : e [x > 1]\n  a -> a(x: 1) : e [x > 2]\n") == [])
    // The same text of another field.
    #expect(findings(text + "  a : e(n: let y) [y > 1]\n  a(x: let y) : e [y > 1] / {}\n") == [])
    #expect(findings(text + "  a : e(n: 1)\n  a -> a(x: 2) : e(n: 1)\n") == ["6 W303"])
  }

  @Test func aGuardMayBeRepeatedWhereTheRowStillApplies() {
    let text = """
        initial state a, b
        event e
        let g: Bool
        a -> b : e [g]
        a, b -> a : e [g]

      """.replacing("initial state a, b", with: "initial state a\n  state b")
    #expect(findings(text) == [])
  }
}
