import Foundation
import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import Testing

/// A machine with submachines in regions, histories, deferred events and properties behaves the same whether or not it
/// is stored and read, at every point of random runs.
@Suite struct StoredSubmachineTests {
  private static let source = """
    machine Player: Sendable, Hashable, Codable {
      var plays: Int = 0
      initial state stopped
      state playing(position: Int = 0) { do / watch(position) }
      state paused { defer skip }
      event play, pause, skip
      output watch(Int) async, tell(Int)
      stopped, paused -> playing : play / plays += 1, tell(plays)
      playing -> paused : pause
      playing : skip / position += 1, tell(position)
      playing -> stopped : after 5s
    }

    machine Room: Sendable, Hashable, Codable {
      wrapper none
      var visits: Int = 0
      private var secret: Int = 7
      initial state open {
        region sound {
          initial state quiet
          state loud: Player
          quiet -> loud : enter
          loud -> quiet : calm
          loud(.playing(let position)) : ask / tell(position)
        }
        region light {
          initial state dark { defer dim }
          state bright(level: Int = 1)
          dark -> bright : calm
          bright : dim / level += 1, tell(level), secret += level
          bright -> dark : every 2s
        }
      }
      state closed
      event enter, calm, ask, dim, close, reopen
      output tell(Int)
      open -> closed : close / visits += 1, tell(visits + secret)
      closed -> open.deepHistory : reopen
    }
    """

  private static let main = """
    import Foundation

    @main struct Main {
      static func main() throws {
        let events: [Room.Event] = [
          .enter, .calm, .ask, .dim, .close, .reopen, .loud(.play), .loud(.pause), .loud(.skip),
          .loud(.elapsed(.playing)), .elapsed(.openLightBright),
        ]
        var random: UInt64 = 42
        var (changes, begun, deferrals) = (0, 0, 0)
        for _ in 0..<200 {
          var (plain, stored) = (Room(), Room())
          plain.start { _ in }
          stored.start { _ in }
          for _ in 0..<40 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let event = events[Int(random >> 33) % events.count]
            var outputs: ([String], [String]) = ([], [])
            let outcome = plain.handle(event: event) { outputs.0.append("\\($0)") }
            let other = stored.handle(event: event) { outputs.1.append("\\($0)") }
            guard outcome == other, outputs.0 == outputs.1, plain == stored else {
              return print("\\(event): \\(outcome) \\(outputs.0), stored \\(other) \\(outputs.1)")
            }
            if outcome == .transitioned { changes += 1 }
            if outcome == .deferred { deferrals += 1 }
            stored = try JSONDecoder().decode(Room.self, from: JSONEncoder().encode(stored))
            guard stored == plain else { return print("\\(plain) was stored as \\(stored)") }
            // What goes on begins anew, and changes nothing.
            var resumed: [String] = []
            stored.resume { resumed.append("\\($0)") }
            guard stored == plain else { return print("\\(plain) was resumed as \\(stored)") }
            var expected: [String] = []
            if case .open(let regions) = plain.state {
              if case .loud(let player) = regions.sound, case .playing(let position) = player.state {
                expected = ["\\(Room.Output.loud(.watch(position)))", "\\(Room.Output.loud(.schedule(.playing, after: .seconds(5))))"]
              }
              if case .bright = regions.light {
                expected.append("\\(Room.Output.schedule(.openLightBright, every: .seconds(2)))")
              }
            }
            guard resumed == expected else { return print("\\(plain.state) resumes \\(resumed), not \\(expected)") }
            begun += resumed.count
          }
        }
        print(changes > 1_000 && begun > 1_000 && deferrals > 100 ? "ok" : "\\(changes) \\(begun) \\(deferrals)")
      }
    }
    """

  @Test func whatAMachineHoldsIsStoredWithIt() throws {
    let result = Compiler().generate(SourceFile(path: "Room.sm", text: Self.source))
    #expect(result.diagnostics.map(\.message) == [])
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(try Oracle.output(ofProgram: [("Room.swift", swift), ("Main.swift", Self.main)]) == "ok\n")
  }
}
