import Testing

@testable import StateMachineCompiler

/// What a pattern in a row binds.
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
}
