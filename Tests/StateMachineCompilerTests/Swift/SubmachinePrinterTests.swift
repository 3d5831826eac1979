import Testing

@testable import StateMachineCompiler

/// How a machine hands events on to those that its states hold.
@Suite struct SubmachinePrinterTests {
  private func owner(of inner: String) throws -> String {
    try generated(
      """
      machine Owner {
        initial state s: Inner
        state t
        event x
        s -> t : s
        t -> s : x
      }
      machine Inner {
        \(inner)
      }
      """)
  }

  /// Nil would mean that the submachine has nothing for the event: then the owner's own rows would take it as well.
  @Test func whatASubmachineKeepsForLaterIsTaken() throws {
    let text = try owner(
      of: "initial state p { defer n } ; state q ; event n, m ; p -> q : m ; q -> p : n")
    #expect(
      text.contains(
        """
            switch outcome {
            case nil: return nil
            case .ignored: return .ignored
            case .stayed, .deferred: return .stayed
            case .transitioned: return .transitioned
            }

        """))
  }

  @Test func aSubmachineThatKeepsNothingHasNoSuchOutcome() throws {
    let text = try owner(of: "initial state p ; event n ; p -> p : n")
    #expect(text.contains("case .stayed: return .stayed\n"))
    #expect(!text.contains("deferred"))
  }
}
