import TestSupport
import Testing

@testable import StateMachineModel

/// A row that inner states never leave an event to is a finding, and so are conflicting rows of regions.
@Suite struct HierarchyTests {
  private static let regions = """
      initial state p {
        region q { initial state q1 ; state q2 ; q1 -> q2 : e ; q2 -> q1 : e }
        region r { initial state r1 ; state r2 ; r1 -> r2 : e ; r2 : f }
      }
      state out
      event e, f, g
      p -> out : g
      out -> p : f
    """

  @Test func everyRegionAsksTheCompositeByItself() {
    #expect(findings(Self.regions + "\n  p : e / o\n  output o\n") == [])
    let complete = Self.regions.replacing("r2 : f", with: "r2 -> r1 : e ; r2 : f")
    #expect(findings(complete + "\n  p : e / o\n  output o\n") == ["10 N401"])
  }

  @Test func aRowThatAppliesToSomeSourceIsNotOverridden() {
    let text = """
        initial state a { initial state b ; b : e }
        state c
        event e, f
        a -> c : f
        c -> a : f
        a, c : e / o
        output o
      """
    #expect(findings(text) == [])
    #expect(findings(text.replacing("a, c : e", with: "a : e")) == ["7 N401"])
  }

  @Test func twoRegionsThatLeaveTheCompositeConflict() {
    let text = Self.regions + "\n  p.q.q1 -> out : f\n"
    #expect(findings(text) == [])
    #expect(findings(text + "  p.r.r1 -> out : f\n") == ["11 W310"])
    // Of one region, one state is active at a time.
    #expect(findings(text + "  p.q.q2 -> out : f\n") == [])
  }

  @Test func twoRegionsThatLeaveTheMachineConflict() {
    let text = """
        region q { initial state q1 ; state q2 ; q1 -> q2 : e ; q2 -> k : e }
        region r { initial state r1 ; state r2 ; r1 -> r2 : e ; r2 : e / o }
        choice k
        k -> q.q1 : [else]
        event e
        output o
      """
    #expect(findings(text) == [])
    let both = text.replacing("r2 : e / o", with: "r2 -> k : e")
    #expect(findings(both).filter { $0 != "7 W305" } == ["3 W310"])
    #expect(messages(.conflictingRows, both).allSatisfy { $0.contains("both leave 'M'") })
  }

  @Test func innerRegionsThatLeaveTheOuterOnesConflictWithThose() {
    let text = """
        region a {
          initial state p {
            region q { initial state q1 ; q1 -> out : e }
            region r { initial state r1 ; r1 : f }
          }
          state out
          out -> p : f
        }
        region b { initial state b1 ; b1 : e / o }
        event e, f
        output o
      """
    // The composite that is left stands within a region of the machine.
    #expect(findings(text) == [])
    #expect(findings(text.replacing("r1 : f", with: "r1 -> out : e")) == ["5 W310"])
  }
}
