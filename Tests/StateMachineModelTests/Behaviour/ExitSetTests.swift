import TestSupport
import Testing

@testable import StateMachineModel

/// A transition has the right set of exited states.
@Suite struct ExitSetTests {
  private func small() throws -> SmallMachine {
    try SmallMachine(
      """
      initial state p {
        region q { initial state q1 ; state q2 { initial state q3 } ; q1 -> q2 : x }
        region r {
          initial state s {
            region t { initial state t1 }
            region u { initial state u1 }
          }
        }
      }
      state out
      choice k
      event x, y, z, w
      let n: Int
      p -> p.q.q2 : y
      p.r.s.t.t1 -> out : z
      p : z
      out -> k : x
      k -> out : [n > 1]
      k -> p : [else]
      p.q.q1 -> k : w
      """)
  }

  private func left(_ machine: SmallMachine, _ source: String, _ event: String) throws -> [[String]] {
    let transition = machine.machine.transitions[try machine.transition(source, event)]
    var sets: [[String]] = []
    transition.forEachArrival {
      let exits = machine.behaviour.exitSet(of: transition, endingWith: $0)
      sets.append(machine.names(exits.members(of: Array(machine.machine.states.indices)).sorted()))
      #expect(machine.machine.states.indices.filter(exits.contains).count == sets.last?.count)
    }
    return sets
  }

  @Test func withinARegionTheOthersStay() throws {
    #expect(try left(small(), "q1", "x") == [["q1"]])
  }

  @Test func aLocalTransitionLeavesWhatIsWithinItsSource() throws {
    #expect(
      try left(small(), "p", "y") == [["q", "q1", "q2", "q3", "r", "s", "t", "t1", "u", "u1"]])
  }

  @Test func outOfARegionAllOfThemAreLeft() throws {
    let all = ["p", "q", "q1", "q2", "q3", "r", "s", "t", "t1", "u", "u1"]
    #expect(try left(small(), "t1", "z") == [all])
    #expect(try left(small(), "p", "z") == [[]])
  }

  @Test func everyWayThroughAChoiceHasItsOwn() throws {
    #expect(try left(small(), "out", "x") == [["out"], ["out"]])
    let ways = try left(small(), "q1", "w")
    #expect(ways.count == 2)
    #expect(ways.allSatisfy { $0.contains("u1") && $0.contains("p") })
  }

  @Test func regionsAreLeftInnerFirst() throws {
    let machine = try small()
    func regions(_ source: String, _ event: String) throws -> [String] {
      let transition = machine.machine.transitions[try machine.transition(source, event)]
      return machine.names(machine.behaviour.regionsLeft(by: transition))
    }
    #expect(try regions("t1", "z") == ["t", "r"])
    #expect(try regions("q1", "x") == [])
    #expect(try regions("p", "z") == [])
  }
}

extension ExitSet {
  func contains(_ state: StateID) -> Bool { ranges.contains { $0.contains(state) } }
}
