import Foundation
import Testing

@testable import StateMachineCompiler

/// What `check --coverage` says of every pair of state and event.
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
        "a.b | → a.c",
        "a.c | throw",
        "d | ended",
        "1 of 2 pairs of state and event may be unhandled",
      ])
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
}

extension String {
  /// From the first machine on: without the comments before it.
  fileprivate var firstMachine: String { range(of: "machine").map { String(self[$0.lowerBound...]) } ?? self }
}
