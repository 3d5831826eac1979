import TestSupport
import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// The plan stores the right parts of a machine, and gives parts that older data lack their defaults.
/// `Tests/PluginTests` check that the generated Swift reads such data.
@Suite struct CodingPlanTests {
  /// Returns the keys, and the parts that are read, as text: `limit or default` has its default if it is missing.
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
          /// The keys of stored values. A constant with a default is not stored.
          private enum CodingKeys: String, Swift.CodingKey {
            case `default`
            case state
          }

          /// The name of a stored value, as this version has it, or an older one.
          private struct StoredName: Swift.CodingKey, Swift.ExpressibleByStringLiteral {
        """))
    #expect(
      text.contains(
        """
          init(from decoder: any Swift.Decoder) throws {
            let stored = try decoder.container(keyedBy: StoredName.self)
            let value1 = try stored.decode(State.self, forKey: "state")
            self.init(state: value1)
            if let value = try stored.decodeIfPresent(Int.self, forKey: "default") { self.default = value }
          }

        """))
  }

  /// Old data may lack a label that has a default, and nothing else.
  @Test(arguments: [
    ("state b(n: Int = 1)", true), ("state b(n: Int)", false), ("state b(n: Int? = 1)", false),
    ("state b { initial state c(n: Int = 1) }", true), ("event f(n: Int = 1)", true), ("output o(n: Int = 1)", true),
    ("state b was c", true), ("state b(n was m: Int)", true), ("was b -> a", true),
    ("state b { was c -> d; initial state d }", true),
    ("event f was g", true), ("output o was p", true), ("wrapper none; state b was c; b -> a : after 1s", true),
    ("state b { region c was d { initial state x }; region f { initial state y } }", true),
  ])
  func labelsWithADefaultAreReadByGeneratedCode(_ line: String, _ isGenerated: Bool) throws {
    for (conformances, isCoded) in [
      ("Codable", true), ("Encodable, Decodable", true), ("Decodable", true), ("Hashable", false),
    ] {
      let text = try generated("machine A: \(conformances) { initial state a\n\(line)\nevent e\na -> a : e }")
      #expect(text.contains("keyedBy: StoredName.self") == (isGenerated && isCoded), "\(conformances): \(line)")
    }
  }

  /// A stored payload is read again, and missing parts get their defaults.
  @Test func payloadsOfOldDataAreRead() throws {
    let machine = """
      machine Order: Codable, Hashable, Sendable {
        wrapper none
        typealias Days = Int
        initial state cart(items: [String] = [], total: Int = 0)
        state paying(total: Int, currency: String = "EUR", note: String? = "n", in: Bool = 1 < 2)
        state shipped {
          initial state packing
          state sent(by: String = "post", _ days: Days = 1 + 1)
        }
        final state `default`(code: Int = 3)
        event checkout(currency: String = "EUR"), next
        cart -> paying(currency: currency, note: nil) : checkout
        paying -> shipped : next
        shipped.packing -> shipped.sent : next
        shipped -> default : after 3s
      }
      """
    let main = #"""
      import Foundation
      func read<T: Decodable>(_ type: T.Type, _ text: String) {
        do {
          print(try JSONDecoder().decode(type, from: Data(text.utf8)))
        } catch DecodingError.keyNotFound(let key, let context) {
          print("no", key.stringValue, "in", context.codingPath.map(\.stringValue).joined(separator: "."))
        } catch DecodingError.dataCorrupted(let context) {
          print(context.debugDescription)
        } catch { print("another error") }
      }
      read(Order.State.self, #"{"cart":{}}"#)
      read(Order.State.self, #"{"cart":{"total":2}}"#)
      read(Order.State.self, #"{"paying":{"total":3}}"#)
      read(Order.State.self, #"{"paying":{"currency":"USD"}}"#)
      read(Order.State.self, #"{"shipped":{"_0":{"sent":{}}}}"#)
      read(Order.State.self, #"{"shipped":{}}"#)
      read(Order.State.self, #"{"default":{}}"#)
      read(Order.State.self, #"{"gone":{}}"#)
      read(Order.State.self, #"{"cart":{},"default":{}}"#)
      read(Order.Event.self, #"{"checkout":{}}"#)
      read(Order.self, #"{"state":{"cart":{}}}"#)
      let states: [Order.State] = [
        .cart(items: ["x"], total: 4), .paying(total: 4, currency: "X", note: nil, in: false),
        .shipped(.sent(by: "u", 9)), .default(code: 7),
      ]
      for state in states { print(try JSONDecoder().decode(Order.State.self, from: JSONEncoder().encode(state)) == state) }
      let event = Order.Event.elapsed(.shipped)
      print(try JSONDecoder().decode(Order.Event.self, from: JSONEncoder().encode(event)) == event)
      """#
    let folder = try TemporaryFolder([("Order.swift", try generated(machine)), ("main.swift", main)])
    let compiled = try SwiftCompiler().compile(["Order.swift", "main.swift"], ["-o", "program"], in: folder.url)
    #expect(compiled.code == 0 && compiled.output.isEmpty, "\(compiled.output)")
    let result = try ProcessResult.run(folder.url.appending(path: "program").path, [], in: folder.url)
    #expect(
      result.output == """
        cart(items: [], total: 0)
        cart(items: [], total: 2)
        paying(total: 3, currency: "EUR", note: nil, in: true)
        no total in paying
        shipped(program.Order.State.Shipped.sent(by: "post", 2))
        no _0 in shipped
        default(code: 3)
        there is no state 'gone'
        the state is no object with one name
        checkout(currency: "EUR")
        Order(state: program.Order.State.cart(items: [], total: 0))
        true
        true
        true
        true
        true

        """)
  }

  /// Former names of states are those of their timers and histories, too; what nothing is called is named by the error.
  @Test func formerNamesAreRead() throws {
    func machine(_ name: String, _ playing: String, _ events: String, _ rest: String) -> String {
      """
      machine \(name): Codable, Hashable, Sendable {
        wrapper none
        initial state idle
        state \(playing) {
          initial state loud
          state quiet
          loud -> quiet : hush
          defer put
        }
        \(rest)
      """ + "\n  event \(events), go, back, hush\n}"
    }
    let old = machine(
      "Old", "music(track: Int)", "put(n: Int)",
      "output hear; idle -> music(track: 1).history : go; music -> idle : back; idle -> music(track: 2) : put / hear\n"
        + "music -> idle : after 3s\nmusic -> idle : every 4s")
    let new = machine(
      "New", "playing(song was track: Int) was music", "add(n: Int) was put",
      "output listen was hear; idle -> playing(song: 1).history : go; playing -> idle : back\n"
        + "idle -> playing(song: 2) : add / listen; playing -> idle : after 3s; playing -> idle : every 4s"
    ).replacing("defer put", with: "defer add")
    let main = #"""
      import Foundation
      var old = Old(state: .music(track: 5, .quiet))
      _ = old.handle(event: .put(n: 7))
      func read<T: Codable>(_ type: T.Type, _ value: some Encodable) {
        do {
          let encoder = JSONEncoder()
          encoder.outputFormatting = .sortedKeys
          print(String(decoding: try encoder.encode(JSONDecoder().decode(type, from: encoder.encode(value))), as: UTF8.self))
        } catch DecodingError.keyNotFound(let key, let context) {
          print("no", key.stringValue, "in", context.codingPath.map(\.stringValue).joined(separator: "."))
        } catch DecodingError.dataCorrupted(let context) {
          print(context.codingPath.map(\.stringValue).joined(separator: "."), context.debugDescription)
        } catch { print("another error") }
      }
      read(New.self, old)
      old = Old(state: .music(track: 6, .quiet))
      _ = old.handle(event: .back)
      read(New.self, old)
      read(New.Event.self, Old.Event.elapsed(.music))
      read(New.Event.self, Old.Event.elapsed(.music2))
      for output in [Old.Output.hear, .schedule(.music, after: .seconds(3)), .schedule(.music2, every: .seconds(4)), .cancel(.music)] {
        read(New.Output.self, output)
      }
      read(New.self, ["state": ["gone": ["track": 1]]])
      read(New.self, ["state": ["music": ["_1": 1]]])
      read(New.self, ["states": 1])
      """#
    let files = [("Old.swift", try generated(old)), ("New.swift", try generated(new)), ("main.swift", main)]
    let folder = try TemporaryFolder(files)
    let compiled = try SwiftCompiler().compile(files.map(\.0), ["-o", "program"], in: folder.url)
    #expect(compiled.code == 0 && compiled.output.isEmpty, "\(compiled.output)")
    let result = try ProcessResult.run(folder.url.appending(path: "program").path, [], in: folder.url)
    #expect(
      result.output == #"""
        {"deferredEvents":[{"add":{"n":7}}],"state":{"playing":{"_1":{"quiet":{}},"song":5}}}
        {"deferredEvents":[],"playingHistory":{"child":{"quiet":{}},"song":6},"state":{"idle":{}}}
        {"elapsed":{"_0":{"playing":{}}}}
        {"elapsed":{"_0":{"playing2":{}}}}
        {"listen":{}}
        {"schedule":{"_0":{"playing":{}},"after":[0,3000000000000000000]}}
        {"repeat":{"_0":{"playing2":{}},"every":[0,4000000000000000000]}}
        {"cancel":{"_0":{"playing":{}}}}
        state.gone there is no state 'gone'
        no song in state.music
        no state in\#u{20}

        """#)
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
