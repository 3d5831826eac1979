import TestSupport
import Testing

@testable import StateMachineModel

/// The microsteps that follow a state without an event are known.
@Suite struct ImmediateStepsTests {
  private func step(_ text: String, from leaf: String) throws -> String? {
    let machine = try SmallMachine(text)
    return machine.behaviour.certainStep(from: try machine.state(leaf)).map(machine.text)
  }

  private static let text = """
    initial state a { initial state b ; state c ; b -> c : x }
    state d
    state e
    choice k
    event x
    let n: Int
    a -> d : always
    d -> a : always [n > 1]
    e -> k : always
    k -> a : [n > 1]
    k -> d : [else]
    """

  @Test func theInnermostStateWithSuchATransitionCounts() throws {
    #expect(try step(Self.text, from: "b") == "a -> d : always")
    let inner = Self.text.replacing("b -> c : x", with: "b -> c : always ; c -> b : x")
    #expect(try step(inner, from: "b") == "b -> c : always")
  }

  @Test func whatStandsAfterACertainOneIsNotTried() throws {
    func tried(_ guardText: String) throws -> [String] {
      let machine = try SmallMachine(
        """
        initial state a { initial state b ; state c ; b -> c : always\(guardText) }
        state d
        event x
        let n: Int
        a -> d : always [n > 2]
        a -> d : always
        """)
      return machine.behaviour.immediateTransitions(from: try machine.state("b")).map(machine.text)
    }
    #expect(try tried("") == ["b -> c : always"])
    #expect(
      try tried(" [n > 1]") == ["b -> c : always [n > 1]", "a -> d : always [n > 2]", "a -> d : always"])
  }

  @Test func guardsAndChoicesMayDecideOtherwise() throws {
    #expect(try step(Self.text, from: "d") == nil)
    #expect(try step(Self.text, from: "e") == nil)
    #expect(try step("initial state a\nevent x\na -> a : x", from: "a") == nil)
  }
}
