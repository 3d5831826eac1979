import TestSupport
import Testing

@testable import StateMachineModel

/// Guards may name other guards.
@Suite struct GuardExpansionTests {
  /// A guard for each level, which names the one before it some times.
  private func text(levels: Int, times: Int) -> String {
    let guards = (1...levels).map { level in
      "guard g\(level) = " + Array(repeating: "g\(level - 1)", count: times).joined(separator: " && ")
    }
    return """
      let n: Int
      initial state a
      event e
      output o
      \(guards.reversed().joined(separator: "\n"))
      guard g0 = n > 1
      a : e [g\(levels)] / o
      """
  }

  /// The length of the named guards counts: a very long expression could be made of short ones.
  @Test func whatBecomesTooLongIsReportedOnce() {
    #expect(messages(.guardCycle, text(levels: 12, times: 2)) == [])
    #expect(
      messages(.guardCycle, text(levels: 20, times: 2)) == [
        "the expression of 'g13' becomes too long when the guards in it are replaced by theirs"
      ])
  }

  /// A guard with a mistake in it has its uses, although rows do not see them.
  @Test func whatABrokenGuardUsesIsNoFindingOfItsOwn() {
    let text = text(levels: 20, times: 2)
    #expect(findings(text).map { $0.split(separator: " ")[1] } == ["E112"])
    #expect(
      findings("let n: Int\ninitial state a\nevent e\nguard g = h && n > 1\nguard h = !g\na : e [g]") == ["6 E112"])
  }

  @Test func guardsAreFollowedThroughEachOtherSoFar() {
    #expect(messages(.guardCycle, text(levels: 32, times: 1)) == [])
    #expect(messages(.guardCycle, text(levels: 33, times: 1)).count == 1)
  }

  @Test func aGuardUsesWhatThoseThatItNamesUse() throws {
    let machine = try SmallMachine(
      """
      let n: Int
      initial state a(x: Int = 0)
      event e
      guard isBig = x > n
      guard isSmall = !isBig
      a : e [isSmall] / {}
      """)
    #expect(machine.machine.transitions[try machine.transition("a", "e")].locals.map(\.field) == [0])
  }
}
