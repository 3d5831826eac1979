import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// An unused declaration is a finding.
@Suite struct UsesTests {
  @Test func whatNoRowNamesIsUnused() {
    let text = """
      initial state a
      event e, f
      output o, p
      var n: Int = 0
      guard g = n > 1
      guard h = true
      a : e [g] / o
      """
    #expect(
      messages(.unused, text).map { $0.split(separator: ":")[0] } == [
        "the event 'f' is never used", "the output 'p' is never used", "the guard 'h' is never used",
      ])
  }

  @Test func theOwnerOfASubmachineMaySendItsEvents() {
    let text = """
      machine Owner { initial state a: Inner ; event x ; a : x }
      machine Inner { initial state p ; event n, m ; p : n }
      """
    #expect(Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.map(\.message) == [])
  }

  @Test func aHistoryNeedsSomethingThatReturnsToIt() {
    let text = """
      initial state a
      state b { initial state c ; state d ; c -> d : e ; d -> c : e ; history -> d }
      event e, f
      a -> b : e
      b -> a : f
      """
    #expect(findings(text) == ["3 W305"])
    #expect(findings(text.replacing("a -> b : e", with: "a -> b.history : e")) == [])
  }

  /// A method that is declared to throw, and does not, traps or goes on where its author wanted an error.
  @Test(arguments: [
    ("throws", "a : e", ["6 W305"]), ("throws(Bad)", "a : e / { f(n) }", ["6 W305"]), ("", "a : e", []),
    ("throws", "a : e / throw Bad()", []), ("throws", "a : e [try check(n)]", []),
    ("throws", "a : e / { if n > 3 { throw Bad() } }", []), ("throws", "a : e / late", []),
    ("throws", "choice c; a -> c : e; c : [n > 3] / throw Bad(); c : [else]", []),
    ("throws unhandled throw Bad()", "b : e", []),
  ])
  func anEventThatThrowsHasARowThatThrows(_ clause: String, _ rows: String, _ found: [String]) {
    let text = """
      interface methods
      unhandled trap
      initial state a
      state b
      event e(n: Int) \(clause)
      event g
      effect late = { try check(3) }
      \(rows)
      a -> b : g
      b -> a : g
      """
    #expect(findings(text).filter { $0.hasPrefix("6") } == found)
  }
}
