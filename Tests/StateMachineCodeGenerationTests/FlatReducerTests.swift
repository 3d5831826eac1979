import Testing

@testable import StateMachineCodeGeneration

/// Which cases a function of the reducer has, what is tried in each, and how each ends.
@Suite struct FlatReducerTests {
  private func function(_ plan: PlanWords, _ purpose: ReducerFunction.Purpose = .take) -> PlannedFunction {
    PlannedFunction(plan.model, purpose)
  }

  private func words(_ text: String, _ purpose: ReducerFunction.Purpose = .take) throws -> [String] {
    let plan = try PlanWords(text)
    return plan.words(function(plan, purpose))
  }

  private func composite(_ plan: PlanWords, _ name: String) throws -> CompositeFunction {
    var flat = FlatReducer(plan.model, .take)
    return flat.function(of: try plan.state(name))
  }

  // MARK: Cases

  private let small = """
    initial state a
    state b
    state c
    final state d
    event x, y, z
    a -> b : x
    a -> d : y
    b -> c : x
    """

  @Test func eventsWithTheSameEndShareAnArm() throws {
    #expect(
      try words(small) == [
        "a on x: a -> b : x", "a on y: a -> d : y", "a on z: ignored", "b on x: b -> c : x", "b on y, z: ignored",
        "c, d: ignored",
      ])
  }

  @Test func theMachinesEndIgnoresWhateverThePolicyIs() throws {
    #expect(
      try words(small + "\nunhandled trap").suffix(3) == ["b on y, z: unhandled", "c: unhandled", "d: ignored"])
  }

  @Test func aStepLeavesToTheRunWhatNobodyTakes() throws {
    #expect(try words(small + "\nc -> a : always").suffix(2) == ["c: unhandled", "d: ignored"])
    #expect(try words(small + "\nc -> a : always", .takeAlways) == ["c: c -> a : always", "a, b, d: unhandled"])
  }

  @Test func whatIsIgnoredOnPurposeNeedsAnArmForItsCommentOnly() throws {
    let text = "initial state a\nevent x, y\noutput o\na : x / o\na : y"
    #expect(try words(text) == ["a on x: a : x / o", "a on y: ignored"])
    let documented = text.replacing("a : y", with: "/// Not yet.\na : y")
    #expect(try words(documented) == ["a on x: a : x / o", "a on y: a : y"])
  }

  @Test func whatIsKeptForLater() throws {
    #expect(
      try words(
        """
        initial state a { defer x }
        state b
        event x, y
        let n: Bool
        a -> b : y
        b -> a : x
        a -> b : x [n]
        """) == [
          "a on x: a -> b : x [n] | deferred", "a on y: a -> b : y", "b on x: b -> a : x", "b on y: unhandled",
        ])
  }

  @Test func timersConcernTheirStateAlone() throws {
    let text = "initial state a\nstate b\nevent x\nlet n: Bool\na -> b : after 1s [n]\nb -> a : x\nunhandled trap"
    #expect(
      try words(text) == [
        "a on timer a: a -> b : after 1s [n] | ignored", "a on x: unhandled", "b on x: b -> a : x",
        "b on timers: ignored",
      ])
  }

  @Test func aSubmachineIsAskedFirst() throws {
    let text = """
      machine M {
        initial state a: Inner
        state b
        event x
        a -> b : a
        b -> a : x
      }
      machine Inner { initial state p ; event n ; p : n }
      """
    #expect(try words(text).first == "a on a(inner): submachine of a | a -> b : a")
  }

  @Test func aMachineWithoutEventsHasNoSwitch() throws {
    #expect(try words("initial state a { entry / o }\noutput o") == ["no events"])
  }

  // MARK: Composites

  private func nested(_ payload: String) throws -> PlanWords {
    try PlanWords(
      """
      initial state p(\(payload)) {
        initial state q
        state r
        q -> r : x
        q : y [check(items)] / o
      }
      state s
      event x, y, z
      output o
      p -> s : y
      p : z / o
      """)
  }

  @Test func aCompositeIsAskedByAFunction() throws {
    let plan = try nested("items: Int = 0")
    let function = function(plan)
    #expect(
      plan.words(function) == [
        "q on x: q -> r : x", "q on y: q : y [check(items)] / o | delegated to p", "q on z: delegated to p",
        "r: delegated to p", "s: ignored",
      ])
    #expect(function.released.isEmpty)
    let composite = try composite(plan, "p")
    #expect(plan.words(composite.body, "p") == ["p on y: p -> s : y", "p on z: p : z / o", "p on x: ignored"])
    #expect(!composite.releases)
  }

  @Test func whatIsBoundAndMayLiveOnTheHeapIsReleasedFirst() throws {
    let plan = try nested("items: [Int] = []")
    let function = function(plan)
    #expect(
      plan.words(function) == [
        "q on x: q -> r : x", "q on y: q : y [check(items)] / o | released to p", "q on z: released to p",
        "r: delegated to p", "s: ignored",
      ])
    #expect(plan.small.names(function.released) == ["p"])
    // `accepts` changes nothing.
    #expect(self.function(plan, .accept).released.isEmpty)
  }

  /// The patterns of inner ones are part of those of outer ones.
  @Test func innerCompositesAreAskedBeforeOuterOnes() throws {
    let plan = try PlanWords(
      """
      initial state p(list: [Int] = []) {
        initial state q { initial state r ; r : x [check(list)] / o ; r : y [check(list)] / o }
        state t
        q -> t : x
        t : x [check(list)] / o
      }
      state s
      event x, y
      output o
      p -> s : x
      p -> s : y
      """)
    #expect(plan.small.names(function(plan).released) == ["q", "p"])
  }

  // MARK: Accepts

  @Test func acceptsHasAnArmOnlyWhereThereIsSomethingToLookAt() throws {
    #expect(
      try words(
        """
        initial state a
        state b
        event t, u, v, w, x, y
        output o
        let n: Bool
        a -> b : t
        a : u / o
        a : v
        a : w / trap
        a : x [n] / o
        a : y [n]
        """, .accept) == [
          "a on x: a : x [n] / o | refused", "a on t, u: accepted", "a on v, w, y: refused", "b: refused",
        ])
  }

  @Test func whatATransitionDoesNotTakeAnOuterOneMayStillAccept() throws {
    #expect(
      try words(
        """
        initial state a { initial state b ; state c { defer x } ; b : x [n] ; b -> c : y }
        event x, y
        output o
        let n: Bool
        a : x / o
        """, .accept) == [
          "b on x: b : x [n] | delegated to a", "b on y: accepted", "c: refused",
        ])
  }
}
