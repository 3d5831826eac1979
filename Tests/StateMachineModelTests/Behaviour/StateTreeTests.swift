import TestSupport
import Testing

@testable import StateMachineModel

/// The tree of states contains the right ancestors, children and regions.
@Suite struct StateTreeTests {
  private func small() throws -> SmallMachine {
    try SmallMachine(
      """
      initial state a {
        entry / o
        initial state b
        state p {
          region q { initial state q1 { exit / o } }
          region r { initial state r1 { initial state r2 } ; final state r3 ; r1 -> r3 : x }
        }
        b -> p : x
      }
      state d
      event x
      output o
      let n: Int
      a -> d : x
      d -> a : always [n > 1]
      """)
  }

  @Test func leavesAreWhatCanBeToldApart() throws {
    let machine = try small()
    let tree = machine.behaviour.tree
    #expect(machine.names(tree.leaves(of: nil)) == ["b", "p", "d"])
    #expect(machine.names(tree.leaves(of: try machine.state("a"))) == ["b", "p"])
    #expect(machine.names(tree.leaves(of: try machine.state("r"))) == ["r2", "r3"])
  }

  @Test func enclosingCompositesEndAtARegion() throws {
    let machine = try small()
    let tree = machine.behaviour.tree
    #expect(tree.enclosing(try machine.state("r2"), where: { _ in true }) == (try machine.state("r1")))
    #expect(tree.enclosing(try machine.state("r1"), where: { _ in true }) == nil)
    #expect(tree.enclosing(try machine.state("p"), where: tree.handlesEvents) == (try machine.state("a")))
    #expect(tree.handlesEvents(try machine.state("r1")))
    #expect(!tree.handlesEvents(try machine.state("q1")))
    #expect(tree.handlesAlways(try machine.state("d")))
    #expect(!tree.handlesAlways(try machine.state("a")))
    #expect(!tree.handlesEvents(try machine.state("d")))
  }

  @Test func whatIsDoneWithinIsCountedWithoutTheCompositeItself() throws {
    let machine = try small()
    let tree = machine.behaviour.tree
    #expect(tree.hasEntries(within: nil))
    #expect(!tree.hasEntries(within: try machine.state("a")))
    #expect(tree.hasExits(within: try machine.state("a")))
    #expect(tree.hasExits(within: try machine.state("q")))
    #expect(!tree.hasExits(within: try machine.state("q1")))
    #expect(!tree.hasExits(within: try machine.state("r")))
  }
}
