import TestSupport
import Testing

@testable import StateMachineModel

/// A name that one line of an `entry` or `exit` declares is not known in another line.
@Suite struct ActionScopeTests {
  /// The lines in which a function of the generated code has a scope of its own, and what stands in them.
  private func scopes(_ body: String) throws -> [String] {
    let text = try generated("machine M {\n  wrapper none\n\(body)\n  event e\n  output o(Int)\n  a -> a : e\n}")
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.indices.filter { lines[$0] == "do {" }.map { String(lines[$0 + 1]) }
  }

  @Test func namesThatClashHaveScopes() throws {
    #expect(
      try scopes("initial state a { entry / { let n = 1; print(n) }\n entry / { let n = 2; print(n) } }")
        == ["let n = 1; print(n)"])
    #expect(
      try scopes("initial state a { exit / { func f() {}; f() }\n exit / o(1)\n exit / { func f() {}; f() } }")
        == ["func f() {}; f()"])
  }

  @Test func namesThatWouldHideOthersHaveScopes() throws {
    let hiding = "let count: Int = 0\n initial state a { entry / { let count = 1; print(count) }\n"
    #expect(try scopes(hiding + "entry / o(count) }") == ["let count = 1; print(count)"])
    #expect(try scopes(hiding + "entry / { print(count) } }") == ["let count = 1; print(count)"])
    #expect(try scopes(hiding + "entry [count > 0] / o(1) }") == ["let count = 1; print(count)"])
    #expect(try scopes("guard isMore = count > 0\n" + hiding + "entry [isMore] / o(1) }").count == 1)
    #expect(try scopes("effect tell = o(count)\n" + hiding + "entry / tell }").count == 1)
    #expect(
      try scopes("initial state a(n: Int = 0) { entry / { let n = 1; print(n) }\n entry / n += 1 }")
        == ["let n = 1; print(n)"])
  }

  /// The state is built anew of its labels.
  @Test func labelsAreNotHiddenWhereThePayloadChanges() throws {
    let line = "entry / { let n = 1; print(n) }"
    #expect(try scopes("initial state a(n: Int = 0, m: Int = 0) { \(line), m += 1 }") == ["let n = 1; print(n)"])
    #expect(try scopes("initial state a(n: Int = 0, m: Int = 0) { \(line), o(m) }").isEmpty)
  }

  @Test func timersAndActivitiesAreAfterTheLines() throws {
    let body =
      "let wait: Duration = .zero\n output p(Duration) async\n initial state a { entry / { let wait = 1; print(wait) }"
    #expect(try scopes(body + "; do / p(wait) }").count == 1)
    #expect(try scopes(body + "; a : after(wait) / p(wait) }").count == 1)
    #expect(try scopes(body + "; do / p(.zero) }").isEmpty)
  }

  @Test func otherLinesHaveNone() throws {
    #expect(try scopes("initial state a { entry / { let n = 1; print(n) }\n entry / { let m = 2; print(m) } }").isEmpty)
    #expect(try scopes("initial state a { entry / { let n = 1 }, o(n)\n exit / { let n = 2; print(n) } }").isEmpty)
    #expect(
      try scopes("initial state a { entry [true || false] / { let n = 1 }, o(n)\n entry / { let n = 1 }, o(n) }")
        .isEmpty)
  }

  @Test func picturesShowTheLinesAsTheyAre() throws {
    let small = try SmallMachine(
      "initial state a { entry / { let n = 1 }, o(n)\n entry / { let n = 2 }, o(n) }\n event e\n output o(Int)\n a : e")
    let lines = small.machine.states[StateID(0)].written.entry
    #expect(lines.count == 1)
    #expect(lines.first?.effects.count == 4)
  }
}
