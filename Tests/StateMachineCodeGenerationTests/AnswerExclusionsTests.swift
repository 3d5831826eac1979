import Testing

@testable import StateMachineCodeGeneration

/// What excludes transitions that say that their event cannot happen.
@Suite struct AnswerExclusionsTests {
  private func exclusions(_ p: String, _ q: String = "", _ own: String = "") throws -> (PlanWords, AnswerExclusions) {
    let plan = try PlanWords.composite(p, q, own)
    let analysis = TriggerAnalysis(plan.model, try plan.trigger("x"), try plan.state("a"))
    return (plan, AnswerExclusions(analysis, try plan.reactors("x", within: "a")))
  }

  @Test func aRegionIsImpossibleWhereEachOfItsStatesTraps() throws {
    func isImpossible(_ p: String) throws -> Bool {
      let (plan, exclusions) = try exclusions(p)
      #expect(try exclusions.isImpossible(plan.state("p")) == exclusions.isImpossible)
      return exclusions.isImpossible
    }
    #expect(try isImpossible("p1, p2 : x / trap"))
    #expect(try isImpossible("p1 : x / trap ; p2 : x [n] / trap ; p2 : x / trap"))
    #expect(try !isImpossible("p1 : x / trap ; p2 : x [n] / trap"))
    #expect(try !isImpossible("p1 : x / trap"))
    #expect(try !isImpossible("p1 : x / trap ; p2 : x / o"))
  }

  @Test func theCompositeIsImpossibleWhereItIsAskedWhateverIsActive() throws {
    #expect(try exclusions("p1 : x [n] / o", "", "a : x / trap").1.isImpossible)
    #expect(try !exclusions("p1 : x [n] / o", "q1 : x [n] / o ; q2 : x / o", "a : x / trap").1.isImpossible)
    #expect(try !exclusions("p1 : x [n] / o", "", "a : x [n] / trap").1.isImpossible)
  }

  /// A region that traps in one state and has nothing for the event in the other.
  @Test func whatIsAroundIsAskedWhereARegionTrapsUnlessItLeavesTheEventOver() throws {
    #expect(try exclusions("p1 : x / o", "q1 : x / trap", "a : x / trap").1.isImpossible)
    func isAsked(_ p: String, _ q: String) throws -> Bool {
      let (plan, exclusions) = try exclusions(p, q, "a : x / o")
      #expect(!exclusions.isImpossible)
      return try exclusions.isAsked(behind: plan.state("a"))
    }
    #expect(try isAsked("p1 : x / o", "q1 : x / trap"))
    #expect(try !isAsked("p1 : x / o", "q1 : x / trap ; q2 : x / o"))
    // The trap may be excluded.
    #expect(try !isAsked("p1 -> z : x", "q1 -> z : x / trap"))
  }

  /// A transition before that leaves the same states excludes one that says that the event cannot happen.
  @Test func anExclusionIsCertainWhereEachStateOfARegionBeforeTakesATransition() throws {
    func trap(_ p: String) throws -> Attempt.Exclusion {
      let (plan, exclusions) = try exclusions(p, "q1, q2 -> z : x / trap")
      #expect(!exclusions.isImpossible)
      return exclusions[try plan.transition("q1", "x")]
    }
    #expect(try trap("p1 -> z : x ; p2 -> z : x").isCertain)
    #expect(try trap("p1 -> z : x [n] ; p1 -> z : x ; p2 -> p1 : x").isCertain)
    let open = try trap("p1 -> z : x [n] ; p2 -> z : x")
    #expect(!open.isCertain)
    #expect(open.conflicts == ["leavesA"])
  }
}
