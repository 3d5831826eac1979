import TestSupport
import Testing

@testable import StateMachineModel

/// A machine has the right reaction to an event in a state.
@Suite struct ReactionTests {
  @Test func theStateIsAskedBeforeTheCompositesAroundIt() throws {
    let machine = try SmallMachine(
      """
      initial state a {
        initial state b
        state c
        b -> c : x [n > 1]
        b : x [n > 2] / o
        b -> c : y
      }
      state d
      event x, y
      output o
      let n: Int
      a -> d : x
      a -> d : y
      """)
    #expect(try machine.reaction(of: "b", to: "x") == "b -> c : x [n > 1] | b : x [n > 2] / o | a -> d : x | none")
    #expect(try machine.reaction(of: "b", to: "y") == "b -> c : y | none")
    #expect(try machine.reaction(of: "c", to: "y") == "a -> d : y | none")
    #expect(try machine.reaction(of: "d", to: "x") == "unhandled")
    let own = machine.behaviour.ownReaction(of: try machine.state("b"), to: try machine.event("x"))
    #expect(machine.words(own) == "b -> c : x [n > 1] | b : x [n > 2] / o | left to a")
  }

  @Test func whatIsKeptIsNotLeftToTheComposite() throws {
    let machine = try SmallMachine(
      """
      initial state a { defer y
        initial state b { defer x }
        state c
        b -> c : x [n > 1]
        c -> b : x
      }
      event x, y
      let n: Int
      a -> a : x
      """)
    #expect(try machine.reaction(of: "b", to: "x") == "b -> c : x [n > 1] | deferred")
    #expect(try machine.reaction(of: "c", to: "y") == "deferred")
  }

  @Test func aSubmachineIsAskedFirstAndMayNotTakeIt() throws {
    let machine = try SmallMachine(
      """
      machine M {
        initial state a: Inner
        state b
        event x
        a -> b : a
        b -> a : x
      }
      machine Inner { initial state p ; event n ; p : n }
      """)
    #expect(try machine.reaction(of: "a", to: "a") == "submachine of a | a -> b : a | none")
    #expect(try machine.reaction(of: "b", to: "a") == "unhandled")
  }

  @Test func theMachineEndsInAFinalStateOfItsBodyOnly() throws {
    let machine = try SmallMachine(
      "initial state a { initial state b ; final state c ; b -> c : x }\nfinal state d\nevent x\na -> d : done")
    #expect(try machine.reaction(of: "c", to: "x") == "unhandled")
    #expect(try machine.reaction(of: "d", to: "x") == "ended")
  }

  // MARK: Regions

  @Test func aRegionThatAloneHasTheEventAnswers() throws {
    let machine = try SmallMachine(
      """
      region a { initial state a1 ; state a2 ; a1 -> a2 : x [n > 1] ; a2 -> a1 : y }
      region b { initial state b1 ; b1 : z }
      event x, y, z
      let n: Int
      """)
    #expect(try machine.reaction(of: "b1", to: "x") == "other region")
    #expect(try machine.reaction(of: "a1", to: "x") == "a1 -> a2 : x [n > 1] | unhandled")
    #expect(try machine.reaction(of: "a2", to: "x") == "unhandled")
    #expect(try machine.reaction(of: "a2", to: "z") == "other region")
  }

  @Test func ofTwoRegionsWithTheEventOneThatIsCertainAnswers() throws {
    let machine = try SmallMachine(
      """
      region a { initial state a1 ; state a2 ; a1 -> a2 : x ; a2 -> a1 : y }
      region b { initial state b1 { initial state c ; c : x [n > 1] / o } ; b1 : x }
      event x, y
      output o
      let n: Int
      """)
    #expect(try machine.reaction(of: "a2", to: "x") == "other region")
    #expect(try machine.reaction(of: "c", to: "x") == "c : x [n > 1] / o | b1 : x | none")
  }

  @Test func aFinalStateMayLeaveItsRegionWithoutAnAnswer() throws {
    let machine = try SmallMachine(
      """
      region a { initial state a1 ; state a2 ; a1 -> a2 : x ; a2 -> a1 : y }
      region b { initial state b1 ; final state b2 ; b1 -> b2 : x }
      event x, y
      """)
    #expect(try machine.reaction(of: "a2", to: "x") == "unhandled")
    #expect(try machine.reaction(of: "b2", to: "x") == "unhandled")
    #expect(try machine.reaction(of: "b1", to: "y") == "other region")
  }

  @Test func aStateThatKeepsTheEventAnswersForItsRegion() throws {
    let machine = try SmallMachine(
      """
      region a { initial state a1 { defer x } ; a1 : y }
      region b { initial state b1 ; state b2 ; b1 -> b2 : x ; b2 -> b1 : y }
      event x, y
      """)
    #expect(try machine.reaction(of: "b2", to: "x") == "other region")
    #expect(try machine.reaction(of: "a1", to: "x") == "deferred")
  }

  @Test func regionsWithinOneAnswerForIt() throws {
    let machine = try SmallMachine(
      """
      region a {
        initial state p {
          region q { initial state q1 ; q1 : x }
          region r { initial state r1 ; state r2 ; r1 -> r2 : y ; r2 -> r1 : x }
        }
        state s
        p -> s : z
        s -> p : z
      }
      region b { initial state b1 ; state b2 ; b1 -> b2 : x ; b2 : z }
      event x, y, z
      """)
    // Beside the state, its own composite's region is certain.
    #expect(try machine.reaction(of: "r1", to: "x") == "other region")
    // Where the region is in its other state, nothing is.
    #expect(try machine.reaction(of: "b2", to: "x") == "unhandled")
    #expect(try machine.reaction(of: "s", to: "x") == "unhandled")
    #expect(try machine.reaction(of: "q1", to: "y") == "other region")
    #expect(try machine.reaction(of: "s", to: "y") == "unhandled")
    #expect(try machine.reaction(of: "b1", to: "y") == "other region")
  }

  @Test func reactorsAreTheStatesWithSomethingForAnEvent() throws {
    let machine = try SmallMachine(
      """
      initial state a { defer x ; initial state b ; b : y }
      state c
      event x, y
      c -> a : x, y
      a -> c : y
      """)
    #expect(machine.names(machine.behaviour.reactors(to: try machine.event("x"))) == ["a", "c"])
    #expect(machine.names(machine.behaviour.reactors(to: try machine.event("y"))) == ["a", "b", "c"])
    #expect(machine.behaviour.reacts(within: try machine.state("a"), to: try machine.event("x")))
    #expect(!machine.behaviour.reacts(within: try machine.state("b"), to: try machine.event("x")))
  }
}
