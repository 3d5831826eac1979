import TestSupport
import Testing

@testable import StateMachineModel

/// A state from which a machine with a final state cannot end is a finding.
@Suite struct FinalStatesTests {
  @Test func aCompositeEndsThroughItsFinalStates() {
    let text = """
        initial state work {
          initial state first
          state second
          final state finished
          first -> finished : e
          second -> second : e
          first -> second : f
        }
        final state end
        event e, f
        work -> end : done

      """
    #expect(findings(text) == ["4 W312"])
    #expect(findings(text + "  work -> end : f\n").contains("4 W312") == false)
  }

  @Test func historiesRegionsAndTimersLeadOn() {
    let text = """
        initial state on {
          region a { initial state a1 ; state a2 ; a1 -> a2 : e ; a2 -> a1 : e }
          region b { initial state b1 ; state b2 ; b1 -> b2 : f ; b2 -> end : f }
        }
        state pause
        final state end
        event e, f, g
        on -> pause : g
        pause -> on.deepHistory : after 5s

      """
    #expect(findings(text, head: "machine M: Sendable {") == [])
  }

  @Test func aRegionWithoutAnEndHasNoneToLeadTo() {
    let text = """
        region a { initial state a1 ; state a2 ; final state a3 ; a1 -> a3 : e ; a1 -> a2 : f ; a2 : e }
        region b { initial state b1 ; state b2 ; b1 -> b2 : f ; b2 -> b1 : f }
        event e, f

      """
    #expect(findings(text) == ["2 W312"])
    #expect(findings(text.replacing("a2 : e", with: "a2 -> a3 : e")) == [])
  }

  /// A guard may hold at some time, whatever follows where it does not.
  @Test func aRowWithAGuardLeadsOn() {
    let text = """
        initial state a
        state b
        final state end
        event e, f
        output o
        let c: Bool
        a -> end : e [c]
        a -> b : e [else]
        b -> a : e [c]
        b : e [else] / o

      """
    #expect(findings(text.replacing(", f", with: "")) == [])
    let withoutWay = text.replacing("initial state a", with: "state a\ninitial state z")
      .replacing("a -> end : e [c]", with: "z -> a : f\nz -> end : e\na : e [c] / o")
    #expect(findings(withoutWay).contains { $0.hasSuffix("W312") }, "\(findings(withoutWay))")
  }

  @Test func whatLeadsToADeadEndFollowsFromIt() {
    let text = """
        initial state a
        state b, c
        final state d
        event e, f
        a -> b : e
        a -> d : f
        b -> c : e

      """
    #expect(findings(text) == ["3 W302"])
  }

  @Test func anEndThatCannotBeReachedIsOneFinding() {
    let text = "  initial state a\n  final state d\n  event e\n  a : e\n"
    #expect(findings(text) == ["3 W301"])
    #expect(findings(text + "  choice k\n  k -> d : [else]\n") == ["6 W301"])
  }

  /// A transition of one region leads on from every configuration of the others.
  @Test func regionsAreLeftByOthers() {
    let text = """
        region p { initial state p1 ; state p2 ; final state p3 ; p1 -> p2 : e ; p1 -> p3 : f ; p2 : e / o }
        region q { initial state q1 ; final state q2 ; q1 -> q2 : e ; q1 : f / o }
        event e, f
        output o

      """
    #expect(findings(text) == ["2 W312"])
    let left = text.replacing("q1 : f / o", with: "q1 -> k : f")
    #expect(findings(left + "choice k\nk -> q.q1 : [else]\n") == [])
  }

  @Test func machinesWithoutEndHaveNoSuchFinding() {
    #expect(findings("  initial state a\n  state b\n  event e\n  a -> b : e\n  b : e\n") == [])
  }
}
