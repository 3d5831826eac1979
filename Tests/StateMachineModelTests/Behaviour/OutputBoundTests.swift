import TestSupport
import Testing

@testable import StateMachineModel

/// The maximum number of outputs of one event is known.
@Suite struct OutputBoundTests {
  private func bound(_ text: String, limit: Int = 4) throws -> Int? {
    try SmallMachine(text).behaviour.outputBound(limit: limit)
  }

  @Test func exitsEffectsAndEntriesAddUp() throws {
    let text = """
      initial state a { exit / o }
      state b { initial state c { entry / o, o } }
      event x, y
      output o
      a -> b : x / o
      b : y
      """
    #expect(try bound(text) == 4)
    #expect(try bound(text, limit: 3) == nil)
    #expect(try bound("initial state a\nevent x\na -> a : x") == 0)
  }

  /// Outputs under a condition count, and so do the outputs of named effects.
  @Test func effectsInEffectsCount() throws {
    let text = """
      initial state a { exit [1 > 0] / o, o }
      state b
      event x
      output o
      effect both = one, o
      effect one = o
      a -> b : x / both
      """
    #expect(try bound(text) == 4)
  }

  /// The outputs of a composite state's entry and of the inner states' entries add up.
  @Test func theEntriesOfAllThatIsEnteredCount() throws {
    let text = """
      initial state a
      state b { entry / o, o ; initial state c { entry / o ; initial state d } }
      event x
      output o
      a -> b : x
      """
    #expect(try bound(text) == 3)
    #expect(try bound(text, limit: 2) == nil)
  }

  @Test func theExitsOfAllThatIsLeftCount() throws {
    let text = """
      initial state a { exit / o, o ; initial state b { exit / o ; initial state c } }
      state d
      event x
      output o
      a.b.c -> d : x
      """
    #expect(try bound(text) == 3)
    #expect(try bound(text, limit: 2) == nil)
    #expect(try bound(text.replacing("a.b.c -> d", with: "a -> d")) == 3)
  }

  @Test func aRunHasNone() throws {
    #expect(try bound("initial state a\nevent x, y\na : x / raise y\na : y") == nil)
    #expect(try bound("region a { initial state b ; b : x }\nregion c { initial state d ; d : x }\nevent x") == nil)
  }
}
