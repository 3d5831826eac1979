import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// The properties of a machine, its wrappers and their members have the right access levels.
@Suite struct AccessTests {
  private func swift(_ head: String, _ body: String) throws -> String {
    let text = "\(head) A: Sendable, Codable {\ninitial state a\nevent e\na -> a : e\n\(body)\n}"
    let result = Compiler().generate(SourceFile(path: "a.sm", text: text))
    #expect(!result.hasErrors)
    return String(decoding: try #require(result.swift), as: UTF8.self)
  }

  @Test func outsideOfItsModuleNobodySetsAProperty() throws {
    let variable = "wrapper none\nvar n: Int = 0\nlet m: Int"
    #expect(try swift("public machine", variable).contains("\n  public private(set) var n: Int\n"))
    #expect(try swift("package machine", variable).contains("\n  package private(set) var n: Int\n"))
    #expect(try swift("machine", variable).contains("\n  var n: Int\n"))
    #expect(try swift("public machine", variable).contains("\n  public let m: Int\n"))
  }

  /// The type of a run, which a wrapper hands to the machine, is visible to the wrapper, and so are the types that it
  /// names.
  @Test func theRunIsAsVisibleAsItsTypes() throws {
    let body = "state b { initial state c; final state d; c -> d : e }\nevent f\na -> b : f\nb -> a : done"
    let throwing = try swift("machine", "wrapper class\n\(body) / raise f, throw Refused()")
    for type in ["enum Completion", "enum Pending", "struct Run", "mutating func handle(_ event"] {
      #expect(throwing.contains("fileprivate \(type)"), "\(type)")
    }
    #expect(try swift("machine", "wrapper class\n\(body)").contains("private enum Completion"))
  }

  /// The access level of an outer type is declared elsewhere, so methods beside it name none of its types.
  @Test func methodsBesideATypeNameNoneOfItsTypes() throws {
    let text = try swift("public machine", "wrapper class\nwrapper @Observable class B")
    #expect(text.contains("public import Observation"))
    let result = Compiler().generate(
      SourceFile(
        path: "a.sm",
        text: "public machine A in Outer { wrapper @Observable class; initial state a; event e; a : e }"))
    let nested = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(nested.contains("willHandle event: some Any, in state: some Any"))
    #expect(nested.contains("  import Observation") && !nested.contains("public import"))
  }

  /// Swift takes a public type for sendable only if it says so, and what it writes itself is nonisolated.
  @Test(arguments: [
    ("@MainActor public machine A: Hashable, Codable", "A: @MainActor Hashable, @MainActor Codable {"),
    ("@MainActor public machine A: Hashable, Sendable", "A: Hashable, Sendable {"),
    ("@MainActor machine A: Hashable", "A: Hashable {"), ("public machine A: Hashable", "A: Hashable {"),
    ("@MainActor machine A: @MainActor Hashable", "A: @MainActor Hashable {"),
  ])
  func conformancesOfAnIsolatedMachine(_ head: String, _ expected: String) throws {
    let text = "\(head) { initial state a; event e; a : e }"
    let swift = String(
      decoding: try #require(Compiler().generate(SourceFile(path: "a.sm", text: text)).swift), as: UTF8.self)
    #expect(swift.contains("struct \(expected)"))
    #expect(swift.contains("enum State: Hashable"))
  }

  @Test func aPropertyMayBeHidden() throws {
    let text = try swift(
      "public machine",
      """
      wrapper none
      private(set) var seen: Int = 1
      private var hidden: Int = 2
      private let limit: Int = 3
      private var given: Int
      """)
    #expect(text.contains("\n  public private(set) var seen: Int\n"))
    #expect(text.contains("\n  private var hidden: Int = 2\n"))
    #expect(text.contains("\n  private let limit: Int = 3\n"))
    #expect(text.contains("\n  private var given: Int\n"))
    // What is hidden and has a value is no parameter.
    #expect(text.contains("public init(seen: Int = 1, given: Int, state: State = .a)"))
    // It is stored all the same, unless it is constant.
    #expect(text.contains("forKey: \"hidden\") { self.hidden = value }"))
    #expect(!text.contains("case limit"))
  }

  @Test func aWrapperMaySeeMoreOrLessThanItsMachine() throws {
    func lines(_ head: String, _ wrapper: String) throws -> (type: String, send: String, delegate: String) {
      let text = try swift(head, wrapper)
      func line(_ word: String) throws -> String {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        return String(try #require(lines.first { $0.contains(word) }))
      }
      return try (line("AStateMachine {"), line("func send(_ event: A.Event)"), line("protocol A"))
    }
    let actor = try lines("machine", "public wrapper actor")
    #expect(actor.type == "public actor AStateMachine {")
    #expect(actor.send == "func send(_ event: A.Event) {")
    #expect(actor.delegate == "nonisolated protocol AStateMachineDelegate: AnyObject, Sendable {")
    let narrow = try lines("public machine", "internal wrapper class")
    #expect(narrow.type == "final class AStateMachine {")
    #expect(narrow.send == "func send(_ event: A.Event) {")
    let file = try lines("private machine", "public wrapper class")
    #expect(file.type == "public final class AStateMachine {")
    #expect(file.send == "fileprivate func send(_ event: A.Event) {")
    let both = try lines("public machine", "wrapper actor")
    #expect(both.send == "public func send(_ event: A.Event) {")
  }

  /// `private` is a name where nothing of that kind follows.
  @Test func aStateMayBeCalledPrivate() {
    expectDiagnostics(
      """
      machine A {
        initial state private
        state `var`
        event e
        private -> `var` : e
        `var` -> private : e
        public let n: Int = 0
      //       ^~~ E010 'let' stands where '->' or ':' after the source should be: leave out 'public', as a property has the machine's access
      }
      """)
  }
}
