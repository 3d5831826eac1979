import TestSupport
import Testing

@testable import StateMachineModel

/// The graph contains the states that can follow each state.
@Suite struct StateGraphTests {
  /// Returns the states from which a path leads to one of some states.
  private func leading(_ machine: SmallMachine, to names: [String]) throws -> [String] {
    let leads = StateGraph(machine.behaviour).leading(to: try names.map { try machine.state($0) })
    return machine.names(machine.machine.states.indices.filter { leads[.state($0)] })
  }

  @Test func theTransitionsOfACompositeAreThoseOfTheStatesWithin() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; state c ; b -> c : x }
      state d
      state e
      event x, y
      a -> d : y
      d -> e : x
      e : x
      """)
    #expect(try leading(machine, to: ["d"]) == ["a", "b", "c", "d"])
    #expect(try leading(machine, to: ["c"]) == ["b", "c"])
    #expect(try leading(machine, to: ["e"]) == ["a", "b", "c", "d", "e"])
  }

  @Test func completionLeadsOnFromFinalStates() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; state s ; final state c ; b -> c : x ; b -> s : y ; s : x }
      final state d
      event x, y
      a -> d : done
      """)
    #expect(try leading(machine, to: ["d"]) == ["b", "c", "d"])
  }

  @Test func aHistoryLeadsAnywhereWithin() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; state c ; b -> c : x ; c -> b : x }
      state d
      event x, y
      a -> d : y
      d -> a.history : y
      """)
    #expect(try leading(machine, to: ["c"]) == ["a", "b", "c", "d"])
  }
}
