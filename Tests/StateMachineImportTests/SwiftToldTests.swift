import StateMachineCompiler
import StateMachineImport
import StateMachineSyntax
import Testing

/// Swift that a machine cannot express is a finding, at its place in the Swift.
@Suite struct SwiftToldTests {
  /// Swift with something that a machine has not, and the findings about it: each with its code and what it is about.
  struct Told: Sendable, CustomTestStringConvertible {
    let what: String
    /// A file; the other parts of a machine replace `BODY`.
    let swift: String
    /// The code, and the text that the finding begins at.
    let findings: [(code: String, at: String)]
    var testDescription: String { what }

    init(_ what: String, _ findings: [(code: String, at: String)], _ swift: String) {
      (self.what, self.swift, self.findings) = (what, swift, findings)
    }

    /// The file with a whole machine.
    var text: String {
      swift.replacing(
        "BODY",
        with: """
          enum State { case off, on }
          private(set) var state = State.off
          func flip() { switch state { case .off: state = .on; case .on: state = .off } }
          """)
    }
  }

  static let all: [Told] = [
    Told("nothing", [], "struct M { BODY }".replacing("func", with: "mutating func")),
    Told("a class", [("W320", "class M")], "class M { BODY }"),
    Told("a class that inherits", [("W320", "class M")], "final class M: NSObject, Sendable { BODY }"),
    Told("an actor", [("W320", "actor M")], "actor M { BODY }"),
    Told("an attribute of the type", [("N421", "struct M")], "@frozen struct M { BODY }"),
    Told("an attribute of the states", [("N421", "@objc")], "struct M { @objc enum State { case a, b }; STATE }"),
    Told("an attribute of a method", [("N421", "func go")], "struct M { enum State { case a, b }; @MainActor STATE }"),
    Told(
      "a method that may wait", [("W320", "func go")],
      "struct M { enum State { case a, b }; var state = State.a; mutating func go() async { state = .b } }"),
    Told(
      "access that the machine has for all", [("W320", "func go")],
      "public struct M { public enum State { case a, b }; STATE }"),
    Told(
      "raw values", [("W320", ": String")], "struct M { enum State: String { case a, b }; STATE }"),
    Told(
      "a weak property", [("W320", "class M"), ("W320", "var owner")], "class M { BODY; weak var owner: AnyObject? }"),
    Told(
      "a lazy property", [("W320", "var word")], "struct M { enum State { case a, b }; STATE; lazy var word: Int = 1 }"),
    Told(
      "an observer", [("W320", "var count")],
      "struct M { enum State { case a, b }; STATE; var count: Int = 0 { didSet { print(count) } } }"),
    Told(
      "an observer of the state", [("W320", "var state")],
      "struct M { enum State { case a, b }; var state = State.a { didSet { print(state) } }; mutating func go() { state = .b } }"
    ),
    Told(
      "a property whose type is not written", [("N420", "let made")],
      "struct M { enum State { case a, b }; STATE; let made = make() }"),
    Told("deinit", [("W320", "class M"), ("N421", "deinit")], "class M { BODY\n deinit { print(1) } }"),
    Told(
      "a condition around an event", [("W320", "#if DEBUG")],
      "struct M { enum State { case a, b }\n var state = State.a\n#if DEBUG\nmutating func go() { state = .b }\n#endif\n}"
    ),
    Told(
      "a condition around a case", [("W320", "#if DEBUG")],
      "struct M { enum State { case a, b\n#if DEBUG\ncase c\n#endif\n}; STATE }"),
    Told(
      "a condition around the file", [("W320", "#if os(Linux)")],
      "#if os(Linux)\nstruct M { enum State { case a, b }; STATE }\n#endif"),
    Told(
      "a lock", [("W320", "lock.withLock")],
      """
      struct M { enum State { case a, b }
        var state = State.a
        let lock: NSLock
        mutating func go() { lock.withLock { state = .b } } }
      """),
    Told(
      "a state that marks work on a payload", [("N421", "modifying")],
      """
      struct M { enum State { case a([Int]), b, modifying }
        var state = State.a([])
        mutating func go() {
          switch state {
          case .a(var list):
            state = .modifying
            list.append(1)
            state = .a(list)
          case .b:
            state = .b
          case .modifying: fatalError()
          }
        } }
      """),
    Told(
      "a loop that writes the state", [("W321", "func go")],
      """
      struct M { enum State { case a, b }
        var state = State.a
        mutating func go() { for _ in 1...3 { state = .b } } }
      """),
    Told(
      "a method that waits", [("W320", "func go"), ("W321", "func go")],
      "struct M { enum State { case a, b }; var state = State.a; mutating func go() async { await x(); state = .b } }"),
    Told(
      "types of other things", [("N421", "class A")],
      "class A { \(String(repeating: "func f() { print(1) }\n", count: 20)) }\nstruct B { let a: Int }\n"
        + "struct M { enum State { case a, b }; STATE }"),
  ]

  @Test(arguments: all) func eachIsTold(_ told: Told) throws {
    let text = told.text.replacing("STATE", with: "var state = State.a\n mutating func go() { state = .b }")
      .replacing("@MainActor var state = State.a\n", with: "var state = State.a\n@MainActor")
    let source = SourceFile(path: "M.swift", text: text)
    let result = Importer.run(source)
    let found = result.diagnostics.map {
      "\($0.code) at \(source.text(SourceRange($0.range.lowerBound, text.utf8.count)).prefix(20))"
    }
    #expect(result.diagnostics.map(\.code.rawValue).sorted() == told.findings.map(\.code).sorted(), "\(found)")
    for finding in told.findings {
      let isThere = result.diagnostics.contains {
        $0.code.rawValue == finding.code
          && source.text(SourceRange($0.range.lowerBound, text.utf8.count)).hasPrefix(finding.at)
      }
      #expect(isThere, "\(finding) in \(found)")
    }
    #expect(result.accounting.isBalanced)
    let file = try #require(result.file)
    #expect(Compiler().machines(of: file).result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
  }
}
