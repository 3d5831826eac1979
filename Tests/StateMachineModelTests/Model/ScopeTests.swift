import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Names in rows mean the right declarations.
@Suite struct ScopeTests {
  private func errors(_ rows: String) -> [String] {
    let text = """
      machine M {
        wrapper none
        let limit: Int
        initial state a(n: Int = 1, e: String? = nil, opt: Int?? = nil)
        state b(e: String = "")
        event go, add(Int), put(n: Int), e(e: String?), got(result: Result<Int, Failure>)
        output log(String?), count(Int)
        \(rows)
        b : go, add, put, e, got / log(nil), count(1)
        a : go, add, put, e, got
      }
      """
    return Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics
      .filter { $0.severity == .error || rows.contains("limit") && $0.code.rawValue == "W305" }.map(\.code.rawValue)
  }

  /// A pattern that looks into a field does not take its label away.
  @Test(arguments: [
    "a(e: let e?) -> b(e: e) : go ; a(e: nil) : go / log(e)", "a(opt: nil) : put(n: let x) / opt = x",
    "a(opt: .some(.none)) : go / { opt = nil }", "a : got(result: .failure) / { print(result) }",
    "a : got(result: .success(let result)) / count(result)",
  ])
  func aPatternKeepsTheLabel(_ rows: String) { #expect(errors(rows) == []) }

  @Test(arguments: ["a : add(0...n) / count(1)", "a : add(0...limit) / count(1)"])
  func aPatternUsesNames(_ rows: String) { #expect(errors(rows) == []) }

  /// Only labels that no row has bound are ambiguous.
  @Test func aNameThatARowGivesHidesALabel() {
    #expect(errors("a -> b(e: e ?? \"\") : e(e: let e) [n > 1]") == [])
    #expect(errors("a(e: e) : e [n > 1] / log(e)") == [])
    #expect(errors("a : put [opt == nil] / count(n)") == ["E106"])
    #expect(errors("a(n: n) : put(n: n) [opt == nil] / count(n)") == ["E106"])
  }

  /// The event's label hides the same label of a composite state around the source.
  @Test func theEventsLabelHidesThatOfACompositeAroundTheSource() throws {
    let machine = try SmallMachine(
      """
      initial state a(n: Int = 0) {
        initial state b(m: Int = 0)
        b : x / o(n)
        b : y / o(n)
      }
      event x(n: Int), y
      output o(Int)
      """)
    func owner(_ event: String) throws -> PayloadOwner? {
      machine.machine.transitions[try machine.transition("b", event)].locals.first?.owner
    }
    #expect(try owner("x") == .event)
    #expect(try owner("y") == .source)
  }
}
