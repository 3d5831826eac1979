import TestSupport
import Testing

@testable import StateMachineModel

/// A state that nothing enters is a finding, and so is a state that nothing exits.
@Suite struct StatesTests {
  @Test func aStateThatNothingLeadsToIsUnreachable() {
    let text = """
      initial state a { initial state x ; state y }
      state b
      event e
      a : e
      b -> y : e
      """
    #expect(
      messages(.unreachableState, text.replacing("b -> y", with: "b -> a.y")) == [
        "no arrow leads to 'b' from the initial state"
      ])
    #expect(findings(text.replacing("b -> y : e", with: "a -> b : f\nevent f\nb -> a.y : e")) == [])
  }

  @Test func oneMissingArrowIsOneFinding() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b, c, d
            //^ W301 no arrow leads to 'b' from the initial state
        state e { initial state f ; state g ; f -> g : x }
        state h, i
        event x, y
        a : x
        b -> c : x
        c -> d : x
        d -> e : x
        e -> h : y
        h -> i : x
        i -> b : x
      }
      """)
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
    #expect(messages(.deadEndState, text) == ["'c' has no row: declare it 'final' if 'b' is done there"])
  }

  @Test func theRowsOfASubmachineAreThoseOfItsState() {
    expectDiagnostics(
      """
      machine Parent {
        initial state idle
        state loaded: Child
        event go
        idle -> loaded : go
      }
      machine Child {
        initial state a
        state b
            //^ W302 'b' has no row: declare it 'final' if the machine ends there
        event x
        a -> b : x
      }
      """)
  }

  @Test func aStateThatIsNeverActiveNeedsNoWayOut() {
    #expect(findings("initial state a\nstate b\nevent e\na : e\n") == ["3 W301"])
  }

  @Test func whatAMistakeLeadsToCountsAsReached() {
    #expect(findings("initial state a\nstate b\nevent e\na -> b : x\nb : e\n") == ["5 E101"])
  }
}
