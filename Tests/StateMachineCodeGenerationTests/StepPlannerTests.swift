import Testing

@testable import StateMachineCodeGeneration

/// The function for a trigger on which several regions may take transitions together.
@Suite struct StepPlannerTests {
  private func step(_ plan: PlanWords, _ event: String = "x", _ state: String? = "a") throws -> RegionStep {
    StepPlanner.plan(
      plan.model, try plan.trigger(event), try state.map(plan.state), try plan.reactors(event, within: state))
  }

  /// A composite `a` with two regions, and more.
  private func machine(_ p: String, _ q: String, _ own: String = "") throws -> PlanWords {
    try PlanWords(
      """
      initial state a(k: Int = 0) {
        region p { initial state p1 ; state p2 ; \(p) }
        region q { initial state q1 ; state q2 ; \(q) }
      }
      state z
      event x(size: Int), y
      output o, entered, left
      let n: Bool
      \(own)
      """)
  }

  private func choices(_ step: RegionStep) -> [String] {
    step.slots.map { "\($0.variable): \($0.choices.map(\.name).joined(separator: ", "))" }
  }

  // MARK: Slots

  @Test func eachRegionHasASlotWithACaseForEachTransition() throws {
    let plan = try machine("p1 -> p2 : x [n] ; p1 : x / o ; p2 -> p1 : x", "q1 -> q2 : x")
    let step = try step(plan)
    #expect(step.name == "takeXInA")
    #expect(choices(step) == ["inP: p1, p1_2, p2", "inQ: q1"])
    #expect(step.slots.map(\.type) == ["InP", "InQ"])
    #expect(StepOrderTests.order(step) == ["inP", "inQ"])
  }

  @Test func namesGiveWayToThoseOfTheFile() throws {
    let plan = try machine("p1 -> p2 : x", "q1 -> q2 : x", "var inP: Int = 0")
    #expect(try step(plan).slots.map(\.variable) == ["inP_", "inQ"])
  }

  @Test func theCompositeItselfComesLast() throws {
    let plan = try machine("p1 -> p2 : x", "q1 : y / o", "a : x [n] / o")
    let step = try step(plan)
    #expect(choices(step) == ["inP: p1", "inEnclosing: a"])
    #expect(step.slots.map { $0.region.map(plan.small.name) } == ["p", nil])
  }

  @Test func whatIsIgnoredOnPurposeIsNoChoice() throws {
    let step = try step(machine("p1 : x", "q1 -> q2 : x"))
    #expect(choices(step) == ["inP: ", "inQ: q1"])
    #expect(StepOrderTests.order(step) == ["inQ"])
  }

  // MARK: Phases

  @Test func exitsAndEntriesAreThoseOfThePassage() throws {
    let plan = try PlanWords(
      """
      initial state a {
        region p {
          initial state p1 { exit / left }
          state p2 { entry / entered }
          p1 -> p2 : x
          p2 : x / o
        }
        region q { initial state q1 ; q1 : x [n] / o }
      }
      event x
      output o, entered, left
      let n: Bool
      """)
    let step = try step(plan)
    #expect(step.slots[0].choices.map { plan.small.words($0.exits) } == [["exit p1"], []])
    #expect(step.slots[0].choices.map { plan.small.words($0.entries ?? []) } == [["enter p2"], []])
  }

  @Test func whatIsEnteredMayDependOnAChoice() throws {
    let plan = try PlanWords(
      """
      initial state a {
        region p {
          initial state p1
          state p2 { entry / entered }
          choice k
          p1 -> k : x
          k -> p2 : [n]
          k -> p1 : [else]
        }
        region q { initial state q1 ; q1 : x [n] / o }
      }
      event x
      output o, entered
      let n: Bool
      """)
    let slot = try step(plan).slots[0]
    #expect(slot.choices.map(\.entries) == [nil])
    #expect(slot.arrivals.map(\.name) == ["p1_to1", "p1_to2"])
    #expect(slot.arrivals.map { plan.small.words($0.entries) } == [["enter p2"], []])
  }

  /// What only back-ticks make a name needs them in what is made of it, too.
  @Test func namesThatNeedBackTicksHaveThem() throws {
    let plan = try PlanWords(
      """
      region p { initial state `p 1` ; `p 1` : x [n] / o ; `p 1` -> k : x }
      region q { initial state `class` { entry / o } ; state q2 ; `class` -> q2 : x ; q2 -> `class` : x }
      choice k
      k -> p.`p 1` : [n]
      k -> q.q2 : [else]
      event x
      output o
      let n: Bool
      """)
    let slots = try step(plan, "x", nil).slots
    #expect(slots.map { $0.choices.map(\.name) } == [["`p 1`", "`p 1_2`"], ["class", "q2"]])
    #expect(slots[0].arrivals.map(\.name) == ["`p 1_2_to1`", "`p 1_2_to2`"])
  }

  // MARK: Conflicts

  /// The regions of the machine's own body are no variable: what is left is what `self.state` was.
  @Test func theMachineIsLeftAsACompositeIs() throws {
    let plan = try PlanWords(
      """
      region p { initial state p1 { exit / o } ; p1 -> k : x [n] }
      region q { initial state q1(i: Int = 0) ; state q2 ; q1 : x / i += 1 ; q1 -> q2 : y ; q2 -> k : x }
      choice k
      k -> p.p1 : [else]
      event x, y
      output o
      let n: Bool
      """)
    let step = try step(plan, "x", nil)
    #expect(step.conflicts.variables == ["leavesMachine", "hasLeftMachine", "isOutOfMachine"])
    #expect(step.before == "before")
    #expect(!step.stores)
    let choices = step.slots.flatMap(\.choices)
    #expect(choices.map(\.leaves) == [["isOutOfMachine"], [], ["isOutOfMachine"]])
    #expect(choices.map(\.mayBeLeft) == [[], ["isOutOfMachine"], []])
    #expect(choices.map { plan.small.words($0.exits) } == [["exit within machine"], [], ["exit within machine"]])
  }
}
