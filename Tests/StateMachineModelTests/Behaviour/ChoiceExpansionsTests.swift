import TestSupport
import Testing

@testable import StateMachineModel

/// How often the rows of choices are written out.
@Suite struct ChoiceExpansionsTests {
  @Test func eachTransitionThatLeadsToAChoiceHasItsRows() throws {
    let small = try SmallMachine(
      """
      initial state a
      state b
      state c
      choice d, q
      event e, f, never
      let g: Bool
      a, b, c -> d : e, f
      a -> q : never
      d -> q : [g]
      d -> a : [else]
      q -> b : [g]
      q -> c : [else]
      """)
    let counts = small.behaviour.choiceExpansions()
    #expect(small.machine.choices.indices.map { counts[$0] } == [6, 7])
    // What the generated code has of them.
    let text = try generated(
      """
      machine A {
        initial state a
        state b
        choice d
        event e, f
        output marked(Int)
        let g: Bool
        a, b -> d : e, f
        d -> a : [g] / marked(4711)
        d -> b : [else]
      }
      """)
    #expect(text.split(separator: ".marked(4711)").count - 1 == 4)
  }
}
