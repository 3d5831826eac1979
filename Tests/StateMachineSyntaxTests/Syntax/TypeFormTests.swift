import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// A type may have any form that Swift can read as a type, and no other.
@Suite struct TypeFormTests {
  private func misplaced(_ text: String) -> String? {
    let source = SourceFile(path: "t.sm", text: text)
    return TypeForm.misplacedToken(in: SourceRange(0, text.utf8.count), source.bytes).map(source.text)
  }

  @Test(arguments: [
    "Int", "Swift.Int", "[Int]", "[String: [Int]]", "(Int, label: String)", "()", "Int?", "Int??", "Int!", "any P & Q",
    "some P", "Set<Int>", "Dictionary<String, [Set<Int>]>?", "Result<Int, any Error>", "(Int) -> Void",
    "@Sendable (Int) async throws(E) -> Void", "@MainActor () -> Void", "((Int) -> Int)?", "P.Type", "A<B>.C",
    "~Copyable",
    "[3 of Int]", "repeat each T", "sending Box", "Int?.Type", "A<(Int) -> Void>", "@isolated(any) () -> Void",
  ])
  func isAType(_ text: String) { #expect(misplaced(text) == nil) }

  @Test(arguments: [
    ("Int Int", "Int"), ("Int {", "{"), ("Sendable state", "state"), ("Ha?shable", "shable"), ("A.", "."), ("A<", "<"),
    ("A +B", "+"), ("1", "1"), ("A &", "&"), ("-> A", "->"), ("A, B", ","), ("@", "@"), ("A = B", "="),
  ])
  func isNone(_ text: String, _ token: String) { #expect(misplaced(text) == token) }

  @Test func genericParametersKeepTheirOwnArguments() {
    for list in ["T: P<Int>", "T: P<Q<Int>>, U", "let n: Int", "T: P<(Int) -> Void>"] {
      let text = "machine M<\(list)> {\n  wrapper none\n  initial state a\n  event e\n  a : e\n}\n"
      let result = Compiler().generate(SourceFile(path: "m.sm", text: text))
      #expect(result.diagnostics.isEmpty)
      #expect(String(decoding: result.swift ?? [], as: UTF8.self).contains("struct M<\(list)> {"), "\(list)")
    }
    for list in ["", ",", "T,", "T x", "1", "A<B>c: P"] {
      let text = "machine M<\(list)> {\n  wrapper none\n  initial state a\n  event e\n  a : e\n}\n"
      #expect(Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.count == 1, "\(list)")
    }
  }

  @Test func aBracketOfTypesClosesAfterAQuestionMark() throws {
    let small = try SmallMachine(
      """
      var map: Set<Set<Int?>> = []
      initial state a(x: Set<Set<Int?>> = [], y: Optional<Optional<Int>?> = nil, z: Int = 0)
      event e
      a : e
      """)
    #expect(small.machine.states[try small.state("a")].fields.map { $0.defaultValue != nil } == [true, true, true])
  }
}
