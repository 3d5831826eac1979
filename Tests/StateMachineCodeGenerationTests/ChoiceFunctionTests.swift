import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// The functions of choices with parameters.
@Suite struct ChoiceFunctionTests {
  private func heads(_ rows: String) throws -> [String] {
    let text = """
      machine M {
        wrapper none
        initial state a(token: String, count: Int)
        state b(token: String), c
        choice k(value: Int)
        event e(Int), f(Int)
        output o(Int)
        a -> k(value: n) : e(let n)
        a -> k(value: n + 1) : f(let n)
        \(rows)
      }
      """
    let result = Compiler().generate(SourceFile(path: "m.sm", text: text))
    try #require(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return String(decoding: result.swift ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("func chooseK(") || $0.contains("self.chooseK(") }
      .map { String($0.drop { $0 == " " }) }
  }

  /// A function is handed what its rows use of the state, and no more.
  @Test func onlyFieldsThatAreUsedAreHandedOver() throws {
    let heads = try heads("k(value) -> b(token: token) : [value > 1]\n  k(value) -> c : [else] / o(value)")
    #expect(
      heads == [
        "return self.chooseK(n, token, emit: emit)", "return self.chooseK(n + 1, token, emit: emit)",
        "private mutating func chooseK(_ value: Int, _ token: String, emit: (Output) -> Void) -> Outcome {",
      ])
  }

  /// What stays is built anew.
  @Test func allFieldsAreHandedOverWhereTheStateStays() throws {
    let heads = try heads("k(value) : [value > 1] / count += value\n  k -> c : [else]")
    #expect(heads.first == "return self.chooseK(n, token, count, emit: emit)")
  }
}
