import Testing

@testable import StateMachineCodeGeneration

/// The order in which the effects of a step run.
@Suite struct StepOrderTests {
  /// The slots in their order, with the variables that say whether they have their turn.
  static func order(_ step: RegionStep) -> [String] {
    step.effects.map { item in
      switch item {
      case .slot(let slot): step.slots[slot].variable
      case .pending(let slot, let open, _):
        step.slots[slot].variable + " if " + (open.isEmpty ? "not yet" : open.joined(separator: ", "))
      }
    }
  }

  private func order(_ body: String) throws -> [String] {
    let plan = try PlanWords(
      """
      initial state a { \(body) }
      a : x / o
      event x, y
      output o
      let n: Bool
      """)
    return Self.order(
      StepPlanner.plan(plan.model, try plan.trigger("x"), try plan.state("a"), try plan.reactors("x", within: "a")))
  }

  /// A region without transitions on the trigger always leaves it over.
  @Test func theCompositeHasItsTurnWhereARegionLeavesTheTriggerOver() throws {
    #expect(
      try order("region p { initial state p1 ; p1 : x / o } ; region q { initial state q1 ; q1 : y / o }")
        == ["inP", "inEnclosing if not yet"])
    #expect(
      try order("region q { initial state q1 ; q1 : y / o } ; region p { initial state p1 ; p1 : x / o }")
        == ["inEnclosing", "inP"])
    #expect(
      try order(
        """
        region p { initial state p1 ; state p2 ; p1 : x / o }
        region q { initial state q1 ; state q2 ; q1 : x [n] / o }
        """) == ["inP", "inEnclosing if pIsOpen", "inQ", "inEnclosing if not yet"])
  }

  /// The state around nested regions comes first where one of them leaves the trigger over, then the composite.
  @Test func whatIsAroundNestedRegionsHasItsTurnsAmongThem() throws {
    #expect(
      try order(
        """
        region p {
          initial state b {
            region r { initial state r1 ; state r2 ; r1 : x / o }
            region s { initial state s1 ; state s2 ; s1 : x / o }
          }
          b : x [n] / o
        }
        region q { initial state q1 ; state q2 ; q1 : x / o }
        """)
        == [
          "inR", "inP if rIsOpen", "inEnclosing if rIsOpen, pIsOpen", "inS", "inP if not yet",
          "inEnclosing if pIsOpen", "inQ", "inEnclosing if not yet",
        ])
  }

  /// Of two composites with regions in one region, only one is active.
  @Test func aRegionThatLeavesTheTriggerOverCountsOnlyWhileItsCompositeIsActive() throws {
    #expect(
      try order(
        """
        region p {
          initial state b { region r { initial state r1 } ; region s { initial state s1 ; state s2 ; s1 : x / o } }
          state c { region t { initial state t1 ; state t2 ; t1 : x / o } ; region u { initial state u1 } }
          b, c : x [n] / o
        }
        region q { initial state q1 }
        """)
        == [
          "inP if rIsOpen", "inEnclosing if rIsOpen, pIsOpen", "inS", "inP if sIsOpen",
          "inEnclosing if sIsOpen, pIsOpen", "inT", "inP if not yet", "inEnclosing if not yet",
        ])
  }
}
