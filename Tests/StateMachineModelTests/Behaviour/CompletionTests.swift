import TestSupport
import Testing

@testable import StateMachineModel

/// Final states complete the right composite states.
@Suite struct CompletionTests {
  @Test func ofACompositeAndOfTheMachine() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; final state c ; b -> c : x }
      final state d
      event x
      a -> d : done
      """)
    let behaviour = machine.behaviour
    #expect(machine.names(behaviour.finalStates(completing: try machine.state("a"))) == ["c"])
    #expect(machine.names(machine.machine.states.indices.filter(behaviour.canEndMachine)) == ["d"])
  }

  @Test func ofRegions() throws {
    let machine = try SmallMachine(
      """
      region a { initial state a1 ; final state a2 ; a1 -> a2 : x }
      region b {
        initial state p {
          region q { initial state q1 ; final state q2 ; q1 -> q2 : x }
          region r { initial state r1 ; final state r2 ; r1 -> r2 : x }
        }
        final state b2
        p -> b2 : done
      }
      event x
      """)
    let behaviour = machine.behaviour
    #expect(machine.names(behaviour.finalStates(completing: try machine.state("p"))) == ["q2", "r2"])
    #expect(machine.names(machine.machine.states.indices.filter(behaviour.canEndMachine)) == ["a2", "b2"])
  }
}
