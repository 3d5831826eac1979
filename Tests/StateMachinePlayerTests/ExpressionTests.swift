import Foundation
import JSON
import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachinePlayer

/// The Swift of rows becomes trees for other programs.
@Suite struct ExpressionTests {
  /// The table of a machine with a row whose guard, effect and pattern are given.
  private func table(_ row: String) throws -> JSONValue {
    try #require(MachineDocument([small(row).behaviour]).json["machines"]?.array?.first)
  }

  private func small(_ row: String) throws -> SmallMachine {
    try SmallMachine(
      """
      machine M: Sendable {
        swift { enum Mode: Sendable { case idle, busy(Int), timed(after: Int, String) } }
        var limit: Int = 3
        var names: [String] = []
        var mode: Mode = .idle
        guard isFull = items.count >= limit
        initial state a(items: [Int] = [], best: Int? = nil)
        state b
        event e(count: Int, pair: (low: Int, high: Int))
        output o(_ text: String), p(Int)
        \(row)
      }
      """)
  }

  private func text(_ json: JSONValue?) -> String { json.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "nil" }

  @Test(arguments: [
    (
      "items.count >= limit && !items.isEmpty",
      #"["&&",[">=",["member",["field",0],"count"],["property",0]],["!",["member",["field",0],"isEmpty"]]]"#
    ),
    (
      "count + 2 * 3 - 1 == 0x10 || count < -5",
      #"["||",["==",["-",["+",["event",0],["*",2,3]],1],16],["<",["event",0],-5]]"#
    ),
    ("isFull", #"[">=",["member",["field",0],"count"],["property",0]]"#),
    ("!isFull, in(a)", #"["&&",["!",[">=",["member",["field",0],"count"],["property",0]]],["in",0]]"#),
    ("best ?? 0 > 1", #"[">",["??",["field",1],0],1]"#),
    ("(count > 1 ? 2 : 3) == best!", #"["==",["?:",[">",["event",0],1],2,3],["unwrap",["field",1]]]"#),
    (
      "items[0] == pair.low && items.contains(count)",
      #"["&&",["==",["subscript",["field",0],0],["member",["event",1],"low"]],["call",["field",0],"contains",[null],["event",0]]]"#
    ),
    ("(1)...(count)==(limit...)", #"["==",["...",1,["event",0]],["from",["property",0]]]"#),
    ("(1...9).contains(min(count, 4))", #"["call",["...",1,9],"contains",[null],["function","min",["event",0],4]]"#),
    (#"names.first == "a\n\(count)""#, #"["==",["member",["property",1],"first"],["string","a\n",["event",0]]]"#),
    ("count > 9007199254740993", #"[">",["event",0],["int","9007199254740993"]]"#),
    ("Double(count) < 1.5e3", #"["<",["convert","Double",["event",0]],["double",1500.0]]"#),
    ("self.limit > 1", #"[">",["property",0],1]"#),
    (
      "[1, count].count == [:].count",
      #"["==",["member",["array",1,["event",0]],"count"],["member",["dictionary"],"count"]]"#
    ),
  ])
  func guardsAreTrees(_ swift: String, _ tree: String) throws {
    #expect(text(try table("a -> b : e [\(swift)]")["rows"]?.array?.first?["guard"]) == tree)
  }

  @Test(arguments: [
    ("items.filter { $0 > count }.isEmpty", #"["text",["field",0],".filter { $0 > ",["event",0]," }.isEmpty"]"#),
    ("known(count)", #"["text","known(",["event",0],")"]"#),
    ("count as Int > 1", #"["text",["event",0]," as Int > 1"]"#),
    ("best.map(known) == true", #"["text",["field",1],".map(known) == true"]"#),
  ])
  func whatCannotBeEvaluatedIsTextWithItsNames(_ swift: String, _ tree: String) throws {
    #expect(text(try table("a -> b : e [\(swift)]")["rows"]?.array?.first?["guard"]) == tree)
  }

  @Test func aTextSaysWhatItChanges() throws {
    let row = try table("a : e / p(known(items.removeFirst()))")["rows"]?.array?.first
    #expect(
      text(row?["effects"])
        == #"[{"output":1,"arguments":[["changing",[["field",0]],["text","known(",["field",0],".removeFirst())"]]]}]"#)
  }

  @Test(arguments: [
    (
      "items.append(count); limit -= 1",
      #"[["call",["field",0],"append",[null],["event",0]],["set",["property",0],["-",["property",0],1]]]"#
    ),
    (
      "let first = items.removeFirst(); names[0] = \"\\(first)\"",
      #"[["let","first",["call",["field",0],"removeFirst",[]]],["set",["subscript",["property",1],0],["string",["let","first"]]]]"#
    ),
    ("if count > 1 { limit = 2 }", "nil"),
    ("_ = items.popLast()", #"[["call",["field",0],"popLast",[]]]"#),
  ])
  func blocksAreStatements(_ swift: String, _ statements: String) throws {
    let effect = try table("a : e / { \(swift) }")["rows"]?.array?.first?["effects"]?.array?.first
    #expect(text(effect?["do"]) == statements)
  }

  @Test func aBlockSaysWhatItMayChange() throws {
    let effect = try table("a : e / { if count > 1 { limit = 2 }; items.sort() }")["rows"]?.array?.first?["effects"]
    #expect(text(effect?.array?.first?["changes"]) == #"[["field",0],["property",0]]"#)
  }

  @Test(arguments: [
    ("a(items: _, best: let x?)", #"["some",["bind","x"]]"#),
    ("a(items: _, best: nil)", #"["value",null]"#),
    ("a(items: _, best: limits.low)", #"["text","limits.low",[]]"#),
    ("a(items: _, best: .some(1...5))", #"["case","some",[null],["value",["...",1,5]]]"#),
    ("a(items: _, best: .some(let x as Int))", #"["text",".some(let x as Int)",["x"]]"#),
  ])
  func patternsAreTrees(_ pattern: String, _ tree: String) throws {
    let row = "\(pattern) -> b : e / p(\(pattern.contains("let x") ? "x" : "0"))"
    let transition = try table(row)["transitions"]?.array?.first
    #expect(text(transition?["patterns"]?.array?.first?["pattern"]) == tree)
  }

  /// An expression that is deeper than people write is carried as text: its tree would be as deep.
  @Test(arguments: [
    "count > " + Array(repeating: "1", count: 500).joined(separator: " + "),
    "count > " + String(repeating: "(", count: 300) + "1" + String(repeating: ")", count: 300),
    "count > 1" + String(repeating: ".magnitude", count: 300),
    String(repeating: "!", count: 300).map { "\($0)(" }.joined() + "true" + String(repeating: ")", count: 300),
  ])
  func deepExpressionsAreText(_ swift: String) throws {
    let json = MachineDocument([try small("a -> b : e [\(swift)]").behaviour]).json
    let row = json["machines"]?.array?.first?["rows"]?.array?.first
    let tree = text(row?["guard"])
    #expect(tree.hasPrefix("[\"text\""))
    #expect(JSONParser.parse(json.bytes) == json)
  }

  @Test func casesWithRawValuesAreListed() throws {
    let small = try SmallMachine(
      """
      machine M {
        swift { enum Mode: Int { case low = -1, mid; case high = 3 } }
        initial state s(mode: Mode = .low)
        event e
        s : e [mode == .high]
      }
      """)
    let enums = MachineDocument([small.behaviour]).json["machines"]?.array?.first?["enums"]
    #expect(text(enums) == #"{"Mode":[{"name":"low"},{"name":"mid"},{"name":"high"}]}"#)
  }

  @Test func enumsOfTheFileAreListed() throws {
    #expect(
      text(try table("a : e / { mode = .timed(after: 1, \"x\") }")["enums"])
        == #"{"Mode":[{"name":"idle"},{"name":"busy","fields":[{"type":"Int"}]},{"name":"timed","fields":[{"label":"after","type":"Int"},{"type":"String"}]}]}"#
    )
  }

  /// The use of a declaration of the file may mean anything, and so may a static member of a foreign type, which looks
  /// like a case.
  @Test(arguments: [
    "max(n, 1) == 1", "mode == .usual", "mode == Mode.usual", "delay == .zero", "\"\\(mode)\" == \"x\"",
  ])
  func whatTheFileDeclaresIsNotEvaluated(_ swift: String) throws {
    let small = try SmallMachine(
      """
      machine M {
        swift {
          enum Mode: CustomStringConvertible {
            case a
            static let usual = Mode.a
            var description: String { "x" }
          }
          static func max(_ n: Int, _ m: Int) -> Int { 0 }
        }
        var mode: Mode = .a
        var delay: Duration
        initial state s
        event e(n: Int)
        s : e [\(swift)]
      }
      """)
    let row = MachineDocument([small.behaviour]).json["machines"]?.array?.first?["rows"]?.array?.first
    let tree = text(row?["guard"])
    #expect(tree.hasPrefix("[\"text\""), "\(tree)")
  }

  @Test func nothingIsEvaluatedWhereTheFileChangesOperators() throws {
    let small = try SmallMachine(
      """
      machine M {
        swift { static func == (first: Int, second: String) -> Bool { true } }
        initial state a
        event e(n: Int)
        a : e [n == 1]
      }
      """)
    let row = MachineDocument([small.behaviour]).json["machines"]?.array?.first?["rows"]?.array?.first
    #expect(text(row?["guard"]) == #"["text",["event",0]," == 1"]"#)
  }

  /// Of the guards, values, arguments, blocks and patterns in `specs`, at least 95 of 100 are evaluated by the page.
  @Test func mostOfTheSwiftInSpecsIsEvaluated() throws {
    var evaluated = 0
    var texts: [String] = []
    func count(_ piece: JSONValue?) {
      guard let piece else { return }
      if case .array(let parts) = piece, ["text", "changing"].contains(parts.first) {
        texts.append(text(piece))
      } else {
        evaluated += 1
      }
    }
    func visit(_ json: JSONValue) {
      if case .array(let elements) = json { for element in elements { visit(element) } }
      guard case .object(let members) = json else { return }
      for member in members {
        switch member.key {
        case "guard", "when", "to", "pattern", "trap": count(member.value)
        case "arguments": for argument in member.value.array ?? [] { count(argument) }
        case "block":
          if json["do"] == nil { texts.append(text(member.value)) } else { evaluated += 1 }
        default: break
        }
        visit(member.value)
      }
    }
    let sources = try Repository.machines.filter { $0.pathComponents.contains("specs") }.map {
      SourceFile(path: $0.path, bytes: Array(try Data(contentsOf: $0)))
    }
    var context = MachineContext()
    for source in sources { context.add(source) }
    for source in sources {
      let machines = Compiler(context: context).machines(of: source).machines
      for table in MachineDocument(machines.map(Behaviour.init)).json["machines"]?.array ?? [] {
        for key in ["rows", "transitions", "states"] { visit(table[key] ?? .null) }
      }
    }
    #expect(evaluated * 100 >= (evaluated + texts.count) * 95, "\(evaluated) of \(evaluated + texts.count): \(texts)")
  }
}
