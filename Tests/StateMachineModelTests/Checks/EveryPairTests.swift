import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Under `unhandled error`, a pair of state and event without a row is a finding.
@Suite struct EveryPairTests {
  @Test func aRegionAnswersForTheOthers() {
    let text = """
      unhandled error
      region a { initial state a1 ; state a2 ; a1 -> a2 : x ; a2 -> a1 : x }
      region b { initial state b1 ; state b2 ; b1 -> b2 : y ; b2 -> b1 : y }
      event x, y
      """
    #expect(findings(text) == [])
  }

  /// A `done` row that stays leaves the regions in their final states, and the next event finds no row.
  @Test(arguments: [
    ("", ["p : e"]), ("p : done / beep", ["p : e"]), ("p -> p : done", []), ("p -> q : done\nq : e", []),
    ("p -> q : done [1 > 2]\np : done / beep\nq : e", ["p : e"]),
  ])
  func finalStatesOfRegionsNeedRowsUnlessDoneLeaves(_ rows: String, _ missing: [String]) {
    let text = """
      unhandled error
      initial state p {
        region r { initial state a; final state b; a -> b : e }
        region s { initial state c; final state d; c -> d : e }
      }
      \(rows.contains("q") ? "state q" : "")
      event e
      output beep
      \(rows)
      """
    #expect(
      messages(.pairsMissing, text).map { $0.contains("missing: p : e") || $0.contains("'p : e'") }
        == missing.map { _ in true }, "\(messages(.pairsMissing, text))")
  }

  @Test func patternsThatTogetherMatchEverythingAreEnough() {
    let text = "unhandled error\ninitial state a(c: Int?, on: Bool)\nevent x\na(c: nil) : x\na(c: _?, on: true) : x\n"
    #expect(findings(text + "a(c: _?, on: false) : x") == [])
    #expect(findings(text) == ["6 W313"])
  }

  @Test func aHoleIsReportedInTheRegionConcerned() {
    let text = """
      unhandled error
      region a { initial state a1 ; state a2 ; a1 -> a2 : x ; a2 -> a1 : y }
      region b { initial state b1 ; state b2 ; b1 -> b2 : z ; b2 -> b1 : z }
      event x, y, z
      """
    #expect(
      messages(.pairsMissing, text) == [
        "under 'unhandled error' every state needs a row for every event, and 2 rows are missing: a1 : y, a2 : x"
      ])
  }

  @Test func ofManyMissingRowsTwentyAreNamed() throws {
    func message(_ states: Int) throws -> String {
      let names = (1...states).map { "s\($0)" }.joined(separator: ", ")
      return try #require(messages(.pairsMissing, "unhandled error\nstate \(names)\ninitial state a\nevent e").first)
    }
    #expect(try message(19).hasSuffix("and 20 rows are missing: " + listed(19) + ", a : e"))
    #expect(try message(20).hasSuffix("and 21 rows are missing: " + listed(20) + ", and 1 more"))
  }

  /// However many events and states there are, and however long their names, the message is one that people read.
  @Test func aLongListIsCutShort() throws {
    for length in [1, 10, 30, 60] {
      let suffix = String(repeating: "x", count: length)
      let states = (1...22).map { "state\($0)\(suffix)" }.joined(separator: ", ")
      for policy in ["unhandled error", ""] {
        let events = (1...22).map { "event\($0)\(suffix)\(policy.isEmpty ? " unhandled error" : "")" }
        let text = "\(policy)\nstate \(states)\ninitial state a\nevent \(events.joined(separator: ", "))"
        let message = try #require(messages(.pairsMissing, text).first)
        #expect(message.count < 900 && message.contains(" and 506 rows are missing: state1\(suffix) : event1\(suffix)"))
        let named = message.split(separator: " : ").count - 1
        #expect(message.hasSuffix(", and \(506 - named) more"), "\(message)")
      }
    }
  }

  private func listed(_ states: Int) -> String { (1...states).map { "s\($0) : e" }.joined(separator: ", ") }

  @Test func regionsWithinRegionsAnswerTogether() {
    let text = """
      unhandled error
      region a {
        initial state p {
          region q { initial state q1 ; state q2 ; q1 -> q2 : x ; q2 -> q1 : x }
          region r { initial state r1 ; state r2 ; r1 -> r2 : y ; r2 -> r1 : y }
        }
      }
      region b { initial state b1 ; state b2 ; b1 -> b2 : x ; b2 -> b1 : y }
      event x, y
      """
    #expect(findings(text) == [])
  }

  @Test func aGuardInOneRegionIsMadeUpForByTheOther() {
    let text = """
      unhandled error
      let c: Bool
      region a { initial state a1 ; a1 : x [c] / o }
      region b { initial state b1 ; b1 : x }
      event x
      output o
      """
    #expect(findings(text) == [])
    #expect(findings(text.replacing("b1 : x", with: "b1 : x [c] / o")) == ["4 W313", "5 W313"])
  }

  @Test func theGuardOfARegionThatAloneHasTheEventIsReportedOnce() {
    let text = """
      unhandled error
      let c: Bool
      region a { initial state a1 ; a1 : x [c] / o }
      region b { initial state b1 ; state b2 ; b1 -> b2 : y ; b2 -> b1 : y }
      event x, y
      output o
      """
    #expect(findings(text) == ["4 W313"])
  }

  @Test func whatIsKeptIsHandled() {
    let text = """
      unhandled error
      region a { initial state a1 { defer x } ; state a2 ; a1 -> a2 : y ; a2 -> a1 : x, y }
      region b { initial state b1 ; b1 : z }
      event x, y, z
      """
    #expect(findings(text) == [])
  }

  @Test func finalStatesNeedNoRows() {
    let text = """
      unhandled error
      initial state a { initial state b ; final state c ; b -> c : x }
      final state d
      event x
      a -> d : done
      """
    #expect(findings(text) == [])
  }

  /// If both regions are in final states, the completion event exits the composite state before an event can come.
  @Test func finalStatesOfAllRegionsAreLeftAtOnce() {
    func text(_ completion: String, _ row: String) -> String {
      """
      unhandled error
      initial state a {
        region p { initial state p1 ; final state p2 ; p1 -> p2 : x }
        region q { initial state q1 ; final state q2 ; q1 \(row) }
        \(completion)
      }
      final state d
      event x
      """
    }
    #expect(findings(text("-> d : done", "-> q2 : x")) == [])
    #expect(findings(text("-> d : done [1 > 2]", "-> q2 : x")).count == 1)
    #expect(findings(text("-> d : done", "-> q2 : x [1 > 2]")).isEmpty == false)
  }

  @Test func theRowOfACompositeIsOneForAllWithin() {
    let text = """
      unhandled error
      initial state p {
        region q { initial state q1 ; state q2 ; q1 -> q2 : y ; q2 -> q1 : y }
        region r { initial state r1 ; r1 : z }
        : x
      }
      event x, y, z
      """
    #expect(findings(text) == [])
  }

  @Test func aSubmachineAloneIsNotCertainToTakeItsEvents() throws {
    let text = """
      machine Owner {
        unhandled error
        initial state s: Inner
        s : s
      }
      machine Inner { initial state p ; event n ; p : n }
      """
    #expect(Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.map(\.message) == [])
    let without = Compiler().check(SourceFile(path: "m.sm", text: text.replacing("  s : s\n", with: "")))
    #expect(without.diagnostics.map(\.code) == [.pairsMissing])
  }
}
