import Testing

@testable import StateMachineCompiler

/// `in(state)` in guards.
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
      //               ^ E101 'd' is not declared as a state: did you mean 'a'?
        a -> b : f [in(aa.x)]
      //               ^^ E101 'aa' is not declared as a state: did you mean 'a'?
        a -> c : g [in(b)]
        c -> a : [in(a)]
      //          ^^ E218 states are asked for in guards of rows with an event, a timer, 'always' or 'done': here, a step is under way
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
}
