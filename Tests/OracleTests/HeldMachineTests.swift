import Foundation
import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import Testing

/// Submachines with timers in several regions have separate timers, even if the name of one state begins with
/// another's: each timer elapses, and each event reaches its machine.
@Suite struct HeldMachineTests {
  enum Order: CaseIterable { case shortNameFirst, longNameFirst }

  /// Returns the text of a submachine and of its owner. Two states of the owner have the submachine, and the owner has
  /// a timer of its own.
  private static func source(_ order: Order) -> String {
    let names = order == .shortNameFirst ? ["a", "aTimer"] : ["aTimer", "a"]
    return """
      machine Inner: Sendable {
        initial state waiting
        final state over
        output elapsed(Int)
        waiting -> over : after 3s / elapsed(1)
      }

      machine Outer: Sendable {
        wrapper actor
        initial state active {
          region r1 { initial state \(names[0]): Inner }
          region r2 { initial state \(names[1]): Inner }
          region r3 {
            initial state aTimerTimer
            state aTime
          }
        }
        state idle
        event stop
        output own
        active.r3.aTimerTimer -> active.r3.aTime : after 3s / own
        active -> idle : stop
      }
      """
  }

  private static func generated(_ order: Order) throws -> String {
    let result = Compiler().generate(SourceFile(path: "Outer.sm", text: source(order)))
    return String(decoding: try #require(result.swift), as: UTF8.self)
  }

  @Test(arguments: Order.allCases) func theReducerTellsTimersApart(_ order: Order) throws {
    let main = """
      @main struct Main {
        static func main() {
          var machine = Outer()
          func put(_ output: Outer.Output) {
            switch output {
            case .a(.schedule(.waiting, after: .seconds(3))): print("a begins")
            case .aTimer(.schedule(.waiting, after: .seconds(3))): print("aTimer begins")
            case .schedule(.activeR3ATimerTimer, after: .seconds(3)): print("its own begins")
            case .a(.cancel(.waiting)): print("a ends")
            case .aTimer(.cancel(.waiting)): print("aTimer ends")
            case .cancel(.activeR3ATimerTimer): print("its own ends")
            case .a(.elapsed(1)): print("a has elapsed")
            case .aTimer(.elapsed(1)): print("aTimer has elapsed")
            case .own: print("its own has elapsed")
            default: print("\\(output)")
            }
          }
          machine.start(emit: put)
          for event in [.aTimer(.elapsed(.waiting)), .a(.elapsed(.waiting)), .elapsed(.activeR3ATimerTimer)] as [Outer.Event] {
            print(machine.accepts(event), machine.handle(event: event, emit: put), machine.accepts(event))
          }
          machine = Outer()
          machine.start { _ in }
          print(machine.handle(event: .stop, emit: put))
        }
      }
      """
    let begins =
      order == .shortNameFirst ? ["a begins", "aTimer begins"] : ["aTimer begins", "a begins"]
    // What is left is left from the last region to the first.
    let ends = order == .shortNameFirst ? ["aTimer ends", "a ends"] : ["a ends", "aTimer ends"]
    let output = try Oracle.output(ofProgram: [("Outer.swift", Self.generated(order)), ("Main.swift", main)])
    #expect(
      output.split(separator: "\n").map(String.init) == begins + ["its own begins"] + [
        "aTimer ends", "aTimer has elapsed", "true transitioned false",
        "a ends", "a has elapsed", "true transitioned false",
        "its own ends", "its own has elapsed", "true transitioned false",
        "its own ends",
      ] + ends + ["transitioned"])
  }

  @Test(arguments: Order.allCases) func allTimersOfTheWrapperElapse(_ order: Order) throws {
    // The clock that the tests of wrappers move.
    let clock = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../GoldenTests/ManualClock.swift")
    let closures = [
      "aElapsed: { _ in log.add(\"a has elapsed\") }", "aTimerElapsed: { _ in log.add(\"aTimer has elapsed\") }",
    ]
    let own = "own: { log.add(\"its own has elapsed\") }"
    let arguments = [own] + (order == .shortNameFirst ? closures : closures.reversed())
    let main = """
      import Foundation

      final class Log: @unchecked Sendable {
        private let lock = NSLock()
        private var stored: [String] = []
        var lines: [String] { lock.withLock { stored } }
        func add(_ line: String) { lock.withLock { stored.append(line) } }
      }

      /// Waits for what tasks bring about, though not for ever.
      func wait(_ condition: @Sendable () -> Bool) async {
        for _ in 0..<4_000 where !condition() { try? await Task.sleep(for: .milliseconds(5)) }
      }

      @main struct Main {
        static func main() async {
          let clock = ManualClock()
          let log = Log()
          let machine = OuterStateMachine(clock: clock, \(arguments.joined(separator: ", ")))
          await machine.start()
          await wait { clock.sleeperCount > 0 }
          print(clock.sleeperCount, "task sleeps")
          clock.advance(by: .seconds(3))
          await wait { log.lines.count == 3 }
          print(log.lines.joined(separator: "\\n"))
        }
      }
      """
    let output = try Oracle.output(ofProgram: [
      ("Outer.swift", Self.generated(order)), ("ManualClock.swift", String(contentsOf: clock, encoding: .utf8)),
      ("Main.swift", main),
    ])
    // Timers of one deadline elapse in the order in which they were begun.
    let held = order == .shortNameFirst ? ["a", "aTimer"] : ["aTimer", "a"]
    let elapsed = (held + ["its own"]).map { "\($0) has elapsed" }
    #expect(output.split(separator: "\n").map(String.init) == ["1 task sleeps"] + elapsed)
  }
}
