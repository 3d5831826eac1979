import Foundation
import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import Testing

/// Features of wrappers that no machine in `specs` has, each tested in a program of its own.
@Suite struct WrapperProgramTests {
  /// Compiles a machine, the tests' support for wrappers and a main function to a program, runs it, and returns its
  /// lines.
  private func output(of machine: String, main: String) throws -> [String] {
    let result = Compiler().generate(SourceFile(path: "Machine.sm", text: machine))
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../GoldenTests")
    let clock = try String(contentsOf: folder.appending(path: "ManualClock.swift"), encoding: .utf8)
    let output = try Oracle.output(ofProgram: [
      ("Machine.swift", swift), ("ManualClock.swift", clock), ("Main.swift", Self.preamble + main),
    ])
    return output.split(separator: "\n").map(String.init)
  }

  private static let preamble = """
    import Foundation

    final class Log: @unchecked Sendable {
      private let lock = NSLock()
      private var stored: [String] = []
      var lines: [String] { lock.withLock { stored } }
      func add(_ line: String) { lock.withLock { stored.append(line) } }
      /// Waits until there is a line, though not for ever.
      func wait(for line: String) async {
        for _ in 0..<4_000 where !lines.contains(line) { try? await Task.sleep(for: .milliseconds(5)) }
      }
    }

    let log = Log()

    """

  /// Asynchronous effects run to their end, also those of an exit. Only a row that cancels an effect by its name ends
  /// it.
  @Test func aRowEndsTheEffectThatItNames() throws {
    let lines = try output(
      of: """
        machine Editor: Sendable {
          initial state editing
          state saving { exit / note }
          event save, undo, close
          output save(String) async, note async
          editing -> saving : save / save("text")
          saving -> editing : undo / cancelSave
          editing           : close
        }
        """,
      main: """
        @main struct Main {
          static func main() async {
            let editor = EditorStateMachine { text in
              log.add("save")
              do { try await Task.sleep(for: .seconds(3_600)) } catch { log.add("save is cancelled") }
              return .close
            } note: {
              do { try await Task.sleep(for: .milliseconds(1)) } catch { log.add("note is cancelled") }
              log.add("noted")
              return nil
            }
            await editor.send(.save)
            await log.wait(for: "save")
            await editor.send(.undo)
            await log.wait(for: "save is cancelled")
            await log.wait(for: "noted")
            print(log.lines.sorted().joined(separator: "\\n"))
          }
        }
        """)
    #expect(lines == ["noted", "save", "save is cancelled"])
  }

  /// The value is being changed: without the sentence, one would see a conflict of accesses, or an old state.
  @Test func aGuardThatLooksAtItsWrapperStopsTheProgram() throws {
    let lines = try output(
      of: """
        machine Looker {
          wrapper class
          initial state on
          event look
          on -> on : look [isSeen()]
        }
        """,
      main: """
        nonisolated(unsafe) var looker: LookerStateMachine?
        func isSeen() -> Bool { looker?.state == .on }

        @main struct Main {
          static func main() {
            looker = LookerStateMachine()
            looker?.start()
            looker?.send(.look)
          }
        }
        """)
    #expect(lines.contains { $0.contains("a guard or an effect looks at the wrapper of its own machine") })
  }

  /// If an event that a task sends throws, nobody can catch the error.
  @Test func anUnhandledEventOfATaskIsToldToTheDelegate() throws {
    let lines = try output(
      of: """
        machine Loader: Sendable {
          unhandled throw
          initial state loading { do / load }
          event loaded, stop
          output load async
          loading : stop
        }
        """,
      main: """
        final class Delegate: LoaderStateMachineDelegate {
          func stateMachine(
            _ stateMachine: isolated LoaderStateMachine, didChangeFrom oldState: Loader.State, on event: Loader.Event?
          ) {}
          func stateMachine(
            _ stateMachine: isolated LoaderStateMachine, didIgnore event: Loader.Event, in state: Loader.State
          ) { log.add("ignored") }
        }

        @main struct Main {
          static func main() async {
            let delegate = Delegate()
            let loader = LoaderStateMachine { .loaded }
            await loader.setDelegate(delegate)
            await loader.start()
            await log.wait(for: "ignored")
            // It is not the next caller's.
            do {
              try await loader.send(.stop)
              log.add("nothing is thrown")
            } catch {
              log.add("thrown")
            }
            print(log.lines.joined(separator: "\\n"))
          }
        }
        """)
    // 'stop' is ignored as well, on purpose.
    #expect(lines == ["ignored", "ignored", "nothing is thrown"])
  }

  /// Before `start`, a machine is in its initial pseudostate, which has no row for an event. So the policy is applied.
  @Test(arguments: [
    ("ignore", "ignored in initial"), ("throw", "begin is unhandled in initial"),
    ("trap", "is not handled in state initial"),
    ("error", "ignored in initial"),
  ])
  func anEventBeforeTheStartFindsNoRow(_ policy: String, _ expected: String) throws {
    let lines = try output(
      of: """
        machine Early {
          unhandled \(policy)
          wrapper class
          initial -> idle / log
          state idle, busy
          event begin
          output log
          idle -> busy : begin
          busy -> idle : begin
        }
        """,
      main: """
        @main struct Main {
          static func main() {
            var wrapped: [String] = []
            let wrapper = EarlyStateMachine(log: { wrapped.append("log") })
            \(policy == "throw" ? "try! " : "")wrapper.send(.begin)
            print(wrapped, wrapper.state.name)
            var early = Early()
            print(early.accepts(.begin))
            \(policy == "throw"
              ? "do { try early.handle(event: .begin) { _ in } } catch { print(error.event, \"is unhandled in\", error.state) }"
              : "print(early.handle(event: .begin) { _ in }, \"in\", early.state.name)")
            early.start { print($0, "at the start") }
            print(\(policy == "throw" ? "try! " : "")early.handle(event: .begin) { _ in }, "in", early.state.name)
          }
        }
        """)
    guard policy != "trap" else {
      #expect(lines.contains { $0.contains(expected) })
      return
    }
    #expect(lines == ["[\"log\"] busy", "false", expected, "log at the start", "transitioned in busy"])
  }
}
