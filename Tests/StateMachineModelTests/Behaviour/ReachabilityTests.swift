import TestSupport
import Testing

@testable import StateMachineModel

/// The states to which a path leads are reachable.
@Suite struct ReachabilityTests {
  private func reached(_ machine: SmallMachine, besides targets: [String] = []) throws -> [String] {
    let isReached = machine.behaviour.reachableStates(besides: try targets.map { try machine.state($0) })
    return machine.names(machine.machine.states.indices.filter { isReached[$0] })
  }

  private static let text = """
    initial state a { initial state b ; state c ; b -> c : x [n > 1] }
    state d
    state e { region q { initial state q1 } ; region r { initial state r1 ; state r2 } }
    state f
    choice k
    event x, y
    let n: Int
    d -> e : x
    e -> k : y
    k -> f : [n > 1]
    k -> d : [else]
    """

  @Test func fromTheStartWhateverGuardsSay() throws {
    #expect(try reached(SmallMachine(Self.text)) == ["a", "b", "c"])
  }

  @Test func withRegionsAndThroughChoices() throws {
    #expect(
      try reached(SmallMachine(Self.text), besides: ["d"])
        == ["a", "b", "c", "d", "e", "q", "q1", "r", "r1", "f"])
  }

  @Test func aMachineOfRegionsBeginsInAllOfThem() throws {
    let machine = try SmallMachine(
      "region a { initial state a1 ; state a2 ; a1 -> a2 : x }\nregion b { initial state b1 ; state b2 }\nevent x")
    #expect(try reached(machine) == ["a", "a1", "a2", "b", "b1"])
  }

  // MARK: What cannot be reached

  private func roots(_ text: String) throws -> [String] {
    let machine = try SmallMachine(text)
    let isReached = machine.behaviour.reachableStates(besides: [])
    return machine.names(machine.behaviour.rootsOfUnreachable(besides: isReached))
  }

  @Test func aRootIsAStateToWhichNoOtherUnreachableOneLeads() throws {
    #expect(try roots("initial state a\nstate b, c, d\nevent x\nd -> c : x\nc -> b : x\nb -> a : x") == ["d"])
    #expect(try roots("initial state a\nstate b, c, d\nevent x\nd -> c : x\nb -> c : x") == ["b", "d"])
    #expect(try roots(Self.text) == ["d", "r2"])
  }

  @Test func theRootOfACircleIsItsFirstState() throws {
    let circle = "initial state a\nstate b, c, d\nevent x, y\nb -> c : x\nc -> b : x\n"
    #expect(try roots(circle + "b -> d : y") == ["b"])
    #expect(try roots(circle + "d -> c : x") == ["d"])
  }

  @Test func withACompositeItsInitialStateAndWhatFollowsIsReached() throws {
    let text = "initial state a\nstate e { initial state f ; state g ; state h ; f -> g : x }\nevent x, y\n"
    // An arrow to the composite does not lead to 'h'.
    #expect(try roots(text) == ["e", "h"])
    #expect(try roots(text + "e.h -> e.f : x") == ["e", "h"])
    #expect(try roots(text + "e -> e.h : y") == ["e"])
    #expect(try roots(text + "a -> e.f : x") == ["h"])
  }

  @Test func aRootMayStandWithinWhatIsReachedThroughIt() throws {
    let text = "initial state a\nstate e { initial state f ; state g }\nstate i\nevent x, y\n"
    #expect(try roots(text + "i -> e.g : x\ne.g -> e.f : x") == ["i"])
    #expect(try roots(text + "e.g -> i : x\ni -> e : x") == ["g"])
  }
}
