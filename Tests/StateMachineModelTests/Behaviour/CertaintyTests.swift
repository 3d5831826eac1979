import TestSupport
import Testing

@testable import StateMachineModel

/// The events that are certain to be taken are known.
@Suite struct CertaintyTests {
  private func isCertain(_ machine: SmallMachine, _ state: String, _ event: String) throws -> Bool {
    machine.behaviour.isCertain(within: try machine.state(state), toTake: try machine.event(event))
  }

  @Test func allStatesOfABodyMustTakeIt() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; state c { defer y } ; b -> c : x ; c -> b : x ; b -> c : y }
      state d { initial state e ; state f ; e -> f : x }
      event x, y, z
      a -> d : z
      """)
    #expect(try isCertain(machine, "a", "x"))
    #expect(try isCertain(machine, "a", "y"))
    #expect(try isCertain(machine, "a", "z"))
    #expect(try !isCertain(machine, "d", "x"))
    #expect(try !isCertain(machine, "e", "z"))
    #expect(machine.behaviour.isCertain(try machine.state("a"), toTake: try machine.event("x")) == false)
  }

  @Test func oneRegionIsEnoughToTakeItAndAllMustTakeItBeforeTheComposite() throws {
    let machine = try SmallMachine(
      """
      initial state p {
        region q { initial state q1 ; q1 : x, y }
        region r { initial state r1 ; r1 : y }
      }
      event x, y, z
      p : z
      """)
    #expect(try isCertain(machine, "p", "x"))
    let within = machine.behaviour.triggersTakenWithin()
    let (y, state) = (try machine.event("y"), try machine.state("p"))
    #expect(within[state] == [.event(y)])
  }

  @Test func completionAndTimersAreTheirStatesOwn() throws {
    #expect(Trigger.always.isLeftToComposites)
    #expect(Trigger.event(EventID(0)).isLeftToComposites)
    #expect(!Trigger.done.isLeftToComposites)
    #expect(!Trigger.elapsed(TimerID(0)).isLeftToComposites)
  }
}
