import Testing

@testable import StateMachineCodeGeneration

/// What fields are called in the generated code, and which of them are variables.
@Suite struct BindingsTests {
  /// What the case of a state binds for all of its transitions.
  private func bindings(_ plan: PlanWords, _ state: String, _ use: BindingPlanner.Use = .everything) throws -> String {
    let planner = BindingPlanner(plan.model, use)
    let groups = plan.behaviour.groups(of: try plan.state(state)).map { group in
      let transitions = plan.behaviour.tried(group)
      return BoundTransitions(
        transitions: transitions, eventNames: planner.eventNames(group.trigger, transitions))
    }
    return plan.words(planner.sourceBindings(of: try plan.state(state), groups))
  }

  private func eventNames(_ plan: PlanWords, _ state: String, _ event: String) throws -> [String] {
    let group = try #require(plan.behaviour.group(of: plan.state(state), on: plan.trigger(event)))
    return BindingPlanner(plan.model, .everything).eventNames(group.trigger, plan.behaviour.tried(group)).map(plan.text)
  }

  // MARK: Names

  @Test func aFieldIsCalledAsItsLabelWhereItIsNeeded() throws {
    let plan = try PlanWords(
      "initial state a(x: Int = 0, y: Int = 0)\nstate b(x: Int)\nevent e(n: Int, m: Int), f\na -> b : e [n > 1]\na : f")
    #expect(try bindings(plan, "a") == "x, _")
    #expect(try bindings(plan, "b") == "")
    #expect(try eventNames(plan, "a", "e") == ["n", "_"])
    #expect(try eventNames(plan, "a", "f") == [])
  }

  @Test func whereRowsDisagreeTheFieldHasANameOfItsOwn() throws {
    let plan = try PlanWords(
      """
      initial state a(count: Int = 0)
      event e(count: Int)
      output o(Int)
      a(count: n) : e [count > n] / o(n)
      a : e(count: c) [c > count] / o(c)
      """)
    #expect(try bindings(plan, "a") == "stateCount")
    #expect(try eventNames(plan, "a", "e") == ["eventCount"])
    let planner = BindingPlanner(plan.model, .everything)
    let group = try #require(plan.behaviour.group(of: plan.state("a"), on: plan.trigger("e")))
    let names = planner.eventNames(group.trigger, plan.behaviour.tried(group))
    let source = planner.sourceBindings(
      of: try plan.state("a"), [BoundTransitions(transitions: plan.behaviour.tried(group), eventNames: names)])
    let attempts = plan.behaviour.tried(group).map { planner.attempt($0, names, source) }
    #expect(
      attempts.map { $0.aliases.map { plan.text(.declared($0.local.name)) }.sorted() } == [
        ["count", "n"], ["c", "count"],
      ])
  }

  @Test func aNameThatABlockDeclaresDoesNotHideAField() throws {
    let plan = try PlanWords(
      """
      initial state a(items: [Int] = [], n: Int = 0)
      state b(n: Int)
      event e
      a -> b : e / { let n = "x"; print(n) }
      """)
    #expect(try bindings(plan, "a") == "_, stateN")
  }

  // MARK: Uses

  @Test func conditionsAndEffectsNeedTheirOwnFieldsAlone() throws {
    let plan = try PlanWords(
      "initial state a(x: Int = 0, y: Int = 0)\nevent e\noutput o(Int)\na : e [x > 1] / o(y)")
    #expect(try bindings(plan, "a", .conditions) == "x, _")
    #expect(try bindings(plan, "a", .effects) == "_, y")
    #expect(try bindings(plan, "a", .everything) == "x, y")
  }

  @Test func behindATrapNothingIsNeeded() throws {
    let plan = try PlanWords(
      "initial state a(x: Int = 0, y: Int = 0)\nstate b(y: Int)\nevent e, f\na : e [x > 1] / trap\na -> b : f / trap")
    #expect(try bindings(plan, "a") == "x, _")
    let planner = BindingPlanner(plan.model, .everything)
    #expect(planner.storingSegment(of: try plan.transition("a", "f")) == nil)
  }

  @Test func acceptsLooksAheadWhereTheBranchesOfAChoiceDiffer() throws {
    func plan(_ rest: String) throws -> PlanWords {
      try PlanWords("initial state a(x: Int = 0)\nstate b\nchoice k\nevent e\na -> k : e\nk -> b : [x > 1]\n\(rest)")
    }
    #expect(try bindings(plan("k : [else] / trap"), "a", .conditions) == "x")
    #expect(try bindings(plan("k -> a : [else]"), "a", .conditions) == "")
  }

  // MARK: Changes

  @Test func anAssignmentToANumberBecomesTheArgument() throws {
    let body = "initial state a(x: Int = 0, y: [Int] = [])\nevent e\n"
    #expect(try bindings(PlanWords(body + "a : e / x = 3"), "a") == "_, y")
    #expect(try bindings(PlanWords(body + "a : e / x += 3"), "a") == "x, y")
    #expect(try bindings(PlanWords(body + "a : e / y += [x]"), "a") == "x, var y")
    // What follows could see the change.
    #expect(try bindings(PlanWords(body + "a : e / x += 3, { print(y) }"), "a") == "var x, y")
  }

  @Test func whatDoesNotChangeIsNotBuiltAnew() throws {
    let plan = try PlanWords("initial state a(x: Int = 0, y: Int = 0)\nevent e\noutput o(Int)\na : e / o(x)")
    #expect(try bindings(plan, "a") == "x, _")
    #expect(BindingPlanner(plan.model, .everything).storingSegment(of: try plan.transition("a", "e")) == nil)
  }

  @Test func aCompositeIsBuiltAnewAroundItsChild() throws {
    let plan = try PlanWords(
      "initial state a(n: Int = 0) { initial state b ; b : f / o }\nevent e, f\noutput o\na : e / n += 1")
    #expect(try bindings(plan, "a") == "n | child")
    #expect(try bindings(plan, "a", .conditions) == "")
    #expect(try bindings(plan, "b") == "")
  }

  @Test func inARegionTheRegionsStateAloneIsReplaced() throws {
    let plan = try PlanWords(
      """
      initial state a(n: Int = 0) {
        region p { initial state p1 ; state p2(k: Int) ; p1 -> p2(k: 1) : e ; p2 : e / k += 1 }
        region q { initial state q1 ; q1 : f / o }
      }
      state b
      event e, f
      output o
      a -> b : f
      """)
    let planner = BindingPlanner(plan.model, .everything)
    #expect(planner.storingSegment(of: try plan.transition("p1", "e")) == 1)
    #expect(planner.storingSegment(of: try plan.transition("p2", "e")) == 1)
    #expect(planner.storingSegment(of: try plan.transition("q1", "f")) == nil)
    #expect(planner.storingSegment(of: try plan.transition("a", "f")) == 0)
  }

  @Test func anElementOfATupleThatIsAssignedIsAChange() throws {
    let body = "initial state a(t: (Int, (Int, Int)) = (0, (0, 0)))\nevent e\n"
    #expect(try bindings(PlanWords(body + "a : e / { t.0 = 1 }"), "a") == "var t")
    #expect(try bindings(PlanWords(body + "a : e / { t.1.0 += 1 }"), "a") == "var t")
  }
}
