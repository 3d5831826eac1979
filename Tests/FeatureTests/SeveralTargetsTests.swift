import TestSupport
import Testing

@testable import StateMachineDiagrams
@testable import StateMachineReports

/// A row may have a target in each of several regions.
@Suite struct SeveralTargetsTests {
  private static let player = """
      initial state off
      state active(track: Int = 0) {
        region playback {
          initial state playing
          state paused(at: Int)
          playing -> paused(at: 0) : pause
        }
        region sound {
          initial state audible
          state muted {
            region left { initial state l1; state l2; l1 -> l2 : pause }
            region right { initial state r1; state r2; r1 -> r2 : pause }
          }
          audible -> muted : mute
        }
      }
      event pause, mute, go(at: Int)
      active -> off : pause

    """

  @Test func eachRegionIsEnteredAtItsTarget() throws {
    let small = try SmallMachine(
      Self.player + "off -> active(track: 1).sound.muted.right.r2, active.playback.paused(at: at) : go(at)")
    let transition = try #require(small.machine.transitions.first { small.name($0.source) == "off" })
    #expect(small.names([try #require(transition.target)] + transition.otherTargets) == ["r2", "paused"])
    let leaves = [try #require(transition.leaf)] + transition.regions.map(\.leaf)
    #expect(Set(small.names(leaves)) == ["r2", "l1", "paused"])
  }

  @Test func theyStandInDifferentRegions() {
    expectDiagnostics(
      """
      machine A {
        initial state off
        state on {
          region a { initial state a1; state a2; a1 -> a2 : e; a2 -> a1 : f }
          region b { initial state b1; state b2; b1 -> b2 : e; b2 -> b1 : f }
        }
        event e, f, g, h
        off -> on.a.a2, on.a.a1 : e
      //                     ^^ E213 'a1' is not in a region of its own: several targets stand in different regions of one composite
        off -> on.a.a2, off : f
      //                ^^^ E213
        on.a.a1 -> on.a.a2, on.b.b2 : g
      //                ^^ E213 no arrow leads from the region 'a' into another beside it, which is active already: let the other have a row for the event, or 'raise' one
        off -> on.deepHistory, on.b.b2 : h
      //          ^~~~~~~~~~~ E213 several targets are states: a choice or a history is the only target of its row
      }
      """)
  }

  /// A choice within a region leads to no other region, whichever of its targets comes first.
  @Test func aChoiceOfARegionStaysThere() {
    expectDiagnostics(
      """
      machine A {
        initial state on {
          region a { initial state a1; state a2; choice k; a1 -> k : e; a2 -> a1 : f }
          region b { initial state b1; state b2; b1 -> b2 : e; b2 -> b1 : f }
        }
        event e, f
        let n: Bool
        on.a.k -> on.a.a2, on.b.b2 : [n]
      //               ^^ E213 the choice 'k' stands in the region 'a' and cannot lead out of it: declare it outside of the composite
        on.a.k -> on.a.a1 : [else]
      }
      """, notesElsewhere: true)
  }

  @Test func aCompositeIsGivenItsPayloadOnce() {
    expectDiagnostics(
      """
      machine A {
        initial state off
        state on(n: Int) {
          region a { initial state a1; state a2; a1 -> a2 : f }
          region b { initial state b1; state b2; b1 -> b2 : f }
          -> off : e
        }
        event e, f
        off -> on(n: 1).a.a2, on(n: 2).b.b2 : e
      //                      ^^ E102
      }
      """)
  }

  @Test func reportsNameAllOfThem() throws {
    let small = try SmallMachine(
      Self.player + "off -> active.playback.paused(at: at), active.sound.muted : go(at)")
    let off = Coverage(small.machine).rows[0]
    #expect(off.cells.map(\.outcomes).contains(["→ active.playback.paused, active.sound.muted"]))
    let scxml = small.machine.drawing(format: .scxml, options: DiagramOptions())
    #expect(scxml.contains("target=\"paused muted\""))
  }
}
