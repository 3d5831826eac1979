import TestSupport
import Testing

/// Machines whose events change properties in every state, compiled: what follows from that, and what becomes of the event
/// itself where no transition applies.
@Suite struct PolicyProgramTests {
  @Test(arguments: [SwiftMode.swift5, .swift6]) func theOutcomeIsThatOfWhatFollows(_ mode: SwiftMode) throws {
    let machines = """
      machine Recalled {
        wrapper none
        unhandled throw
        var total: Int = 0
        event add(_ k: Int) / total += k
        event reset
        initial state busy { defer add }
        state idle
        busy -> idle : always [total > 10]
        idle -> busy : reset / total = 0
      }
      machine Mixed {
        wrapper none
        unhandled throw
        var n: Int = 0
        event hit(_ k: Int) unhandled ignore
          / n += k
        event other / n += 3
        initial state a
        state b
        a -> b : always [n > 2]
        b -> a : other
      }
      machine Timed {
        wrapper none
        unhandled throw
        var n: Int = 0
        event hit(_ k: Int) / n += k
        initial state a
        state b
        a -> b : always [n > 2]
        b -> a : after 3s
      }
      """
    let main = """
      @main struct Program {
        static func tell(_ body: () throws -> String) {
          do { print(try body()) } catch { print("thrown:", error) }
        }
        static func main() {
          var recalled = Recalled()
          // A deferred event that comes back and is handled nowhere is as unhandled as any other.
          tell { "\\(try recalled.handle(event: .add(20)))" }
          print(recalled.state)
          tell { "\\(try recalled.handle(event: .reset)) \\(recalled.state)" }
          var mixed = Mixed()
          tell { "\\(try mixed.handle(event: .hit(3))) \\(mixed.state)" }
          tell { "\\(try mixed.handle(event: .hit(3))) \\(mixed.state)" }
          var other = Mixed()
          // The error names the state that the event has found; what follows has happened all the same.
          tell { "\\(try other.handle(event: .other))" }
          print(other.state)
          var timed = Timed()
          tell { "\\(try timed.handle(event: .hit(3)) { _ in })" }
          print(timed.state)
        }
      }
      """
    #expect(
      try Oracle.output(of: machines, main: main, mode.flags) == [
        "thrown: event add is not handled in state idle", "idle", "transitioned busy", "transitioned b", "ignored b",
        "thrown: event other is not handled in state a", "b", "thrown: event hit is not handled in state a", "b",
      ])
  }
}
