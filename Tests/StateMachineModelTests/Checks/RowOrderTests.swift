import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A row that is never taken, because of earlier rows, is a finding.
@Suite struct RowOrderTests {
  @Test func whatStandsAfterARowThatAlwaysAppliesNeverDoes() {
    let text = "  initial state a\n  state b\n  event e\n  let c: Bool\n  b -> a : e\n"
    #expect(findings(text + "  a -> b : e\n  a : e [c] / {}\n") == ["8 W303"])
    #expect(findings(text + "  a -> b : e [c]\n  a : e\n") == [])
  }

  @Test func whatPatternsLeaveNothingForNeverApplies() {
    let text = "  initial state a(c: Int?)\n  state b\n  event e\n  b -> a(c: 1) : e\n  a(c: nil) : e\n"
    #expect(findings(text + "  a(c: _?) -> b : e\n") == [])
    #expect(findings(text + "  a(c: _?) -> b : e\n  a : e [else] / {}\n") == ["8 W303"])
    #expect(findings(text + "  a(c: _?) -> b : e\n  a, b : e / {}\n") == ["8 E201"])
    #expect(findings(text + "  a(c: .none) : e / {}\n  a(c: let c?) -> b : e / { print(c) }\n") == ["7 W303"])
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

  @Test func whatAStateTakesByARowOfItsOwnIsNotAskedOfAWildcard() {
    expectDiagnostics(
      """
      machine M {
        initial state open
        state closed(count: Int)
        state jammed(why: String)
        event stop
        open -> closed(count: 1) : stop
        closed -> jammed(why: "") : stop
        jammed -> open : stop
        * -> closed : stop
      //^~~~~~~~~~~~~~~~~~ W304 this '*' row never applies: every state has a row of its own, or is excepted
      }
      """)
  }

  @Test func aWildcardLacksSomethingOnlyWhereItApplies() {
    expectDiagnostics(
      """
      machine M {
        initial state open
        state closed(count: Int)
        state jammed(why: String)
        event stop, go
        output tell(Int)
        open -> closed(count: 1) : stop
        closed -> jammed(why: "") : go
        jammed -> open : stop
        * -> closed : stop / tell(count)
        * -> jammed : go
          // ^~~~~~ E105 'jammed' needs 'why: String', which neither the event 'go' nor the state 'open' has: write 'jammed(why: …)'
      }
      """, notesElsewhere: true)
  }

  @Test func aStateThatAnIdleRowLeadsToIsNoFindingOfItsOwn() {
    let text = "  initial state a\n  state b\n  event e\n  a : e\n  b : e\n"
    #expect(findings(text + "  * -> b : e\n") == ["7 W304"])
    #expect(findings("  initial state a\n  state b\n  event e\n  a -> b : e [false]\n  b : e\n") == ["5 W306"])
  }

  @Test func aWildcardThatStandsForNoStateSaysWhy() {
    func why(_ text: String) -> [String] {
      messages(.idleWildcard, text).map { String($0.dropFirst("this '*' row never applies: ".count)) }
    }
    let regions = "{ initial state NAME1 ; state NAME2 ; NAME1 -> NAME2 : x ; NAME2 -> NAME1 : x }"
    let body = "region r \(regions.replacing("NAME", with: "a"))\nregion s \(regions.replacing("NAME", with: "b"))\n"
    let inRegions = "its body holds regions and no states; write it in each region"
    #expect(why(body + "event x, y\n* : y / {}") == [inRegions])
    #expect(why("initial state p {\n\(body)* : y / {}\n}\nevent x, y") == [inRegions])
    #expect(
      why("initial state p { * : x ; : y }\nevent x, y")
        == ["'*' means the states within this one, which has none; leave out '*'"])
    #expect(
      why("initial state a\nevent x\na : x\n* -> a : done") == ["no state of its body is ever done; name an event"])
    #expect(
      why("initial state a\nfinal state b\nevent x\na -> b : x\n* except a : x")
        == ["every state is final, or is excepted"])
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

  @Test func anElseIsAfterSomething() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b
        event e, f
        a -> b : e [else]
                 // ^~~~ W306 no row with a guard comes before this 'else', which always holds: leave it out
        b -> a : f
      }
      """)
    let text = "  initial state a(n: Int = 0)\n  state b\n  event e(m: Int), f\n  b -> a : f\n"
    #expect(findings(text + "  a -> b : e [n > m]\n  a, b : e [else]\n") == [])
    #expect(findings(text + "  a -> b : e(m: 1...9)\n  a : e [else]\n") == [])
    #expect(findings(text + "  a -> b : e [else]\n  a : e [n > m]\n") == ["7 W303"])
    #expect(findings(text + "  a -> b : e\n  a : e [else]\n") == ["7 W303"])
    #expect(findings(text + "  a -> b : e [false]\n  a : e [else]\n") == ["6 W306"])
    #expect(findings(text + "  a -> b : e [n > m]\n  * : e, f [else] / {}\n") == [])
  }

  @Test func anElseOfACompositeOrOfAnOwnerMayBeAfterRowsWithin() {
    let text = """
        initial state a(n: Int = 0) {
          initial state b
          b : e [n > 1]
        }
        event e
        a : e [else] / {}
      """
    #expect(findings(text) == [])
    let machines = """
      machine Owner { initial state a: Inner ; a : a [else] / {} }
      machine Inner { initial state p ; event n ; p : n }
      """
    #expect(Compiler().check(SourceFile(path: "m.sm", text: machines)).diagnostics.map(\.message) == [])
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
