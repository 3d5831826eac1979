import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A pattern in a row binds the right names.
@Suite struct PatternTests {
  /// The names that a pattern for the event's payload binds; those of which nothing is used in brackets.
  private func names(_ pattern: String, _ effects: String = "{}") throws -> [String] {
    let small = try SmallMachine(
      """
      initial state a
      event e(p: Payload), f
      output o(Int)
      a : e(p: \(pattern)) / \(effects)
      a : f
      """)
    let transition = small.machine.transitions[try small.transition("a", "e")]
    return try #require(transition.patterns.first).bindings.map { binding in
      let name = small.machine.names.text(binding.name.id)
      return binding.usage.isEmpty ? "(\(name))" : name
    }
  }

  @Test func letBeforeABracketBindsAllNamesInIt() throws {
    #expect(try names("let (x, y)", "o(x + y)") == ["x", "y"])
    #expect(try names("let (x, (y, z))", "o(z)") == ["(x)", "(y)", "z"])
    #expect(try names("var (x, _, `y`)", "o(y)") == ["(x)", "y"])
  }

  @Test func letBeforeANameBindsThatNameAlone() throws {
    #expect(try names("(let x, y)", "o(x)") == ["x"])
    #expect(try names("(let x, var y)", "o(y)") == ["(x)", "y"])
  }

  @Test func casesAndLabelsAreNoNames() throws {
    #expect(try names("let .some((first: x, second: y))", "o(y)") == ["(x)", "y"])
    #expect(try names(".failure(let code as Code)", "o(code.value)") == ["code"])
  }

  /// The name of a guard stands for its condition wherever it is used.
  @Test(arguments: [
    "a : e(_, isOpen) [isOpen]", "a : e(_, isOpen) / o(isOpen)", "b : f / o(isOpen)", "b -> a : f [!isOpen]",
    "a : g(let isOpen?) / { print(isOpen) }",
  ])
  func aGuardIsNotCalledLikeAValueOfTheRow(_ row: String) {
    let text = """
      machine M {
        guard isOpen = n > 3
        var n: Int = 0
        initial state a
        state b(isOpen: Int)
        event e(k: Int, Int), f(k: Int?), g(Int?)
        output o(Int)
        a -> b(isOpen: 3) : f [isOpen]
        \(row)
      }
      """
    let errors = Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["'isOpen' is a guard of the machine, and a value here: rename one of them"])
  }
}
