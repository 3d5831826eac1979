import Testing

@testable import StateMachineCodeGeneration

/// What is known of the transitions before, when those of a state are tried.
@Suite struct SelectionOrderTests {
  /// A composite `a` with three regions, of which `q` leads out of it, too.
  private func known(before state: String?, _ p: String) throws -> (possible: Set<String>, certain: Set<String>) {
    let plan = try PlanWords(
      """
      initial state a {
        region p { initial state p1 ; state p2 ; \(p) }
        region q { initial state q1 ; q1 -> z : x [n] }
        region r { initial state r1 ; r1 -> z : x }
      }
      state z
      event x, y
      output o
      let n: Bool
      """)
    let (composite, inner) = (try plan.state("a"), try plan.reactors("x", within: "a"))
    let trigger = try plan.trigger("x")
    let order = SelectionOrder(
      TriggerAnalysis(plan.model, trigger, composite), ConflictFlags(plan.model, composite, inner, [], trigger), inner
    ) { _ in .notes }
    return try order.known(before: state.map(plan.state))
  }

  @Test func regionsComeInTheOrderOfTheSource() throws {
    #expect(try known(before: "p1", "p1 -> z : x").possible == [])
    #expect(try known(before: "q1", "p1 -> z : x").possible == ["leavesA", "hasLeftA"])
    #expect(try known(before: "q1", "p1 -> p2 : x").possible == ["leavesA"])
    #expect(try known(before: nil, "p1 : x / o").possible == ["leavesA", "hasLeftA"])
  }

  /// What each state of a region sets is certain, whichever transition it takes.
  @Test func theStatesOfARegionAgree() throws {
    #expect(try known(before: "q1", "p1 -> z : x ; p2 -> z : x").certain == ["leavesA", "hasLeftA"])
    #expect(try known(before: "q1", "p1 -> z : x [n] ; p1 -> p2 : x ; p2 -> p1 : x").certain == ["leavesA"])
    #expect(try known(before: "q1", "p1 -> z : x ; p2 -> z : x [n]").certain == [])
    #expect(try known(before: "q1", "p1 -> z : x ; p2 : x").certain == [])
  }

  /// Then the composite around it, which would set them, is not asked.
  @Test func aStateThatKeepsTheEventSetsNothing() throws {
    let rows = "p1 -> z : x ; p2 -> z : x ; w -> z : x"
    func certain(_ body: String) throws -> Set<String> {
      try known(before: "q1", "state w { initial state p3 { \(body) } } ; \(rows)").certain
    }
    #expect(try certain("") == ["leavesA", "hasLeftA"])
    #expect(try certain("defer x") == [])
  }
}
