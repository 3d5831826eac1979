import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Parts in a wrong order, or in one line, are one finding, which says how they are written.
@Suite struct WordOrderTests {
  private func findings(_ line: String, head: String = "machine M: Sendable") -> [Diagnostic] {
    let text = """
      \(head) {
        initial state a(tries: Int = 0)
        state b
        event go(n: Int), tick
        output f, log(String)
        var total: Int = 0
        let delay: Duration
        a -> b : go / f
        b -> a : tick / log("x"), total = delay == .zero ? 1 : 2
        \(line)
      }
      """
    return Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics
  }

  private static let statements = [
    "state c", "event e", "output o", "a -> b : tick", "a : tick / f", "b -> a : go [n > 3] / f", "group g = a, b",
    "effect h = f", "var k: Int = 3", "let l: Int = 3", "b : go / total += 1",
  ]

  @Test(arguments: statements, statements)
  func twoStatementsInALine(first: String, second: String) {
    // After a value, `a : b` may end a `?:` expression, and after a name a payload; a comma separates values.
    let mayBeRest = ["state", "event", "output"].contains { first.hasPrefix($0) }
    let isValue = first.contains("= 3") || first.contains("+= 1")
    if first == second || isValue && second.hasPrefix("group") { return }
    if isValue || mayBeRest, second.contains(/^\w+ :/) { return }
    let found = findings("\(first) \(second)").filter { $0.severity == .error }
    #expect(found.count == 1, "\(found.map(\.message))")
    #expect(found.first?.message.contains("write ';' or a new line before") == true, "\(found.map(\.message))")
  }

  @Test(arguments: ["entry / f", "exit / log(\"x\")", "do / load", "defer tick", "entry / total = 1"])
  func twoStatementsOfAState(first: String) {
    for second in [
      "entry / f", "exit / f", "exit [total > 3] / f", "defer tick", "-> b : tick", ": tick / f", "state e",
    ] {
      if first.contains("="), second.hasPrefix("-") || second.hasPrefix(":") { continue }
      let line = "output load async; state c { initial state d; \(first) \(second) }"
      let found = findings(line).filter { $0.severity == .error }
      #expect(found.count == 1, "\(line): \(found.map(\.message))")
      let remedies = ["write ';' or a new line before", "write the row in a line of its own"]
      #expect(remedies.contains { found.first?.message.contains($0) == true }, "\(line): \(found.map(\.message))")
    }
  }

  private static func permutations(_ words: [String]) -> [[String]] {
    guard words.count > 1 else { return [words] }
    return words.indices.flatMap { index in
      var rest = words
      let word = rest.remove(at: index)
      return permutations(rest).map { [word] + $0 }
    }
  }

  @Test(arguments: permutations(["public", "wrapper", "@MainActor", "class", "Door"]))
  func wordsOfAWrapper(words: [String]) {
    let written = words.joined(separator: " ")
    let right = "public wrapper @MainActor class Door"
    let found = findings(written, head: "public machine M: Sendable").filter { $0.severity == .error }
    #expect(found.count == (written == right ? 0 : 1), "\(written): \(found.map(\.message))")
    guard written != right else { return }
    #expect(found.first?.message.contains("write '\(right)'") == true, "\(written): \(found.map(\.message))")
  }

  @Test(arguments: [
    ("2s * tries", ".seconds(2) * tries"), ("2s + delay", ".seconds(2) + delay"), ("delay * 2", "delay * 2"),
    ("delay", "delay"), ("1.5min - 1s", ".seconds(90) - .seconds(1)"), (".seconds(2)", ".seconds(2)"),
    ("delay + 500ms", "delay + .milliseconds(500)"), ("min(delay, 2s)", "min(delay, .seconds(2))"),
  ])
  func computedDelays(written: String, swift: String) {
    for word in ["after", "every"] {
      for delay in ["\(written)", "(\(written))"] {
        let found = findings("b -> a : \(word) \(delay) / f").filter { $0.severity == .error }
        // In parentheses, Swift alone is right.
        guard delay != "(\(swift))" else {
          #expect(found.isEmpty, "\(delay): \(found.map(\.message))")
          continue
        }
        #expect(found.count == 1, "\(delay): \(found.map(\.message))")
        #expect(found.first?.message.hasSuffix("write '\(word) (\(swift))'") == true, "\(found.map(\.message))")
        #expect(findings("b -> a : \(word) (\(swift)) / f").allSatisfy { $0.severity != .error })
      }
    }
  }

  @Test(arguments: [
    "func f()", "func f() -> Int {\n    3\n  }", "func f() -> Int\n  {\n    3\n  }", "private func f() {}",
    "mutating func f() {\n  }", "public mutating func f<T>(_ x: T) throws -> T where T: P {\n    x\n  }",
    "@inlinable func f() {}", "static func f() {}", "init(n: Int) {\n  }", "private struct S {\n  }",
    "enum E { case a }",
  ])
  func declarationsOfSwift(_ declaration: String) {
    let found = findings(declaration)
    #expect(found.map(\.code) == [.computedProperty], "\(found.map(\.message))")
    #expect(found.first?.message.hasSuffix("write it in 'swift { … }'") == true, "\(found.map(\.message))")
  }

  @Test(arguments: [
    "a -> b : go /", "a : go [n > 3] /", "state c { entry / }", "effect e =", "a : go / f,", "event e /",
  ])
  func anEffectIsMissing(_ line: String) {
    for next in ["", "\n  a -> b : tick", "\n  a : tick", "\n  * : tick", "\n  event e2", "\n  try tick", "\n  // x"] {
      let found = findings(line + next)
      #expect(found.count == 1, "\(line + next): \(found.map(\.message))")
    }
  }

  @Test(arguments: ["[else] tick", "[n > 3] tick", "[tries > 3] after 5s"])
  func anEventAfterItsCondition(_ label: String) {
    for line in ["b -> a : \(label)", "b : \(label) / f"] {
      let found = findings(line)
      let event = label.drop { $0 != "]" }.dropFirst(2)
      #expect(found.map(\.code) == [.unexpectedToken], "\(found.map(\.message))")
      #expect(
        found.first?.message.hasSuffix("as in ': \(event) […]': write the event before '['") == true,
        "\(found.map(\.message))")
    }
  }
}
