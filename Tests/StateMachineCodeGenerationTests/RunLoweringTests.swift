import TestSupport
import Testing

@testable import StateMachineModel

/// A machine takes its microsteps in the right order, and applies its policy to an event without a transition.
@Suite struct RunLoweringTests {
  /// A machine in which steps follow, with a timer.
  private func machine(_ policy: String, timer: String = "after 1s") throws -> String {
    try generated(
      """
      machine A: Sendable {
        unhandled \(policy)
        initial state a
        state b
        state c
        event e
        a -> b : \(timer)
        b -> c : always
        c -> a : e
      }
      """)
  }

  /// A timer may elapse just before its state is left: what comes then is nobody's mistake.
  @Test(arguments: [
    ("assert", "return self.unhandled(event)"), ("trap", "self.unhandled(event)"),
    ("throw", "return try self.unhandled(event)"),
  ])
  func aTimerThatComesLateIsNotUnhandled(_ policy: String, _ words: String) throws {
    #expect(
      try machine(policy).contains(
        """
            guard let outcome = self.take(event, emit: emit) else {
              if case .elapsed = event { return .ignored }
              \(words)
            }

        """))
    #expect(try !machine(policy, timer: "e").contains("elapsed"))
  }

  /// If several deferred events are unhandled, the first error is thrown.
  @Test func whatFailsFirstIsThrown() throws {
    let text = try generated(
      """
      machine A {
        unhandled throw
        initial state a { defer e, f }
        state b
        event e, f, g
        a -> b : g
        b -> a : g
      }
      """)
    #expect(
      text.contains(
        """
              if step == nil, run.failure == nil {
                run.failure = UnhandledEvent(state: self.state.name, event: event.name)
              }
              return step ?? .ignored

        """))
  }

  /// The page Language: a row of a choice that stays counts as ignored where nothing is done.
  @Test(arguments: [("", "ignored"), ("/ { print(n) }", "stayed")])
  func aRowThatStaysAfterAChoice(_ effects: String, _ outcome: String) throws {
    let text = try generated(
      """
      machine A {
        choice c
        initial state a(n: Int = 0)
        state b
        event e
        a -> c : e \(effects)
        c -> b : [n > 3]
        c : [else]
        b -> a(n: 1) : e
      }
      """)
    #expect(text.contains("return .stayed") == (outcome == "stayed"))
    #expect(text.contains("return .ignored") == (outcome == "ignored"))
  }

  @Test func aMachineThatIsHeldKeepsAnEventForLater() throws {
    let text = try generated(
      """
      machine Owner {
        initial state s: Inner
        s : s
      }
      machine Inner {
        initial state p { defer n }
        state q
        event n, m
        p -> q : m
        q -> p : n
      }
      """)
    #expect(
      text.contains(
        """
          mutating func attempt(event: Event) -> Outcome? {
            guard let outcome = self.take(event) else { return nil }
            if outcome == .deferred { self.deferredEvents.append(event) }
            return self.settle(outcome)
          }

        """))
  }
}
