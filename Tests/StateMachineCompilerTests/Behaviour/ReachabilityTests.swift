import Testing

@testable import StateMachineCompiler

/// Which states some way leads to.
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
}
