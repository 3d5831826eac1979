import TestSupport
import Testing

/// A machine hands events on to its submachines.
@Suite struct SubmachineLoweringTests {
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

  /// The submachine's function returns an outcome for a deferred event: after nil, the owner would try its own rows.
  @Test func whatASubmachineKeepsForLaterIsTaken() throws {
    let text = try owner(
      of: "initial state p { defer n } ; state q ; event n, m ; p -> q : m ; q -> p : n")
    #expect(
      text.contains(
        """
            switch outcome {
            case nil:
              return nil
            case .ignored:
              return .ignored
            case .stayed, .deferred:
              return .stayed
            case .transitioned:
              return .transitioned
            }

        """))
  }

  @Test func aSubmachineThatKeepsNothingHasNoSuchOutcome() throws {
    let text = try owner(of: "initial state p ; event n ; p -> p : n")
    #expect(text.contains("case .stayed:\n      return .stayed\n"))
    #expect(!text.contains("deferred"))
  }

  /// A variable that nothing uses is a warning: what regions do without a payload is done in place.
  @Test func stoppingAndResumingMakeARunOnlyToHandItOn() throws {
    func text(exit: String) throws -> String {
      try generated(
        """
        machine A: Sendable {
          initial state s: B
        }
        machine B: Sendable {
          region p {
            initial state a { exit / \(exit) }
            state b
            a -> b : e / raise f
          }
          region q { initial state c { do / w } ; state d ; c -> d : f }
          event e, f
          output o, w async
        }
        """)
    }
    let run = "    var run = Run()\n"
    let head = ["mutating func stop(emit: (Output) -> Void) {\n", "mutating func resume(emit: (Output) -> Void) {\n"]
    let inPlace = try text(exit: "o")
    #expect(head.map { inPlace.contains($0 + run + "    if") } == [false, false])
    let raising = try text(exit: "raise f")
    #expect(head.map { raising.contains($0 + run + "    if") } == [true, false])
  }
}
