import Foundation
import TestSupport
import Testing

@testable import StateMachineReports

/// `check --coverage` reports every pair of state and event.
@Suite struct CoverageTests {
  /// The cells of each state, as they are printed: `a1 | → a2 | other region`.
  private func table(_ text: String) throws -> [String] {
    let coverage = Coverage(try SmallMachine(text).machine).plainText(title: "M")
    return coverage.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " | ")
    }
  }

  @Test func theMediaPlayer() throws {
    let url = Repository.root.appending(path: "specs/MediaPlayer.sm")
    let text = Coverage(try SmallMachine(try String(contentsOf: url, encoding: .utf8).firstMachine).machine)
      .plainText(title: "MediaPlayer")
    #expect(text.hasSuffix("\n28 of 60 pairs of state and event may be unhandled\n"))
  }

  @Test func anotherRegionAnswers() throws {
    let text = """
      region a { initial state a1 ; state a2 ; a1 -> a2 : x ; a2 -> a1 : y }
      region b { initial state b1 ; b1 : z }
      event x, y, z
      """
    #expect(
      try table(text) == [
        "a.a1 | → a.a2 | unhandled | other region",
        "a.a2 | unhandled | → a.a1 | other region",
        "b.b1 | other region | other region | ignored",
        "2 of 9 pairs of state and event may be unhandled",
      ])
  }

  @Test func whatIsKeptAndWhatIsHandedOn() throws {
    let text = """
      machine M {
        initial state a: Inner { defer x }
        state b { defer a }
        event x
        output o
        a -> b : a
        b -> a : x
      }
      machine Inner { initial state p ; event n ; p : n }
      """
    #expect(
      try table(text) == [
        "a | deferred | handed on?, → b",
        "b | → a | deferred",
        "0 of 4 pairs of state and event may be unhandled",
      ])
  }

  @Test func whatAStateAroundKeepsIsDeferred() throws {
    let text = """
      initial state a { defer x
        initial state b { initial state c ; state d ; c -> d : y ; d -> c : y }
        state e
        b.d -> e : x [n > 1]
        e : x / o
      }
      state f
      event x, y
      output o
      let n: Int
      a -> f : y
      f -> a : x
      """
    #expect(
      try table(text) == [
        "a.b.c | deferred | → a.b.d",
        "a.b.d | → a.e?, deferred | → a.b.c",
        "a.e | stays | → f",
        "f | → a | unhandled",
        "1 of 8 pairs of state and event may be unhandled",
      ])
  }

  @Test func anEventReturnsItsDefault() throws {
    let text = """
      interface methods
      initial state open
      state closed
      event close, size -> Int = 0
      open -> closed : close
      open : size / return 3
      """
    #expect(
      try table(text) == [
        "open | → closed | stays", "closed | unhandled | returns 0",
        "2 of 4 pairs of state and event may be unhandled",
      ])
  }

  @Test func aGuardOrAPatternLeavesSomethingOver() throws {
    let text = """
      initial state a
      state b(k: Int = 0)
      event x, y(n: Int)
      output o
      let c: Bool
      a -> b : x [c]
      a -> a : x [else]
      a : y(n: 1) / o
      b(k: 1) -> a : x
      b : y [c]
      b : y [!c] / o
      """
    #expect(
      try table(text) == [
        "a | → b?, → a | stays?, unhandled",
        "b | → a?, unhandled | ignored?, stays?, unhandled",
        "3 of 4 pairs of state and event may be unhandled",
      ])
  }

  @Test func aTransitionThatTrapsSaysSo() throws {
    let text = """
      initial state a
      state b
      choice k
      choice l
      let c: Bool
      event x, y, z, w
      a -> b : x / trap
      a -> k : y
      k -> b : [c]
      k : [else] / trap
      a -> l : z
      l : [c] / trap("c")
      l : [else] / trap
      a : w / o
      output o
      b -> a : x [c]
      b : x, y, z, w
      """
    #expect(
      try table(text) == [
        "a | trap | → k or trap | trap | stays",
        "b | → a?, ignored | ignored | ignored | ignored",
        "0 of 8 pairs of state and event may be unhandled",
      ])
  }

  @Test func whereTheMachineEndsNothingIsUnhandled() throws {
    let text = """
      unhandled throw
      initial state a { initial state b ; final state c ; b -> c : x }
      final state d
      event x
      a -> d : done
      """
    #expect(
      try table(text) == [
        "a.b | → a.c | –",
        "a.c | throw | → d",
        "d | ended | –",
        "1 of 2 pairs of state and event may be unhandled",
      ])
  }

  // MARK: Without an event

  @Test func whatNeedsNoEventHasColumnsOfItsOwn() throws {
    let text = """
      machine M: Sendable {
        let hot: Bool
        initial state idle
        state baking {
          initial state heating
          final state finished
          final state failed(Int)
          heating -> finished : always [hot]
          heating             : every 2s / tick
          heating             : x
        }
        state inner: Inner
        event x
        output tick
        idle   -> baking : always
        baking -> idle   : after 5s, done(.finished)
        baking -> inner  : done(.failed(let code)) [code > 1]
        baking -> baking : done [else]
        inner  -> idle   : done
      }
      machine Inner: Sendable { initial state p ; final state q ; event n ; p -> q : n }
      """
    #expect(
      try table(text) == [
        "idle | unhandled | unhandled | – | –",
        "baking.heating | ignored | unhandled | 5s → idle | 2s stays",
        "baking.finished | unhandled | unhandled | 5s → idle | –",
        "baking.failed | unhandled | unhandled | 5s → idle | –",
        "inner | unhandled | handed on?, unhandled | – | –",
        "M | always | done",
        "idle | → baking | –",
        "baking.heating | → baking.finished? | –",
        "baking.finished | – | → idle",
        "baking.failed | – | → inner?, → baking",
        "inner | – | → idle?",
        "9 of 10 pairs of state and event may be unhandled",
      ])
  }

  @Test func aRegionMayWaitForAnother() throws {
    let text = """
      initial state a {
        region r { initial state p ; final state q ; p -> q : x }
        region s { initial state t ; final state u ; t -> u : y }
      }
      final state b
      event x, y
      a -> b : done
      """
    #expect(
      try table(text) == [
        "a.r.p | → a.r.q | other region | –",
        "a.r.q | unhandled | other region | → b?",
        "a.s.t | other region | → a.s.u | –",
        "a.s.u | other region | unhandled | → b?",
        "b | ended | ended | –",
        "2 of 8 pairs of state and event may be unhandled",
      ])
  }

  // MARK: Texts

  @Test func aWideTableHasSeveralBlocks() throws {
    let events = (1...14).map { "aLongerEvent\($0)" }
    let rows = events.map { "first -> second : \($0) [c]\nfirst -> third : \($0) [d]\nfirst : \($0) / o" }
    let text = """
      initial state first
      state second
      state third
      let c: Bool
      let d: Bool
      event \(events.joined(separator: ", "))
      output o
      \(rows.joined(separator: "\n"))
      """
    let table = Coverage(try SmallMachine(text).machine).plainText(title: "M")
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines { #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)") }
    #expect(lines.count { $0.hasPrefix("M ") } == 7)
    #expect(
      lines.prefix(5).joined(separator: "\n") == """
        M       aLongerEvent1               aLongerEvent2
        first   → second?, → third?, stays  → second?, → third?, stays
        second  unhandled                   unhandled
        third   unhandled                   unhandled

        """)
  }

  @Test func aTableAsWideAsATerminalHasOneBlock() throws {
    func heads(_ width: Int) throws -> [String] {
      let event = String(repeating: "e", count: width - 48)
      let machine = try SmallMachine(
        "initial state aState\nevent anEventWithAVeryLongNameSoThatItIsWide, \(event)\naState : \(event)"
      ).machine
      return Coverage(machine).plainText(title: "M").split(separator: "\n").filter { $0.hasPrefix("M ") }.map(
        String.init)
    }
    #expect(try heads(80).map(\.count) == [80])
    #expect(try heads(81).count == 2)
  }

  @Test func aCellOfThirtyTwoColumnsHasOneLine() throws {
    func lines(_ width: Int) throws -> Int {
      let name = String(repeating: "b", count: width - 12)
      let text = "initial state a\nstate long\nlet c: Bool\nevent x\na -> long : x [c]\na : x\nlong : x"
      let machine = try SmallMachine(text.replacing("long", with: name)).machine
      return Coverage(machine).plainText(title: "M").split(separator: "\n").count
    }
    #expect(try lines(32) == 4)
    #expect(try lines(33) == 5)
  }

  @Test func aWideCellHasSeveralLines() throws {
    let text = """
      initial state first
      state anotherStateWithALongName
      let c: Bool
      event x
      first -> anotherStateWithALongName : x [c]
      first : x
      """
    #expect(
      Coverage(try SmallMachine(text).machine).plainText(title: "M") == """
        M                          x
        first                      → anotherStateWithALongName?,
                                   ignored
        anotherStateWithALongName  unhandled
        1 of 2 pairs of state and event may be unhandled

        """)
  }

  @Test func asMarkdownWhatMayBeUnhandledIsBold() throws {
    let coverage = Coverage(try SmallMachine("initial state a\nstate b\nevent x\na -> b : x").machine)
    #expect(
      coverage.markdown(title: "M") == """
        | `M` | `x` |
        | --- | --- |
        | `a` | → b |
        | `b` | **unhandled** |

        1 of 2 pairs of state and event may be unhandled

        """)
  }

  @Test func asMarkdownWhatNeedsNoEventIsNoCode() throws {
    let machine = try SmallMachine("initial state a\nstate b\nevent x\na -> b : x\nb -> a : always").machine
    #expect(
      Coverage(machine).markdown(title: "M").hasPrefix(
        "| `M` | `x` | *always* |\n| --- | --- | --- |\n| `a` | → b | – |\n"))
  }
}

extension String {
  /// From the first machine on: without the comments before it.
  fileprivate var firstMachine: String { range(of: "machine").map { String(self[$0.lowerBound...]) } ?? self }
}
