import TestSupport
import Testing

@testable import StateMachineModel

/// An event that is deferred for ever is a finding, and so are `always` rows that never end. More tests of these are in
/// `FollowingStepTests`.
@Suite struct AlwaysTests {
  @Test func aGuardLeavesSomethingToBeKept() {
    let text = "  initial state a { defer e }\n  state b\n  event e, f\n  let c: Bool\n  a -> b : f\n  b -> a : e\n"
    #expect(findings(text + "  a -> b : e [c]\n") == [])
    #expect(findings(text + "  a -> b : e [c]\n  a : e [else]\n") == ["2 W303"])
  }

  @Test func aCircleGoesThroughTheCompositesOfItsStates() {
    let text = """
      initial state a {
        initial state x
        state y
        x -> y : e
      }
      state b
      event e
      a -> b : always
      b -> a : always
      """
    #expect(
      messages(.endlessCycle, text) == [
        "these 'always' rows never end: x -> b -> x; give one of them a guard, or an event"
      ])
    #expect(messages(.endlessCycle, text.replacing("x -> y : e", with: "x -> y : always [c]\nlet c: Bool")) == [])
  }

  @Test func aChoiceIsAWayOut() {
    let text = """
      initial state a
      state b
      final state d
      choice k
      let c: Bool
      a -> k : always
      k -> b : [c]
      k -> d : [else]
      b -> a : always
      """
    #expect(findings(text) == [])
  }

  @Test func whatTrapsDoesNotGoOn() {
    #expect(findings("  initial state a\n  a -> a : always / trap\n") == [])
    #expect(findings("  initial state a\n  a -> a : always\n") == ["3 E208"])
  }
}
