import TestSupport
import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// What of a machine is stored, and what becomes of what older data lack. That the Swift reads such data is tested in
/// `Tests/PluginTests`.
@Suite struct CodingPlanTests {
  /// What is read, in words: `limit or default` has its default where it is missing.
  private func words(
    _ body: String, _ head: String = "machine M: Codable", isolation: String = ""
  ) throws -> (keys: [String], read: [String]) {
    let text = "\(isolation)\n\(head) {\n\(body)\ninitial state a\nevent e\na -> a : e\n}"
    let (machines, result) = Compiler().machines(of: SourceFile(path: "m.sm", text: text))
    try #require(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let machine = try #require(machines.first)
    let plan = CodingPlan(SwiftModel(Behaviour(machine)))
    func name(_ source: CodingPlan.Source) -> String {
      switch source {
      case .property(let index): machine.source.text(machine.storedProperties[index].name.range)
      case .state: "state"
      case .history(let state): "history of \(machine.source.text(machine.states[state].name.range))"
      case .deferredEvents: "deferred events"
      }
    }
    let read = plan.entries.map { entry in
      let mark =
        switch entry.absence {
        case .failure: ""
        case .nothing: " or nil"
        case .initialValue: " or default"
        case .noEvents: " or none"
        }
      return name(entry.source) + mark + (entry.isArgument ? "" : ", assigned")
    }
    return (plan.keys.map(name), read)
  }

  @Test(arguments: [
    ("", "Codable"), ("let n: Int", "Codable"), ("var n: Int", "Codable"), ("var n: Int?", "Codable"),
    ("var n: Int = 1", "Encodable"), ("let n: Int = 1", "Hashable"), ("state b { defer e }", "Encodable"),
    ("state b { initial state c ; -> b.history : e }", "Codable"),
  ])
  func swiftDoesIt(_ body: String, _ conformance: String) throws {
    let plan = try words(body, "machine M: \(conformance)")
    #expect(plan.keys == [])
    #expect(plan.read == [])
  }

  @Test func whatIsMissingHasItsDefault() throws {
    let plan = try words("let id: Int\nvar count: Int = 0\nvar note: String? = \"x\"\nvar other: String?")
    #expect(plan.keys == [])
    #expect(
      plan.read == ["id", "count or default, assigned", "note or nil, assigned", "other or nil", "state"])
  }

  @Test func whatIsMissingIsEmpty() throws {
    let plan = try words("state b { initial state c ; defer e ; -> b.history : f }\nevent f")
    #expect(plan.keys == [])
    #expect(plan.read == ["state", "history of b or nil, assigned", "deferred events or none, assigned"])
  }

  @Test func aConstantWithADefaultIsNotStored() throws {
    let body = "let limit: Int = 10\nvar count: Int\nlet id: Int"
    #expect(try words(body) == (["count", "id", "state"], ["count", "id", "state"]))
    #expect(try words(body, "machine M: Swift.Encodable") == (["count", "id", "state"], []))
    #expect(try words(body, "machine M: Decodable") == ([], ["count", "id", "state"]))
  }

  @Test func optionals() throws {
    let body =
      "typealias T = [Int]?\nvar a: T = []\nvar b: Optional<Int> = 1\nvar c: Swift.Optional<Int> = 1\nvar d: Int! = 1"
    let absent = ["a", "b", "c", "d"].map { "\($0) or nil, assigned" }
    #expect(try words(body).read == absent + ["state"])
  }

  /// A handwritten initializer could not be nonisolated there.
  @Test func anIsolatedMachineThatIsNotSendableIsLeftToSwift() throws {
    let alone = try words("var n: Int = 1", "machine M: Codable", isolation: "@MainActor")
    #expect(alone == ([], []))
    #expect(try words("var n: Int = 1", "machine M: Codable, Sendable", isolation: "@MainActor").read != [])
  }

  @Test func whatIsWritten() throws {
    let text = try generated("machine A: Codable { let `in`: Int = 1 ; var `default`: Int = 2 ; initial state a }")
    #expect(
      text.contains(
        """
          /// What is stored: a constant with a default is not.
          private enum CodingKeys: String, Swift.CodingKey {
            case `default`
            case state
          }

          /// What is read of a machine that was stored. Older data may lack what is optional here.
          private struct Stored: Decodable {
            let `default`: Int?
            let state: State
          }

        """))
    #expect(
      text.contains(
        """
          init(from decoder: any Swift.Decoder) throws {
            let stored = try Stored(from: decoder)
            self.init(state: stored.state)
            if let value = stored.default { self.default = value }
          }

        """))
  }

  /// Swift makes no coding for an enum without cases.
  @Test func withoutEventsThereIsNothingToBeCoded() throws {
    let text = "machine A: Codable { initial state a; final state b; a -> b : always }"
    let result = Compiler().generate(SourceFile(path: "test.sm", text: text))
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(swift.contains("enum Event {"))
    #expect(swift.contains("enum State: Codable {"))
  }
}
