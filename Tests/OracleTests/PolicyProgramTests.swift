import TestSupport
import Testing

/// A compiled machine with deferred events applies its policy to each event that no transition takes.
@Suite struct PolicyProgramTests {
  @Test(arguments: [SwiftMode.swift5, .swift6]) func aDeferredEventThatComesBackIsAsUnhandledAsAnyOther(
    _ mode: SwiftMode
  ) throws {
    let machines = """
      machine Recalled {
        wrapper none
        unhandled throw
        event add(_ k: Int), go, stop
        initial state busy { defer add }
        state idle
        busy -> idle : go
        idle -> busy : go
      }
      """
    let main = """
      @main struct Program {
        static func tell(_ body: () throws -> String) {
          do { print(try body()) } catch { print("thrown:", error) }
        }
        static func main() {
          var recalled = Recalled()
          tell { "\\(try recalled.handle(event: .add(20)))" }
          tell { "\\(try recalled.handle(event: .go))" }
          // The transition has happened all the same.
          print(recalled.state)
          tell { "\\(try recalled.handle(event: .stop))" }
          tell { "\\(try recalled.handle(event: .go)) \\(recalled.state)" }
        }
      }
      """
    #expect(
      try Oracle.output(of: machines, main: main, mode.flags) == [
        "deferred", "thrown: event add is not handled in state idle", "idle",
        "thrown: event stop is not handled in state idle", "transitioned busy",
      ])
  }
}
