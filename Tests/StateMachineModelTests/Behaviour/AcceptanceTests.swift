import TestSupport
import Testing

@testable import StateMachineModel

/// The machine accepts an event if a transition does something.
@Suite struct AcceptanceTests {
  private func small() throws -> SmallMachine {
    try SmallMachine(
      """
      initial state a
      state b
      choice k
      choice l
      choice m
      event q, r, s, t, u, v, w, x
      output o
      let n: Int
      a : q
      a : r / o
      a -> b : s
      a : t / trap
      a -> b : u / trap("never")
      a -> k : v
      k -> b : [n > 1]
      k -> a : [else]
      a -> l : w
      l -> m : [n > 1]
      l -> b : [else]
      m -> a : [n > 2]
      m : [else] / trap
      a -> m : x / trap
      """)
  }

  private func acceptance(_ event: String) throws -> Acceptance {
    let machine = try small()
    return machine.behaviour.acceptance(of: try machine.transition("a", event))
  }

  @Test func ofTransitionsThatLeadToNoChoice() throws {
    #expect(try acceptance("q") == .ignored)
    #expect(try acceptance("r") == .accepted)
    #expect(try acceptance("s") == .accepted)
    #expect(try acceptance("t") == .impossible)
    #expect(try acceptance("u") == .impossible)
  }

  @Test func ofAChoiceWhoseBranchesAgree() throws {
    #expect(try acceptance("v") == .accepted)
    #expect(try acceptance("x") == .impossible)
  }

  @Test func ofAChoiceThatMayTrap() throws {
    guard case .branches(let branches) = try acceptance("w") else {
      Issue.record("the branches agree")
      return
    }
    #expect(branches.map(\.isConditional) == [true, false])
    #expect(branches.last?.acceptance == .accepted)
    guard case .branches(let inner)? = branches.first?.acceptance else {
      Issue.record("the inner branches agree")
      return
    }
    #expect(inner.map(\.acceptance) == [.accepted, .impossible])
    #expect(branches.first?.acceptance.result == nil)
  }

  @Test func onlyWhatDoesNothingIsIgnored() throws {
    let machine = try small()
    #expect(machine.behaviour.ignores(try machine.transition("a", "q")))
    for event in ["r", "s", "t", "v"] {
      #expect(!machine.behaviour.ignores(try machine.transition("a", event)), "\(event)")
    }
  }
}
