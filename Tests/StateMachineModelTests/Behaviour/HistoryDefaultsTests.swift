import TestSupport
import Testing

@testable import StateMachineModel

/// An empty history leads to its default states.
@Suite struct HistoryDefaultsTests {
  @Test func toTheInitialStateOrWhatTheBodySays() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; state c ; b -> c : x ; c -> b : x ; history -> c }
      state d { initial state e ; state f ; e -> f : x }
      state p {
        region q { initial state q1 }
        region r { initial state r1 }
      }
      event x, y, z
      d, p -> a.history : y
      a, p -> d.history : z
      a, d -> p.deepHistory : x
      """)
    func defaults(_ name: String) throws -> [String] {
      machine.names(machine.behaviour.historyDefaults(of: try machine.state(name)))
    }
    #expect(try defaults("a") == ["c"])
    #expect(try defaults("d") == ["e"])
    #expect(try defaults("p") == ["q1", "r1"])
  }
}
