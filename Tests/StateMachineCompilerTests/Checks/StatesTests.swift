import Testing

@testable import StateMachineCompiler

/// States that cannot be reached, and states that cannot be left.
@Suite struct StatesTests {
  @Test func aStateThatNothingLeadsToIsUnreachable() {
    let text = """
      initial state a { initial state x ; state y }
      state b
      event e
      a : e
      b -> y : e
      """
    // What only leads to it is unreachable, too.
    #expect(messages(.unreachableState, text.replacing("b -> y", with: "b -> a.y")).count == 2)
    #expect(findings(text.replacing("b -> y : e", with: "a -> b : f\nevent f\nb -> a.y : e")) == [])
  }

  @Test func theRegionsOfAStateAreReachedWithIt() {
    let text = """
      initial state a
      state p {
        region q { initial state q1 ; q1 : e }
        region r { initial state r1 ; state r2 ; r1 : e }
      }
      event e
      a -> p.q.q1 : e
      """
    #expect(messages(.unreachableState, text) == ["no arrow leads to 'r2' from the initial state"])
  }

  @Test func aRowOfACompositeIsAWayOut() {
    let text = "initial state a\nstate b { initial state c }\nevent e, f\na -> b : e\n"
    #expect(findings(text) == ["3 W302", "4 W305"])
    #expect(findings(text + "b -> a : f\n") == [])
  }

  @Test func whatAMistakeLeadsToCountsAsReached() {
    #expect(findings("initial state a\nstate b\nevent e\na -> b : x\nb : e\n") == ["5 E101"])
  }
}
