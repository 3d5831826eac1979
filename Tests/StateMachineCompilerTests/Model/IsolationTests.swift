import Testing

@testable import StateMachineCompiler

/// Machines that are isolated to a global actor.
@Suite struct IsolationTests {
  private func text(_ machine: String) throws -> String {
    let result = Compiler().generate(SourceFile(path: "m.sm", text: machine))
    #expect(result.diagnostics.map(\.message) == [])
    return String(decoding: try #require(result.swift), as: UTF8.self)
  }

  @Test func theValueAndItsWrappersAreIsolated() throws {
    let text = try text("@MainActor machine M: Sendable { initial state a ; event e ; a -> a : e }")
    #expect(text.contains("@MainActor\nstruct M: Sendable {"))
    #expect(text.contains("  nonisolated init(state: State = .a) {"))
    #expect(text.contains("  @MainActor\n  final class MStateMachine {"))
  }

  @Test func whatIsAsynchronousGetsNoActor() throws {
    let text = try text("@MainActor machine M { initial state a ; a -> a : after 1s }")
    #expect(text.contains("final class MStateMachine"))
    #expect(!text.contains("nonisolated init"))
    // It cannot be made in a default argument.
    #expect(text.contains("_ machine: M,\n"))
  }

  @Test func whatDoesNotFitIsRefused() {
    expectDiagnostics(
      """
      @MainActor @OtherActor machine M: Sendable {
      //         ^~~~~~~~~~~ E022 a machine is isolated to one actor: leave out '@OtherActor'
        wrapper actor A
      //^~~~~~~~~~~~~~~ E116 the machine is isolated, and so is what wraps it: write 'wrapper @MainActor class' instead of 'actor'
        wrapper @OtherActor class B
      //^~~~~~~~~~~~~~~~~~~~~~~~~~~ E116 the machine is isolated, and so is what wraps it: write 'wrapper @MainActor class' instead of '@OtherActor'
        initial state a
        event e
        a -> a : e
      }
      machine Owner {
        initial state s: M
      //                 ^ E214 'M' is isolated: write '@MainActor machine Owner'
        event e
        s -> s : e
      }
      machine Free { initial state a ; event e ; a -> a : e }
      @MainActor machine Second {
        initial state s: Free
      //                 ^~~~ E214 'Free' is not isolated as 'Second' is: write the same attribute before both machines
        event e
        s -> s : e
      }
      @MainActor machine Third { initial state a ; event e ; a -> a : e }
      @MainActor machine Fourth {
        initial state s: Third
      //                 ^~~~~ E214 'Third' is isolated and begins in payloads, which are not: write 'machine Third: Sendable'
        event e
        s -> s : e
      }
      """)
  }
}
