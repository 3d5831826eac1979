import TestSupport
import Testing

@testable import StateMachineModel

/// A change of the source's payload that nothing reads before the payload is lost is a finding.
@Suite struct LostChangeTests {
  /// A machine whose rows change a list, and what is found of it.
  private func changes(_ rows: String) -> [String] {
    findings(
      """
      initial state a(list: [Int] = [], n: Int = 0)
      state b(list: [Int])
      state c
      choice k
      event e(x: Int)
      output o(Int)
      var limit: Int = 3
      b, c -> a : e
      \(rows)
      """
    ).filter { $0.contains("E111") }
  }

  @Test(arguments: [
    "a -> b : e(x) / { list.append(x) }",
    "a -> b(list: list + [1]) : e(x) / { list.append(x) }",
    "a -> c : e(x) / { list.append(x) }, o(list.count)",
    "a -> c : e(x) / n = x, o(n)",
    "a -> c : e(x) / n += x, limit = n",
    "a -> c : e(x) / { list.append(x); print(list) }",
    "guard isLong = list.count > 3\na -> c : e(x) / { list.append(x) }, { if isLong { print(x) } }",
    "a -> c : e(x) / { for y in 0..<x { print(list); list.append(y) } }",
    "a -> c : e(x) / { if let last = list.popLast() { limit = last } }",
    "a -> k : e(x) / { list.append(x) }\nk -> c : [list.count > 1]\nk -> a : [n > 1]\nk -> c : [else]",
    "a -> k : e(x) / { list.append(x) }\nk -> c : [n > 1]\nk -> b : [else]",
    "a -> k : e(x) / { list.append(x) }\nk -> c : [n > 1] / o(list.count)\nk -> c : [else]",
    "a -> k : e(x) / { list.append(x) }\nk -> c : [n > 1]\nk : [else]",
    "a -> k : e(x)\nk -> b : [n > 1] / { list.append(x) }\nk -> c : [else]",
    "a -> k : e(x)\nk : [n > 1] / { list.append(x) }, n = 0\nk -> c : [else]",
  ])
  func whatIsReadGoesOn(_ rows: String) { #expect(changes(rows) == []) }

  @Test(arguments: [
    "a -> c : e(x) / { list.append(x) }",
    "a -> c : e(x) / o(list.count), { list.append(x) }",
    "a -> b : e(x) / n = x",
    "a -> c : e(x) / { print(list); list.append(x) }",
    "a -> c : e(x) / { _ = list.popLast() }",
    "a -> b(list: []) : e(x) / { list.append(x) }",
    "a -> c : e(x) / { list.append(x); list.append(x) }",
  ])
  func whatNothingReadsIsLost(_ rows: String) { #expect(changes(rows) == ["10 E111"]) }

  @Test func whatNoWayReadsIsLost() {
    #expect(changes("a -> k : e(x) / { list.append(x) }\nk -> c : [n > 1]\nk -> a(list: []) : [else]") == ["10 E111"])
    #expect(changes("a -> k : e(x)\nk -> c : [n > 1] / { list.append(x) }\nk -> b : [else]") == ["11 E111"])
  }

  @Test func aChangeByANamedEffectIsLostWhereTheEffectIsUsed() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0)
        state b
        event e, f
        effect count = n += 1
        a -> b : e / count
      //             ^~~~~ E111 'b' has no field 'n', so this change is lost: leave it out, or declare the field in 'b'
        a -> a : f / count
        b -> a : e
        b : f
      }
      """)
  }

  @Test func whatABlockDeclaresIsKnownWhereAllWaysDeclareIt() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0)
        state b
        choice k
        event e(x: Int), f(x: Int)
        a -> k : e(x) / { let isBig = x > 3 }
        a -> k : f(x) / { print(x) }
      //^~~~~~~~~~~~~~~~~~~~~~~~~~~~ note: this row leads to the choice without 'isBig'
        k -> b : [isBig]
      //          ^~~~~ E110 'isBig' is not known in every row into the choice: declare it in a block of each row that leads there
        k -> a : [else] / { print(isBig) }
        b -> a : e, f
      }
      """)
  }

  /// A guard that uses what a block declares stands where the block has been; 'accepts' cannot ask it.
  @Test func guardsSeeWhatBlocksDeclare() throws {
    let source = """
      machine A {
        wrapper none
        initial state a(n: Int = 0)
        state b
        choice k
        event e(x: Int)
        a -> k : e(x) / { let isBig = x > 3 }
        k -> b : [isBig]
        k : [x < 0] / trap
        k : [else]
        b -> a : e
      }
      """
    let text = try generated(source)
    #expect(text.contains("let isBig = x > 3\n        if isBig {\n          self.state = .b\n"))
    #expect(text.components(separatedBy: "isBig").count == 3)
  }
}

extension String {
  fileprivate func components(separatedBy word: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
