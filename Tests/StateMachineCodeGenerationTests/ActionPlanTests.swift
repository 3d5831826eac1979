import TestSupport
import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineModel

/// Which functions run entry and exit effects, and what is written in place instead.
@Suite struct ActionPlanTests {
  private func names(_ plan: PlanWords, _ states: Set<StateID>) -> [String] { plan.small.names(states.sorted()) }

  private func regions(_ p1: String, _ p2: String = "") throws -> PlanWords {
    try PlanWords(
      """
      initial state a {
        region p {
          initial state p1(n: Int = 0) { \(p1) }
          state p2 { \(p2) }
          p1 -> p2 : x
          p2 -> p1 : x
        }
        region q { initial state q1 ; q1 : y / o }
      }
      state b
      event x, y
      output o, left, entered(Int)
      effect leave = left // sm-gen: ignore W305: not in every test
      a -> b : y
      b -> a : y
      """)
  }

  @Test func aSingleEffectWithoutPayloadStandsInPlace() throws {
    func isInlined(_ p1: String) throws -> Bool {
      let plan = try regions(p1)
      return try plan.model.actions.inlined(plan.small.machine.states[plan.state("p1")].exit) != nil
    }
    #expect(try isInlined("exit / left"))
    #expect(try !isInlined("exit / left, o"))
    #expect(try !isInlined("exit / entered(n)"))
    #expect(try !isInlined("exit / { print(1) }"))
    #expect(try isInlined("exit / leave"))
    #expect(try !isInlined("exit [1 > 0] / left"))
    #expect(try !isInlined(""))
  }

  @Test func withoutRegionsEachStateHasItsFunctions() throws {
    let plan = try PlanWords(
      """
      initial state a { initial state c { exit / o } ; c : x }
      state b
      event x
      output o
      a -> b : x
      """)
    let actions = plan.model.actions
    #expect(actions.inlined(plan.small.machine.states[try plan.state("c")].exit) == nil)
    #expect(names(plan, actions.exitFunctions) == ["a"])
    #expect(actions.entryFunctions.isEmpty)
  }

  @Test func aCompositeWithRegionsIsLeftByAFunctionWhereATransitionLeavesItWhole() throws {
    let plan = try regions("exit / left")
    #expect(names(plan, plan.model.actions.exitFunctions) == ["a"])
    #expect(plan.model.actions.joinedRegions.isEmpty)
    #expect(try regions("").model.actions.exitFunctions.isEmpty)
  }

  @Test func effectsThatMayMutateAPayloadAreKnown() throws {
    func mayChange(_ effects: String) throws -> Bool {
      try PlanWords("initial state a(items: Buffer)\nevent x\na : x / \(effects)").model.actions.mayChange
    }
    #expect(try mayChange("{ items.put(3) }"))
    #expect(try !mayChange("items += [3]"))
    #expect(try !mayChange("{ print(items) }"))
  }

  /// All regions of the machine's own body are left by a function, as those of a composite are.
  @Test func theMachineIsLeftByAFunction() throws {
    func text(_ row: String, _ state: String = "state q2") -> String {
      """
      machine M {
        region p { initial state p1 { exit / o } ; p1 : x / o }
        region q { initial state q1 ; \(state) ; q1 -> q2 : x ; q2 \(row) }
        choice k
        k -> p.p1, q.q2 : [else]
        event x
        output o
      }
      """
    }
    let leaves = try SwiftModel(SmallMachine(text("-> k : x")).behaviour)
    #expect(leaves.actions.leavesMachine)
    #expect(leaves.names.function("exitInside", within: nil) == "exitInsideMachine")
    #expect(try !SwiftModel(SmallMachine(text(": x / o")).behaviour).actions.leavesMachine)
    // A state may be called so, too.
    let named = try SwiftModel(SmallMachine(text("-> k : x").replacing("q2", with: "machine")).behaviour)
    #expect(named.names.function("exitInside", within: nil) == "exitInsideMachine_")
  }
}
