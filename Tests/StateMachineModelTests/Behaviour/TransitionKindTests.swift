import TestSupport
import Testing

@testable import StateMachineModel

/// A transition is external, local or internal, by its domain.
@Suite struct TransitionKindTests {
  @Test func intoItselfAndOutOfItself() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b }
      state c
      choice k
      event u, v, w, x, y
      let n: Int
      a : u
      a -> a : v
      a -> a.b : w
      a -> c : x
      a -> k : y
      k -> c : [n > 1]
      k -> a : [else]
      """)
    func kind(_ event: String) throws -> TransitionKind {
      machine.behaviour.kind(of: machine.machine.transitions[try machine.transition("a", event)])
    }
    #expect(try kind("u") == .internal)
    #expect(try kind("v") == .external)
    #expect(try kind("w") == .local)
    #expect(try kind("x") == .external)
    #expect(try kind("y") == .external)
  }
}
