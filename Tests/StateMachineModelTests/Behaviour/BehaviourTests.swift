import TestSupport
import Testing

@testable import StateMachineModel

/// A state has the right transitions on each trigger.
@Suite struct BehaviourTests {
  private func small() throws -> SmallMachine {
    try SmallMachine(
      """
      initial state a
      state b
      event x, y, z
      let n: Int
      * -> a : x
      * : z
      a -> b : y [n > 1]
      a -> b : x
      a -> b : x [n > 2]
      a : y [else]
      b -> a : y
      """)
  }

  @Test func transitionsOfOneTriggerStandTogether() throws {
    let machine = try small()
    let groups = machine.behaviour.groups(of: try machine.state("a"))
    #expect(groups.map { machine.machine.name(of: $0.trigger) } == ["x", "y", "z"])
    #expect(
      machine.behaviour.transitions(of: try machine.state("a")).map(machine.text) == [
        "a -> b : x", "a -> b : x [n > 2]", "a -> b : y [n > 1]", "a : y [else]", "* : z",
      ])
  }

  @Test func whatStandsAfterOneThatAlwaysAppliesIsNotTried() throws {
    let machine = try small()
    let group = try #require(machine.behaviour.group(of: machine.state("a"), on: .event(machine.event("x"))))
    #expect(machine.behaviour.tried(group).map(machine.text) == ["a -> b : x"])
    #expect(machine.behaviour.all(group).map(machine.text) == ["a -> b : x", "a -> b : x [n > 2]"])
    #expect(machine.behaviour.isCertain(group))
  }

  @Test func aStateWithoutTransitionsOnATriggerHasNoGroup() throws {
    let machine = try SmallMachine("initial state a\nstate b\nevent x\na -> b : x")
    #expect(machine.behaviour.group(of: try machine.state("b"), on: .event(try machine.event("x"))) == nil)
    #expect(machine.behaviour.groups(of: try machine.state("b")).isEmpty)
  }

  @Test func transitionsInTheOrderOfTheFile() throws {
    let machine = try small()
    #expect(
      machine.behaviour.transitionsInSourceOrder(of: try machine.state("a")).map(machine.text) == [
        "a -> b : y [n > 1]", "a -> b : x", "a -> b : x [n > 2]", "a : y [else]", "* : z",
      ])
  }

  @Test func aRowForAllStatesIsNoTransitionBesideOneThatAlwaysApplies() throws {
    let machine = try small()
    let transitions = machine.machine.transitions.indices.map(machine.text)
    #expect(transitions.filter { $0 == "* -> a : x" }.count == 1)
    #expect(transitions.filter { $0 == "* : z" }.count == 2)
  }
}
