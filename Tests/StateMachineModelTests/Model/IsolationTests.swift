import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A machine has the isolation of its module, none, or that of a global actor.
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

  // MARK: The default isolation of the module

  @Test(arguments: [
    "wrapper class", "wrapper @MainActor class", "wrapper @MainActor @Observable class", "wrapper none",
  ])
  func theIsolationOfTheModuleIsNotWritten(_ wrapper: String) throws {
    let text = try text("machine M: Sendable { \(wrapper) ; initial state a ; event e ; a -> a : e }")
    #expect(text.contains("\nstruct M: Sendable {"))
    #expect(text.contains("  init(state: State = .a) {"))
  }

  @Test(arguments: [
    "nonisolated machine M: Sendable {", "machine M: Sendable { wrapper actor",
    "machine M: Sendable { a -> a : after 1s", "machine M: Sendable { wrapper @OtherActor class",
    "machine M: Sendable { wrapper @MainActor class A; wrapper actor B",
  ]) func whatAnActorReachesIsNonisolated(_ head: String) throws {
    let text = try text("\(head) ; initial state a ; event e ; a -> a : e }")
    #expect(text.contains("nonisolated struct M: Sendable {"))
  }

  @Test(arguments: ["nonisolated public", "public nonisolated"]) func modifiersStandInAnyOrder(_ words: String) throws {
    #expect(
      try text("\(words) machine M { initial state a ; event e ; a : e }").contains("public nonisolated struct M {"))
  }

  /// In Swift 5, a default argument is no isolated code.
  @Test func anIsolatedClassMakesTheMachineItself() throws {
    let text = try text("machine M { wrapper @MainActor class ; initial state a ; event e ; a -> a : e }")
    #expect(text.contains("_ machine: M? = nil"))
    #expect(text.contains("self.value = machine ?? M()"))
  }

  @Test func aSubmachineFollowsItsOwner() throws {
    let inner = "machine Inner { initial state a ; event e ; a -> a : e }\n"
    let free = try text(inner + "machine M { initial state b: Inner ; event f ; b -> b : f }")
    #expect(free.contains("\nstruct Inner {") && free.contains("\nstruct M {"))
    // A payload's default is no isolated code.
    #expect(free.contains("  nonisolated init(state: State = .a) {"))
    let reached = try text(
      inner + "machine Middle { initial state b: Inner ; event f ; b -> b : f }\n"
        + "nonisolated machine M { initial state c: Middle ; event g ; c -> c : g }")
    for name in ["Inner", "Middle", "M"] { #expect(reached.contains("\nnonisolated struct \(name) {")) }
  }

  @Test func whatTheHeadSaysTwiceIsRefused() {
    expectDiagnostics(
      """
      @MainActor nonisolated machine A { initial state a ; event e ; a : e }
      //         ^~~~~~~~~~~ E022 a machine is isolated to '@MainActor' or 'nonisolated': leave out one of both
      nonisolated nonisolated machine B { initial state a ; event e ; a : e }
      //          ^~~~~~~~~~~ E010 'nonisolated' stands where 'machine' or 'import' should be: leave out 'nonisolated'
      """)
    expectDiagnostics(
      """
      nonisolated(unsafe) machine C { initial state a ; event e ; a : e }
      //         ^ E010 '(' stands where 'machine' or 'import' should be: a machine is written 'machine Name { … }'
      """)
    expectDiagnostics(
      """
      @MainActor machine Inner: Sendable { initial state a ; event e ; a : e }
      machine Owner: Sendable {
        wrapper actor
        initial state s: Inner
      //                 ^~~~~ E214 'Owner' is nonisolated, and so are its submachines: leave out '@MainActor' before 'machine Inner'
        event e
        s -> s : e
      }
      """)
  }
}
