import Testing

@testable import StateMachineCodeGeneration

/// How the transitions that regions have for one trigger can come together.
@Suite struct TriggerAnalysisTests {
  private func machine(_ p: String, _ q: String = "", _ own: String = "") throws -> PlanWords {
    try PlanWords.composite(p, q, own)
  }

  private func analysis(_ plan: PlanWords) throws -> TriggerAnalysis {
    TriggerAnalysis(plan.model, try plan.trigger("x"), try plan.state("a"))
  }

  private func isStep(_ plan: PlanWords) throws -> Bool { try analysis(plan).isStep(plan.reactors("x", within: "a")) }

  // MARK: Steps

  @Test func transitionsOfOneRegionNeedNoStep() throws {
    #expect(try !isStep(machine("p1 -> p2 : x ; p2 -> p1 : x")))
    #expect(try !isStep(machine("p1 -> p2 : y", "", "a -> z : x")))
  }

  @Test func thoseOfTwoRegionsDo() throws {
    #expect(try isStep(machine("p1 -> p2 : x", "q1 -> q2 : x")))
    #expect(try isStep(machine("p1 -> p2 : x", "q1 : x / o")))
  }

  /// A transition that leaves the composite excludes one of a region that leaves states.
  @Test func aRegionAndItsCompositeComeTogetherWhereOneOfThemIsInternal() throws {
    #expect(try !isStep(machine("p1 -> p2 : x", "", "a -> z : x")))
    #expect(try isStep(machine("p1 : x / o", "", "a -> z : x")))
    #expect(try isStep(machine("p1 -> p2 : x", "", "a : x / o")))
    // These do nothing: only whether they are taken counts.
    #expect(try !isStep(machine("p1 -> p2 : x", "", "a : x")))
    #expect(try !isStep(machine("p1 : x / trap", "", "a -> z : x")))
  }

  @Test func whereAllIsIgnoredTheFirstDecides() throws {
    #expect(try !isStep(machine("p1, p2 : x", "q1 : x")))
    #expect(try isStep(machine("p1, p2 : x", "q1 : x [n] / o")))
  }

  @Test func whatARegionKeepsAnotherMayStillTake() throws {
    #expect(try isStep(machine("state p3 { defer x } ; p1 -> p3 : y", "", "a -> z : x")))
  }

  @Test func nestedRegionsAreRegions() throws {
    let plan = try PlanWords(
      """
      initial state a {
        region p {
          initial state i {
            region r { initial state r1 ; r1 : x / o }
            region s { initial state s1 ; s1 : x, y / o }
          }
        }
        region q { initial state q1 ; q1 : z / o }
      }
      event x, y, z
      output o
      """)
    func isStep(_ event: String) throws -> Bool {
      try TriggerAnalysis(plan.model, plan.trigger(event), plan.state("a")).isStep(plan.reactors(event, within: "a"))
    }
    #expect(try isStep("x"))
    #expect(try !isStep("y"))
    #expect(try !isStep("z"))
  }

  // MARK: What is around

  @Test func theCompositesAroundAreAskedUpToOneThatIsCertain() throws {
    func enclosing(_ b: String, _ c: String) throws -> [String] {
      let plan = try PlanWords(
        """
        initial state c {
          initial state b {
            region p { initial state p1 ; p1 : x [n] / o }
            region q { initial state q1 }
          }
          \(b)
        }
        event x
        output o
        let n: Bool
        \(c)
        """)
      return plan.small.names(TriggerAnalysis(plan.model, try plan.trigger("x"), try plan.state("b")).enclosing)
    }
    #expect(try enclosing("b : x [n] / o", "c : x / o") == ["b", "c"])
    #expect(try enclosing("b : x / o", "c : x / o") == ["b"])
    #expect(try enclosing("", "c : x / o") == ["c"])
    #expect(try enclosing("", "") == [])
  }

  // MARK: Answers

  private func answers(_ plan: PlanWords) throws -> String {
    let analysis = try analysis(plan)
    let inner = try plan.reactors("x", within: "a")
    if analysis.isAccepted(by: inner) { return "true" }
    if analysis.isRefused(by: inner) { return "false" }
    return analysis.needsAnswers(inner) ? "all" : "first"
  }

  @Test func acceptsIsTrueWhereEachStateOfARegionDoesSomething() throws {
    #expect(try answers(machine("p1 -> p2 : x ; p2 : x / o")) == "true")
    #expect(try answers(machine("p1 -> p2 : x")) == "first")
    #expect(try answers(machine("p1 -> p2 : x [n] ; p2 -> p1 : x")) == "first")
  }

  @Test func acceptsIsFalseWhereNothingThatIsTriedDoesAnything() throws {
    #expect(try answers(machine("p1 : x", "q1 : x / trap")) == "false")
    #expect(try answers(machine("p1 : x", "", "a -> z : x")) == "all")
  }

  @Test func allRegionsAnswerWhereOneMayIgnoreKeepOrTrap() throws {
    #expect(try answers(machine("p1 -> p2 : x", "q1 -> q2 : x")) == "first")
    #expect(try answers(machine("p1 -> p2 : x", "q1 : x")) == "all")
    #expect(try answers(machine("p1 -> p2 : x", "q1 : x / trap")) == "all")
    #expect(try answers(machine("p1 -> p2 : x", "state q3 { defer x } ; q1 -> q3 : y")) == "all")
    #expect(try answers(machine("p1 -> p2 : x", "", "a : x / trap")) == "all")
  }
}
