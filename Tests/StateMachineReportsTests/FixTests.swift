import Testing

@testable import StateMachineCompiler
@testable import StateMachineReports
@testable import StateMachineSyntax

/// A proposed fix mends its finding.
@Suite struct FixTests {
  private func check(_ source: SourceFile) -> [Diagnostic] { Compiler().check(source).diagnostics }

  /// Applies a fix, and expects the finding to be gone, and no error to be new.
  private func expectMended(_ diagnostic: Diagnostic, by fix: Fix, in source: SourceFile) {
    let before = check(source)
    let mended = source.applying(fix.edits)
    let after = check(mended)
    func count(_ findings: [Diagnostic]) -> Int {
      findings.count { $0.code == diagnostic.code && $0.message == diagnostic.message }
    }
    #expect(count(after) < count(before), "\(diagnostic.message): \(fix.title)\n\(mended.text(SourceRange(0, 9_999)))")
    // A name that is known at last may show what else is wrong with its row.
    guard before.contains(where: { $0.severity == .error && $0 != diagnostic }) == false, fix.isSafe else { return }
    let errors = after.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(fix.title): \(errors.map(\.message))")
  }

  @Test(arguments: DiagnosticsPageTests.entries) func fixesOfThePagesExamplesMend(_ entry: DiagnosticsPageTests.Entry) {
    for example in entry.examples {
      let source = SourceFile(path: "example.sm", bytes: example)
      for diagnostic in check(source) {
        for fix in diagnostic.fixes { expectMended(diagnostic, by: fix, in: source) }
      }
    }
  }

  /// By code: a machine with one finding, and what it is after the fix of that title.
  struct Example: Sendable, CustomTestStringConvertible {
    var code: DiagnosticCode
    var title: String
    var isSafe: Bool
    var before: String
    var after: String
    var testDescription: String { "\(code.rawValue): \(title)" }
  }

  private static let frame = ("machine M {\n  initial state open\n  state closed\n  event close, reopen\n", "}\n")

  private static func rows(_ text: String) -> String { frame.0 + text + frame.1 }

  static let examples: [Example] = [
    Example(
      code: .undeclaredName, title: "write 'closed'", isSafe: true,
      before: rows("  open -> clsed : close\n  closed -> open : reopen\n"),
      after: rows("  open -> closed : close\n  closed -> open : reopen\n")),
    Example(
      code: .undeclaredName, title: "write '`half open`'", isSafe: true,
      before: "machine M {\n  initial state `half open`\n  event e\n  `half opn` : e / { print() }\n}\n",
      after: "machine M {\n  initial state `half open`\n  event e\n  `half open` : e / { print() }\n}\n"),
    Example(
      code: .deadEndState, title: "declare 'closed' 'final'", isSafe: false,
      before: "machine M {\n  initial state open\n  state closed\n  event close\n  open -> closed : close\n}\n",
      after: "machine M {\n  initial state open\n  final state closed\n  event close\n  open -> closed : close\n}\n"),
    Example(
      code: .deadEndState, title: "silence 'W302' here, and say why", isSafe: false,
      before: "machine M {\n  initial state open\n  state closed\n  event close\n  open -> closed : close\n}\n",
      after: "machine M {\n  initial state open\n  // sm-gen: ignore W302: why\n  state closed\n  event close\n"
        + "  open -> closed : close\n}\n"),
    Example(
      code: .missingElse, title: "add a row with '[else]'", isSafe: false,
      before: "machine M {\n  var n: Int = 0\n  initial state open\n  event close\n  unhandled error\n"
        + "  open : close [n < 2] / n += 1   // at most twice\n}\n",
      after: "machine M {\n  var n: Int = 0\n  initial state open\n  event close\n  unhandled error\n"
        + "  open : close [n < 2] / n += 1   // at most twice\n  open : close [else]\n}\n"),
    Example(
      code: .missingElse, title: "add a row with '[else]'", isSafe: false,
      before: "machine M {\n  var n: Int = 0\n  initial state open { : close [n < 2] / n += 1 }\n  event close\n"
        + "  unhandled error\n}\n",
      after: "machine M {\n  var n: Int = 0\n  initial state open { : close [n < 2] / n += 1; open : close [else] }\n"
        + "  event close\n  unhandled error\n}\n"),
    Example(
      code: .pairsMissing, title: "add the rows", isSafe: false,
      before: rows("  unhandled error\n  open -> closed : close\n"),
      after: rows("  unhandled error\n  open -> closed : close\n  open : reopen\n  closed : close, reopen\n")),
    Example(
      code: .result, title: "add rows that trap", isSafe: false,
      before: "machine M {\n  interface methods\n  initial state a\n  final state b\n  event next -> Int\n"
        + "  a -> b : next / return 1\n}\n",
      after: "machine M {\n  interface methods\n  initial state a\n  final state b\n  event next -> Int\n"
        + "  a -> b : next / return 1\n  b : next / trap\n}\n"),
    Example(
      code: .literalGuard, title: "leave out the guard", isSafe: true,
      before: rows("  open -> closed : close [true]\n  closed -> open : reopen [ else ]\n"),
      after: rows("  open -> closed : close\n  closed -> open : reopen [ else ]\n")),
    Example(
      code: .literalGuard, title: "write 'else'", isSafe: true,
      before: "machine M {\n  initial state a\n  final state b\n  event e(n: Bool)\n  choice x\n"
        + "  a -> x : e\n  x -> b : [n]\n  x -> a : [true]\n}\n",
      after: "machine M {\n  initial state a\n  final state b\n  event e(n: Bool)\n  choice x\n"
        + "  a -> x : e\n  x -> b : [n]\n  x -> a : [else]\n}\n"),
    Example(
      code: .malformedParameter, title: "leave out 'let'", isSafe: true,
      before: "machine M {\n  initial state open(let n: Int = 0)\n  event e\n  open -> open : e\n}\n",
      after: "machine M {\n  initial state open(n: Int = 0)\n  event e\n  open -> open : e\n}\n"),
    Example(
      code: .malformedParameter, title: "write a colon after 'n'", isSafe: true,
      before: "machine M {\n  initial state open\n  event e(n Int)\n  open : e / { print(n) }\n}\n",
      after: "machine M {\n  initial state open\n  event e(n: Int)\n  open : e / { print(n) }\n}\n"),
    Example(
      code: .misplaced, title: "leave out 'case'", isSafe: true,
      before: "machine M {\n  initial state a\n  event e(n: Int?)\n  a : e(case nil) / { print(1) }\n}\n",
      after: "machine M {\n  initial state a\n  event e(n: Int?)\n  a : e(nil) / { print(1) }\n}\n"),
    Example(
      code: .misplaced, title: "leave out the type", isSafe: true,
      before: "machine M {\n  initial state a\n  event e(n: Int)\n  a : e(let n: Int) / { print(n) }\n}\n",
      after: "machine M {\n  initial state a\n  event e(n: Int)\n  a : e(let n) / { print(n) }\n}\n"),
    Example(
      code: .unknownLabel, title: "write the label 'speed'", isSafe: true,
      before: "machine M {\n  initial state open\n  event e\n  output go(speed: Int)\n  open : e / go(3)\n}\n",
      after: "machine M {\n  initial state open\n  event e\n  output go(speed: Int)\n  open : e / go(speed: 3)\n}\n"),
    Example(
      code: .declaredTwice, title: "leave out 'e'", isSafe: true,
      before: "machine M {\n  initial state a { defer e, e }\n  state b\n  event e, f\n  a -> b : f\n  b -> a : e\n}\n",
      after: "machine M {\n  initial state a { defer e }\n  state b\n  event e, f\n  a -> b : f\n  b -> a : e\n}\n"),
    Example(
      code: .rowFromFinalState, title: "leave out 'c'", isSafe: true,
      before: "machine M {\n  initial state a\n  state b\n  final state c\n  event e, f\n  * except c -> c : e\n"
        + "  a -> b : f\n}\n",
      after: "machine M {\n  initial state a\n  state b\n  final state c\n  event e, f\n  * -> c : e\n  a -> b : f\n}\n"
    ),
    Example(
      code: .effectAfterTrap, title: "leave out what is after 'trap'", isSafe: true,
      before: rows("  open -> closed : close / trap, log(1)\n  closed -> open : reopen\n"),
      after: rows("  open -> closed : close / trap\n  closed -> open : reopen\n")),
    Example(
      code: .suppression, title: "leave out the comment on 'W302'", isSafe: true,
      before: rows("  open -> closed : close   // sm-gen: ignore W302: why not\n  closed -> open : reopen\n"),
      after: rows("  open -> closed : close\n  closed -> open : reopen\n")),
    Example(
      code: .initialState, title: "begin in the first state", isSafe: false,
      before: "machine M {\n  state a\n  state b\n  event e\n  a -> b : e\n  b -> a : e\n}\n",
      after: "machine M {\n  initial state a\n  state b\n  event e\n  a -> b : e\n  b -> a : e\n}\n"),
    Example(
      code: .stateQuery, title: "write 'in(closed)'", isSafe: true,
      before: rows("  open -> closed : close [!(in closed)]\n  closed -> open : reopen\n"),
      after: rows("  open -> closed : close [!(in(closed))]\n  closed -> open : reopen\n")),
    Example(
      code: .wrongArrow, title: "write '->'", isSafe: true,
      before: rows("  open => closed : close\n  closed -> open : reopen\n"),
      after: rows("  open -> closed : close\n  closed -> open : reopen\n")),
  ]

  @Test(arguments: examples) func aFixMendsItsFinding(_ example: Example) throws {
    let source = SourceFile(path: "test.sm", text: example.before)
    let diagnostic = try #require(check(source).first { $0.code == example.code })
    let fix = try #require(diagnostic.fixes.first { $0.title == example.title }, "\(diagnostic.fixes.map(\.title))")
    #expect(fix.isSafe == example.isSafe)
    let mended = source.applying(fix.edits)
    #expect(mended.text(SourceRange(0, mended.bytes.count)) == example.after)
    expectMended(diagnostic, by: fix, in: source)
  }

  // MARK: All of them

  @Test func fixesAreMadeUntilNothingIsLeft() {
    let source = SourceFile(
      path: "test.sm",
      text: """
        machine M {
          var x: Int = 3
          initial state open
          state closed(let n: Int), b
          event close(n: Int), e
          opne -> closed : close [true] / x = 3
          closed --> b : e
          b => open : e / trap, x = 4   // sm-gen: ignore W305: nothing
        }

        """)
    let application = FixApplication(source, findings: check)
    #expect(
      application.steps.map(\.diagnostic.code.rawValue) == [
        "E017", "E101", "W306", "E011", "E011", "E204", "W314",
      ])
    #expect(
      application.source.text(SourceRange(0, application.source.bytes.count)) == """
        machine M {
          var x: Int = 3
          initial state open
          state closed(n: Int), b
          event close(n: Int), e
          open -> closed : close / x = 3
          closed -> b : e
          b -> open : e / trap
        }

        """)
    #expect(check(application.source).isEmpty)
    #expect(FixApplication(application.source, findings: check).steps.isEmpty)
  }

  @Test func fixesThatUndoEachOtherEnd() {
    let source = SourceFile(path: "test.sm", text: "a")
    let application = FixApplication(source) { source in
      let other = source.bytes == [UInt8(ascii: "a")] ? "b" : "a"
      return [Diagnostic(.wrongArrow, SourceRange(0, 1), "").replacing(SourceRange(0, 1), by: other)]
    }
    #expect(application.steps.count == 1)
  }

  @Test func overlappingFixesAreMadeOneAfterTheOther() {
    let source = SourceFile(path: "test.sm", text: "abc")
    let application = FixApplication(source) { source in
      guard source.bytes.count == 3 else { return [] }
      return [(0, 2), (1, 3)].map {
        Diagnostic(.wrongArrow, SourceRange($0.0, $0.1), "").replacing(SourceRange($0.0, $0.1), by: "")
      }
    }
    #expect(application.steps.count == 1)
    #expect(application.source.bytes == [UInt8(ascii: "c")])
  }

  @Test func insertionsWithinAReplacementOverlap() {
    func edit(_ start: Int, _ end: Int) -> TextEdit { TextEdit(SourceRange(start, end), "x") }
    #expect(edit(1, 1).overlaps(edit(0, 2)))
    #expect(edit(0, 2).overlaps(edit(1, 1)))
    #expect(edit(1, 1).overlaps(edit(1, 1)))
    #expect(!edit(0, 1).overlaps(edit(1, 2)))
    #expect(!edit(2, 2).overlaps(edit(0, 2)))
  }
}
