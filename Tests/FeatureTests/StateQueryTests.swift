import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineDiagrams
@testable import StateMachineSyntax

/// Guards may contain `in(state)`.
@Suite struct StateQueryTests {
  private static let player = """
      initial state idle
      state active(track: Int = 0) {
        region playback {
          initial state playing
          state paused
          playing -> paused : toggle
          paused -> playing : toggle
        }
        region sound {
          initial state audible
          state muted
          muted -> audible : mute
        }
        -> idle : stop
      }
      event toggle, mute, stop
      idle -> active : toggle

    """

  private func swift(_ rows: String) throws -> String {
    let text = "machine M {\n\(Self.player)\(rows)\n}\n"
    let result = Compiler().generate(SourceFile(path: "m.sm", text: text))
    return String(decoding: try #require(result.swift), as: UTF8.self)
  }

  @Test func statesRegionsAndGroupsAreAskedFor() throws {
    let text = try swift(
      """
      group resting = idle, active.playback.paused
      active.sound.audible -> active.sound.muted : mute [in(active.playback.paused) && !in(resting)]
      """)
    #expect(text.contains("if self.state.isInActivePlaybackPaused && !self.state.isResting {"))
    #expect(text.contains("fileprivate var isInActivePlaybackPaused: Swift.Bool {"))
  }

  @Test func namedGuardsAskToo() throws {
    let text = try swift(
      """
      guard isQuiet = in(active.sound.muted)
      idle : mute [isQuiet || in(idle)]
      """)
    #expect(text.contains("if (self.state.isInActiveSoundMuted) || self.state.isInIdle {"))
  }

  @Test func closuresOfSwiftKeepTheirIn() throws {
    let text = try swift(
      """
      idle : mute [[1].contains { n in (n > 0) }]
      idle : stop [[1].contains { (n: Int) -> Bool in(n > 0) }]
      """)
    #expect(text.contains("{ n in (n > 0) }"))
    #expect(text.contains("{ (n: Int) -> Bool in(n > 0) }"))
  }

  /// Each mistake is reported at its place. `in(state)` is a mistake in actions, and in rows of choices, where a
  /// microstep has begun.
  @Test func mistakesAreSaidAtTheirPlaces() {
    expectDiagnostics(
      """
      machine A {
        output log(Bool)
        guard isThere = in(b)
        choice c
        initial state a {
          entry / log(in(b))
      //              ^^ E218
        }
        state b
        event e, f, g, h, i
        a -> b : e [in(d)]
      //               ^ E101 'd' is not declared as a state: declare it in the machine
        a -> b : f [in(aa.x)]
      //               ^^ E101 'aa' is not declared as a state: did you mean 'a'?
        a -> c : g [in(b)]
        c -> a : [in(a)]
      //          ^^ E218 states are asked for in guards of rows with an event, a timer, 'always' or 'done': here, a microstep has begun
        c -> b : [isThere]
      //          ^~~~~~~ E218
        c -> b : [else]
        a : h [in(b.)]
      //       ^~~ E010 a state's name should follow 'in('
        b -> a : i [isThere]
      }
      """)
  }

  @Test func scxmlAsksByItsOwnFunction() throws {
    let small = try SmallMachine(
      Self.player + "group resting = idle, active.sound.muted\nidle : mute [!in(resting) || in(active.playback)]")
    let scxml = small.machine.drawing(format: .scxml, options: DiagramOptions())
    #expect(scxml.contains("cond=\"!(In('idle') || In('muted')) || In('playback')\""))
  }

  @Test func pathsThatMakeOneWordHaveTwoProperties() throws {
    let result = Compiler().generate(
      SourceFile(
        path: "m.sm",
        text: """
          machine M {
            group inB = a
            initial state a { initial state bC; state d; bC -> d : n }
            state aB { initial state c }
            state b
            event n, m
            a -> aB : n [in(a.d)]
            aB -> a : n [in(aB.c) || in(a.bC)]
            aB -> b : m
            b -> a : n [in(b)]
          }
          """))
    let text = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(text.contains("isIn_aB_c") && text.contains("isIn_a_bC") && text.contains("isIn_b"))
  }

  @Test func whatIsReturnedMayAsk() throws {
    let text = try swift("idle : mute [[1].allSatisfy { _ in in(active) } && [1].allSatisfy { _ in return in(idle) }]")
    #expect(text.contains("{ _ in self.state.isInActive }"))
    #expect(text.contains("return self.state.isInIdle"))
  }

  @Test func anInIsFollowedByOneStateInParentheses() {
    expectDiagnostics(
      """
      machine A {
        guard isThere = in b
      //                ^^ E218 'in' asks for a state, whose name stands in parentheses: write 'in(b)'
        initial state a
        state b
        event e, f, g, h
        a -> b : e [in a]
      //            ^^ E218 'in' asks for a state, whose name stands in parentheses: write 'in(a)'
        a -> b : f [!in(a, b)]
      //             ^^ E218 'in' asks for one state: write 'in(a) || in(b)'
        a -> b : f [in(a, b, a, b, a)]
      //            ^^ E218 'in' asks for one state: write 'in(a) || in(b) || in(a) || in(b) || in(a)'
        a -> b : g [in (a) && isThere]
        a : h [in(a + b)]
      //          ^ E010 ')' should follow 'a'
        b -> a : e
      }
      """)
  }

  /// `in(state)` outside of guards is reported once, even if several places name the piece of Swift.
  @Test func questionsStandInGuardsAlone() {
    expectDiagnostics(
      """
      machine A: Sendable {
        output log(Bool)
        var isThere: Bool = in(b)
      //                    ^^ E218 states are asked for in guards of rows with an event, a timer, 'always' or 'done', not in the initial value of a property
        effect note = log(in(b))
      //                  ^^ E218
        initial state a(x: Bool = in(b))
      //                          ^^ E218 states are asked for in guards of rows with an event, a timer, 'always' or 'done', not in the default of a payload
        state b
        event e, f, g
        a -> b : after(in(b) ? .zero : .seconds(1))
      //               ^^ E218
        a : e / { if in(b) { print(1) } }
      //             ^^ E218
        a : f / note
        a : g / note
        b -> a(x: in(b)) : e
      //          ^^ E218
        b : f / log(in b), isThere = in(b)
      //            ^^ E218
      //                             ^^ E218
      }
      """)
  }

  @Test(arguments: [
    "for x in (1...3) { print(x) }", "for x: Int in [1] { print(x) }", "for case let x? in [1, nil] { print(x) }",
    "for case (1, let y) in [(1, 2)] { print(y) }", "for case 5... in [1] { print(1) }",
    "for case \"a\" in [\"a\"] { print(1) }", "for case .some(let z) in [1, nil] { print(z) }",
    "let f = { (x: Int) -> Array<Int> in [x] }; print(f(1))", "let g = { [weak self] in print(1) }; g()",
    "let g = { (x: Int) -> Int? in x }; print(g(1) as Any)", "let n = { () in print(1) }; n()",
    "func h(in x: Int, in y: Int) {} ; h(in: 1, in: 2)", "let k = h(in:in:); k(1, 2)",
    "let t = { () async throws in 1 }; _ = t", "let m: (Int) -> Void = { x\n in (x) }; m(1)",
    "if let r = [1].first(where: { v in v > 0 }) { print(r) }", "print(list.map { x in (x) })",
  ])
  func otherUsesOfInAreSwifts(_ block: String) {
    #expect(findings("initial state a\nevent e\na : e / { \(block) }") == [])
  }
}
