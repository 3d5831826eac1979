import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A machine declares the former names in the data of older versions, and mistakes in these declarations are found.
@Suite struct FormerNamesTests {
  private func check(_ body: String, _ head: String = "M: Codable", of actor: String = "") -> (
    machine: StateMachine?, found: [String]
  ) {
    let text = "\(actor) machine \(head) {\nwrapper none\ninitial state a\nevent e\na -> a : e\n\(body)\n}"
    let (machines, result) = Compiler().machines(of: SourceFile(path: "m.sm", text: text))
    let found = result.diagnostics.filter { ![.unreachableState, .unused].contains($0.code) && $0.severity != .note }
    return (machines.first, found.map { "\($0.code.rawValue): \($0.message)" })
  }

  /// In the words of `check --since`.
  @Test(
    arguments: [
      ("state b was c", ["state b was c"]),
      ("state b was c was d, f was g", ["state b was c", "state b was d", "state f was g"]),
      (
        "state b(n was m: Int, _ x was y: Int) was c",
        ["state b was c", "label n of state b was m", "label _ of state b was y"]
      ),
      ("state b(was n: Int, x was: String)", []),
      ("state was; state b { initial state was2 }", []),
      ("state was was was3", ["state was was was3"]),
      ("state b(a was was c: Int)", ["label a of state b was c"]),
      ("state b was e\nvar x was a: Int = 0", ["state b was e", "property x was a"]),
      ("state `b` was `c`", ["state b was c"]),
      (
        "state b { region r was s { initial state x was y }; region t { initial state z } }",
        ["region b.r was s", "state b.r.x was y"]
      ),
      ("event f(n was m: Int) was g, h", ["event f was g", "label n of event f was m"]),
      ("output o was p async -> e", ["output o was p"]),
      ("var n was m: Int = 0\nlet k was l was j: Int", ["property n was m", "property k was l", "property k was j"]),
      ("private(set) var n was m: Int = 0", ["property n was m"]),
      ("was b -> a", ["was b -> a"]),
      ("state c(x: Int)\nwas b(n: Int) -> c(x: n + 1)", ["was b(n: Int) -> c(x: n + 1)"]),
      ("state b { was x -> y; initial state y }", ["was x -> y"]),
      ("state b { initial state y }\nwas x -> b", ["was x -> b"]),
    ] as [(String, [String])])
  func whatIsSaid(_ body: String, _ lines: [String]) throws {
    let (machine, found) = check(body)
    #expect(found.filter { $0.hasPrefix("E") } == [])
    #expect(MachineText(try #require(machine)).formerNames == lines)
  }

  @Test(arguments: [
    ("state b was a", "E222: stored data with the name 'a' mean another state: leave this out"),
    ("state b was c, d was c", "E222: stored data with the name 'c' mean another state: leave this out"),
    ("state b was b", "E222: stored data with the name 'b' mean another state: leave this out"),
    ("was a -> a", "E222: stored data with the name 'a' mean another state: leave this out"),
    ("was c -> a\nstate b was c", "E222: stored data with the name 'c' mean another state: leave this out"),
    ("state b(n was m: Int, m: Int)", "E222: stored data with the name 'm' mean another label: leave this out"),
    ("event f was e", "E222: stored data with the name 'e' mean another event: leave this out"),
    (
      "var n was m: Int = 0\nvar m: Int = 0",
      "E222: stored data with the name 'm' mean another property: leave this out"
    ),
    (
      "state b { initial state c }\nwas x -> b.c",
      "E222: 'x' can become a state of the body that it stood in, and 'c' is none: name one of these states"
    ),
    (
      "state b { initial -> c(n: 1) / { }; state c(n: Int) }\nwas x -> b",
      "E222: 'b' does not begin by itself: its initial state needs a payload, or is left at once: name another state"
    ),
    ("state b(n: Int)\nwas x -> b", "E105: 'b' needs 'n: Int', which 'x' does not have: write 'b(n: …)'"),
    ("state b(n: Int)\nwas x(n: String) -> b", "E105: 'b' needs 'n: Int', which 'x' does not have: write 'b(n: …)'"),
    ("was x -> b", "E101: 'b' is not declared as a state: declare it in the machine"),
    (
      "state b was c(n: Int)",
      "E010: '(' stands where the end of 'was c' should be: a payload stands before 'was'"
    ),
    (
      "state b (was c)",
      "E017: this is no parameter of a payload: write 'was c' after the payload, without parentheses"
    ),
    (
      "state b\nwas c",
      "E010: the end of the line stands where '->' and the state that is read in its place should be: for a state, an"
        + " event or a property that has another name now, write 'was c' after that, in the same line"
    ),
  ])
  func whatIsWrong(_ body: String, _ message: String) {
    #expect(check(body).found.prefix(1) == [message])
  }

  @Test func nothingIsReadOfWhatIsNotStored() {
    let warning = "W317: nothing is read under the name 'c': 'M' is not stored: write ': Codable' after its name"
    #expect(check("state b was c", "M").found == [warning])
    #expect(check("state b was c", "M: Decodable").found == [])
    #expect(check("state b was c", "M: Codable", of: "@MainActor").found.map { $0.prefix(4) } == ["W317"])
    #expect(check("state b was c", "M: Codable, Sendable", of: "@MainActor").found == [])
    #expect(check("", "M was N").found == [], "the name of a machine is for comparisons, too")
    #expect(
      check("interface methods\nevent f was c\na : f").found
        == ["W317: nothing is read under the name 'c': events that are methods are not stored"])
  }
}
