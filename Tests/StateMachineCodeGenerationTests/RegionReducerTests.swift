import Testing

@testable import StateMachineCodeGeneration

/// Which form the arms of a composite with regions have: the states of its regions one after the other, a function for
/// a step, or the answers of all regions.
@Suite struct RegionReducerTests {
  private func plan(
    _ plan: PlanWords, _ state: String?, _ purpose: ReducerFunction.Purpose = .take
  ) throws -> (plan: RegionReducer.Plan, steps: [RegionStep]) {
    var regions = RegionReducer(plan.model, purpose)
    let result = regions.plan(try state.map(plan.state), FlatReducer(plan.model, purpose))
    return (result, regions.steps)
  }

  private func words(
    _ text: String, _ state: String? = "a", _ purpose: ReducerFunction.Purpose = .take
  ) throws -> [String] {
    let words = try PlanWords(text)
    return words.words(try plan(words, state, purpose).plan.body, state ?? "machine")
  }

  private let player = """
    initial state a(track: String = "") {
      region playback {
        initial state playing(position: Int = 0)
        state paused(position: Int)
        playing -> paused : pause
        paused -> playing : play
        playing : moved [n] / position += 1
      }
      region sound {
        initial state audible
        state muted
        audible -> muted : mute
        muted -> audible : mute
      }
      a -> b : moved
    }
    state b
    event play, pause, mute, moved, stop, ended
    let n: Bool
    a -> b : stop
    """

  // MARK: Levels

  @Test func oneRegionIsAskedThenTheComposite() throws {
    #expect(
      try words(player) == [
        "a on play: playback { paused: paused -> playing : play; playing: unhandled } | unhandled",
        "a on pause: playback { playing: playing -> paused : pause; paused: unhandled } | unhandled",
        "a on mute: sound { audible: audible -> muted : mute; muted: muted -> audible : mute } | unhandled",
        "a on moved: step takeMovedInA | unhandled",
        "a on stop: a -> b : stop",
        "a on ended: ignored",
      ])
  }

  @Test func whatTheRegionLeavesOverTheCompositeTakes() throws {
    #expect(
      try words(player.replacing("/ position += 1", with: "/ trap")).contains(
        "a on moved: playback { playing: playing : moved [n] / trap | next; paused: next } | a -> b : moved"))
  }

  @Test func theRegionsAreBoundOnceForAllArms() throws {
    let words = try PlanWords(player)
    #expect(words.words(try plan(words, "a").plan.bindings) == "track | var regions")
    #expect(words.words(try plan(words, "a", .accept).plan.bindings) == " | regions")
  }

  @Test func compositesWithinARegionComeBehindItsStates() throws {
    #expect(
      try words(
        """
        initial state a {
          region p {
            initial state b { initial state c ; state d ; c -> d : x [n] ; b -> e : x }
            state e
          }
          region q { initial state q1 ; q1 : y / o }
        }
        event x, y
        output o
        let n: Bool
        """) == [
          "a on x: p { c: c -> d : x [n] | next; d, e: next } | b { b -> e : x } | unhandled",
          "a on y: q { q1: q1 : y / o } | unhandled",
        ])
  }

  @Test func theMachinesOwnRegions() throws {
    #expect(
      try words(
        """
        region p { initial state p1 ; p1 : x / o }
        region q { initial state q1 ; q1 : y / o }
        event x, y
        output o
        """, nil) == [
          "machine on x: p { p1: p1 : x / o } | unhandled", "machine on y: q { q1: q1 : y / o } | unhandled",
        ])
  }

  // MARK: Steps

  private let workshop = """
    initial state a {
      region saw { initial state s ; state t ; s -> t : x ; t : x [n] / o }
      region press { initial state u ; state v ; u -> v : x ; v -> u : y }
    }
    event x, y
    output o
    let n: Bool
    """

  @Test func aStepHasAFunctionOfItsOwn() throws {
    let words = try PlanWords(workshop)
    let (plan, steps) = try plan(words, "a")
    #expect(
      words.words(plan.body, "a") == [
        "a on x: step takeXInA | unhandled", "a on y: press { v: v -> u : y; u: unhandled } | unhandled",
      ])
    #expect(steps.map(\.name) == ["takeXInA"])
    #expect(try self.plan(words, "a", .accept).steps.isEmpty)
  }

  @Test func whatNeedsNoEventHasOneArm() throws {
    let words = try PlanWords(workshop.replacing(": x", with: ": always"))
    let (plan, steps) = try plan(words, "a", .takeAlways)
    #expect(words.words(plan.body, "a") == ["a: step takeAlwaysInA | unhandled"])
    #expect(steps.count == 1)
  }

  // MARK: Accepts

  @Test func theFirstRegionThatDoesSomethingAnswers() throws {
    #expect(
      try words(workshop, "a", .accept) == [
        "a on x: saw { s: s -> t : x; t: t : x [n] / o | next } | press { u: u -> v : x; v: next } | refused",
        "a on y: press { v: v -> u : y; u: refused } | refused",
      ])
  }

  @Test func allRegionsAnswerWhereOneMayTrap() throws {
    let arms = try words(workshop.replacing("v -> u : y", with: "v : x / trap"), "a", .accept)
    #expect(
      arms.first
        == "a on x: answers { saw: saw { s: s -> t : x; t: t : x [n] / o | next }; "
        + "press: press { u: u -> v : x; v: v : x / trap } }")
  }

  @Test func anAnswerThatIsCertainNeedsNoLook() throws {
    #expect(
      try words(
        """
        initial state a {
          region p { initial state p1 ; state p2 ; p1 -> p2 : x ; p2 -> p1 : x ; p1, p2 : y ; p1 : z [n] / o }
          region q { initial state q1 ; q1 : y / trap }
        }
        event x, y, z
        output o
        let n: Bool
        """, "a", .accept) == [
          "a on z: p { p1: p1 : z [n] / o | refused; p2: refused } | refused", "a on x: accepted", "a on y: refused",
        ])
  }
}
